#include "toi/straight/chain_chain.hpp"

#include <cmath>

#include "overlap/chain_state.hpp"
#include "overlap/depth.hpp"
#include "toi/straight/chain_contact.hpp"
#include "toi/straight/convex_sweep.hpp"
#include "toi/straight/packed_vec2.hpp"

namespace carom::detail {
namespace {

/// The edge of one chain while all vertices of the other are held against it: certainly no contact, in plain double?
class EdgeSieve {
 public:
  EdgeSieve(const Chain& edge_chain, int edge, const Chain& vertex_chain) noexcept
      : a0_(edge_chain.from[edge]),
        a1_(edge_chain.to[edge]),
        e0_(edge_chain.from[edge_chain.next(edge)] - a0_),
        e1_(edge_chain.to[edge_chain.next(edge)] - a1_),
        shift_(vertex_chain.shift - edge_chain.shift),
        edge_size_(size_of(e0_) + size_of(e1_)) {}

  /// Three Bernstein coefficients of one sign: the vertex stays on one side of the line, before its start or behind its end.
  [[nodiscard]] bool passes_by(Vec2 from, Vec2 to) const noexcept {
    const Vec2 w0 = from - a0_;
    const Vec2 w = to - a1_;
    const Vec2 w1 = w + shift_;
    // Each input difference is right to u, w1 to 4u (|w| + |shift|); products and sums add 4u: 8u covers the largest.
    const double error = 1e-15 * edge_size_ * (size_of(w0) + size_of(w) + size_of(shift_)) + k_tiny;
    const double side0 = cross(e0_, w0);
    const double side1 = cross(e0_, w1) + cross(e1_, w0);
    const double side2 = cross(e1_, w1);
    if (side0 > error && side1 > -error && side2 > error) return true;
    if (side0 < -error && side1 < error && side2 < -error) return true;
    if (dot(e0_, w0) < -error && dot(e0_, w1) + dot(e1_, w0) < error && dot(e1_, w1) < -error) return true;
    const Vec2 x0 = e0_ - w0;
    const Vec2 x1 = e1_ - w1;
    const double error_behind = error + 1e-15 * edge_size_ * edge_size_;
    return dot(e0_, x0) < -error_behind && dot(e0_, x1) + dot(e1_, x0) < error_behind && dot(e1_, x1) < -error_behind;
  }

