#include <gtest/gtest.h>

#include "world/testing/rotating_world_test.hpp"

// What stays apart is not asked about; what does not is met.
namespace carom::swept_test {
namespace {

/// Two that pass each other by little, and two that do not: a corner that comes round, a drum's wall, a line.
TEST(RotatingSeparation, ACornerThatComesRoundIsMet) {
  for (const double spin : {0.0, 20.0}) {
    World world = make_world(settings_with(0.1, 1, {}));
    const BodyId still = add(world, block(2, 2, {}));
    BodyDef blade = block(0.2, 4, {2.9, 0}, k_pi / 2 + 0.8);
    blade.spin = spin;
    add(world, blade);
    world.step();
    EXPECT_EQ(world.events().empty(), spin == 0);
    EXPECT_EQ(at(world, still) == (Vec2{}), spin == 0);
  }
}

TEST(RotatingSeparation, TheWallOfADrumIsMet) {
  std::vector<Vec2> wall;
  for (int k = 0; k < 8; ++k) wall.push_back(turned(Vec2{5, 0}, sin_cos(k_pi / 4 * k)));
  for (const double speed : {1.0, 60.0}) {
    World world = make_world(settings_with(0.1, 1, {}));
    BodyDef drum;
    drum.shape = Polygon::make(wall, true).value();
    drum.fixed = true;
    drum.spin = 0.5;
    add(world, drum);
    BodyDef box = block(1, 1, {});
    box.velocity = {speed, 0};
    box.spin = 1;
    const BodyId inside = add(world, box);
    world.step();
    EXPECT_EQ(world.events().empty(), speed == 1.0);
    EXPECT_LT(length(at(world, inside)), 5);
  }
}

TEST(RotatingSeparation, ALineIsMetByACorner) {
  for (const double spin : {0.0, 10.0}) {
    World world = make_world(settings_with(0.1, 1, {}));
    add(world, border(Axis::y, 0));
    BodyDef box = block(2, 2, {0, 1.2});
    box.spin = spin;
    add(world, box);
    world.step();
    EXPECT_EQ(world.events().empty(), spin == 0);
  }
}

}  // namespace
}  // namespace carom::swept_test
