#pragma once

#include <cstdint>

#include "carom/math/vec2.hpp"

/// The input of the broad phases: bounding circles in straight flight through one window of time.
///
/// Times run from 0, the window's start, to its length. "May touch" means that the boxes which two flights cover overlap, and
/// errs on one side only: bodies that touch are reported. The boxes are larger than need be by 1e-9 of radii and displacements
/// in BruteForce, by about 1e-6 of the extent of all in FlightGrid. Test: brute_force_test, flight_grid_test.
namespace carom {

/// At the time t the centre is at + t velocity.
struct Flight {
  Vec2 at;
  Vec2 velocity;
  double radius = 0;
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

}  // namespace carom
