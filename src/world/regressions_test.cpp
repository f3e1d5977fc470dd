#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "world/testing/swept_world_test.hpp"

// What other engines are known to get wrong, each as a test named after what it shows.
namespace carom::swept_test {
namespace {

struct Sliding {
  const char* name;
  Detection detection = Detection::swept;
  double restitution = 1;
  double gravity = 0;
  bool turns = true;
  friend void PrintTo(const Sliding& sliding, std::ostream* out) { *out << sliding.name; }
};

/// A floor of eight tiles side by side, their tops at y = 0, whose inner corners are where others stumble; and what slides on it,
/// from the middle of the first tile to that of the last.
struct TiledFloor {
  World world;
  BodyId slider;
  std::vector<ContactEvent> events;

  TiledFloor(const Sliding& on, BodyDef def) : world(make(on)) {
    for (int k = 0; k < 8; ++k) add(world, fixed(box({0.5, 0.5}, {k + 0.5, -0.5})));
    def.velocity = {2, 0};
    def.turns = on.turns;
    slider = add(world, std::move(def));
    run_until(world, 3.25, [&](const ContactEvent& event) { events.push_back(event); });
  }
  static World make(const Sliding& on) {
    WorldSettings settings = settings_with(1.0 / 64, on.restitution, {0, -on.gravity});
    settings.detection = on.detection;
    return make_world(settings);
  }
};

class DiscOverSeams : public testing::TestWithParam<Sliding> {};

TEST_P(DiscOverSeams, LosesNoSpeed) {
  for (const double height : {0.25, 0.25 + 1e-9, 0.26}) {
    const TiledFloor floor(GetParam(), disc(0.25, {0.5, height}));
    EXPECT_EQ(velocity(floor.world, floor.slider).x, 2);
    EXPECT_NEAR(at(floor.world, floor.slider).x, 7, 1e-12);
    EXPECT_NEAR(at(floor.world, floor.slider).y, height, 0.011);
    for (const ContactEvent& event : floor.events) EXPECT_EQ(event.normal.x, 0) << "no corner is ever met";
    // With restitution 0 each tile is told of once.
    const std::size_t most = GetParam().gravity == 0 ? 0 : GetParam().restitution == 0 ? 8 : 192;
    EXPECT_LE(floor.events.size(), most);
  }
}

INSTANTIATE_TEST_SUITE_P(Loops, DiscOverSeams,
                         testing::Values(Sliding{"swept"}, Sliding{"swept_falling", Detection::swept, 0, 10},
                                         Sliding{"swept_bouncing", Detection::swept, 1, 10},
                                         Sliding{"swept_unturned", Detection::swept, 0, 10, false},
                                         Sliding{"event", Detection::event},
                                         Sliding{"event_falling", Detection::event, 0, 10}),
                         testing::PrintToStringParamName());

class BoxOverSeams : public testing::TestWithParam<Sliding> {};

// Exactly level with the tiles and held by no field, it meets the corner of the next one: docs/limits.md.
TEST_P(BoxOverSeams, MeetsNoneAndLosesNoSpeed) {
  const TiledFloor floor(GetParam(), box({0.25, 0.25}, {0.5, 0.25}));
  EXPECT_TRUE(floor.events.empty());
  EXPECT_EQ(velocity(floor.world, floor.slider).x, 2);
  EXPECT_NEAR(at(floor.world, floor.slider).x, 7, 1e-12);
  EXPECT_NEAR(floor.world.body(floor.slider)->state.angle, 0, 1e-15);
}

INSTANTIATE_TEST_SUITE_P(Loops, BoxOverSeams,
                         testing::Values(Sliding{"rotating", Detection::swept, 1, 10},
                                         Sliding{"event", Detection::event, 0, 10, false}),
                         testing::PrintToStringParamName());

TEST(SeamsWithoutTouch, ABreathAboveThemIsEnough) {
  for (const bool turns : {false, true}) {
    const TiledFloor floor({"", Detection::swept, 1, 0, turns}, box({0.25, 0.25}, {0.5, 0.25 + 1e-9}));
    EXPECT_TRUE(floor.events.empty());
    EXPECT_EQ(velocity(floor.world, floor.slider), (Vec2{2, 0}));
  }
}

class Simultaneous : public testing::TestWithParam<Detection> {
 protected:
  [[nodiscard]] static WorldSettings settings(double dt) {
    WorldSettings s = settings_with(dt);
    s.detection = GetParam();
    return s;
  }
};

TEST_P(Simultaneous, ABallIntoA45DegreeCornerComesStraightBack) {
  World world = make_world(settings(1));
  const BodyId ball = add(world, disc(0.5, {2, 2}, {-2, -2}));
  add(world, border(Axis::x, 0));
  add(world, border(Axis::y, 0));
  world.step();
  EXPECT_EQ(world.collision_count(), 2U) << "both walls at once, at t = 0.75";
  EXPECT_EQ(world.events()[0].t, 0.75);
  EXPECT_EQ(world.events()[1].t, 0.75);
  EXPECT_EQ(velocity(world, ball), (Vec2{2, 2}));
  EXPECT_EQ(at(world, ball), (Vec2{1, 1}));
}

TEST_P(Simultaneous, ABallIntoTheCornersOfABoxComesStraightBack) {
  WorldSettings s = bounded(settings(1), {-2, -2}, {2, 2});
  for (const Vec2 way : {Vec2{4, 4}, Vec2{-4, 4}, Vec2{4, -4}, Vec2{-4, -4}}) {
    World world = make_world(s);
    const BodyId ball = add(world, disc(0.5, {0, 0}, way));
    world.step();
    EXPECT_EQ(velocity(world, ball), -way);
    EXPECT_NEAR(at(world, ball).x, -0.25 * way.x, 1e-15);
  }
}

TEST_P(Simultaneous, ABallBetweenTwoSlopesOf45DegreesGoesUpAgain) {
  World world = make_world(settings(1));
  const BodyId ball = add(world, disc(std::numbers::sqrt2 / 2, {0, 4}, {0, -4}));
  add(world, segment({0, 0}, {5, 5}));
  add(world, segment({0, 0}, {-5, 5}));
  world.step();
  EXPECT_NEAR(velocity(world, ball).x, 0, 1e-14);
  EXPECT_NEAR(velocity(world, ball).y, 4, 1e-14);
  EXPECT_NEAR(at(world, ball).x, 0, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Loops, Simultaneous, testing::Values(Detection::swept, Detection::event));

TEST(Merges, TwentyFourInAStep) {
  WorldSettings settings = settings_with(1);
  settings.rules.push_back({{"*", "*"}, Response::merge, {}, {}, {}});
  World world = make_world(settings);
  Vec2 momentum;
  // All close in on the middle, and would be there at t = 0.75.
  for (int k = 0; k < 25; ++k) {
    const Vec2 place{static_cast<double>(k % 5) - 2, static_cast<double>(k / 5) - 2};
    const Vec2 way = (-4.0 / 3) * place + Vec2{0.5, 0.25};
    add(world, disc(0.125, place, way, 1 + k));
    momentum = momentum + (1.0 + k) * way;
  }
  world.step();
  EXPECT_EQ(world.collision_count(), 24U);
  ASSERT_EQ(world.body_count(), 1U);
  const Body& one = *world.body(world.bodies().front());
  EXPECT_EQ(one.mass, 25 * 26 / 2);
  EXPECT_NEAR(one.mass * one.state.velocity.x, momentum.x, 1e-12);
  EXPECT_NEAR(one.mass * one.state.velocity.y, momentum.y, 1e-12);
  EXPECT_NEAR(std::get<Circle>(one.shape).radius, 5 * 0.125, 1e-14) << "its area is that of all";
}

}  // namespace
}  // namespace carom::swept_test
