#include "carom/toi/circle_circle.hpp"

#include "overlap/depth.hpp"
#include "toi/straight/round_pair.hpp"

namespace carom {
namespace {

using detail::Reach;
using detail::RoundPair;

RoundPair pair_of(const MovingCircle& a, const MovingCircle& b, Reach reach) noexcept {
  return {{a.from, a.to, {}}, {b.from, b.to, {}}, a.radius, b.radius, reach};
}

/// Can the first hold the second inside?
bool may_contain(const MovingCircle& outer, const MovingCircle& inner) noexcept {
  return outer.hollow && outer.radius > 0 && outer.radius >= inner.radius;
}

/// Two equal rings in one place hold each other: the normal, which turns round when they are swapped, chooses the outer one.
bool points_right(Vec2 normal) noexcept { return normal.x > 0 || (normal.x == 0 && normal.y > 0); }

/// Out of line, so that the quick way needs no room for what it hardly ever uses.
[[gnu::noinline]] ImpactTime asked_again(const MovingCircle& a, const MovingCircle& b) noexcept {
  return detail::certified_from_outside(pair_of(a, b, Reach::outside));
}

[[gnu::noinline]] double timed_again(const MovingCircle& a, const MovingCircle& b) noexcept {
  return detail::wide_time_from_outside(pair_of(a, b, Reach::outside));
}

ImpactTime from_outside(const MovingCircle& a, const MovingCircle& b) noexcept {
  using detail::PackedVec2;
  const auto f = detail::circle_filter(PackedVec2(a.from) - PackedVec2(b.from), PackedVec2(a.to) - PackedVec2(b.to),
                                       a.radius + b.radius);
  return detail::decided(f, [&] { return asked_again(a, b); }, [&] { return timed_again(a, b); });
}

struct Found {
  ImpactTime impact;
  Reach reach;
};

Found found(const MovingCircle& a, const MovingCircle& b) noexcept {
  if (may_contain(a, b) || may_contain(b, a)) {
    const RoundPair inside = pair_of(a, b, Reach::inside);
    const Sign separation = separation_sign(inside);
    if (separation != Sign::positive) return {from_inside(inside, separation), Reach::inside};
  }
  return {from_outside(a, b), Reach::outside};
}

}  // namespace

ImpactTime impact_time(const MovingCircle& a, const MovingCircle& b) noexcept {
  if (!a.hollow && !b.hollow) return from_outside(a, b);
  return found(a, b).impact;
}

Impact time_of_impact(const MovingCircle& a, const MovingCircle& b) noexcept {
  const auto [impact, reach] = found(a, b);
  if (impact.outcome == Outcome::miss) return {};
  if (impact.outcome == Outcome::overlap) {
    const Overlap deep = overlap_depth(Circle{a.radius, a.from, a.hollow}, Circle{b.radius, b.from, b.hollow});
    return {Outcome::overlap, {0, deep.point, deep.normal, Side::outer, deep.depth}};
  }
  const Vec2 direction = direction_at_contact(pair_of(a, b, reach));
  const bool outside = reach == Reach::outside;
  Contact contact{.t = impact.t, .point = {}, .normal = outside ? direction : -direction};
  contact.side = outside ? Side::outer : Side::inner;
  // Told from both circles and averaged, so that swapping them changes nothing. Inside, both lie on one side of the wall.
  const bool a_is_outer = may_contain(a, b) && (!may_contain(b, a) || points_right(contact.normal));
  const double a_way = !outside && a_is_outer ? a.radius : -a.radius;
  const double b_way = !outside && !a_is_outer ? -b.radius : b.radius;
  const Vec2 on_a = lerp(a.from, a.to, impact.t) + a_way * contact.normal;
  const Vec2 on_b = lerp(b.from, b.to, impact.t) + b_way * contact.normal;
  contact.point = 0.5 * (on_a + on_b);
  return {Outcome::hit, contact};
}

}  // namespace carom
