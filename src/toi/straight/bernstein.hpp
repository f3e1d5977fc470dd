#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "carom/math/sign.hpp"

/// Polynomials over an interval in Bernstein form: c0 and the last coefficient are the values at its ends, and the number of
/// sign changes among the coefficients bounds that of the roots inside (exactly one change: exactly one root).
namespace carom::detail {

/// In any unit: only signs and ratios count.
template <class Number, std::size_t N>
using Bernstein = std::array<Number, N>;

/// From an interval to its first half, by de Casteljau's sums; times 2^(N-1), so that nothing is divided.
template <class Number, std::size_t N>
void to_first_half(Bernstein<Number, N>& c) noexcept {
  Bernstein<Number, N> sums = c;
  for (std::size_t level = 1; level < N; ++level) {
    for (std::size_t i = 0; i + level < N; ++i) sums[i] = sums[i] + sums[i + 1];
    c[level] = sums[0];
  }
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t times = i + 1; times < N; ++times) c[i] = c[i] + c[i];
  }
}

/// And back: the same sums, continued to twice the length.
template <class Number, std::size_t N>
void from_first_half(Bernstein<Number, N>& c) noexcept {
  Bernstein<Number, N> sums = c;
  for (std::size_t level = 1; level < N; ++level) {
    for (std::size_t i = 0; i + level < N; ++i) sums[i] = sums[i + 1] + sums[i + 1] - sums[i];
    c[level] = sums[0];
  }
}

/// The same from and to the second half.
template <class Number, std::size_t N>
void to_second_half(Bernstein<Number, N>& c) noexcept {
  std::reverse(c.begin(), c.end());
  to_first_half(c);
  std::reverse(c.begin(), c.end());
}
template <class Number, std::size_t N>
void from_second_half(Bernstein<Number, N>& c) noexcept {
  std::reverse(c.begin(), c.end());
  from_first_half(c);
  std::reverse(c.begin(), c.end());
}

template <class Number, std::size_t N>
int sign_changes(const Bernstein<Number, N>& c) noexcept {
  int changes = 0;
  Sign last = Sign::zero;
  for (const Number& number : c) {
    if (number.sign() == Sign::zero) continue;
    if (last == -number.sign()) ++changes;
    last = number.sign();
  }
  return changes;
}

/// Just after the start of the interval, or just before its end: the nearest coefficient that is not zero tells.
template <class Number, std::size_t N>
Sign sign_at_start(const Bernstein<Number, N>& c) noexcept {
  for (std::size_t i = 0; i < N; ++i) {
    if (c[i].sign() != Sign::zero) return c[i].sign();
  }
  return Sign::zero;
}
template <class Number, std::size_t N>
Sign sign_at_end(const Bernstein<Number, N>& c) noexcept {
  for (std::size_t i = N; i > 0; --i) {
    if (c[i - 1].sign() != Sign::zero) return c[i - 1].sign();
  }
  return Sign::zero;
}

}  // namespace carom::detail
