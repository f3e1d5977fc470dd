#pragma once

#include <cstdint>
#include <span>

#include "worlds/event_types.hpp"

/// When two discs in flight meet.
///
/// Equation   |d + t w| = R, the earlier root: t = c / (√q - m), measured from the later of the two flights' beginnings
/// Symbols    d, w: place and velocity of one relative to the other then; R = ra + rb; m = d·w; c = d² - R²;
///            q = w² R² - (d×w)², the discriminant without its cancellation
/// Cases      m >= 0: they part; q <= 0: they pass; c <= 0: they touch or overlap by rounding, and meet now if they close
///            faster than rounding
/// Gravity    pulls both alike: relative to each other they fly straight
/// Error      a few roundings of d and w. The time is a pure function of the two flights: whoever asks, whenever, gets the same
///            bits. Test: event_pairs_test
/// Source     docs/mathematics.md, sections 1 and 17
namespace carom::detail {

/// k_never if they do not meet. `shift` is added to b.
[[nodiscard]] double meeting_time(const Mover& a, const Mover& b, Vec2 shift, Vec2 gravity) noexcept;

/// The normal of two discs that touch, `apart` from the second centre to the first. Two centres in one place have no
/// direction; any will do, as long as it is always the same.
[[nodiscard]] inline Vec2 disc_normal(Vec2 apart) noexcept {
  const double square = dot(apart, apart);
  return square > 0 ? (1 / std::sqrt(square)) * apart : Vec2{1, 0};
}

/// Who of `candidates` may meet a mover earlier than `limit`, and earlier than its own next event: m, c, q of those who do.
/// The same numbers as meeting_time's, four at a time; without gravity and images.
struct Prospects {
  static constexpr std::size_t k_most = 128;
  alignas(64) double m[k_most];
  alignas(64) double c[k_most];
  alignas(64) double q[k_most];
  alignas(64) double start[k_most];
  std::uint32_t chosen[k_most / 4];  ///< four bits each
};

/// For two askers at once, as after a contact. The candidates' number is a multiple of four.
void prospects_of_two(const Mover* movers, std::uint32_t a, std::uint32_t b, double limit,
                      std::span<const std::uint32_t> candidates, Prospects& of_a, Prospects& of_b) noexcept;
void prospects_of_one(const Mover* movers, std::uint32_t a, double limit, std::span<const std::uint32_t> candidates,
                      Prospects& of_a) noexcept;

[[nodiscard]] inline double meeting_time(const Prospects& p, std::size_t k) noexcept {
  return p.start[k] + (p.c[k] > 0 ? p.c[k] : 0) / (std::sqrt(p.q[k]) - p.m[k]);
}

}  // namespace carom::detail
