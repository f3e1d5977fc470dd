#pragma once

#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {

/// A disc of radius 0.1 in a fixed ring of radius 1, let go at the angle `swing` from the lowest point: how far it swings after
/// a minute. On its way it keeps to the ring, up to `within`.
inline double swing_after_a_minute(const WorldSettings& settings, double swing, double within) {
  World world = make_world(settings);
  add(world, fixed(ring(1, {})));
  const BodyId ball = add(world, disc(0.1, {0.9 * std::sin(swing), -0.9 * std::cos(swing)}));
  double widest = 0;
  while (world.time() < 64) {
    world.step();
    const Vec2 now = at(world, ball);
    EXPECT_NEAR(length(now), 0.9, within);
    if (world.time() > 60) widest = std::max(widest, std::abs(std::atan2(now.x, -now.y)));
  }
  return widest;
}

}  // namespace carom::swept_test
