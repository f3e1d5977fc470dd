#include "toi/thrown_chain.hpp"

#include <array>

#include "carom/math/tolerances.hpp"

namespace carom::detail {
namespace {

/// The earliest contact so far. Of two faces that meet, each end of the piece they share is a contact of its own.
class Earliest {
 public:
  explicit Earliest(const Flightpath& way) noexcept : way_(way) {}

  void offer(const Contact& contact, double closing) noexcept {
    if (!best_) return take(contact, closing);
    // Times that differ by less than rounding moves them are one.
    const double lead = (best_->t - contact.t) * std::max(closing, closing_);
    const double error = 4 * way_.error(contact.t);
    if (lead > error) return take(contact, closing);
    if (lead < -error) return;
    if (std::abs(cross(contact.normal, best_->normal)) <= k_parallel_sine && dot(contact.normal, best_->normal) > 0) {
      widen(contact.point);
      best_->t = std::min(best_->t, contact.t);
    } else if (closing > closing_) {
      take(contact, closing);
    }
  }

  [[nodiscard]] std::optional<Contact> contact() const noexcept {
    if (!best_) return std::nullopt;
    Contact result = *best_;
    result.point = 0.5 * (first_ + last_);
    return result;
  }
  [[nodiscard]] bool empty() const noexcept { return !best_; }

 private:
  void take(const Contact& contact, double closing) noexcept {
    best_ = contact;
    closing_ = closing;
    first_ = last_ = contact.point;
  }
  void widen(Vec2 point) noexcept {
    const Vec2 along = perpendicular(best_->normal);
    if (dot(point - first_, along) < 0) first_ = point;
    if (dot(point - last_, along) > 0) last_ = point;
  }

  const Flightpath& way_;
  std::optional<Contact> best_;
  double closing_ = 0;
  Vec2 first_, last_;
};

/// An edge, and a point that must stay `radius` off it, one of them thrown.
struct StraightFace {
  Vec2 point;   ///< of the mover, or of the stander
  Vec2 begin;   ///< of the edge
  Vec2 along;   ///< the edge
  Vec2 normal;  ///< off the edge, to the point's side
  double radius = 0;
  double sense = 1;  ///< -1: the edge flies and the point stands
  Side side = Side::outer;
  bool far_side = false;  ///< the point is on the other side of the line, and must pass by the edge first

  [[nodiscard]] Stage stage(const Flightpath& way) const noexcept {
    return far_side ? Stage::behind : stage_of(gap(way), way);
  }
  [[nodiscard]] Vec2 place(const Flightpath& way, double t) const noexcept {
    return (point - begin) + (sense * t) * (way.velocity + (0.5 * t) * way.gravity);
  }
  [[nodiscard]] Gap gap(const Flightpath& way) const noexcept {
    return {dot(normal, point - begin) - radius, sense * dot(normal, way.velocity), sense * dot(normal, way.gravity),
            0x1p-46 * way.pull};
  }
  [[nodiscard]] std::optional<double> time(Stage stage, const Flightpath& way) const noexcept {
    return straight_time(gap(way), stage, way);
  }
  /// Is the foot of the point on the edge?
  [[nodiscard]] bool faces(const Flightpath& way, double t) const noexcept {
    const double foot = dot(along, place(way, t));
    const double error = taxicab(along) * way.error(t);
    return foot >= -error && foot <= dot(along, along) + error;
  }
  [[nodiscard]] Contact contact(const Flightpath& way, double t) const noexcept {
    if (sense < 0) return {.t = t, .point = point, .normal = -normal, .side = side};
    const Vec2 w = place(way, t);
    return {.t = t, .point = begin + (w - dot(normal, w) * normal), .normal = normal, .side = side};
  }
  void shift(Vec2 way) noexcept { point = point + sense * way; }
};

/// A vertex with the edges that leave it, and a circle thrown at it or around it.
struct VertexFace {
  RoundFace round;
  Vec2 vertex;
  std::array<Vec2, 2> edges;
  Side side = Side::outer;

