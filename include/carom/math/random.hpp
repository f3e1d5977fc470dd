#pragma once

#include <array>
#include <cstdint>

#include "carom/math/vec2.hpp"

namespace carom {

/// Random numbers that are the same everywhere: the standard library's distributions differ between platforms, these are
/// made of exact bit moves, + - * / √ and carom's own logarithm.
///
/// Source     xoshiro256** 1.0 (Blackman, Vigna, "Scrambled linear pseudorandom number generators", 2021), its state filled
///            from the seed by SplitMix64 (Steele, Lea, Flood 2014); the polar method (Marsaglia, Bray 1964)
/// Range      period 2^256 - 1; every seed is a good one
/// Tests      random_test: the published algorithm's own numbers, moments, chi-square
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept;

  /// 64 random bits.
  [[nodiscard]] std::uint64_t bits() noexcept;
  /// In [0, 1): one of 2^53 numbers, evenly spaced.
  [[nodiscard]] double uniform() noexcept;
  /// In [low, high]; `high` itself only where rounding leads there.
  [[nodiscard]] double uniform(double low, double high) noexcept;
  /// 0 … n - 1, all alike; n at least 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) noexcept;
  /// A unit vector, any direction alike.
  [[nodiscard]] Vec2 direction() noexcept;
  /// Two independent numbers of mean 0 and variance 1, normally distributed.
  [[nodiscard]] Vec2 normal_pair() noexcept;
  /// One such number.
  [[nodiscard]] double normal() noexcept { return normal_pair().x; }

 private:
  [[nodiscard]] Vec2 in_unit_disc() noexcept;

  std::array<std::uint64_t, 4> state_;
};

}  // namespace carom
