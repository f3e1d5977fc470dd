#include "carom/toi/ballistic.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "carom/toi/time_of_impact.hpp"
#include "math/kernel_work.hpp"
#include "toi/ballistic/ballistic_chain.hpp"

namespace carom {
namespace {

using detail::Flightpath;
using detail::Gap;
using detail::RoundFace;
using detail::Stage;
using detail::taxicab;

std::span<const Vec2> points_of(const Shape& shape) noexcept {
  if (const auto* segment = std::get_if<Segment>(&shape)) return segment->ends;
  return std::get<const Polygon*>(shape)->vertices();
}

Chain chain_of(const Shape& shape) noexcept {
  if (const auto* segment = std::get_if<Segment>(&shape)) return carom::chain_of(*segment);
  return carom::chain_of(*std::get<const Polygon*>(shape));
}

std::size_t edges_of(const Shape& shape) noexcept {
  const auto* const* polygon = std::get_if<const Polygon*>(&shape);
  return polygon != nullptr ? (*polygon)->vertices().size() : 1;
}

/// Its reach around its origin, in the measure of taxicab().
double size_of(const Shape& shape) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return circle->radius;
  double size = 0;
  for (const Vec2 p : points_of(shape)) size = std::max(size, taxicab(p));
  return size;
}

/// The contact with a face that alone decides, so far without point and normal; `time` tells when, if not now.
template <class Time>
std::optional<Contact> contact_alone(const Gap& gap, const Flightpath& way, const Time& time) noexcept {
  const Stage stage = gap.value > way.touch() ? Stage::apart : detail::stage_in_touch(gap, way);
  Contact contact;
  if (stage == Stage::now) {
    if (gap.value < -way.shallow()) contact.depth = -gap.value;
    return contact;
  }
  const std::optional<double> t = time(stage);
  if (!t) return std::nullopt;
  contact.t = *t;
  return contact;
}

/// `ask(way)`, and again where the flight turns out so long that a point must keep further off lines.
template <class Ask>
std::optional<Contact> kept_off(Flightpath way, double radius, const Ask& ask) noexcept {
  const auto contact = ask(way);
  if (!contact || radius >= way.thickness || !way.outgrows_thickness(contact->t)) return contact;
  way.thickness = 4 * way.error(contact->t);
  return ask(way);
}

struct Extent {
  double low;
  double high;
  [[nodiscard]] double middle() const noexcept { return 0.5 * (low + high); }
};

Extent extent_of(const Shape& shape, Axis axis) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return {-circle->radius, circle->radius};
  const auto points = points_of(shape);
  Extent extent{coordinate(points.front(), axis), coordinate(points.front(), axis)};
  for (const Vec2 p : points) {
    extent = {std::min(extent.low, coordinate(p, axis)), std::max(extent.high, coordinate(p, axis))};
  }
  return extent;
}

/// Where along a border the shape touches it with those points whose coordinate across it is `across`.
double touch_along(const Shape& shape, Axis axis, double across) noexcept {
  if (std::holds_alternative<Circle>(shape)) return 0;
  const Axis along = axis == Axis::x ? Axis::y : Axis::x;
  std::optional<Extent> touching;
  for (const Vec2 p : points_of(shape)) {
    if (coordinate(p, axis) != across) continue;
    const double c = coordinate(p, along);
    touching = touching ? Extent{std::min(touching->low, c), std::max(touching->high, c)} : Extent{c, c};
  }
  return touching->middle();
}