 private:
  Vec2 a0_;
  Vec2 a1_;
  Vec2 e0_;
  Vec2 e1_;
  Vec2 shift_;
  double edge_size_;
};

/// Calls `visit(event, make_instant)` for every contact of a vertex of one chain with an edge of the other.
template <class Visit>
void visit_half(const Chain& vertices, const Chain& edges, bool vertex_of_a, const Visit& visit) noexcept {
  for (int j = 0; j < edges.edges(); ++j) {
    const EdgeSieve sieve(edges, j, vertices);
    const Track start = edges.vertex(j);
    const Track end = edges.edge_end(j);
    for (int i = 0; i < vertices.count; ++i) {
      if (sieve.passes_by(vertices.from[i], vertices.to[i])) {
        count_decision(DecisionLevel::plain);
        continue;
      }
      const Track p = vertices.vertex(i);
      VertexEdge(p, start, end).visit_events([&](const EdgeEvent& event, const auto& instant) {
        visit(ChainEvent{event, i, j, vertex_of_a}, instant);
      });
    }
  }
}

template <class Visit>
void visit_events(const Chain& a, const Chain& b, const Visit& visit) noexcept {
  visit_half(a, b, true, visit);
  visit_half(b, a, false, visit);
}

/// Apart just after the start: the first event is the hit.
EarliestEvents first_events(const Chain& a, const Chain& b) noexcept {
  EarliestEvents earliest;
  visit_events(a, b, [&](const ChainEvent& event, const auto&) { earliest.add(event); });
  return earliest;
}

/// In touch and staying so: only events count that have the chains apart just before or overlapping just after.
EarliestEvents first_events_after_sliding(const Chain& a, const Chain& b) noexcept {
  EarliestEvents earliest;
  visit_events(a, b, [&](const ChainEvent& event, const auto& make_instant) {
    if (!earliest.wants(event.event.t)) return;
    const Instant instant = make_instant();
    const Approx t{event.event.t, k_time_error};
    const bool hit = classify(a, b, BesideEvent{instant, t, true}).state == ChainState::overlapping ||
                     classify(a, b, BesideEvent{instant, t, false}).state == ChainState::apart;
    if (hit) earliest.add(event);
  });
  return earliest;
}

/// Vertices of one chain that touch edges of the other at t = 0 and move into them.
void add_closing_touches(const Chain& vertices, const Chain& edges, bool vertex_of_a, EarliestEvents& events) noexcept {
  const Sign inside = edges.winding == Winding::counterclockwise ? Sign::positive : Sign::negative;
  for (int j = 0; j < edges.edges(); ++j) {
    const Track start = edges.vertex(j);
    const Track end = edges.edge_end(j);
    for (int i = 0; i < vertices.count; ++i) {
      const Track p = vertices.vertex(i);
      if (place_on_edge(p, start, end, AtStart{}) == Place::off) continue;
      const AfterStart after;
      const Sign goes = after.sign(cross_quadratic(start, end, start, p));
      const bool closing = goes != Sign::zero && (edges.kind != ChainKind::solid || goes == inside);
      const bool face = closing && after.sign(dot_quadratic(start, p, start, end)) != Sign::negative &&
                        after.sign(dot_quadratic(end, p, end, start)) != Sign::negative;
      events.add({{0, -goes, face}, i, j, vertex_of_a});
    }
  }
}

EarliestEvents closing_touches(const Chain& a, const Chain& b) noexcept {
  EarliestEvents events;
  add_closing_touches(a, b, true, events);
  add_closing_touches(b, a, false, events);
  return events;
}

Contact contact_of(const SweepAnswer& sweep, const Chain& a, const Chain& b) noexcept {
  const Chain& edges = sweep.vertex_of_a ? b : a;
  const Sign outside = edges.winding == Winding::counterclockwise ? Sign::negative : Sign::positive;
  return face_contact(a, b, {{sweep.t, outside, true}, sweep.vertex, sweep.edge, sweep.vertex_of_a});
}

bool before(Vec2 p, Vec2 q) noexcept { return p.x != q.x ? p.x < q.x : p.y < q.y; }

/// An order of chains that does not depend on which is called a, so that swapping them gives the same bits.
bool in_order(const Chain& a, const Chain& b) noexcept {
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.count != b.count) return a.count < b.count;
  for (int i = 0; i < a.count; ++i) {
    if (a.from[i] != b.from[i]) return before(a.from[i], b.from[i]);
    if (a.to[i] != b.to[i]) return before(a.to[i], b.to[i]);
  }
  return !before(b.shift, a.shift);
}

Impact general_chain_chain(const Chain& a, const Chain& b) noexcept {
  const Classification start = classify(a, b, AtStart{});
  if (start.state == ChainState::overlapping) {
    const Overlap deep = overlap_depth(a, b);
    return {Outcome::overlap, {0, deep.point, deep.normal, Side::outer, deep.depth}};
  }
  EarliestEvents events;
  if (start.state == ChainState::apart) {
    events = first_events(a, b);
  } else {
    switch (classify(a, b, AfterStart{}).state) {
      case ChainState::overlapping: events = closing_touches(a, b); break;
      case ChainState::apart: events = first_events(a, b); break;
      case ChainState::touching: events = first_events_after_sliding(a, b); break;
    }
  }
  if (events.empty()) return {};
  Impact impact{Outcome::hit, events.contact(a, b)};
  impact.contact.side = start.inner ? Side::inner : Side::outer;
  return impact;
}

/// The quick way first, where it exists.
template <class Quick, class General>
auto ordered_chain_chain(const Chain& a, const Chain& b, const Quick& quick, const General& general) noexcept {
  if (!a.rigid_convex || !b.rigid_convex) return general(a, b);
  const SweepAnswer sweep = convex_sweep(a, b);
  if (sweep.result == SweepResult::undecided) return general(a, b);
  count_decision(DecisionLevel::plain);
  return quick(sweep);
}

Impact answer(const Chain& a, const Chain& b) noexcept {
  const auto quick = [&](const SweepAnswer& sweep) {
    return sweep.result == SweepResult::miss ? Impact{} : Impact{Outcome::hit, contact_of(sweep, a, b)};
  };
  return ordered_chain_chain(a, b, quick, general_chain_chain);
}

ImpactTime answer_time(const Chain& a, const Chain& b) noexcept {
  const auto quick = [](const SweepAnswer& sweep) {
    return sweep.result == SweepResult::miss ? ImpactTime{} : ImpactTime{Outcome::hit, sweep.t};
  };
  return ordered_chain_chain(a, b, quick, [](const Chain& x, const Chain& y) {
    const Impact impact = general_chain_chain(x, y);
    return ImpactTime{impact.outcome, impact.contact.t};
  });
}

}  // namespace

Impact chain_chain(const Chain& a, const Chain& b) noexcept {
  return in_order(a, b) ? answer(a, b) : mirrored(answer(b, a));
}

ImpactTime chain_chain_time(const Chain& a, const Chain& b) noexcept {
  return in_order(a, b) ? answer_time(a, b) : answer_time(b, a);
}

}  // namespace carom::detail
