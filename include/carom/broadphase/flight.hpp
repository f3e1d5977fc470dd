#pragma once

#include <cstdint>

#include "carom/math/vec2.hpp"

/// What the broad phases speak of: bounding circles in straight flight through one window of time.
///
/// Times run from 0, the window's start, to its length. "May touch" errs on one side only: whoever touches is reported, and
/// of those who do not, only such as pass within 1e-9 of it, as a fraction of their radii and displacements (and the
/// roundings of their coordinates). Test: brute_force_test.
namespace carom {

/// At the time t the centre is at + t velocity.
struct Flight {
  Vec2 at;
  Vec2 velocity;
  double radius = 0;
  /// It is its bounding circle, and solid. Two discs whose centres part do not meet.
  bool disc = true;
};

/// One that may be met; in a periodic box its image, moved by (image_x width, image_y height).
struct Near {
  std::uint32_t place = 0;
  std::int8_t image_x = 0;
  std::int8_t image_y = 0;

  friend constexpr auto operator<=>(const Near&, const Near&) noexcept = default;
};

/// Two that may meet, first < second. The image is second's.
struct NearPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::int8_t image_x = 0;
  std::int8_t image_y = 0;

  friend constexpr auto operator<=>(const NearPair&, const NearPair&) noexcept = default;
};

/// What leaves at one side comes in at the other. Images further than 127 boxes away are not looked at.
struct PeriodicBox {
  Vec2 min;
  Vec2 max;
};

/// Whom a question is about: those of the asker's strip, or all.
enum class Scope : std::uint8_t { strip, everywhere };

}  // namespace carom
