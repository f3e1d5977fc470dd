#include "carom/math/exact.hpp"

#include <bit>
#include <cmath>
#include <cstddef>

#include "math/kernel_work.hpp"

namespace carom::detail {
namespace {

__extension__ using Wide = unsigned __int128;
using Limb = std::uint64_t;

/// What an operation takes beside that of each limb (math/kernel_work.hpp).
constexpr std::size_t k_call = 16;

/// Drops zero limbs at both ends, so that numbers stay as short as they can be and zero has length 0.
LimbShape trimmed(Limb* limbs, LimbShape shape) noexcept {
  while (shape.length > 0 && limbs[shape.length - 1] == 0) --shape.length;
  int low = 0;
  while (low < shape.length && limbs[low] == 0) ++low;
  if (low > 0) {
    for (int i = low; i < shape.length; ++i) limbs[i - low] = limbs[i];
    shape.length -= low;
    shape.exponent += low;
  }
  return shape;
}

Limb limb_at(const LimbView& a, int position) noexcept {
  const int index = position - a.exponent;
  return index >= 0 && index < a.length ? a.limbs[index] : 0;
}

/// Compares absolute values.
int compare_sizes(const LimbView& a, const LimbView& b) noexcept {
  const int a_top = a.exponent + a.length;
  const int b_top = b.exponent + b.length;
  if (a_top != b_top) return a_top < b_top ? -1 : 1;
  const int low = a.exponent < b.exponent ? a.exponent : b.exponent;
  for (int position = a_top - 1; position >= low; --position) {
    const Limb x = limb_at(a, position);
    const Limb y = limb_at(b, position);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

LimbShape copied(const LimbView& a, Limb* out) noexcept {
  for (int i = 0; i < a.length; ++i) out[i] = a.limbs[i];
  return {a.length, a.exponent, a.negative};
}

LimbShape sum_of_sizes(const LimbView& a, const LimbView& b, Limb* out) noexcept {
  const int low = a.exponent < b.exponent ? a.exponent : b.exponent;
  const int a_top = a.exponent + a.length;
  const int b_top = b.exponent + b.length;
  const int top = a_top > b_top ? a_top : b_top;
  count_kernel_work(k_call + static_cast<std::size_t>(top - low));
  Limb carry = 0;
  for (int position = low; position < top; ++position) {
    const Wide total = Wide{limb_at(a, position)} + limb_at(b, position) + carry;
    out[position - low] = static_cast<Limb>(total);
    carry = static_cast<Limb>(total >> 64U);
  }
  int length = top - low;
  if (carry != 0) out[length++] = carry;
  return trimmed(out, {length, low, a.negative});
}

/// |larger| - |smaller| with the sign of `larger`.
LimbShape difference_of_sizes(const LimbView& larger, const LimbView& smaller, Limb* out) noexcept {
  const int low = larger.exponent < smaller.exponent ? larger.exponent : smaller.exponent;
  const int top = larger.exponent + larger.length;
  count_kernel_work(k_call + static_cast<std::size_t>(top - low));
  Limb borrow = 0;
  for (int position = low; position < top; ++position) {
    const Wide total = Wide{limb_at(larger, position)} - limb_at(smaller, position) - borrow;
    out[position - low] = static_cast<Limb>(total);
    borrow = static_cast<Limb>(total >> 64U) != 0 ? 1 : 0;
  }
  return trimmed(out, {top - low, low, larger.negative});
}

}  // namespace

LimbShape limbs_from_double(double value, Limb* out) noexcept {
  if (value == 0 || !std::isfinite(value)) return {0, 0, false};
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);  // |value| = fraction 2^exponent
  const auto digits = static_cast<Limb>(std::ldexp(fraction, 53));
  exponent -= 53;
  const int limb = exponent >= 0 ? exponent / 64 : -((63 - exponent) / 64);
  const int shift = exponent - 64 * limb;
  const Wide spread = Wide{digits} << static_cast<unsigned>(shift);
  out[0] = static_cast<Limb>(spread);
  out[1] = static_cast<Limb>(spread >> 64U);
  return trimmed(out, {2, limb, value < 0});
}

LimbShape limbs_sum(LimbView a, LimbView b, Limb* out) noexcept {
  if (a.length == 0) return copied(b, out);
  if (b.length == 0) return copied(a, out);
  if (a.negative == b.negative) return sum_of_sizes(a, b, out);
  const int order = compare_sizes(a, b);
  if (order == 0) return {0, 0, false};
  return order > 0 ? difference_of_sizes(a, b, out) : difference_of_sizes(b, a, out);
}

LimbShape limbs_product(LimbView a, LimbView b, Limb* out) noexcept {
  if (a.length == 0 || b.length == 0) return {0, 0, false};
  count_kernel_work(k_call + static_cast<std::size_t>(a.length) * static_cast<std::size_t>(b.length));
  for (int i = 0; i < b.length; ++i) out[i] = 0;
  for (int i = 0; i < a.length; ++i) {
    Limb carry = 0;
    for (int j = 0; j < b.length; ++j) {
      const Wide total = Wide{a.limbs[i]} * b.limbs[j] + out[i + j] + carry;
      out[i + j] = static_cast<Limb>(total);
      carry = static_cast<Limb>(total >> 64U);
    }
    out[i + b.length] = carry;
  }
  return trimmed(out, {a.length + b.length, a.exponent + b.exponent, a.negative != b.negative});
}

int limbs_bit_length(LimbView a) noexcept {
  return 64 * (a.exponent + a.length) - std::countl_zero(a.limbs[a.length - 1]);
}

DoubleDouble limbs_scaled(LimbView a, int bits) noexcept {
  if (a.length == 0) return {};
  // The first 128 bits, wherever they lie in their limbs: the result must not depend on that, so that a power of two more
  // or less changes nothing but the exponent.
  const int top = a.exponent + a.length - 1;
  const int shift = std::countl_zero(limb_at(a, top));
  const auto word = [&](int position) {
    const Limb upper = limb_at(a, position) << static_cast<unsigned>(shift);
    return shift == 0 ? upper : upper | limb_at(a, position - 1) >> static_cast<unsigned>(64 - shift);
  };
  // Half a word is a double without rounding.
  DoubleDouble sum;
  int place = 64 * top - shift - bits;
  for (const Limb part : {word(top), word(top - 1)}) {
    const auto upper = static_cast<double>(part >> 32U);
    const auto lower = static_cast<double>(part & 0xffffffffU);
    sum = sum + DoubleDouble(std::ldexp(upper, place + 32)) + DoubleDouble(std::ldexp(lower, place));
    place -= 64;
  }
  return a.negative ? -sum : sum;
}

}  // namespace carom::detail
