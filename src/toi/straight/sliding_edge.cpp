#include "toi/straight/sliding_edge.hpp"

#include <algorithm>
#include <cmath>

#include "toi/straight/packed_vec2.hpp"

namespace carom::detail {
namespace {

/// The numbers of the header comment, of any kind.
template <class Lift>
struct EdgeTerms {
  Lift lift;
  const Track& c;
  double radius;
  const Track& a;
  const Track& b;

  auto ex() const { return lift(b.from.x) - lift(a.from.x); }
  auto ey() const { return lift(b.from.y) - lift(a.from.y); }
  auto from_a() const { return Difference<Lift>{lift, c, a}; }
  auto from_b() const { return Difference<Lift>{lift, c, b}; }
  auto l0() const { return ex() * from_a().y0() - ey() * from_a().x0(); }
  auto l1() const { return ex() * from_a().y1() - ey() * from_a().x1(); }
  auto k_squared() const { return lift(radius) * lift(radius) * (ex() * ex() + ey() * ey()); }
  auto g0() const { return ex() * from_a().x0() + ey() * from_a().y0(); }
  auto g1() const { return ex() * from_a().x1() + ey() * from_a().y1(); }
  auto h0() const { return -(ex() * from_b().x0() + ey() * from_b().y0()); }
  auto h1() const { return -(ex() * from_b().x1() + ey() * from_b().y1()); }
};

/// In plain double: certainly no contact with the body?
bool passes_sliding_edge(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  const Vec2 e = b.from - a.from;
  const Vec2 w0 = c.from - a.from;
  const Vec2 end = c.to - a.to;
  const Vec2 shift = c.shift - a.shift;
  const Vec2 w1 = end + shift;
  const double size = size_of(e);
  const double error = 1e-15 * size * (size_of(w0) + size_of(end) + size_of(shift) + radius + size) + k_tiny;
  const double l0 = cross(e, w0);
  const double l1 = cross(e, w1);
  const double squared = dot(e, e);
  if (!(squared > k_tiny)) return false;  // underflow has taken its digits, and a large radius brings the loss back up
  const double k = radius * std::sqrt(squared);
  if ((l0 > k + error && l1 > k + error) || (l0 < -k - error && l1 < -k - error)) return true;
  if (std::abs(l0) < k - error) return true;
  const double g0 = dot(e, w0);
  const double g1 = dot(e, w1);
  return (g0 < -error && g1 < -error) || (g0 > squared + error && g1 > squared + error);
}

template <class Term>
Sign sign_of_term(const Track& c, double radius, const Track& a, const Track& b, const Term& term) noexcept {
  return certified_sign([&](auto lift) { return term(EdgeTerms<decltype(lift)>{lift, c, radius, a, b}); });
}

/// (s l0 - k) / (s (l0 - l1)) for numbers of any kind; `plus` is s > 0.
template <class Number>
Number time_of(const Number& l0, const Number& l1, const Number& k, bool plus) noexcept {
  return plus ? (l0 - k) / (l0 - l1) : (-l0 - k) / (l1 - l0);
}

double exact_time(const EdgeTerms<LiftExact>& exact, bool plus) noexcept {
  const Exact<2> l0 = exact.l0();
  const Exact<2> distance = l0 - exact.l1();
  // s l0 - k cancels near a touch: (l0² - k²) / (s l0 + k) does not. Its three parts may be of very different sizes: each
  // is brought near 1 by itself.
  const Exact<4> k_squared = exact.k_squared();
  const Exact<4> gap = l0 * l0 - k_squared;
  const int bits = l0.bit_length();
  const int gap_bits = gap.bit_length();
  const int way_bits = distance.bit_length();
  const DoubleDouble size = plus ? l0.scaled(bits) : -l0.scaled(bits);
  const DoubleDouble divisor = (size + sqrt(k_squared.scaled(2 * bits))) * distance.scaled(way_bits);
  const DoubleDouble t = gap.scaled(gap_bits) / (plus ? divisor : -divisor);
  return std::ldexp(t.rounded(), gap_bits - bits - way_bits);
}

double certified_time(const Track& c, double radius, const Track& a, const Track& b, bool plus) noexcept {
  const EdgeTerms<LiftApprox> plain{{}, c, radius, a, b};
  const Approx t = time_of(plain.l0(), plain.l1(), sqrt(plain.k_squared()), plus);
  const double value = t.error <= k_time_error ? t.value : exact_time({{}, c, radius, a, b}, plus);
  return std::clamp(value, 0.0, 1.0);
}

/// The sign of g at the contact, where g goes from g0 to g1: s (g1 l0 - g0 l1) + k (g0 - g1).
template <class Start, class End>
Sign foot_sign(const Track& c, double radius, const Track& a, const Track& b, const EdgeHit& hit, const Start& start,
               const End& end) noexcept {
  const EdgeTerms<LiftApprox> plain{{}, c, radius, a, b};
  const Approx t{hit.t, k_time_error};
  if (const auto sign = certain_sign(start(plain) * (Approx{1, 0} - t) + end(plain) * t)) return *sign;
  count_decision(DecisionLevel::exact);
  const EdgeTerms<LiftExact> exact{{}, c, radius, a, b};
  const Exact<2> g0 = start(exact);
  const Exact<2> g1 = end(exact);
  const Exact<4> turned = g1 * exact.l0() - g0 * exact.l1();
  return sign_with_root(hit.side == Sign::positive ? turned : -turned, g0 - g1, exact.k_squared());
}

}  // namespace

bool slides(const Track& a, const Track& b) noexcept {
  const auto same = [](double a0, double b0, double a1, double b1) {
    const DoubleDouble start = two_difference(b0, a0);
    const DoubleDouble end = two_difference(b1, a1);
    return start.hi == end.hi && start.lo == end.lo;
  };
  return same(a.from.x, b.from.x, a.to.x, b.to.x) && same(a.from.y, b.from.y, a.to.y, b.to.y);
}

std::optional<EdgeHit> sliding_edge_hit(const Track& center, double radius, const Track& a, const Track& b) noexcept {
  if (passes_sliding_edge(center, radius, a, b)) {
    count_decision(DecisionLevel::plain);
    return std::nullopt;
  }
  const auto sign = [&](const auto& term) { return sign_of_term(center, radius, a, b, term); };
  // 1. On which side, and outside the slab?
  const Sign side = sign([](const auto& terms) { return terms.l0(); });
  if (sign([](const auto& terms) { return terms.l0() * terms.l0() - terms.k_squared(); }) != Sign::positive) {
    return std::nullopt;
  }
  // 2. Does it reach the slab within the step?
  const Sign end_side = sign([](const auto& terms) { return terms.l1(); });
  const bool reached = end_side != side || sign([](const auto& terms) {
                                             return terms.l1() * terms.l1() - terms.k_squared();
                                           }) != Sign::positive;
  if (!reached) return std::nullopt;
  // 3. When, and is the foot on the edge?
  const EdgeHit hit{certified_time(center, radius, a, b, side == Sign::positive), side};
  const Sign from_a = foot_sign(
      center, radius, a, b, hit, [](const auto& terms) { return terms.g0(); },
      [](const auto& terms) { return terms.g1(); });
  if (from_a == Sign::negative) return std::nullopt;
  const Sign from_b = foot_sign(
      center, radius, a, b, hit, [](const auto& terms) { return terms.h0(); },
      [](const auto& terms) { return terms.h1(); });
  if (from_b == Sign::negative) return std::nullopt;
  return hit;
}

}  // namespace carom::detail
