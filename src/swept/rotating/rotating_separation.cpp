#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "swept/rotating/rotating_step.hpp"

// Separation bounds: pairs that certainly do not meet before the step ends, found without a search.
namespace carom::detail {
namespace {

/// A slower approach may vanish when it is squared.
constexpr double k_least_approach = 1e-150;
/// Of the sizes: what quick_sin_cos and the sums behind it may be off by, with much room.
constexpr double k_coarse_rounding = 1e-9;
/// Of the coordinates: some roundings of a place and of a way to another.
constexpr double k_place_rounding = 0x1p-50;

/// The widest gap between two boxes, from the second to the first.
PlacedGap gap_of_boxes(const ShapeBox& a, Vec2 at_a, const ShapeBox& b, Vec2 at_b) noexcept {
  const double right = (at_a.x + a.low.x) - (at_b.x + b.high.x);
  const double left = (at_b.x + b.low.x) - (at_a.x + a.high.x);
  const double above = (at_a.y + a.low.y) - (at_b.y + b.high.y);
  const double below = (at_b.y + b.low.y) - (at_a.y + a.high.y);
  const double beside = left > right ? left : right;
  const double over = below > above ? below : above;
  if (over > beside) return {{0, below > above ? -1.0 : 1.0}, Frame::plane, over};
  return {{left > right ? -1.0 : 1.0, 0}, Frame::plane, beside};
}

/// The gap between a box and a line across `axis`, on whichever side the box is.
PlacedGap gap_to_line(const ShapeBox& box, Vec2 at, Axis axis, double line) noexcept {
  const double height = coordinate(at, axis) - line;
  const double above = height + coordinate(box.low, axis);
  const double below = -height - coordinate(box.high, axis);
  return above >= below ? PlacedGap{direction(axis), Frame::plane, above}
                        : PlacedGap{-direction(axis), Frame::plane, below};
}

}  // namespace

/// The line that a border or an edge is now, if it is one.
std::optional<Border> RotatingStep::line_of(std::uint32_t who) const noexcept {
  if (is_edge(who)) return edge(who);
  auto border = pieces_.border(data_of(who).pieces);
  if (border) border->at += coordinate(data_of(who).at, border->axis);
  return border;
}

/// The gap between their boxes; negative where they overlap. An edge of the world has an inside.
PlacedGap RotatingStep::box_gap(const NearRotating& near) const noexcept {
  const RotatingBody& a = data_of(near.a);
  if (is_edge(near.b)) {
    const Border line = edge(near.b);
    const bool lower = near.b == k_rotating_edge || near.b == k_rotating_edge + 2;
    const double height = coordinate(a.at, line.axis) - line.at;
    if (lower) return {direction(line.axis), Frame::plane, height + coordinate(a.box.low, line.axis)};
    return {-direction(line.axis), Frame::plane, -height - coordinate(a.box.high, line.axis)};
  }
  const RotatingBody& b = data_of(near.b);
  if (!a.infinite && !b.infinite) return gap_of_boxes(a.box, a.at, b.box, b.at + near.shift);
  const RotatingBody& other = a.infinite ? b : a;
  const auto line = line_of(a.infinite ? near.a : near.b);
  if (!line || other.infinite) return {};
  PlacedGap gap = gap_to_line(other.box, other.at, line->axis, line->at);
  if (a.infinite) gap.normal = -gap.normal;
  return gap;
}

double RotatingStep::fastest_approach(const NearRotating& near) const noexcept {
  const RotatingBody& a = data_of(near.a);
  const auto rotating = [](const RotatingBody& m) { return m.infinite ? 0 : std::abs(m.spin) * m.reach; };
  const auto speed = [](Vec2 v) { return std::sqrt(dot(v, v)); };
  if (is_edge(near.b)) return (speed(a.velocity) + rotating(a)) * (1 + 1e-9) + k_least_approach;
  const RotatingBody& b = data_of(near.b);
  return (speed(a.velocity - b.velocity) + rotating(a) + rotating(b)) * (1 + 1e-9) + k_least_approach;
}

/// A gap of more than that is no contact, whichever way it is found (carom/toi/rotating.hpp).
double RotatingStep::separation_bound(const NearRotating& near) const noexcept {
  const RotatingBody& a = data_of(near.a);
  const auto size = [](Vec2 v) { return std::abs(v.x) + std::abs(v.y); };
  const auto angle = [&](const RotatingBody& m) { return (std::abs(m.angle) + dt_ * std::abs(m.spin)) * m.reach; };
  double sizes = 0;
  double rounded = 0;
  const auto see = [&](const RotatingBody& m) {
    if (m.infinite) return;
    sizes += m.reach;
    rounded += angle(m) + dt_ * size(m.velocity);
  };
  see(a);
  double places = size(a.at) + size(near.shift);
  if (!is_edge(near.b)) {
    see(data_of(near.b));
    places += size(data_of(near.b).at);
  }
  // Twice the tolerance of an answer, whose centres are no farther apart than both reach, or else are no contact.
  return 2 * (k_rotating_gap * sizes + k_rotating_rounding * (rounded + 2 * sizes)) + k_place_rounding * places;
}

/// True if their bounding circles have no point in common until the window ends.
bool RotatingStep::circles_stay_separated(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept {
  const RotatingBody& ma = data_of(a);
  const RotatingBody& mb = data_of(b);
  if (ma.infinite || mb.infinite) return false;
  const double start = std::max({ma.since, mb.since, now_});
  const Vec2 between = ma.position(start) - mb.position(start) - shift;
  const double reach = ma.reach + mb.reach + (horizon(a, b) - start) * length(ma.velocity - mb.velocity);
  return dot(between, between) > reach * reach * (1 + 1e-9);
}

/// True if a disc certainly touches neither the inside of a ring nor a convex polygon until the window ends, by the distance
/// now and the fastest that it can shrink. What comes later is predicted in a later window.
bool RotatingStep::disc_stays_clear(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept {
  const bool first = data_of(a).disc;
  const RotatingBody& disc = data_of(first ? a : b);
  const RotatingBody& other = data_of(first ? b : a);
  if (!disc.disc || other.disc || other.infinite || disc.clump || other.clump) return false;
  const double start = std::max({disc.since, other.since, now_});
  const Vec2 place = disc.position(start) - other.position(start) - (first ? shift : -shift);
  double distance = 0;
  if (other.round) {
    distance = other.reach - length(place);
  } else if (other.hull) {
    // As seen from the polygon as it stood when the step began.
    const SinCos back = quick_sin_cos(other.angle_start - other.turned(start));
    const Vec2 seen = other.spin == 0 && other.turned(start) == other.angle_start ? place : turned(place, back);
    const PlacedOutline& outline = pieces_.outline(other.pieces);
    for (int k = 0; k < outline.count; ++k) {
      distance = std::max(distance, dot(outline.normals[k], seen) - outline.offsets[k]);
    }
  } else {
    return false;
  }
  const NearRotating near{a, b, shift};
  const double rounding = k_coarse_rounding * (disc.reach + other.reach + length(place));
  return distance - disc.reach - (horizon(a, b) - start) * fastest_approach(near) > separation_bound(near) + rounding;
}

RelativeStep RotatingStep::relative_step(const NearRotating& near) const noexcept {
  const RotatingBody& a = data_of(near.a);
  const RotatingBody& b = data_of(near.b);
  return {a.at - b.at - near.shift, dt_ * (a.velocity - b.velocity), dt_ * a.spin, dt_ * b.spin};
}

/// Is a pair certain not to meet, from the start of the step to its end? If not, nothing is known.
bool RotatingStep::stays_separated(NearRotating& near) const noexcept {
  const RotatingBody& a = data_of(near.a);
  const double level = separation_bound(near);
  if (near.apart - dt_ * fastest_approach(near) > level) return true;
  const PlacedGap& gap = near.widest;
  const bool edge = is_edge(near.b);
  const Vec2 way = dt_ * (edge ? a.velocity : a.velocity - data_of(near.b).velocity);
  const auto rotating = [&](const RotatingBody& m) { return m.infinite ? 0 : dt_ * std::abs(m.spin) * m.reach; };
  const double turns = (rotating(a) + (edge ? 0 : rotating(data_of(near.b)))) * (1 + 1e-9);
  if (gap.gap + std::min(dot(gap.normal, way), 0.0) - turns > level) return true;
  if (!a.infinite && !a.hull && !pieces_.is_arena(a.pieces)) return false;
  if (edge || a.infinite || data_of(near.b).infinite) return stays_off_line(near, level);
  const RotatingBody& b = data_of(near.b);
  const RelativeStep step = relative_step(near);
  if (a.hull && b.hull) {
    see_widest(near);
    return lasts(near.widest, pieces_.outline(a.pieces), &pieces_.outline(b.pieces), step, level);
  }
  if (a.hull && pieces_.is_arena(b.pieces)) {
    return stays_inside(pieces_.outline(a.pieces), pieces_.outline(b.pieces), step, level);
  }
  if (b.hull && pieces_.is_arena(a.pieces)) {
    const RelativeStep mirrored{-step.between, -step.way, step.turn_b, step.turn_a};
    return stays_inside(pieces_.outline(b.pieces), pieces_.outline(a.pieces), mirrored, level);
  }
  return false;
}

/// A body and a border or an edge.
bool RotatingStep::stays_off_line(const NearRotating& near, double level) const noexcept {
  const bool mirrored = data_of(near.a).infinite;
  const std::uint32_t who = mirrored ? near.b : near.a;
  const std::uint32_t border = mirrored ? near.a : near.b;
  const auto line = line_of(border);
  if (!line || is_edge(who) || data_of(who).infinite || !data_of(who).hull) return false;
  const RotatingBody& m = data_of(who);
  const Vec2 frame = is_edge(border) ? Vec2{} : data_of(border).velocity;
  const PlacedGap gap{mirrored ? -near.widest.normal : near.widest.normal, Frame::plane, near.widest.gap};
  const Vec2 across = direction(line->axis);
  const RelativeStep step{(coordinate(m.at, line->axis) - line->at) * across, dt_ * (m.velocity - frame), dt_ * m.spin,
                          0};
  return lasts(gap, pieces_.outline(m.pieces), nullptr, step, level);
}

/// Between two hulls, once.
void RotatingStep::see_widest(NearRotating& near) const noexcept {
  if (near.seen) return;
  near.seen = true;
  const RotatingBody& a = data_of(near.a);
  const RotatingBody& b = data_of(near.b);
  widen(near.widest, pieces_.outline(a.pieces), pieces_.outline(b.pieces), a.at - b.at - near.shift);
  near.apart = std::max(near.apart, near.widest.gap);
}

}  // namespace carom::detail
