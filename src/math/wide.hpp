#pragma once

#include <cstddef>
#include <cstring>

#include "math/vector_clones.hpp"

/// Numbers side by side. Compilers keep no vector in registers that is wider than the processor's, so a kernel that runs
/// everywhere is written for any of these, and CAROM_FOR_EACH_WIDTH makes it for all.
namespace carom::detail {

using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));
using Eight = double __attribute__((vector_size(64)));

template <class Wide>
inline constexpr std::size_t k_width = sizeof(Wide) / sizeof(double);

/// The same bits as whole numbers.
template <class Wide>
struct BitsOf;
template <>
struct BitsOf<Two> {
  using Type = unsigned long long __attribute__((vector_size(16)));
};
template <>
struct BitsOf<Four> {
  using Type = unsigned long long __attribute__((vector_size(32)));
};
template <>
struct BitsOf<Eight> {
  using Type = unsigned long long __attribute__((vector_size(64)));
};
template <class Wide>
using Bits = typename BitsOf<Wide>::Type;

// Vectors go in and out by reference: how a function takes them by value depends on the processor.
template <class Wide>
CAROM_ALWAYS_INLINE void load(const double* from, Wide& to) {
  std::memcpy(&to, from, sizeof to);
}
template <class Wide>
CAROM_ALWAYS_INLINE void store(const Wide& from, double* to) {
  std::memcpy(to, &from, sizeof from);
}

/// For loops with constant bounds that vanish when unrolled; what is left is straight arithmetic in registers.
#define CAROM_UNROLL _Pragma("GCC unroll 32")

/// Rows become columns.
CAROM_ALWAYS_INLINE void transpose(const Two (&row)[2], Two* column) {
  column[0] = __builtin_shufflevector(row[0], row[1], 0, 2);
  column[1] = __builtin_shufflevector(row[0], row[1], 1, 3);
}

CAROM_ALWAYS_INLINE void transpose(const Four (&row)[4], Four* column) {
  Four pairs[4];
  CAROM_UNROLL
  for (std::size_t i = 0; i < 4; i += 2) {
    pairs[i] = __builtin_shufflevector(row[i], row[i + 1], 0, 4, 2, 6);
    pairs[i + 1] = __builtin_shufflevector(row[i], row[i + 1], 1, 5, 3, 7);
  }
  CAROM_UNROLL
  for (std::size_t i = 0; i < 2; ++i) {
    column[i] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 4, 5);
    column[i + 2] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 6, 7);
  }
}

CAROM_ALWAYS_INLINE void transpose(const Eight (&row)[8], Eight* column) {
  Eight pairs[8];
  CAROM_UNROLL
  for (std::size_t i = 0; i < 8; i += 2) {
    pairs[i] = __builtin_shufflevector(row[i], row[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[i + 1] = __builtin_shufflevector(row[i], row[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  // Even quarters of both, odd quarters of both, and again: steps that every processor has one instruction for.
  Eight fours[8];
  CAROM_UNROLL
  for (std::size_t k = 0; k < 8 / 2; ++k) {
    const std::size_t i = k + (k & 2);
    fours[i] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 4, 5, 8, 9, 12, 13);
    fours[i + 2] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 6, 7, 10, 11, 14, 15);
  }
  CAROM_UNROLL
  for (std::size_t i = 0; i < 8 / 2; ++i) {
    column[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 4, 5, 8, 9, 12, 13);
    column[i + 4] = __builtin_shufflevector(fours[i], fours[i + 4], 2, 3, 6, 7, 10, 11, 14, 15);
  }
}

/// Numbers in several vectors, one after the other: each moves one place down, the first to the end.
template <std::size_t N>
CAROM_ALWAYS_INLINE void turn(Two (&parts)[N]) {
  const Two first = parts[0];
  CAROM_UNROLL
  for (std::size_t k = 0; k < N; ++k) {
    parts[k] = __builtin_shufflevector(parts[k], k + 1 < N ? parts[k + 1] : first, 1, 2);
  }
}

template <std::size_t N>
CAROM_ALWAYS_INLINE void turn(Four (&parts)[N]) {
  const Four first = parts[0];
  CAROM_UNROLL
  for (std::size_t k = 0; k < N; ++k) {
    parts[k] = __builtin_shufflevector(parts[k], k + 1 < N ? parts[k + 1] : first, 1, 2, 3, 4);
  }
}

template <std::size_t N>
CAROM_ALWAYS_INLINE void turn(Eight (&parts)[N]) {
  const Eight first = parts[0];
  CAROM_UNROLL
  for (std::size_t k = 0; k < N; ++k) {
    parts[k] = __builtin_shufflevector(parts[k], k + 1 < N ? parts[k + 1] : first, 1, 2, 3, 4, 5, 6, 7, 8);
  }
}

}  // namespace carom::detail
