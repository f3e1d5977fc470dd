#include "gravity/units.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "math/parallel.hpp"

namespace carom::detail {
namespace {

/// Bodies in one portion of the work of a thread.
constexpr std::size_t k_scaling_portion = 8192;

/// number = fraction · 2^exponent, fraction in [½, 1); 0 for zero and for what is not finite.
int exponent_of(double number) noexcept {
  int exponent = 0;
  if (std::isfinite(number)) std::frexp(number, &exponent);
  return exponent;
}

/// The largest of `size(k)`, 0 at least. In lanes: one after the other, each comparison would wait for the one before.
template <class Size>
double largest_of(std::size_t first, std::size_t last, const Size& size) noexcept {
  constexpr std::size_t lanes = 8;
  double largest[lanes] = {};
  std::size_t k = first;
  for (; k + lanes <= last; k += lanes) {
    for (std::size_t n = 0; n < lanes; ++n) largest[n] = std::max(largest[n], size(k + n));
  }
  for (; k < last; ++k) largest[0] = std::max(largest[0], size(k));
  return *std::max_element(std::begin(largest), std::end(largest));
}

/// Lengths and masses.
struct Largest {
  double length = 0;
  double mass = 0;
};

}  // namespace

Factor::Factor(double number, int exponent) noexcept {
  int own = 0;
  const double fraction = std::frexp(number, &own);
  // Beyond ±3000 everything that is not zero overflows or underflows anyway.
  const int whole = std::clamp(exponent + own, -3000, 3000);
  const int third = whole / 3;
  first_ = std::ldexp(fraction, third);
  middle_ = std::ldexp(1.0, third);
  last_ = std::ldexp(1.0, whole - 2 * third);
}

Units units_for(const Attraction& law, std::span<const Vec2> at, std::span<const double> mass, unsigned threads) {
  std::vector<Largest> parts((at.size() + k_scaling_portion - 1) / k_scaling_portion);
  parallel_portions(at.size(), k_scaling_portion, threads, [&](std::size_t first, std::size_t last) {
    parts[first / k_scaling_portion] = {
        largest_of(first, last, [&](std::size_t k) { return std::max(std::abs(at[k].x), std::abs(at[k].y)); }),
        largest_of(first, last, [&](std::size_t k) { return mass[k]; })};
  });
  Largest largest{law.softening, 0};
  for (const Largest& part : parts)
    largest = {std::max(largest.length, part.length), std::max(largest.mass, part.mass)};
  const int length = exponent_of(largest.length);
  const int heavy = exponent_of(largest.mass);
  const double softening = std::ldexp(law.softening, -length);
  return {.length = Factor(1, -length),
          .mass = Factor(1, -heavy),
          .acceleration = Factor(law.G, heavy - 2 * length),
          .potential = Factor(-law.G, 2 * heavy - length),
          .softening_squared = std::max(softening * softening, k_least_square)};
}

}  // namespace carom::detail