/// Everything happens on one axis.
std::optional<Contact> meets_border(const Shape& mover, const BallisticPath& way, const Border& border) noexcept {
  const Extent extent = extent_of(mover, border.axis);
  const double at = coordinate(way.at, border.axis);
  const BallisticPath across{{at - border.at + extent.middle(), 0},
                             {coordinate(way.velocity, border.axis), 0},
                             {coordinate(way.gravity, border.axis), 0},
                             way.horizon,
                             way.blur + 0x1p-51 * (std::abs(at) + std::abs(border.at)),
                             std::max(way.idle, 0x1p-46 * taxicab(way.velocity))};
  const double half = 0.5 * (extent.high - extent.low);
  const double sign = across.at.x >= 0 ? 1 : -1;
  const double distance_now = std::abs(across.at.x), room = distance_now - half;
  const double flown = way.horizon * (std::abs(across.velocity.x) + 0.5 * way.horizon * std::abs(across.gravity.x));
  if (room > flown + 0x1p-40 * (distance_now + half) + 16 * across.blur) return std::nullopt;
  auto contact = kept_off(Flightpath(across, half, true), half, [&](const Flightpath& path) {
    const double distance = std::abs(path.at.x) - std::max(half, path.thickness);
    const Gap gap{distance, sign * path.velocity.x, sign * path.gravity.x, 0};
    return contact_alone(gap, path, [&](Stage stage) { return straight_time(gap, stage, path); });
  });
  if (!contact) return contact;
  contact->normal = sign * direction(border.axis);
  const double along = touch_along(mover, border.axis, sign > 0 ? extent.low : extent.high);
  const Vec2 place = way.place(contact->t);
  contact->point = border.axis == Axis::x ? Vec2{border.at, place.y + along} : Vec2{place.x + along, border.at};
  return contact;
}

/// Seen from a border that flies, the other one does.
std::optional<Contact> meets_ballistic_border(const Border& border, const BallisticPath& way,
                                              const Shape& stander) noexcept {
  if (std::holds_alternative<Border>(stander)) return std::nullopt;
  const BallisticPath mirrored{-way.at, -way.velocity, -way.gravity, way.horizon, way.blur, way.idle};
  auto contact = meets_border(stander, mirrored, border);
  if (!contact) return contact;
  contact->normal = -contact->normal;
  contact->point = contact->point + way.place(contact->t);
  return contact;
}

/// May the first be held by the second?
bool may_hold(const Circle& outer, const Circle& inner) noexcept {
  return outer.hollow && outer.radius > 0 && outer.radius >= inner.radius;
}

std::optional<Contact> meets_circle(const Circle& mover, const BallisticPath& flight, const Circle& stander) noexcept {
  const double larger = std::max(mover.radius, stander.radius), smaller = std::min(mover.radius, stander.radius);
  const bool may_be_inner = may_hold(mover, stander) || may_hold(stander, mover);
  const bool inner = may_be_inner && dot(flight.at, flight.at) <= larger * larger;
  const auto face_of = [&](const Flightpath& way) {
    const double off = may_be_inner ? std::max(smaller, way.thickness) : smaller;
    return RoundFace{way.at, inner ? larger - off : larger + off, inner};
  };
  const Flightpath start(flight, larger + smaller);
  // Most come nowhere near.
  if (inner) {
    const double room = larger - std::max(smaller, start.thickness);
    if (room > 0 && detail::ArcBox(start, 0).farthest_squared() < room * room) return std::nullopt;
  } else if (!detail::ArcBox(start, larger + std::max(smaller, start.thickness)).meets({}, {})) {
    return std::nullopt;
  }
  auto contact = kept_off(start, may_be_inner ? smaller : larger, [&](const Flightpath& way) {
    const RoundFace face = face_of(way);
    return contact_alone(face.gap(way), way, [&](Stage stage) { return round_time(face, stage, way); });
  });
  if (!contact) return contact;
  contact->normal = face_of(start).normal(start, contact->t);
  contact->side = inner ? Side::inner : Side::outer;
  const bool held = inner && may_hold(stander, mover);
  contact->point = (held ? -stander.radius : stander.radius) * contact->normal;
  return contact;
}

