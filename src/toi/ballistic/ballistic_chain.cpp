#include "toi/ballistic/ballistic_chain.hpp"

#include "toi/ballistic/ballistic_face.hpp"

namespace carom::detail {
namespace {

/// `visit_all(visit)` calls `visit` with each face of the pair.
template <class VisitAll>
std::optional<Contact> first_contact(const Flightpath& way, const VisitAll& visit_all) noexcept {
  // 1. Which faces are met now, and which are in touch?
  Earliest now(way);
  Vec2 offset;
  visit_all([&](const auto& face) {
    const Stage stage = face.stage(way);
    if ((stage != Stage::now && !in_touch(stage)) || !face.faces(way, 0)) return;
    const Contact contact = face.contact(way, 0);
    if (stage == Stage::now)
      now.offer(contact, -dot(contact.normal, way.velocity));
    else
      offset = offset + way.least_offset() * contact.normal;
  });
  if (!now.empty()) return now.contact();
  // 2. When is the first one met?
  Earliest later(way);
  Flightpath until = way;
  visit_all([&](auto face) {
    Stage stage = face.stage(way);
    if (!in_touch(stage) || !face.faces(way, 0)) {
      face.shift(offset);
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
  const double length = std::sqrt(dot(along, along));
  const Vec2 left{-along.y / length, along.x / length};
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

/// The edge as the centre of a ballistic circle sees it.
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
  // At a corner that points inward one is inside.
  const bool left_turn = cross(edges[1], edges[0]) > 0;
  const bool reflex = chain.kind == ChainKind::hollow && left_turn != (chain.winding == Winding::counterclockwise);
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

/// Does a vertex of one chain, ballistic or at rest, meet an edge of the other? Only a corner that points at the edge does, and it
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

std::optional<Contact> ballistic_circle_chain(double radius, bool holds, const Flightpath& way,
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

std::optional<Contact> ballistic_chain_chain(const Chain& mover, const Flightpath& way, const Chain& stander) noexcept {
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
