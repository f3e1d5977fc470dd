#include "carom/math/elementary.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "carom/math/double_double.hpp"
#include "carom/math/exact.hpp"

/// The constants are those of the true numbers, cut or rounded where their comments say; π by Machin's formula and log 2 as
/// 2 artanh(1/3), in integers of 1500 bits. The Taylor coefficients are quotients that the compiler rounds once.
namespace carom {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

/// angle - quarters π/2, as a number of about 100 bits.
struct Reduced {
  DoubleDouble rest;
  unsigned quarters = 0;  ///< modulo 4
};

/// π/2 to 172 bits. The first two parts have 33 bits, so that up to 2^20 of them are counted without rounding.
constexpr double k_half_pi_1 = 0x1.921fb544p+0;
constexpr double k_half_pi_2 = 0x1.0b4611a6p-34;
constexpr DoubleDouble k_half_pi_3 = {0x1.3198a2e037073p-69, 0x1.129024e088a68p-123};
constexpr double k_two_over_pi = 0x1.45f306dc9c883p-1;
constexpr double k_counted_exactly = 0x1p20;

/// Adding and taking it off rounds to the nearest integer.
constexpr double k_rounder = 0x1.8p52;

Reduced reduced_by_parts(double angle) noexcept {
  const double n = (angle * k_two_over_pi + k_rounder) - k_rounder;
  // The first difference is exact: both are multiples of one unit, and it is far fewer of them.
  const DoubleDouble rest = two_difference(angle - n * k_half_pi_1, n * k_half_pi_2) - DoubleDouble(n) * k_half_pi_3;
  return {rest, static_cast<unsigned>(static_cast<int>(n)) & 3U};
}

/// A word of zeros, then the binary digits of 2/π behind the point.
constexpr std::array<std::uint64_t, 20> k_two_over_pi_digits = {
    0x0000000000000000U, 0xa2f9836e4e441529U, 0xfc2757d1f534ddc0U, 0xdb6295993c439041U, 0xfe5163abdebbc561U,
    0xb7246e3a424dd2e0U, 0x06492eea09d1921cU, 0xfe1deb1cb129a73eU, 0xe88235f52ebb4484U, 0xe99c7026b45f7e41U,
    0x3991d639835339f4U, 0x9c845f8bbdf9283bU, 0x1ff897ffde05980fU, 0xef2f118b5a0a6d1fU, 0x6d367ecf27cb09b7U,
    0x4f463f669e5fea2dU, 0x7527bac7ebe5f17bU, 0x3d0739f78a5292eaU, 0x6bfb5fb11f8d5d08U, 0x56033046fc7b6babU};
constexpr DoubleDouble k_half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// The 64 digits from `position` on, counted with the word of zeros.
std::uint64_t digits_from(int position) noexcept {
  const auto word = static_cast<std::size_t>(position / 64);
  const auto shift = static_cast<unsigned>(position % 64);
  const std::uint64_t upper = k_two_over_pi_digits[word] << shift;
  return shift == 0 ? upper : upper | k_two_over_pi_digits[word + 1] >> (64 - shift);
}

/// For angles of at least 2^20. With angle = m 2^e, m < 2^53, the digits of 2/π that count 4 or more in the product are of
/// no concern, and those from the 192nd after them on change it by less than 2^-137; no double comes closer to a multiple
/// of π/2 than 2^-63 of a quarter turn.
Reduced reduced_by_digits(double angle) noexcept {
  int exponent = 0;
  const double fraction = std::frexp(std::abs(angle), &exponent);
  const auto m = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  // The first digit that counts stands for 2 after multiplication by 2^e: the (e - 1)st behind the point.
  const int first = 64 + (exponent - 53 - 1) - 1;
  const std::array<std::uint64_t, 3> window = {digits_from(first + 128), digits_from(first + 64), digits_from(first)};
  // m times the window is 2^190 times the quarter turns, and all that is lost is a multiple of four of them.
  std::array<std::uint64_t, 6> product{};
  detail::limbs_product({&m, 1, 0, false}, {window.data(), 3, 0, false}, product.data());
  auto quarters = static_cast<unsigned>(product[2] >> 62U);
  product[2] &= ~(std::uint64_t{3} << 62U);
  const bool past_half = (product[2] >> 61U) != 0;
  if (past_half) {  // to the nearest quarter: 2^190 - product
    ++quarters;
    product[0] = ~product[0] + 1;
    product[1] = ~product[1] + (product[0] == 0 ? 1 : 0);
    product[2] = (std::uint64_t{1} << 62U) - 1 - product[2] + (product[0] == 0 && product[1] == 0 ? 1 : 0);
  }
  int length = 3;
  while (length > 0 && product[static_cast<std::size_t>(length - 1)] == 0) --length;
  const DoubleDouble turned = detail::limbs_scaled({product.data(), length, 0, past_half}, 190) * k_half_pi;
  return angle < 0 ? Reduced{-turned, (0U - quarters) & 3U} : Reduced{turned, quarters & 3U};
}

Reduced reduced(double angle) noexcept {
  if (std::abs(angle) <= k_pi / 4) return {angle, 0};
  return std::abs(angle) < k_counted_exactly ? reduced_by_parts(angle) : reduced_by_digits(angle);
}

/// For |r| up to about π/4. The terms that matter to the last bit, r and r³/6, or 1, r²/2 and r⁴/24, are taken in double-double.
SinCos taylor(DoubleDouble r) noexcept {
  const double x = r.hi;
  if (std::abs(x) < 0x1p-100) return {x, 1};  // squares may underflow; only where nothing was reduced, so lo is 0
  const DoubleDouble square = two_product(x, x);
  const double z = square.hi;

  constexpr DoubleDouble k_sixth = {0x1.5555555555555p-3, 0x1.5555555555555p-57};
  const DoubleDouble cubic = DoubleDouble(x) * square * k_sixth;
  const DoubleDouble sin_head = quick_two_sum(x, -cubic.hi);
  const double sin_tail =
      x * z * z *
      (1.0 / 120 +
       z * (-1.0 / 5040 +
            z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800 + z * (-1.0 / 1307674368000 +
                                                                                    z * (1.0 / 355687428096000)))))));
  // sin(x + lo) is sin x + lo cos x, cos(x + lo) is cos x - lo sin x.
  const double sin = sin_head.hi + (sin_head.lo + ((sin_tail - cubic.lo) + r.lo * (1 - 0.5 * z)));

  constexpr DoubleDouble k_24th = {0x1.5555555555555p-5, 0x1.5555555555555p-59};
  const DoubleDouble quartic = square * square * k_24th;
  const DoubleDouble cos_head = quick_two_sum(1, -0.5 * z);
  const double cos_tail =
      z * z * z *
      (-1.0 / 720 +
       z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600 +
                                                     z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000 +
                                                                                    z * (-1.0 / 6402373705728000)))))));
  const double cos_rest = (cos_tail + quartic.lo) - (0.5 * square.lo + r.lo * x * (1 - z * (1.0 / 6)));
  const double cos = cos_head.hi + (cos_head.lo + (quartic.hi + cos_rest));
  return {sin, cos};
}