/// The two as they are at `place`, asked exactly: the overlap if it is more than rounding.
std::optional<Contact> deep_overlap(const Shape& mover, Vec2 place, const Shape& stander, double shallow) {
  std::vector<Vec2> moved;
  const auto at_rest = [&](const Shape& shape, Vec2 at) -> MovingShape {
    if (const auto* circle = std::get_if<Circle>(&shape)) return still(Circle{circle->radius, at, circle->hollow});
    if (const auto* segment = std::get_if<Segment>(&shape)) {
      return still(Segment{{segment->ends[0] + at, segment->ends[1] + at}});
    }
    const Polygon& polygon = *std::get<const Polygon*>(shape);
    if (at == Vec2{}) return still(polygon);
    for (const Vec2 p : polygon.vertices()) moved.push_back(p + at);
    return MovingPolygon{moved, moved, {}, polygon.hollow(), polygon.convex(), polygon.winding()};
  };
  const Impact impact = time_of_impact(at_rest(mover, place), at_rest(stander, {}));
  if (impact.outcome != Outcome::overlap || impact.contact.depth <= shallow) return std::nullopt;
  return impact.contact;
}

/// Converted for the resting body, which was treated as if it flew.
std::optional<Contact> told_back(std::optional<Contact> contact, const Flightpath& way) noexcept {
  if (contact) {
    contact->normal = -contact->normal;
    contact->point = contact->point + way.place(contact->t);
  }
  return contact;
}

/// The flight from `t` on.
Flightpath from_then(const Flightpath& way, double t) noexcept {
  BallisticPath rest = way;
  rest.at = way.place(t);
  rest.velocity = way.velocity_at(t);
  rest.horizon = way.horizon - t;
  return {rest, way.size};
}

/// A circle and a chain, apart or overlapping by rounding.
std::optional<Contact> meets_chain(const Circle& circle, const Flightpath& flight, const Chain& chain) noexcept {
  return kept_off(flight, circle.radius, [&](const Flightpath& way) {
    return detail::ballistic_circle_chain(circle.radius, circle.hollow, way, chain);
  });
}

/// Corners that pass each other in one flight, after which the next one is met, come what may.
constexpr int k_most_passed = 64;

/// Two chains. Rounding cannot tell whether corners that meet pass each other side along side, so the exact kernel
/// decides: do they overlap a moment later?
std::optional<Contact> chains_meet(const Shape& mover, const Flightpath& flight, const Shape& stander) {
  Flightpath rest = flight;
  double gone = 0;
  for (int passed = 0;; ++passed) {
    auto contact = kept_off(rest, 0, [&](const Flightpath& way) {
      return detail::ballistic_chain_chain(chain_of(mover), way, chain_of(stander));
    });
    if (!contact) return std::nullopt;
    const Vec2 velocity = rest.velocity_at(contact->t);
    const double speed = taxicab(velocity);
    // As long as both need for a small part of their sizes, gravity included: what is slow falls soon.
    const double way = 0x1p-30 * rest.size;
    const double moment = contact->t + 2 * way / (speed + std::sqrt(speed * speed + 2 * rest.pull * way));
    const bool slow = -dot(contact->normal, velocity) <= 0x1p-10 * speed;
    if (slow || passed == k_most_passed || deep_overlap(mover, rest.place(moment), stander, 0x1p-44 * rest.size)) {
      contact->t += gone;
      return contact;
    }
    if (moment >= rest.horizon) return std::nullopt;
    gone += moment;
    rest = from_then(rest, moment);
  }
}

/// Two that are apart or overlap by rounding, at least one of them made of straight pieces.
std::optional<Contact> meets_from_outside(const Shape& mover, const Flightpath& way, const Shape& stander) {
  if (const auto* circle = std::get_if<Circle>(&mover)) return meets_chain(*circle, way, chain_of(stander));
  const auto* target = std::get_if<Circle>(&stander);
  if (!target) return chains_meet(mover, way, stander);
  return told_back(meets_chain(*target, way.mirrored(), chain_of(mover)), way);
}

/// Has it walls that can be met while another one is overlapped?
bool has_other_walls(const Shape& shape) noexcept {
  const auto* const* polygon = std::get_if<const Polygon*>(&shape);
  return polygon != nullptr && ((*polygon)->hollow() || !(*polygon)->convex());
}

