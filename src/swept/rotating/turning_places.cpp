#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "swept/rotating/turning_step.hpp"

// Where two touch.
namespace carom::detail {
namespace {

/// The corners of both pieces are counted from these on.
std::uint64_t feature_of(const ManifoldPoint& place, std::uint32_t first_a, std::uint32_t first_b) noexcept {
  const auto one = [](const Feature& f, std::uint32_t first) {
    return (static_cast<std::uint64_t>(f.kind) << 30U) | (first + static_cast<std::uint64_t>(f.index));
  };
  return (one(place.on_a, first_a) << 32U) | one(place.on_b, first_b);
}

/// What a place is whoever touches there.
void take_place(ContactPoint& point, const ManifoldPoint& place) noexcept {
  point.normal = place.normal;
  point.gap = place.gap;
  if (place.on_a.kind == FeatureKind::face) point.bearer = Bearer::a;
  if (place.on_b.kind == FeatureKind::face) point.bearer = Bearer::b;
}

}  // namespace

/// The places at which pieces of one touch pieces of the other.
std::vector<TurningStep::Touched> TurningStep::places_of(std::uint32_t a, std::uint32_t b, double t, Vec2 shift,
                                                         double within) const {
  std::vector<Touched> places;
  const auto add = [&](const std::vector<ManifoldPoint>& points, std::uint32_t piece_a, std::uint32_t piece_b) {
    for (const ManifoldPoint& p : points) places.push_back({p, piece_a, piece_b});
  };
  const TurningPieces::Range own = member(a).pieces;
  const Turn turn_a = turn(a, t, t, {}, {});
  for (std::uint32_t p = own.first; p < own.end(); ++p) {
    const TurningShape piece = pieces_.shape(p, turn_a);
    if (is_edge(b)) {
      add(manifold(piece, edge(b), 0, within), p, 0);
      continue;
    }
    const TurningPieces::Range other = member(b).pieces;
    const Turn turn_b = turn(b, t, t, shift, {});
    for (std::uint32_t q = other.first; q < other.end(); ++q) {
      add(manifold(piece, pieces_.shape(q, turn_b), 0, within), p, q);
    }
  }
  return places;
}

/// Which corners and faces touch, so that impulses can be remembered from step to step.
std::uint64_t TurningStep::feature_of(const Touched& place, bool edge) const noexcept {
  return detail::feature_of(place.point, pieces_.first_corner(place.piece_a),
                            edge ? 0 : pieces_.first_corner(place.piece_b));
}

ContactPoint TurningStep::point_of(const Touched& place, std::uint32_t a, std::uint32_t b, double t, Vec2 shift) const {
  const ManifoldPoint& p = place.point;
  ContactPoint point;
  take_place(point, p);
  point.arm_a = p.point - member(a).position(t);
  if (!is_edge(b)) point.arm_b = p.point - member(b).position(t) - shift;
  point.friction = friction(a, b);
  point.target = hold_gap(a, b);
  const auto hub = [&](std::uint32_t who, std::uint32_t piece) {
    const Vec2 middle = pieces_.hub(piece);
    return middle == Vec2{} ? middle : turned(middle, quick_sin_cos(member(who).turned(t)));
  };
  point.round_a = p.on_a.kind == FeatureKind::round;
  point.round_b = p.on_b.kind == FeatureKind::round;
  if (point.round_a) point.hub_a = hub(a, place.piece_a);
  if (point.round_b) point.hub_b = hub(b, place.piece_b);
  return point;
}

/// Deeper in each other than a manifold tells: pieces of those that were left to themselves.
void TurningStep::find_deep(const NearTurning& near, std::vector<Touched>& found) const {
  const auto pieces = [&](std::uint32_t who) { return is_edge(who) ? 1 : member(who).pieces.count; };
  if (!found.empty() && pieces(near.a) * pieces(near.b) == 1) return;
  if (!state_.now.touching.contains(key(near.a, near.b))) return;
  for_each_impact(near.a, near.b, near.shift, 0, 0, [&](const Impact& deep, std::uint32_t p, std::uint32_t q) {
    const auto is_known = [&](const Touched& place) { return place.piece_a == p && place.piece_b == q; };
    if (deep.outcome != Outcome::overlap || std::ranges::any_of(found, is_known)) return;
    constexpr Feature corner{FeatureKind::corner, 0};
    found.push_back({{deep.contact.point, deep.contact.normal, -deep.contact.depth, corner, corner}, p, q});
  });
}

/// Where two touch, if they do; else how far apart they are.
void TurningStep::find_points(NearTurning& near) {
  const RestGaps gaps = rest_gaps(near.a, near.b);
  const double apart = near.apart;
  near.apart = std::max(apart, 0.0);
  near.first = static_cast<std::uint32_t>(resting_.size());
  if (apart > gaps.near || !(plain_ || may_rest(near.a, near.b))) return;
  if (!is_edge(near.b) && member(near.a).hull && member(near.b).hull) {
    find_hull_points(near, gaps);
  } else {
    places_.clear();
    find_places(near, gaps.near);
    take_places(near);
  }
  near.count = static_cast<std::uint32_t>(resting_.size()) - near.first;
  if (near.count == 0) return;
  // A manifold speaks of what is in front of each other within the gap; concave shapes may be nearer elsewhere.
  double least = gaps.near;
  for (std::size_t k = near.first; k < points_.size(); ++k) least = std::min(least, points_[k].gap);
  near.apart = std::max(near.apart, least);
}

void TurningStep::find_places(const NearTurning& near, double within) {
  const auto is_edge_or_boundless = [&](std::uint32_t who) { return is_edge(who) || member(who).boundless; };
  if (!is_edge_or_boundless(near.a) && !is_edge_or_boundless(near.b)) {
    const TurningMember& a = member(near.a);
    const TurningMember& b = member(near.b);
    // Far from the wall around it?
    const auto is_inside = [&](const TurningMember& arena, const TurningMember& other) {
      if (!pieces_.is_arena(arena.pieces)) return false;
      const double room = pieces_.outline(arena.pieces).inner - other.reach - within;
      const Vec2 way = a.at - b.at - near.shift;
      return room > 0 && dot(way, way) < room * room;
    };
    if (is_inside(a, b) || is_inside(b, a)) return;
  }
  places_ = places_of(near.a, near.b, 0, near.shift, within);
  find_deep(near, places_);
}

void TurningStep::find_hull_points(NearTurning& near, const RestGaps& gaps) {
  see_widest(near);
  const TurningMember& a = member(near.a);
  const TurningMember& b = member(near.b);
  if (near.widest.gap <= gaps.near) {
    find_touches(pieces_.outline(a.pieces), pieces_.outline(b.pieces), a.at - (b.at + near.shift), near.widest,
                 gaps.near, touches_);
    if (!touches_.points.empty()) return take_touches(near, gaps.hold);
  }
  if (!(near.widest.gap < 0)) return;
  places_.clear();
  find_deep(near, places_);
  take_places(near);
}

/// The same as `take_places` for the points of two hulls, which are so many that each is written once.
void TurningStep::take_touches(const NearTurning& near, double hold) {
  const TurningMember& a = member(near.a);
  const TurningMember& b = member(near.b);
  const Vec2 origin = b.at + near.shift;
  const double rubbing = friction(near.a, near.b);
  for (const ManifoldPoint& p : touches_.points) {
    resting_.push_back({near.a, near.b, detail::feature_of(p, 0, 0)});
    ContactPoint& point = points_.emplace_back();
    const Vec2 at = p.point + origin;
    point.friction = rubbing;
    point.a = near.a;
    point.b = near.b;
    take_place(point, p);
    point.arm_a = at - a.at;
    point.arm_b = at - b.at - near.shift;
    point.target = hold;
  }
}

void TurningStep::take_places(const NearTurning& near) {
  const bool edge = is_edge(near.b);
  for (const Touched& place : places_) {
    resting_.push_back({near.a, near.b, feature_of(place, edge)});
    points_.push_back(point_of(place, near.a, near.b, 0, near.shift));
    points_.back().a = near.a;
    points_.back().b = edge ? static_cast<std::uint32_t>(members_.size()) : near.b;
  }
}

}  // namespace carom::detail