/// The same in plain double, for |x| up to about π/4. Pairs of terms are summed on their own, which shortens the wait of one
/// operation for the other.
SinCos plain_taylor(double x) noexcept {
  const double z = x * x, z2 = z * z, z4 = z2 * z2;
  const double sin_low = (-1.0 / 6 + z * (1.0 / 120)) + z2 * (-1.0 / 5040 + z * (1.0 / 362880));
  const double sin_high = (-1.0 / 39916800 + z * (1.0 / 6227020800)) + z2 * (-1.0 / 1307674368000);
  const double cos_low = (1.0 / 24 + z * (-1.0 / 720)) + z2 * (1.0 / 40320 + z * (-1.0 / 3628800));
  const double cos_high = (1.0 / 479001600 + z * (-1.0 / 87178291200)) + z2 * (1.0 / 20922789888000);
  return {x + x * z * (sin_low + z4 * sin_high), (1 - 0.5 * z) + z2 * (cos_low + z4 * cos_high)};
}

SinCos turned_by_quarters(SinCos at_rest, unsigned quarters) noexcept {
  switch (quarters) {
    case 0: return at_rest;
    case 1: return {at_rest.cos, -at_rest.sin};
    case 2: return {-at_rest.sin, -at_rest.cos};
    default: return {-at_rest.cos, at_rest.sin};
  }
}

