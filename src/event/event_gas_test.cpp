#include "event/event_gas.hpp"

#include <gtest/gtest.h>

#include "event/event_parts_test.hpp"

namespace carom::swept_test {
namespace {

/// So many discs of radius 0.5, the last one of `last`, on a lattice, all with the same velocity.
World discs_with_speed(int count, double speed, double last = 0.5) {
  World world = make_world(bounded(event_settings(), {0, 0}, {60, 60}));
  for (int k = 0; k < count; ++k) {
    add(world, disc(k + 1 < count ? 0.5 : last, {2.0 * (k % 20) + 5, 2.0 * (k / 20) + 5}, {speed, 0}));
  }
  return world;
}

struct Measured {
  explicit Measured(const World& world) : parts(world) {
    parts.w.context.unobserved = true;
    gas.measure();
  }
  EventParts parts;
  detail::EventGas& gas = parts.w.gas;
};

TEST(EventGas, ManySimilarDiscsSuitWindows) {
  EXPECT_TRUE(Measured(discs_with_speed(256, 1)).gas.suits_windows());
  EXPECT_FALSE(Measured(discs_with_speed(255, 1)).gas.suits_windows());
  EXPECT_TRUE(Measured(discs_with_speed(256, 1, 1)).gas.suits_windows());
  EXPECT_FALSE(Measured(discs_with_speed(256, 1, 1.1)).gas.suits_windows());
  Measured observed(discs_with_speed(256, 1));
  observed.parts.w.context.unobserved = false;
  EXPECT_FALSE(observed.gas.suits_windows());
}

TEST(EventGas, CrowdedDiscsGetSmallerCells) {
  Measured measured(discs_with_speed(300, 1));
  detail::EventGas& gas = measured.gas;
  const double width = gas.cells().width;
  gas.note_cells(5);
  EXPECT_EQ(gas.cells().width, width) << "no more than by chance";
  gas.note_cells(30);
  const double smaller = gas.cells().width;
  EXPECT_LT(smaller, 0.8 * width);
  gas.note_cells(1);
  EXPECT_GT(gas.cells().width, smaller) << "too small now";
  for (int k = 0; k < 20; ++k) gas.note_cells(1000);
  EXPECT_GT(gas.cells().width, gas.cells().diameter);
  gas.reset();
  EXPECT_EQ(gas.cells().width, width);
}

TEST(EventGas, AWindowIsShorterWhereDiscsAreFaster) {
  Measured measured(discs_with_speed(300, 3));
  detail::EventGas& gas = measured.gas;
  const double length = gas.window_length(gas.cells());
  EXPECT_GT(length, 0);
  gas.note_speeds(4 * 300 * 9.0);
  EXPECT_DOUBLE_EQ(gas.window_length(gas.cells()), length / 2);
  Measured at_rest(discs_with_speed(300, 0));
  EXPECT_EQ(at_rest.gas.window_length(at_rest.gas.cells()), detail::k_never);
}

}  // namespace
}  // namespace carom::swept_test