  [[nodiscard]] Stage stage(const Flightpath& way) const noexcept { return stage_of(gap(way), way); }
  [[nodiscard]] Gap gap(const Flightpath& way) const noexcept { return round.gap(way); }
  [[nodiscard]] std::optional<double> time(Stage stage, const Flightpath& way) const noexcept {
    return round_time(round, stage, way);
  }
  /// Is the vertex nearer than its edges? From inside it is what is farthest that counts.
  [[nodiscard]] bool faces(const Flightpath& way, double t) const noexcept {
    if (round.inner) return true;
    const Vec2 w = round.place(way, t);
    return dot(edges[0], w) <= taxicab(edges[0]) * way.error(t) && dot(edges[1], w) <= taxicab(edges[1]) * way.error(t);
  }
  [[nodiscard]] Contact contact(const Flightpath& way, double t) const noexcept {
    const Vec2 n = round.normal(way, t);
    return {.t = t, .point = vertex, .normal = n == Vec2{} ? unit(-way.velocity_at(t)) : n, .side = side};
  }
  void shift(Vec2 way) noexcept { round.from = round.from + way; }
};

/// `visit_all(visit)` calls `visit` with each face of the pair.
template <class VisitAll>
std::optional<Contact> first_contact(const Flightpath& way, const VisitAll& visit_all) noexcept {
  // 1. Which faces are met now, and which are in touch?
  Earliest now(way);
  Vec2 nudge;
  visit_all([&](const auto& face) {
    const Stage stage = face.stage(way);
    if ((stage != Stage::now && !in_touch(stage)) || !face.faces(way, 0)) return;
    const Contact contact = face.contact(way, 0);
    if (stage == Stage::now)
      now.offer(contact, -dot(contact.normal, way.velocity));
    else
      nudge = nudge + way.nudge() * contact.normal;
  });
  if (!now.empty()) return now.contact();
  // 2. When is the first one met?
  Earliest later(way);
  Flightpath until = way;
  visit_all([&](auto face) {
    Stage stage = face.stage(way);
    if (!in_touch(stage) || !face.faces(way, 0)) {
      face.shift(nudge);
      stage = face.stage(way);
      // Beside its edge a line is no face.
      if (stage == Stage::now) stage = face.gap(way).value > 0 ? Stage::apart : Stage::behind;
    }
    const auto t = face.time(stage, until);
    if (!t || !face.faces(way, *t)) return;
    // What comes later by more than rounding is not looked for.
    until.horizon = std::min(until.horizon, *t + 0x1p-40 * way.horizon);
    const Contact contact = face.contact(way, *t);
    later.offer(contact, -dot(contact.normal, way.velocity_at(*t)));
  });
  return later.contact();
}

Vec2 leaving(const Chain& chain, int vertex, int other) noexcept { return chain.from[other] - chain.from[vertex]; }

/// The two edges that leave a vertex; of a segment's end the same one twice.
std::array<Vec2, 2> edges_at(const Chain& chain, int i) noexcept {
  return {leaving(chain, i, chain.previous(i)), leaving(chain, i, chain.next(i))};
}

/// To the left of the edge; of a closed chain outward.
Vec2 edge_normal(const Chain& chain, Vec2 along) noexcept {
  const Vec2 left = unit(perpendicular(along));
  return chain.closed() && chain.winding == Winding::counterclockwise ? -left : left;
}

Side side_of(const Chain& chain, Vec2 outward, Vec2 normal) noexcept {
  return chain.kind == ChainKind::hollow && dot(outward, normal) < 0 ? Side::inner : Side::outer;
}

/// A line with two sides, first from the side where the point is, then from the other one, which it may come round to.
template <class Visit>
void visit_both_sides(StraightFace face, const Chain& chain, Vec2 outward, const Visit& visit) {
  const bool inside = dot(outward, face.point - face.begin) < 0;
  for (const bool far_side : {false, true}) {
    face.far_side = far_side;
    face.normal = inside != far_side ? -outward : outward;
    face.side = side_of(chain, outward, face.normal);
    visit(face);
  }
}

/// The edge as the centre of a thrown circle sees it.
template <class Visit>
void visit_edge(const Chain& chain, int edge, double radius, const Flightpath& way, const Visit& visit) {
  const Vec2 along = leaving(chain, edge, chain.next(edge));
  const Vec2 outward = edge_normal(chain, along);
  StraightFace face{.point = way.at, .begin = chain.from[edge], .along = along, .normal = outward, .radius = radius};
  if (chain.kind == ChainKind::solid) return visit(face);
  face.radius = std::max(radius, way.thickness);
  visit_both_sides(face, chain, outward, visit);
}

VertexFace vertex_face(const Chain& chain, int vertex, double radius, bool inner, const Flightpath& way) noexcept {
  const Vec2 q = chain.from[vertex];
  const auto edges = edges_at(chain, vertex);
  const Vec2 from = way.at - q;
  // Where the corner points outward, whoever is at it is outside.
  const Vec2 outward = -(unit(edges[0]) + unit(edges[1]));
  const bool reflex = chain.kind == ChainKind::hollow && dot(edge_normal(chain, edges[1]), outward) < 0;
  const double least = chain.kind == ChainKind::solid ? 0 : way.thickness;
  return {.round = {from, inner ? radius : std::max(radius, least), inner},
          .vertex = q,
          .edges = edges,
          .side = inner || reflex ? Side::inner : Side::outer};
}

double distance_to_edge(const Chain& chain, int edge, Vec2 p) noexcept {
  const Vec2 along = leaving(chain, edge, chain.next(edge));
  const Vec2 w = p - chain.from[edge];
  const double foot = std::clamp(dot(along, w) / dot(along, along), 0.0, 1.0);
  const Vec2 off = w - foot * along;
  return std::sqrt(dot(off, off));
}

/// Is every vertex inside the ring?
bool holds_all(double radius, const Flightpath& way, const Chain& chain) noexcept {
  const double reach = radius + way.shallow();
  return std::all_of(chain.from, chain.from + chain.count, [&](Vec2 q) {
    const Vec2 off = way.at - q;
    return dot(off, off) <= reach * reach;
  });
}

/// Does a vertex of one chain, thrown or not, meet an edge of the other? Only a corner that points at the edge does, and it
/// tells on which side the edge is met.
template <class Visit>
void corner_and_edge(const Chain& corners, int vertex, Vec2 point, const Chain& edges, int edge, Vec2 begin,
                     double sense, const Flightpath& way, const Visit& visit) {
  const Vec2 along = leaving(edges, edge, edges.next(edge));
  const Vec2 outward = edge_normal(edges, along);
  const auto [one, other] = edges_at(corners, vertex);
  const double error = way.error(0);
  const double rise = std::min(dot(outward, one), dot(outward, other));
  const double drop = std::max(dot(outward, one), dot(outward, other));
  const bool from_outside = rise >= -error, from_inside = drop <= error && edges.kind != ChainKind::solid;
  if (!from_outside && !from_inside) return;
  StraightFace face{.point = point, .begin = begin, .along = along, .normal = outward, .radius = 0, .sense = sense};
  if (from_outside && from_inside) {
    // A segment along the edge: its place tells.
    face.radius = way.thickness;
    return visit_both_sides(face, edges, outward, visit);
  }
  if (from_inside) face.normal = -outward;
  face.side = side_of(edges, outward, face.normal);
  visit(face);
}

}  // namespace

bool may_overlap(double radius, const Flightpath& way, const Chain& chain) noexcept {
  if (chain.kind == ChainKind::solid) {
    const auto [left, right] =
        std::minmax_element(chain.from, chain.from + chain.count, [](Vec2 a, Vec2 b) { return a.x < b.x; });
    const auto [low, high] =
        std::minmax_element(chain.from, chain.from + chain.count, [](Vec2 a, Vec2 b) { return a.y < b.y; });
    if (way.at.x > left->x && way.at.x < right->x && way.at.y > low->y && way.at.y < high->y) return true;
  }
  const double reach = radius - way.shallow();
  for (int i = 0; reach > 0 && i < chain.edges(); ++i) {
    if (distance_to_edge(chain, i, way.at) < reach) return true;
  }
  return false;
}

std::optional<Contact> thrown_circle_chain(double radius, bool holds, const Flightpath& way,
                                           const Chain& chain) noexcept {
  if (holds && holds_all(radius, way, chain)) {
    return first_contact(way, [&](const auto& visit) {
      for (int i = 0; i < chain.count; ++i) visit(vertex_face(chain, i, radius, true, way));
    });
  }
  const ArcBox box(way, radius);
  const bool corners = radius > 0 || chain.kind != ChainKind::solid;
  return first_contact(way, [&](const auto& visit) {
    for (int i = 0; i < chain.edges(); ++i) {
      if (!box.meets(chain.from[i], chain.from[chain.next(i)])) continue;
      visit_edge(chain, i, radius, way, visit);
    }
    for (int i = 0; corners && i < chain.count; ++i) {
      if (!box.meets(chain.from[i], chain.from[i])) continue;
      visit(vertex_face(chain, i, radius, false, way));
    }
  });
}

std::optional<Contact> thrown_chain_chain(const Chain& mover, const Flightpath& way, const Chain& stander) noexcept {
  return first_contact(way, [&](const auto& visit) {
    for (int i = 0; i < mover.count; ++i) {
      for (int k = 0; k < stander.edges(); ++k) {
        corner_and_edge(mover, i, way.at + mover.from[i], stander, k, stander.from[k], 1, way, visit);
      }
    }
    for (int i = 0; i < stander.count; ++i) {
      for (int k = 0; k < mover.edges(); ++k) {
        corner_and_edge(stander, i, stander.from[i], mover, k, way.at + mover.from[k], -1, way, visit);
      }
    }
  });
}

}  // namespace carom::detail
