#pragma once

#include <cstddef>
#include <cstring>

#include "math/vector_clones.hpp"

/// Eight numbers side by side. Whatever the processor's own width, a sum over many is split into the same eight lanes,
/// so its bits are the same everywhere.
namespace carom::detail {

using Eight = double __attribute__((vector_size(64)));
using EightBits = unsigned long long __attribute__((vector_size(64)));

inline constexpr std::size_t k_lanes = 8;

// Vectors go in and out by reference: how a function takes them by value depends on the processor.
CAROM_ALWAYS_INLINE void load(const double* from, Eight& to) { std::memcpy(&to, from, sizeof to); }
CAROM_ALWAYS_INLINE void store(const Eight& from, double* to) { std::memcpy(to, &from, sizeof from); }

/// 1/√u to 1e-6, for what follows to refine.
///
/// The bits of a double are nearly the logarithm of its value, so half of them, negated, make a first guess, good to
/// 3.5 % (the constant is the one of M. Robertson, "A brief history of InvSqrt", 2012). A cubic in w = u y², the one whose
/// largest error is least where w can be, brings it to 7.5e-7. Only - and * and a shift: the processor's own estimates
/// differ from one make to the next, and its √ and ÷ take longer.
CAROM_ALWAYS_INLINE void rough_inverse_root(const Eight& u, Eight& out) {
  const auto guess = reinterpret_cast<Eight>(0x5FE6EB50C7B537A9ULL - (reinterpret_cast<EightBits>(u) >> 1));
  const Eight w = u * (guess * guess);
  out = guess * (2.1893327487198686 + w * (-2.191720624582651 + w * (1.3154411873181444 - w * 0.3130540578353407)));
}

/// 1/√u of a normal u. Error: 2 units in the last place (eight_test).
CAROM_ALWAYS_INLINE void inverse_root(const Eight& u, Eight& out) {
  Eight y;
  rough_inverse_root(u, y);
  const Eight e = 1.0 - u * (y * y);
  out = y + (y * e) * (0.5 + 0.375 * e);
}

/// u^{-3/2} of a normal u. Error: 3 units in the last place (eight_test).
CAROM_ALWAYS_INLINE void inverse_root_cubed(const Eight& u, Eight& out) {
  Eight y;
  rough_inverse_root(u, y);
  const Eight square = y * y;
  const Eight e = 1.0 - u * square;
  out = (square * y) * (1.0 + e * (1.5 + 1.875 * e));
}

/// For loops with constant bounds that vanish when unrolled; what is left is straight arithmetic in registers.
#define CAROM_UNROLL _Pragma("GCC unroll 32")

/// Rows become columns.
CAROM_ALWAYS_INLINE void transpose(const Eight (&row)[k_lanes], Eight* column) {
  Eight pairs[k_lanes];
  CAROM_UNROLL
  for (std::size_t i = 0; i < k_lanes; i += 2) {
    pairs[i] = __builtin_shufflevector(row[i], row[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[i + 1] = __builtin_shufflevector(row[i], row[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  Eight fours[k_lanes];
  CAROM_UNROLL
  for (std::size_t k = 0; k < k_lanes / 2; ++k) {
    const std::size_t i = k + (k & 2);
    fours[i] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    fours[i + 2] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  }
  CAROM_UNROLL
  for (std::size_t i = 0; i < k_lanes / 2; ++i) {
    column[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    column[i + 4] = __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

}  // namespace carom::detail
