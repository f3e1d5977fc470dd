#include "world/bodies/leaving.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/math/random.hpp"
#include "world/testing/event_world_test.hpp"

namespace carom::swept_test {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();
constexpr Detection k_all[] = {Detection::swept, Detection::overlap, Detection::event};

Bounds around(double half) { return {{-half, -half}, {half, half}, Edges::remove}; }

detail::Outline round_one(double radius) { return detail::outline_of(Circle{radius, {}, false}); }

/// How many of these are left after a second, in bounds from -3 to 3 that remove.
std::size_t left_of(Detection detection, const std::vector<BodyDef>& bodies, double friction = 0) {
  WorldSettings settings = bounded(settings_with(0.125), {-3, -3}, {3, 3}, Edges::remove);
  settings.detection = detection;
  settings.friction = friction;
  World world = world_with(settings, bodies);
  for (int k = 0; k < 8; ++k) world.step_to(0.125 * (k + 1));
  EXPECT_EQ(world.collision_count(), 0U);
  return world.body_count();
}

TEST(Leaving, ABodyOutsideIsRemovedInEveryWorld) {
  for (const Detection detection : k_all) {
    const auto left = [&](const BodyDef& def) { return left_of(detection, {def}); };
    EXPECT_EQ(left(disc(0.5, {10, 0})), 0U);
    EXPECT_EQ(left(disc(0.5, {10, 0}, {-1, 0})), 0U) << "on its way in";
    EXPECT_EQ(left(disc(0.5, {3.4, 3.4})), 0U) << "beside a corner";
    EXPECT_EQ(left(disc(0.5, {3.3, 3.3})), 1U) << "over a corner";
    EXPECT_EQ(left(disc(0.5, {3.4, 0})), 1U);
  }
}

TEST(Leaving, FixedBodiesAreRemovedAsOthersAre) {
  for (const Detection detection : k_all) {
    const auto left = [&](const BodyDef& def) { return left_of(detection, {def, disc(0.5, {})}) - 1; };
    EXPECT_EQ(left(fixed(disc(0.5, {10, 0}))), 0U);
    EXPECT_EQ(left(fixed(disc(0.5, {3, 0}, {1, 0}))), 0U) << "it goes out";
    EXPECT_EQ(left(fixed(disc(0.5, {2, 0}, {1, 0}))), 1U) << "not yet";
    EXPECT_EQ(left(segment({-1, -10}, {1, -10}, {})), 0U);
    EXPECT_EQ(left(segment({-1, -2}, {1, -2}, {})), 1U);
    EXPECT_EQ(left(border(Axis::y, -10)), 1U) << "endless, so never outside";
  }
}

TEST(Leaving, FixedBodiesAmongThoseThatTurnToo) {
  const auto left = [](const BodyDef& def) { return left_of(Detection::swept, {def, disc(0.5, {})}, 0.5) - 1; };
  EXPECT_EQ(left(fixed(disc(0.5, {10, 0}))), 0U);
  EXPECT_EQ(left(segment({-1, -10}, {1, -10}, {})), 0U);
  EXPECT_EQ(left(disc(0.5, {3.4, 3.4})), 0U);
  EXPECT_EQ(left(border(Axis::y, -10)), 1U);
}

TEST(Leaving, OutAroundACorner) {
  const double gone = (3 + 0.5 * std::sqrt(0.5)) / 4;
  for (const Detection detection : {Detection::swept, Detection::event}) {
    for (const bool still : {false, true}) {
      WorldSettings settings = bounded(settings_with(0.125), {-3, -3}, {3, 3}, Edges::remove);
      settings.detection = detection;
      World world = make_world(settings);
      BodyDef def = disc(0.5, {}, {4, -4});
      const BodyId ball = add(world, still ? fixed(def) : def);
      world.step_to(gone - 1e-9);
      EXPECT_NE(world.body(ball), nullptr);
      world.step_to(gone + 1e-9);
      EXPECT_EQ(world.body(ball), nullptr);
    }
  }
}

TEST(Leaving, ByASideAndNever) {
  EXPECT_EQ(detail::leaving_time(round_one(1), {0, 0}, {2, 0}, {}, around(3)), 2);
  EXPECT_EQ(detail::leaving_time(round_one(1), {0, 0}, {}, {}, around(3)), k_endless);
  EXPECT_EQ(detail::leaving_time(round_one(1), {0, 0}, {}, {0, -2}, around(3)), 2);
  EXPECT_EQ(detail::leaving_time(round_one(1), {5, 0}, {-1, 0}, {}, around(3)), 0);
}

/// Just before the time told some of the disc is inside, just after it none.
TEST(Leaving, TheTimeIsThatAtWhichItIsOutside) {
  Random random(3);
  int corners = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec2 at{random.uniform(-3.2, 3.2), random.uniform(-3.2, 3.2)};
    const Vec2 velocity = random.normal_pair();
    const detail::Outline ball = round_one(random.uniform(0.3, 3));
    if (detail::is_outside(ball, at, around(3))) continue;
    const double t = detail::leaving_time(ball, at, velocity, {}, around(3));
    EXPECT_FALSE(detail::is_outside(ball, at + (t - 1e-9 * (1 + t)) * velocity, around(3))) << k;
    EXPECT_TRUE(detail::is_outside(ball, at + (t + 1e-6 * (1 + t)) * velocity, around(3))) << k;
    const Vec2 then = at + t * velocity;
    corners += std::abs(then.x) > 3 && std::abs(then.y) > 3 ? 1 : 0;
  }
  EXPECT_GT(corners, 200) << "else there is nothing to see";
}

}  // namespace
}  // namespace carom::swept_test
