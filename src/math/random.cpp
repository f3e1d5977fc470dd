#include "carom/math/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "carom/math/elementary.hpp"

namespace carom {

Random::Random(std::uint64_t seed) noexcept {
  for (std::uint64_t& word : state_) {
    seed += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    word = mixed ^ (mixed >> 31U);
  }
}

std::uint64_t Random::bits() noexcept {
  auto& [a, b, c, d] = state_;
  const std::uint64_t result = std::rotl(b * 5, 7) * 9;
  const std::uint64_t shifted = b << 17U;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= shifted;
  d = std::rotl(d, 45);
  return result;
}

double Random::uniform() noexcept { return static_cast<double>(bits() >> 11U) * 0x1p-53; }

double Random::uniform(double low, double high) noexcept { return std::min(low + (high - low) * uniform(), high); }

std::uint64_t Random::below(std::uint64_t n) noexcept {
  // As few bits as n - 1 has, drawn again while they are too large: no number is likelier than another.
  const auto unused = static_cast<unsigned>(std::countl_zero((n - 1) | 1));
  for (;;) {
    const std::uint64_t drawn = bits() >> unused;
    if (drawn < n) return drawn;
  }
}

/// But for its centre and its rim.
Vec2 Random::in_unit_disc() noexcept {
  for (;;) {
    // Named, because the order of the arguments of a call is the compiler's choice.
    const double x = 2 * uniform() - 1;
    const double y = 2 * uniform() - 1;
    const double squared = x * x + y * y;
    if (squared > 0 && squared < 1) return {x, y};
  }
}

Vec2 Random::direction() noexcept { return unit(in_unit_disc()); }

Vec2 Random::normal_pair() noexcept {
  const Vec2 p = in_unit_disc();
  const double squared = dot(p, p);
  return std::sqrt(-2 * natural_log(squared) / squared) * p;
}

}  // namespace carom
