#include "critical.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace carom::oracle {
namespace {

using Times = std::vector<Critical>;

void add_roots(Times& times, const Poly& p, bool contact) {
  for (Root& root : roots_from_zero_to_two(p)) times.push_back({std::move(root), contact});
}

// p and q coincide: both coordinates of the difference vanish.
void add_coincidence(Times& times, const MovingPoint& p, const MovingPoint& q, bool contact) {
  const MovingPoint d = p - q;
  const bool x_moves = d.x.by != 0;
  for (Root& root : roots_from_zero_to_two(x_moves ? d.x.poly() : d.y.poly())) {
    if (sign_at(x_moves ? d.y.poly() : d.x.poly(), root) == 0) times.push_back({std::move(root), contact});
  }
}

// The foot of w on the edge e lies between its ends (w and e as in mathematics.md, section 4).
[[nodiscard]] bool foot_on_edge(const MovingPoint& e, const MovingPoint& w, Root& t) {
  const Poly along = dot(w, e);
  return sign_at(along, t) >= 0 && sign_at(dot(e, e) - along, t) >= 0;
}

// From t = 0 to t = 2 the point, widened by `margin`, stays strictly on one side of the edge in the direction x, y, x + y
// or x - y. The differences are linear in t, so the two ends tell.
[[nodiscard]] bool clearly_apart(const MovingPoint& w, const MovingPoint& to_end, const Int& margin) {
  const auto extremes = [](const MovingPoint& p) {
    const Int x2 = p.x.at + 2 * p.x.by;
    const Int y2 = p.y.at + 2 * p.y.by;
    return std::array<Int, 8>{p.x.at, x2, p.y.at, y2, p.x.at + p.y.at, x2 + y2, p.x.at - p.y.at, x2 - y2};
  };
  const auto from_start = extremes(w);
  const auto from_end = extremes(to_end);
  for (std::size_t i = 0; i < 8; i += 2) {
    // x + y and x - y are longer than distances by a factor below 2.
    const Int m = i < 4 ? margin : Int(2 * margin);
    const auto& [s0, s1, e0, e1] = std::tie(from_start[i], from_start[i + 1], from_end[i], from_end[i + 1]);
    if (s0 > m && s1 > m && e0 > m && e1 > m) return true;
    if (s0 < -m && s1 < -m && e0 < -m && e1 < -m) return true;
  }
  return false;
}

// A moving vertex meets a moving edge.
void add_vertex_edge(Times& times, const MovingPoint& p, const MovingPoint& a, const MovingPoint& b, bool contact) {
  const MovingPoint w = p - a;
  if (clearly_apart(w, p - b, 0)) return;
  const MovingPoint e = b - a;
  const Poly in_line = cross(e, w);
  if (in_line.is_zero()) {
    add_coincidence(times, p, a, contact);
    add_coincidence(times, p, b, contact);
    return;
  }
  for (Root& root : roots_from_zero_to_two(in_line)) {
    const bool shrunk = sign_at(dot(e, e), root) == 0;
    if (shrunk ? sign_at(dot(w, w), root) == 0 : foot_on_edge(e, w, root)) times.push_back({std::move(root), contact});
  }
}

void add_vertices_edges(Times& times, const LiftedShape& vertices, const LiftedShape& edges) {
  for (const MovingPoint& p : vertices.points) {
    for (std::size_t i = 0; i < edges.edge_count(); ++i) {
      add_vertex_edge(times, p, edges.edge_start(i), edges.edge_end(i), true);
    }
  }
}

// A chain that changes its shape may run into itself, which changes what is inside it.
void add_self_meetings(Times& times, const LiftedShape& chain) {
  if (is_rigid(chain)) return;
  const std::size_t n = chain.points.size();
  for (std::size_t i = 0; i < chain.edge_count(); ++i) {
    add_coincidence(times, chain.edge_start(i), chain.edge_end(i), false);
    for (std::size_t k = 0; k < n; ++k) {
      if (k == i || k == (i + 1) % n) continue;
      add_vertex_edge(times, chain.points[k], chain.edge_start(i), chain.edge_end(i), false);
    }
  }
}

void add_circle_circle(Times& times, const LiftedShape& a, const LiftedShape& b) {
  const MovingPoint d = a.points[0] - b.points[0];
  const Poly distance2 = dot(d, d);
  const auto add = [&](const Int& r) { add_roots(times, distance2 - Poly({r * r}), true); };
  add(a.radius + b.radius);
  const bool a_holds = a.is_ring() && a.radius >= b.radius;
  const bool b_holds = b.is_ring() && b.radius >= a.radius;
  if (a_holds || b_holds) add(a.radius - b.radius);
}

void add_circle_chain(Times& times, const LiftedShape& circle, const LiftedShape& chain) {
  const MovingPoint& c = circle.points[0];
  const Int& r = circle.radius;
  if (r == 0) return add_vertices_edges(times, circle, chain);
  const Poly r2({r * r});
  for (const MovingPoint& p : chain.points) add_roots(times, dot(p - c, p - c) - r2, true);
  for (std::size_t i = 0; i < chain.edge_count(); ++i) {
    const MovingPoint w = c - chain.edge_start(i);
    if (clearly_apart(w, c - chain.edge_end(i), r)) continue;
    const MovingPoint e = chain.edge_end(i) - chain.edge_start(i);
    const Poly area = cross(e, w);
    // If this vanishes throughout, the circle follows the edge's line and only the ends make events: they are above.
    for (Root& root : roots_from_zero_to_two(area * area - r2 * dot(e, e))) {
      if (sign_at(dot(e, e), root) != 0 && foot_on_edge(e, w, root)) times.push_back({std::move(root), true});
    }
  }
}

void add_border_other(Times& times, const LiftedShape& border, const LiftedShape& other) {
  for (const MovingPoint& p : other.points) {
    const LinearInt& c = border.axis == Axis::x ? p.x : p.y;
    add_roots(times, Poly({c.at - border.at - other.radius, c.by}), true);
    add_roots(times, Poly({c.at - border.at + other.radius, c.by}), true);
  }
}

[[nodiscard]] Times in_order(Times times) {
  Times result;
  for (Critical& next : times) {
    std::size_t i = result.size();
    int order = 1;
    while (i > 0) {
      order = compare(next.t, result[i - 1].t);
      if (order >= 0) break;
      --i;
    }
    if (i > 0 && order == 0) {
      result[i - 1].contact = result[i - 1].contact || next.contact;
    } else {
      result.insert(result.begin() + static_cast<std::ptrdiff_t>(i), std::move(next));
    }
  }
  return result;
}

}  // namespace

Times critical_times(const LiftedShape& a, const LiftedShape& b) {
  Times times;
  if (a.form == Form::border) {
    add_border_other(times, a, b);
  } else if (b.form == Form::border) {
    add_border_other(times, b, a);
  } else if (a.form == Form::circle && b.form == Form::circle) {
    add_circle_circle(times, a, b);
  } else if (a.form == Form::circle) {
    add_circle_chain(times, a, b);
  } else if (b.form == Form::circle) {
    add_circle_chain(times, b, a);
  } else {
    add_vertices_edges(times, a, b);
    add_vertices_edges(times, b, a);
  }
  if (a.form == Form::chain) add_self_meetings(times, a);
  if (b.form == Form::chain) add_self_meetings(times, b);
  return in_order(std::move(times));
}

}  // namespace carom::oracle