/// 2 artanh(s) / s - 2 over s², of z = s² < 0.0295: 2/3 + 2 z/5 + 2 z²/7 + …; what is left out is below 2^-69.
double artanh_tail(double z) noexcept {
  double sum = 2.0 / 27;
  for (double odd = 25; odd >= 3; odd -= 2) sum = sum * z + 2 / odd;
  return sum;
}

/// Cut after 41 bits, so that 2^11 of them are counted without rounding, and the rest.
constexpr double k_log_2_high = 0x1.62e42fefa3p-1;
constexpr double k_log_2_low = 0x1.3de6af278ece6p-42;

}  // namespace

SinCos sin_cos(double angle) noexcept {
  if (!std::isfinite(angle)) return {k_nan, k_nan};
  const Reduced r = reduced(angle);
  return turned_by_quarters(taylor(r.rest), r.quarters);
}

SinCos quick_sin_cos(double angle) noexcept {
  if (!(std::abs(angle) < k_counted_exactly)) return sin_cos(angle);
  const double n = (angle * k_two_over_pi + k_rounder) - k_rounder;
  const double rest = ((angle - n * k_half_pi_1) - n * k_half_pi_2) - n * k_half_pi_3.hi;
  return turned_by_quarters(plain_taylor(rest), static_cast<unsigned>(static_cast<int>(n)) & 3U);
}

double natural_log(double x) noexcept {
  if (!(x > 0) || !std::isfinite(x)) return k_nan;
  int k = 0;
  double m = std::frexp(x, &k);  // in [½, 1)
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --k;
  }
  // s = (m - 1) / (m + 1) as a quotient and what it leaves; the difference is exact.
  const double numerator = m - 1;
  const DoubleDouble denominator = two_sum(m, 1);
  const double s = numerator / denominator.hi;
  const DoubleDouble back = two_product(s, denominator.hi);
  const double s_low = (((numerator - back.hi) - back.lo) - s * denominator.lo) / denominator.hi;

  const double z = s * s;
  const double tail = s * z * artanh_tail(z);
  const DoubleDouble head = two_sum(k * k_log_2_high, 2 * s);
  return head.hi + (head.lo + (tail + (2 * s_low + k * k_log_2_low)));
}

double fifth_root(double x) noexcept {
  if (!std::isfinite(x)) return k_nan;
  if (x == 0) return x;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(x), &exponent);  // in [½, 1)
  const int over = ((exponent % 5) + 5) % 5;
  const double m = std::ldexp(fraction, over);
  // A chord from ½ to 1, times 2^(over/5), is off by less than 0.01; each step squares that, and doubles it.
  constexpr double k_roots[] = {1, 0x1.2611186bae675p+0, 0x1.51cb453b9536fp+0, 0x1.8406003b2ae5bp+0,
                                0x1.bdb8cdadbe120p+0};
  double y = (0.741101 + 0.258899 * fraction) * k_roots[over];
  const auto step = [](double at, double excess) { return at - excess / (5 * (at * at) * (at * at)); };
  for (int k = 0; k < 3; ++k) y = step(y, (y * y) * (y * y) * y - m);
  const DoubleDouble square = two_product(y, y);
  const DoubleDouble power = square * square * DoubleDouble(y);
  y = step(y, (power.hi - m) + power.lo);
  return std::copysign(std::ldexp(y, (exponent - over) / 5), x);
}

}  // namespace carom
