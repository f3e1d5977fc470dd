#include "toi/straight/round_pair.hpp"

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
  auto vx() const { return d1x() - d0x(); }
  auto vy() const { return d1y() - d0y(); }
  auto speed_squared() const { return vx() * vx() + vy() * vy(); }
  auto crossing() const { return d0x() * d1y() - d0y() * d1x(); }
  auto discriminant() const { return speed_squared() * (radius() * radius()) - crossing() * crossing(); }
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
  const Approx t =
      time_from_inside(plain.separation(), plain.closing(), plain.discriminant(), plain.speed_squared(), opening);
  if (t.error <= k_time_error) return std::clamp(t.value, 0.0, 1.0);
  const Rounded terms = rounded_terms(pair, opening ? Divisor::closing_and_root : Divisor::speed_squared);
  return std::clamp(
      time_from_inside(terms.separation, terms.closing, terms.discriminant, terms.speed_squared, opening).rounded(),
      0.0, 1.0);
}

/// From v, x and sqrt D, scaled alike: a - b has the parts -+ sqrt D along the motion and x across it.
Vec2 direction_of(DoubleDouble vx, DoubleDouble vy, DoubleDouble x, DoubleDouble root, Reach reach) noexcept {
  const DoubleDouble along = reach == Reach::outside ? -root : root;
  return unit({(along * vx + x * vy).rounded(), (along * vy - x * vx).rounded()});
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
  return decided(f, [&] { return certified_from_outside(pair); }, [&] { return wide_time_from_outside(pair); });
}

Vec2 direction_at_contact(const RoundPair& pair) noexcept {
  const Terms<LiftWideApprox> wide{{}, pair};
  const WideApprox reach_squared = wide.speed_squared() * (wide.radius() * wide.radius());
  const WideApprox x = wide.crossing();
  const WideApprox root = sqrt(reach_squared - x * x);
  const Reach reach = pair.reach;
  // Both parts are fractions of sqrt(A R²): they must be right to 3e-15 of it.
  const double allowed = 1e-29 * reach_squared.value.hi;
  if (root.error * root.error <= allowed && x.error * x.error <= allowed) {
    return direction_of(wide.vx().value, wide.vy().value, x.value, root.value, reach);
  }
  const Terms<LiftExact> exact{{}, pair};
  const Exact<1> vx = exact.vx(), vy = exact.vy(), radius = exact.radius();
  const bool moves = vx.sign() != Sign::zero || vy.sign() != Sign::zero;
  // At rest against each other: as they are. Without extent (two points, or a circle that fills its ring): as they move.
  if (!moves) return unit({wide.d0x().value.hi, wide.d0y().value.hi});
  const int speed_bits = std::max(vx.sign() == Sign::zero ? -100000 : vx.bit_length(),
                                  vy.sign() == Sign::zero ? -100000 : vy.bit_length());
  const DoubleDouble along = vx.scaled(speed_bits), across = vy.scaled(speed_bits);
  if (radius.sign() == Sign::zero) {
    const Vec2 motion = unit({along.rounded(), across.rounded()});
    return reach == Reach::outside ? -motion : motion;
  }
  const int bits = speed_bits + radius.bit_length();
  return direction_of(along, across, exact.crossing().scaled(bits), sqrt(exact.discriminant().scaled(2 * bits)), reach);
}

}  // namespace carom::detail