/// The first time at which overlaps are tested again: a quarter of that in which a flat wall would be left, or in which the
/// mover flies a quarter of both sizes, whichever is shorter.
double first_stride(const Gap& gap, const Flightpath& way) noexcept {
  const double parting = std::max(gap.rate, std::sqrt(2 * std::max(gap.bend, 0.0) * -gap.value));
  const double flying = std::max(way.speed, std::sqrt(way.pull * way.size));
  return 0.25 * std::min(parting > 0 ? -gap.value / parting : HUGE_VAL, flying > 0 ? way.size / flying : HUGE_VAL);
}

/// Two that overlap by more than rounding: met now if they close, else when they close again; once they have parted, as ever.
/// Other walls of an arena or a bay are met meanwhile.
std::optional<Contact> meets_from_overlap(const Shape& mover, const Flightpath& way, const Shape& stander,
                                          const Contact& overlap) {
  const Gap gap{-overlap.depth, dot(overlap.normal, way.velocity), dot(overlap.normal, way.gravity),
                0x1p-46 * way.pull};
  if (detail::stage_in_touch(gap, way) == Stage::now) return overlap;
  const double back = gap.bend < 0 ? -2 * gap.rate / gap.bend : HUGE_VAL;
  const double last = std::min(back, way.horizon);
  const auto overlap_at = [&](double t) { return deep_overlap(mover, way.place(t), stander, 0x1p-34 * way.size); };
  // Which other wall is met first? The one that is overlapped is met only after it has been left.
  std::optional<Contact> other;
  if (has_other_walls(mover) || has_other_walls(stander)) other = meets_from_outside(mover, way, stander);
  const auto first = [&](const std::optional<Contact>& found) {
    return other && !(found && found->t <= other->t) ? other : found;
  };
  // Until when do they overlap? Tried at times that grow, then halved.
  double within = 0;
  double apart = std::min(first_stride(gap, way), last);
  while (auto later = overlap_at(apart)) {
    if (apart == last) {
      later->t = last;
      return first(last < back ? std::nullopt : later);
    }
    if (other && other->t <= apart) return other;
    within = apart;
    apart = std::min(1.25 * apart, last);
  }
  for (int i = 0; i < 60 && within < apart; ++i) {
    const double t = 0.5 * (within + apart);
    (overlap_at(t) ? within : apart) = t;
  }
  auto contact = meets_from_outside(mover, from_then(way, apart), stander);
  if (contact) contact->t += apart;
  return first(contact);
}

bool boxes_meet(const Shape& mover, const Flightpath& way, const Shape& stander) noexcept {
  const detail::ArcBox box(way, 0);
  const Extent x = extent_of(mover, Axis::x), y = extent_of(mover, Axis::y);
  const Extent other_x = extent_of(stander, Axis::x), other_y = extent_of(stander, Axis::y);
  return box.meets({other_x.low - x.high, other_y.low - y.high}, {other_x.high - x.low, other_y.high - y.low});
}

}  // namespace

std::optional<Contact> ballistic_contact(const Shape& mover, const BallisticPath& flight, const Shape& stander) {
  detail::count_edge_pairs(edges_of(mover), edges_of(stander));
  if (const auto* line = std::get_if<Border>(&mover)) return meets_ballistic_border(*line, flight, stander);
  if (const auto* border = std::get_if<Border>(&stander)) return meets_border(mover, flight, *border);
  const auto* circle = std::get_if<Circle>(&mover);
  const auto* target = std::get_if<Circle>(&stander);
  if (circle && target) return meets_circle(*circle, flight, *target);

  const Flightpath way(flight, size_of(mover) + size_of(stander));
  if (!boxes_meet(mover, way, stander)) return std::nullopt;
  const bool ask = circle   ? detail::may_overlap(circle->radius, way, chain_of(stander))
                   : target ? detail::may_overlap(target->radius, way.mirrored(), chain_of(mover))
                            : true;
  if (ask) {
    if (const auto overlap = deep_overlap(mover, way.at, stander, way.shallow())) {
      return meets_from_overlap(mover, way, stander, *overlap);
    }
  }
  return meets_from_outside(mover, way, stander);
}

}  // namespace carom
