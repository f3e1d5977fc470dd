#include "toi/round_pair.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

/// The polynomials for numbers of any kind.
template <class Lift>
struct Terms {
  Lift lift;
  const RoundPair& pair;

  auto delta() const { return Difference<Lift>{lift, pair.a, pair.b}; }
  auto d0x() const { return delta().x0(); }
  auto d0y() const { return delta().y0(); }
  auto d1x() const { return delta().x1(); }
  auto d1y() const { return delta().y1(); }
  auto radius() const {
    return pair.reach == Reach::outside ? lift(pair.a_radius) + lift(pair.b_radius)
                                        : lift(pair.a_radius) - lift(pair.b_radius);
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

template <class Term>
Sign sign_of_term(const RoundPair& pair, const Term& term) noexcept {
  return certified_sign([&](auto lift) { return term(Terms<decltype(lift)>{lift, pair}); });
}

Sign end_opening_sign(const RoundPair& pair) noexcept {
  return sign_of_term(pair, [](const auto& terms) { return terms.end_opening(); });
}

/// Terms to the last bit of a double-double, scaled by one power of two for each degree: the one that brings the terms of
/// the divisor near 1, so that the others may vanish or not, but never leave 0/0.
struct Rounded {
  DoubleDouble separation;
  DoubleDouble closing;
  DoubleDouble discriminant;
  DoubleDouble speed_squared;
};

enum class Divisor : std::uint8_t { closing_and_root, speed_squared };

Rounded rounded_terms(const RoundPair& pair, Divisor divisor) noexcept {
  const Terms<LiftExact> terms{{}, pair};
  const Exact<2> closing = terms.closing();
  const Exact<4> discriminant = terms.discriminant();
  const Exact<2> speed_squared = divisor == Divisor::speed_squared ? terms.speed_squared() : Exact<2>();
  int bits = -100000;
  if (speed_squared.sign() != Sign::zero) bits = speed_squared.bit_length();
  if (closing.sign() != Sign::zero) bits = std::max(bits, closing.bit_length());
  if (discriminant.sign() != Sign::zero) bits = std::max(bits, discriminant.bit_length() / 2);
  return {terms.separation().scaled(bits), closing.scaled(bits), discriminant.scaled(2 * bits),
          speed_squared.scaled(bits)};
}

template <class Number>
Number time_from_outside(const Number& separation, const Number& closing, const Number& discriminant) noexcept {
  return separation / (closing + sqrt(discriminant));
}

struct LiftWide {
  DoubleDouble operator()(double x) const noexcept { return {x}; }
};

double certified_time_from_outside(const RoundPair& pair) noexcept {
  const Terms<LiftWideApprox> wide{{}, pair};
  const WideApprox t = time_from_outside(wide.separation(), wide.closing(), wide.discriminant());
  if (t.error <= k_time_error) return std::clamp(t.value.rounded(), 0.0, 1.0);
  const Rounded terms = rounded_terms(pair, Divisor::closing_and_root);
  return std::clamp(time_from_outside(terms.separation, terms.closing, terms.discriminant).rounded(), 0.0, 1.0);
}

/// The form in which nothing cancels: C <= 0, so D >= b², and the sign of b chooses.
template <class Number>
Number time_from_inside(const Number& separation, const Number& closing, const Number& discriminant,
                        const Number& speed_squared, bool opening) noexcept {
  const Number root = sqrt(discriminant);
  return opening ? (-separation) / (root - closing) : (closing + root) / speed_squared;
}

double certified_time_from_inside(const RoundPair& pair) noexcept {
  const bool opening = closing_sign(pair) == Sign::negative;
  const Terms<LiftApprox> plain{{}, pair};
  const Approx t = time_from_inside(plain.separation(), plain.closing(), plain.discriminant(), plain.speed_squared(), opening);
  if (t.error <= k_time_error) return std::clamp(t.value, 0.0, 1.0);
  const Rounded terms = rounded_terms(pair, opening ? Divisor::closing_and_root : Divisor::speed_squared);
  return std::clamp(
      time_from_inside(terms.separation, terms.closing, terms.discriminant, terms.speed_squared, opening).rounded(), 0.0, 1.0);
}

}  // namespace

Sign separation_sign(const RoundPair& pair) noexcept {
  return sign_of_term(pair, [](const auto& terms) { return terms.separation(); });
}
Sign closing_sign(const RoundPair& pair) noexcept {
  return sign_of_term(pair, [](const auto& terms) { return terms.closing(); });
}
Sign discriminant_sign(const RoundPair& pair) noexcept {
  return sign_of_term(pair, [](const auto& terms) { return terms.discriminant(); });
}
Sign end_separation_sign(const RoundPair& pair) noexcept {
  return sign_of_term(pair, [](const auto& terms) { return terms.end_separation(); });
}
bool moves(const RoundPair& pair) noexcept {
  return sign_of_term(pair, [](const auto& terms) { return terms.speed_squared(); }) != Sign::zero;
}

ImpactTime certified_from_outside(const RoundPair& pair) noexcept {
  const Sign separation = separation_sign(pair);
  if (separation == Sign::negative) return {Outcome::overlap, 0};
  if (closing_sign(pair) != Sign::positive) return {Outcome::miss, 0};
  if (separation == Sign::zero) return {Outcome::hit, 0};
  if (discriminant_sign(pair) == Sign::negative) return {Outcome::miss, 0};
  const bool in_time = end_separation_sign(pair) != Sign::positive || end_opening_sign(pair) != Sign::negative;
  if (!in_time) return {Outcome::miss, 0};
  return {Outcome::hit, certified_time_from_outside(pair)};
}

double wide_time_from_outside(const RoundPair& pair) noexcept {
  const Terms<LiftWide> terms{{}, pair};
  const DoubleDouble d0x = terms.d0x(), d0y = terms.d0y(), d1x = terms.d1x(), d1y = terms.d1y();
  const DoubleDouble radius = terms.radius();
  const DoubleDouble vx = d1x - d0x, vy = d1y - d0y;
  const DoubleDouble squared_radius = radius * radius;
  const DoubleDouble x = d0x * d1y - d0y * d1x;
  const DoubleDouble t = time_from_outside(d0x * d0x + d0y * d0y - squared_radius, -(d0x * vx + d0y * vy),
                                           (vx * vx + vy * vy) * squared_radius - x * x);
  return std::clamp(t.rounded(), 0.0, 1.0);
}

ImpactTime from_inside(const RoundPair& pair, Sign separation) noexcept {
  if (separation == Sign::zero && closing_sign(pair) != Sign::positive) {
    // Touching and not moving inward: even along the wall is into it, but standing still is not.
    return {moves(pair) ? Outcome::hit : Outcome::miss, 0};
  }
  if (end_separation_sign(pair) == Sign::negative) return {Outcome::miss, 0};
  return {Outcome::hit, certified_time_from_inside(pair)};
}

ImpactTime from_outside(const RoundPair& pair) noexcept {
  const Vec2 end = pair.a.to - pair.b.to;
  const Vec2 shift = pair.a.shift - pair.b.shift;
  const Vec2 start = pair.a.from - pair.b.from;
  const CircleFilter<Vec2> f{start, end + shift, pair.a_radius + pair.b_radius, size_of(start, end) + size_of(shift),
                             2 * k_unit};
  return decided(
      f, [&] { return certified_from_outside(pair); }, [&] { return wide_time_from_outside(pair); });
}

Vec2 direction_at_contact(const RoundPair& pair) noexcept {
  const Terms<LiftWideApprox> terms{{}, pair};
  DoubleDouble d0x = terms.d0x().value, d0y = terms.d0y().value;
  DoubleDouble d1x = terms.d1x().value, d1y = terms.d1y().value;
  DoubleDouble radius = terms.radius().value;
  const double size = std::max({std::abs(d0x.hi), std::abs(d0y.hi), std::abs(d1x.hi), std::abs(d1y.hi)});
  if (size < 1e-30) {  // keeps the terms of degree four away from underflow
    int exponent = 0;
    std::frexp(size, &exponent);
    for (DoubleDouble* number : {&d0x, &d0y, &d1x, &d1y, &radius}) *number = scaled(*number, -exponent);
  }
  const DoubleDouble vx = d1x - d0x;
  const DoubleDouble vy = d1y - d0y;
  const DoubleDouble x = d0x * d1y - d0y * d1x;
  const DoubleDouble root = sqrt((vx * vx + vy * vy) * (radius * radius) - x * x);
  const DoubleDouble along = pair.reach == Reach::outside ? -root : root;
  const Vec2 direction{(along * vx + x * vy).rounded(), (along * vy - x * vx).rounded()};
  if (direction != Vec2{}) return unit(direction);
  // At rest against each other: as they are. Without extent (two points, or a circle that fills its ring): as they move.
  const Vec2 motion = unit({vx.hi, vy.hi});
  if (motion == Vec2{}) return unit({d0x.hi, d0y.hi});
  return pair.reach == Reach::outside ? -motion : motion;
}

}  // namespace carom::detail
