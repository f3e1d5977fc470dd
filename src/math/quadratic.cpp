#include "carom/math/quadratic.hpp"

#include <algorithm>

namespace carom {
namespace {

Exact<2> twice(const Exact<2>& x) noexcept { return x + x; }

/// f scaled: its degree in the inputs could take it out of the range of double.
Quadratic<DoubleDouble> rounded(const ExactQuadratic& f, int bits) noexcept {
  return {f.c0.scaled(bits), f.m.scaled(bits), f.c2.scaled(bits)};
}

/// The size of the terms that root_time() divides by. The coefficient that does not occur there may be of any other size:
/// scaled by it, a divisor could vanish.
int divisor_bit_length(const ExactQuadratic& f, const Exact<4>& discriminant, const QuadraticSigns& signs,
                       Root which) noexcept {
  const bool from_start = which == Root::first && signs.m * signs.c0 != Sign::positive;
  int bits = -100000;
  for (const Exact<2>* c : {from_start ? &f.c0 : &f.c2, &f.m}) {
    if (c->sign() != Sign::zero) bits = std::max(bits, c->bit_length());
  }
  return discriminant.sign() == Sign::zero ? bits : std::max(bits, discriminant.bit_length() / 2);
}

}  // namespace

double exact_root_time(const ExactQuadratic& f, const QuadraticSigns& signs, Root which) noexcept {
  const Exact<4> d = discriminant(f);
  const int bits = divisor_bit_length(f, d, signs, which);
  const double t = root_time(rounded(f, bits), d.scaled(2 * bits), signs, which).rounded();
  return std::clamp(t, 0.0, 1.0);
}

Instant Instant::start() noexcept { return ratio(Exact<2>(), Exact<2>(Exact<1>(1.0))); }

Instant Instant::ratio(const Exact<2>& x, const Exact<2>& y) noexcept {
  Instant instant;
  instant.a_ = x;
  instant.b_ = y;
  return instant;
}

Instant Instant::root(const ExactQuadratic& f, const QuadraticSigns& signs, Root which) noexcept {
  if (which == Root::other) {  // s = -m / c2
    return signs.m == Sign::positive ? ratio(f.m, -f.c2) : ratio(-f.m, f.c2);
  }
  if (signs.c2 == Sign::zero) {
    const bool at_end = which == Root::second || signs.m != -signs.c0;
    if (at_end) return ratio(Exact<2>(Exact<1>(1.0)), Exact<2>());
    return signs.c0 == Sign::positive ? ratio(f.c0, -f.m) : ratio(-f.c0, f.m);  // s = -c0 / m
  }
  // s = (-m + k sqrt(D)) / (2 c2); with c0 > 0 the first root has k = -1, the second k = +1.
  Instant instant;
  instant.a_ = -f.m;
  instant.b_ = twice(f.c2);
  instant.discriminant_ = discriminant(f);
  instant.root_sign_ = which == Root::first ? -signs.c0 : signs.c0;
  if (signs.c2 == Sign::negative) {
    instant.a_ = -instant.a_;
    instant.b_ = -instant.b_;
    instant.root_sign_ = -instant.root_sign_;
  }
  return instant;
}

Sign Instant::sign_at(const ExactQuadratic& g) const noexcept {
  // g0 y² + gm x y + g2 x² with x = a + k sqrt(D), y = b
  const Exact<6> rational = g.c0 * b_ * b_ + g.m * a_ * b_ + g.c2 * (a_ * a_ + discriminant_);
  if (root_sign_ == Sign::zero) return rational.sign();
  const Exact<4> irrational = g.m * b_ + twice(g.c2) * a_;
  return sign_with_root(rational, root_sign_ == Sign::positive ? irrational : -irrational, discriminant_);
}

Sign Instant::slope_sign(const ExactQuadratic& g) const noexcept {
  // g' = (gm - 2 g0)(1 - t) + (2 g2 - gm) t
  const Exact<2> at_start = g.m - twice(g.c0);
  const Exact<2> at_end = twice(g.c2) - g.m;
  const Exact<4> rational = at_start * b_ + at_end * a_;
  return sign_with_root(rational, root_sign_ == Sign::negative ? -at_end : at_end, discriminant_);
}

Sign Instant::sign_after(const ExactQuadratic& g) const noexcept {
  if (const Sign value = sign_at(g); value != Sign::zero) return value;
  if (const Sign slope = slope_sign(g); slope != Sign::zero) return slope;
  return (g.c0 - g.m + g.c2).sign();
}

Sign Instant::sign_before(const ExactQuadratic& g) const noexcept {
  if (const Sign value = sign_at(g); value != Sign::zero) return value;
  if (const Sign slope = slope_sign(g); slope != Sign::zero) return -slope;
  return (g.c0 - g.m + g.c2).sign();
}

}  // namespace carom
