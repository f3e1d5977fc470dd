#include "carom/toi/circle_circle.hpp"

#include "carom/math/certified_sign.hpp"
#include "carom/overlap/circle_circle.hpp"
#include "circle_circle_filter.hpp"

namespace carom {
namespace {

enum class Reach : std::uint8_t { outside, inside };

/// The polynomials of the header comment, for numbers of any kind.
template <class Lift>
struct Terms {
  Lift lift;
  const MovingCircle& a;
  const MovingCircle& b;
  Reach reach;

  auto d0x() const { return lift(a.from.x) - lift(b.from.x); }
  auto d0y() const { return lift(a.from.y) - lift(b.from.y); }
  auto d1x() const { return lift(a.to.x) - lift(b.to.x); }
  auto d1y() const { return lift(a.to.y) - lift(b.to.y); }
  auto radius() const {
    return reach == Reach::outside ? lift(a.radius) + lift(b.radius) : lift(a.radius) - lift(b.radius);
  }
  auto separation() const { return d0x() * d0x() + d0y() * d0y() - radius() * radius(); }
  auto end_separation() const { return d1x() * d1x() + d1y() * d1y() - radius() * radius(); }
  auto closing() const { return d0x() * (d0x() - d1x()) + d0y() * (d0y() - d1y()); }
  auto end_opening() const { return d1x() * (d1x() - d0x()) + d1y() * (d1y() - d0y()); }
  auto speed_squared() const {
    const auto vx = d1x() - d0x();
    const auto vy = d1y() - d0y();
    return vx * vx + vy * vy;
  }
  auto discriminant() const {
    const auto x = d0x() * d1y() - d0y() * d1x();
    return speed_squared() * (radius() * radius()) - x * x;
  }
};

/// The sign of one of the polynomials above.
template <class Member>
Sign sign_of_term(const MovingCircle& a, const MovingCircle& b, Reach reach, Member term) noexcept {
  return certified_sign([&](auto lift) { return term(Terms<decltype(lift)>{lift, a, b, reach}); });
}

/// Numbers without error bounds, from exact ones scaled by a common power of two for each degree.
struct Rounded {
  DoubleDouble separation;
  DoubleDouble closing;
  DoubleDouble discriminant;
  DoubleDouble speed_squared;
};

Rounded rounded_terms(const MovingCircle& a, const MovingCircle& b, Reach reach) noexcept {
  const Terms<LiftExact> terms{{}, a, b, reach};
  const Exact<2> separation = terms.separation();
  const Exact<2> closing = terms.closing();
  const Exact<2> speed_squared = terms.speed_squared();
  int bits = speed_squared.bit_length();
  if (closing.sign() != Sign::zero) bits = std::max(bits, closing.bit_length());
  return {separation.scaled(bits), closing.scaled(bits), terms.discriminant().scaled(2 * bits),
          speed_squared.scaled(bits)};
}

template <class Number>
Number time_from_outside(const Number& separation, const Number& closing, const Number& discriminant) noexcept {
  return separation / (closing + sqrt(discriminant));
}

double certified_time_from_outside(const MovingCircle& a, const MovingCircle& b) noexcept {
  const Terms<LiftWideApprox> wide{{}, a, b, Reach::outside};
  const WideApprox t = time_from_outside(wide.separation(), wide.closing(), wide.discriminant());
  if (t.error <= k_time_error) return std::clamp(t.value.rounded(), 0.0, 1.0);
  const Rounded terms = rounded_terms(a, b, Reach::outside);
  return std::clamp(time_from_outside(terms.separation, terms.closing, terms.discriminant).rounded(), 0.0, 1.0);
}

double certified_time_from_inside(const MovingCircle& a, const MovingCircle& b) noexcept {
  const Rounded terms = rounded_terms(a, b, Reach::inside);
  const DoubleDouble root = sqrt(terms.discriminant);
  const DoubleDouble t = terms.closing.hi < 0 ? (-terms.separation) / (root - terms.closing)
                                              : (terms.closing + root) / terms.speed_squared;
  return std::clamp(t.rounded(), 0.0, 1.0);
}

/// The questions of the header, each certified, for the few pairs that the filter leaves open.
ImpactTime certified_from_outside(const MovingCircle& a, const MovingCircle& b) noexcept {
  const auto sign = [&](auto term) { return sign_of_term(a, b, Reach::outside, term); };
  const Sign separation = sign([](const auto& t) { return t.separation(); });
  if (separation == Sign::negative) return {Outcome::overlap, 0};
  if (sign([](const auto& t) { return t.closing(); }) != Sign::positive) return {Outcome::miss, 0};
  if (separation == Sign::zero) return {Outcome::hit, 0};
  if (sign([](const auto& t) { return t.discriminant(); }) == Sign::negative) return {Outcome::miss, 0};
  const bool in_time = sign([](const auto& t) { return t.end_separation(); }) != Sign::positive ||
                       sign([](const auto& t) { return t.end_opening(); }) != Sign::negative;
  if (!in_time) return {Outcome::miss, 0};
  return {Outcome::hit, certified_time_from_outside(a, b)};
}

/// Discs from outside: nearly every pair is decided here.
ImpactTime from_outside(const MovingCircle& a, const MovingCircle& b) noexcept {
  const Vec2 d0 = a.from - b.from;
  const Vec2 d1 = a.to - b.to;
  const detail::CircleFilter f = detail::circle_filter(d0.x, d0.y, d1.x, d1.y, a.radius + b.radius);
  // 1. Do they overlap already?
  if (!(f.separation > f.separation_error)) {
    if (f.separation < -f.separation_error) {
      count_decision(DecisionLevel::plain);
      return {Outcome::overlap, 0};
    }
    return certified_from_outside(a, b);
  }
  // 2. Are they closing?
  if (!(f.closing > f.closing_error)) {
    if (f.closing < -f.closing_error) {
      count_decision(DecisionLevel::plain);
      return {Outcome::miss, 0};
    }
    return certified_from_outside(a, b);
  }
  // 3. Do they pass close enough?
  if (!(f.discriminant > f.discriminant_error)) {
    if (f.discriminant < -f.discriminant_error) {
      count_decision(DecisionLevel::plain);
      return {Outcome::miss, 0};
    }
    return certified_from_outside(a, b);
  }
  // 4. In time? They touch at the end of the step, or have passed the nearest point by then.
  const bool reached = f.end_separation < -f.end_separation_error || f.end_opening > f.end_opening_error;
  if (!reached) {
    if (f.end_separation > f.end_separation_error && f.end_opening < -f.end_opening_error) {
      count_decision(DecisionLevel::plain);
      return {Outcome::miss, 0};
    }
    return certified_from_outside(a, b);
  }
  // 5. When?
  const detail::FilteredTime time = detail::filtered_time(f);
  if (!time.certain) return certified_from_outside(a, b);
  count_decision(DecisionLevel::plain);
  return {Outcome::hit, time.t};
}

ImpactTime from_inside(const MovingCircle& a, const MovingCircle& b, Sign separation) noexcept {
  const auto sign = [&](auto term) { return sign_of_term(a, b, Reach::inside, term); };
  if (a.to - b.to == a.from - b.from && sign([](const auto& t) { return t.speed_squared(); }) == Sign::zero) {
    return {Outcome::miss, 0};
  }
  if (separation == Sign::zero && sign([](const auto& t) { return t.closing(); }) != Sign::positive) {
    return {Outcome::hit, 0};
  }
  if (sign([](const auto& t) { return t.end_separation(); }) == Sign::negative) return {Outcome::miss, 0};
  return {Outcome::hit, certified_time_from_inside(a, b)};
}

/// Can one of them hold the other inside?
bool may_contain(const MovingCircle& a, const MovingCircle& b) noexcept {
  return (a.hollow && a.radius > 0 && a.radius >= b.radius) || (b.hollow && b.radius > 0 && b.radius >= a.radius);
}

struct Found {
  ImpactTime impact;
  Reach reach;
};

Found found(const MovingCircle& a, const MovingCircle& b) noexcept {
  if (may_contain(a, b)) {
    const Sign separation = sign_of_term(a, b, Reach::inside, [](const auto& t) { return t.separation(); });
    if (separation != Sign::positive) return {from_inside(a, b, separation), Reach::inside};
  }
  return {from_outside(a, b), Reach::outside};
}

/// A vector of double-doubles, only for the normal below.
struct WideVec2 {
  DoubleDouble x;
  DoubleDouble y;
};

/// The unit vector along d(t) at the contact. It comes from d(t)·v = -+ sqrt D and d(t) × v = x rather than from d0 + t v,
/// which loses all digits when the circles are small and the way is long.
Vec2 direction_at_contact(const MovingCircle& a, const MovingCircle& b, Reach reach) noexcept {
  const Terms<LiftWideApprox> terms{{}, a, b, reach};
  WideVec2 d0{terms.d0x().value, terms.d0y().value};
  WideVec2 d1{terms.d1x().value, terms.d1y().value};
  DoubleDouble radius = terms.radius().value;
  const double size = std::max({std::abs(d0.x.hi), std::abs(d0.y.hi), std::abs(d1.x.hi), std::abs(d1.y.hi)});
  if (size < 1e-30) {  // keeps the terms of degree four away from underflow
    int exponent = 0;
    std::frexp(size, &exponent);
    for (DoubleDouble* number : {&d0.x, &d0.y, &d1.x, &d1.y, &radius}) *number = scaled(*number, -exponent);
  }
  const WideVec2 v{d1.x - d0.x, d1.y - d0.y};
  const DoubleDouble x = d0.x * d1.y - d0.y * d1.x;
  const DoubleDouble discriminant = (v.x * v.x + v.y * v.y) * (radius * radius) - x * x;
  const DoubleDouble along = reach == Reach::outside ? -sqrt(discriminant) : sqrt(discriminant);
  const Vec2 direction{(along * v.x + x * v.y).rounded(), (along * v.y - x * v.x).rounded()};
  // Without extent (two points, or a circle that fills its ring) only the motion tells.
  if (direction == Vec2{}) return reach == Reach::outside ? -unit({v.x.hi, v.y.hi}) : unit({v.x.hi, v.y.hi});
  return unit(direction);
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
    const Overlap deep = overlap_known(Circle{a.radius, a.from, a.hollow}, Circle{b.radius, b.from, b.hollow});
    return {Outcome::overlap, {0, deep.point, deep.normal, Side::outer, deep.depth}};
  }
  const Vec2 direction = direction_at_contact(a, b, reach);
  const bool outside = reach == Reach::outside;
  Contact contact{.t = impact.t, .point = {}, .normal = outside ? direction : -direction};
  contact.side = outside ? Side::outer : Side::inner;
  // Told from both circles and averaged, so that swapping them changes nothing. Inside, the wall lies on one side of both.
  const bool a_is_outer = a.hollow && a.radius >= b.radius && !(b.hollow && b.radius > a.radius);
  const double a_way = outside || !a_is_outer ? -a.radius : a.radius;
  const double b_way = outside || a_is_outer ? b.radius : -b.radius;
  const Vec2 on_a = lerp(a.from, a.to, impact.t) + a_way * contact.normal;
  const Vec2 on_b = lerp(b.from, b.to, impact.t) + b_way * contact.normal;
  contact.point = 0.5 * (on_a + on_b);
  return {Outcome::hit, contact};
}

}  // namespace carom
