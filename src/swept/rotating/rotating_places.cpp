#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "swept/rotating/rotating_step.hpp"

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
std::vector<RotatingStep::Touched> RotatingStep::places_of(std::uint32_t a, std::uint32_t b, double t, Vec2 shift,
                                                           double within) const {
  std::vector<Touched> places;
  const auto add = [&](const std::vector<ManifoldPoint>& points, std::uint32_t piece_a, std::uint32_t piece_b) {
    for (const ManifoldPoint& p : points) places.push_back({p, piece_a, piece_b});
  };
  const RotatingPieces::Range own = data_of(a).pieces;
  const Turn turn_a = turn(a, t, t, {}, {});
  for (std::uint32_t p = own.first; p < own.end(); ++p) {
    const RotatingShape piece = pieces_.shape(p, turn_a);
    if (is_edge(b)) {
      add(manifold(piece, edge(b), 0, within), p, 0);
      continue;
    }
    const RotatingPieces::Range other = data_of(b).pieces;
    const Turn turn_b = turn(b, t, t, shift, {});
    for (std::uint32_t q = other.first; q < other.end(); ++q) {
      add(manifold(piece, pieces_.shape(q, turn_b), 0, within), p, q);
    }
  }
  return places;
}

/// Which corners and faces touch, so that impulses can be remembered from step to step.
std::uint64_t RotatingStep::feature_of(const Touched& place, bool edge) const noexcept {
  return detail::feature_of(place.point, pieces_.first_corner(place.piece_a),
                            edge ? 0 : pieces_.first_corner(place.piece_b));
}

ContactPoint RotatingStep::point_of(const Touched& place, std::uint32_t a, std::uint32_t b, double t,
                                    Vec2 shift) const {
  const ManifoldPoint& p = place.point;
  ContactPoint point;
  take_place(point, p);
  point.arm_a = p.point - data_of(a).position(t);
  if (!is_edge(b)) point.arm_b = p.point - data_of(b).position(t) - shift;
  point.friction = friction(a, b);
  point.target = contact_skin(a, b);
  const auto hub = [&](std::uint32_t who, std::uint32_t piece) {
    const Vec2 middle = pieces_.hub(piece);
    return middle == Vec2{} ? middle : turned(middle, quick_sin_cos(data_of(who).turned(t)));
  };
  point.round_a = p.on_a.kind == FeatureKind::round;
  point.round_b = p.on_b.kind == FeatureKind::round;
  if (point.round_a) point.hub_a = hub(a, place.piece_a);
  if (point.round_b) point.hub_b = hub(b, place.piece_b);
  return point;
}

/// Deeper in each other than a manifold tells: pieces of those that were left to themselves.
void RotatingStep::find_deep(const NearRotating& near, std::vector<Touched>& found) const {
  const auto pieces = [&](std::uint32_t who) { return is_edge(who) ? 1 : data_of(who).pieces.count; };
  if (!found.empty() && pieces(near.a) * pieces(near.b) == 1) return;
  if (!state_.now.touching.contains(key(near.a, near.b))) return;
  for_each_impact(near.a, near.b, near.shift, 0, 0, [&](const Impact& deep, std::uint32_t p, std::uint32_t q) {
    const auto is_known = [&](const Touched& place) { return place.piece_a == p && place.piece_b == q; };
    if (deep.outcome != Outcome::overlap || std::ranges::any_of(found, is_known)) return;
    constexpr Feature corner{FeatureKind::corner, 0};
    found.push_back({{deep.contact.point, deep.contact.normal, -deep.contact.depth, corner, corner}, p, q});
  });
}

/// In an island what may meet within the step is solved with it.
RestGaps RotatingStep::gaps_of(const NearRotating& near) const {
  RestGaps gaps = rest_gaps(near.a, near.b);
  if (!(resting_speed(near.a, near.b) > 0) || !in_island(near.a, near.b, near.touched)) return gaps;
  const double reach = std::min(data_of(near.a).reach, data_of(is_edge(near.b) ? near.a : near.b).reach);
  const double way = dt_ * fastest_approach(near) + gaps.hold;
  gaps.near = std::max(gaps.near, std::min(k_island_margin * reach, way));
  return gaps;
}

/// Where two touch, if they do; else how far apart they are.
void RotatingStep::find_points(NearRotating& near) {
  const RestGaps gaps = gaps_of(near);
  const double apart = near.apart;
  near.apart = std::max(apart, 0.0);
  near.first = static_cast<std::uint32_t>(resting_.size());
  if (apart > gaps.near || !(unobserved_ || may_rest(near.a, near.b))) return;
  if (!is_edge(near.b) && data_of(near.a).hull && data_of(near.b).hull) {
    find_hull_points(near, gaps);
  } else {
    places_.clear();
    find_places(near, gaps.near);
    take_places(near);
  }
  near.count = static_cast<std::uint32_t>(resting_.size()) - near.first;
  if (near.count == 0) return;
  // A manifold speaks of what is in front of each other within a gap that is small beside the shapes; concave shapes may be
  // nearer elsewhere.
  if (gaps.near > rest_gaps(near.a, near.b).near) return;
  double least = gaps.near;
  for (std::size_t k = near.first; k < points_.size(); ++k) least = std::min(least, points_[k].gap);
  near.apart = std::max(near.apart, least);
}

void RotatingStep::find_places(const NearRotating& near, double within) {
  const auto is_edge_or_infinite = [&](std::uint32_t who) { return is_edge(who) || data_of(who).infinite; };
  if (!is_edge_or_infinite(near.a) && !is_edge_or_infinite(near.b)) {
    const RotatingBody& a = data_of(near.a);
    const RotatingBody& b = data_of(near.b);
    // Far from the wall around it?
    const auto is_inside = [&](const RotatingBody& arena, const RotatingBody& other) {
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

void RotatingStep::find_hull_points(NearRotating& near, const RestGaps& gaps) {
  see_widest(near);
  const RotatingBody& a = data_of(near.a);
  const RotatingBody& b = data_of(near.b);
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
void RotatingStep::take_touches(const NearRotating& near, double hold) {
  const RotatingBody& a = data_of(near.a);
  const RotatingBody& b = data_of(near.b);
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

void RotatingStep::take_places(const NearRotating& near) {
  const bool edge = is_edge(near.b);
  for (const Touched& place : places_) {
    resting_.push_back({near.a, near.b, feature_of(place, edge)});
    points_.push_back(point_of(place, near.a, near.b, 0, near.shift));
    points_.back().a = near.a;
    points_.back().b = edge ? static_cast<std::uint32_t>(body_data_.size()) : near.b;
  }
}

}  // namespace carom::detail
