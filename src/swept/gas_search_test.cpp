#include "math/effort_test.hpp"
#include "swept/bare_step_test.hpp"
#include "world/testing/gas_world_test.hpp"

// Gases have cells and loops of their own. There must be no visible difference: their results are compared with the
// general loop's, which runs as soon as there is one body that meets no other.
namespace carom::swept_test {
namespace {

bool is_gas(const World& world) {
  BareSteps steps(world, 1);
  steps.step();
  return steps.was_gas();
}

/// The gas alone, and the same with a ghost. How many contacts.
std::uint64_t expect_same_as_others(World world, int steps) {
  World other = with_a_ghost(world);
  EXPECT_TRUE(is_gas(world));
  EXPECT_FALSE(is_gas(other));
  return expect_same(world, other, steps);
}

TEST(SweptGas, WhatIsOneAndWhatIsNot) {
  const double size = width({.count = 200});
  const auto with = [&](const std::vector<BodyDef>& others) { return gas({.count = 200}, others); };
  EXPECT_TRUE(is_gas(with({})));
  EXPECT_TRUE(is_gas(gas({.count = 200, .edges = Edges::periodic})));
  EXPECT_TRUE(is_gas(gas({.count = 200, .largest = 3.9})));
  EXPECT_TRUE(is_gas(with({fixed(disc(3, {size / 2, size / 2}))})));
  EXPECT_TRUE(is_gas(with({fixed(box({3, 2}, {size / 2, size / 2}))})));
  EXPECT_FALSE(is_gas(gas({.count = 120})));
  EXPECT_FALSE(is_gas(gas({.count = 200, .edges = Edges::remove})));
  const auto giants = [&](int count) {
    std::vector<BodyDef> result;
    for (int k = 0; k < count; ++k) result.push_back(disc(4.1, {size * (k + 0.5) / count, size / 2}));
    return result;
  };
  EXPECT_TRUE(is_gas(with(giants(1))));
  EXPECT_TRUE(is_gas(with(giants(4))));
  EXPECT_FALSE(is_gas(with(giants(5))));
  EXPECT_FALSE(is_gas(with({disc(0, {size / 2, size / 2})})));
  EXPECT_FALSE(is_gas(with({box({1, 1}, {size / 2, size / 2})})));
  EXPECT_FALSE(is_gas(with({ring(2, {size / 2, size / 2})})));
  EXPECT_FALSE(is_gas(with({moving(fixed(box({3, 3}, {size / 2, size / 2})), {0, 5})})));
  EXPECT_FALSE(is_gas(with({ghost({size / 2, size / 2})})));
  BodyDef lossy = disc(1, {size / 2, size / 2});
  lossy.restitution = 0.5;
  EXPECT_TRUE(is_gas(with({lossy})));
  EXPECT_TRUE(is_gas(gas({.count = 200, .gravity = {0, -9.81}})));
  BodyDef fleeting = disc(1, {size / 2, size / 2});
  fleeting.lifetime = 0.15;
  EXPECT_FALSE(is_gas(with({fleeting})));
}

TEST(SweptGas, TheSameBitsInABox) {
  EXPECT_GT(expect_same_as_others(gas({.count = 600}), 10), 500U);
  EXPECT_GT(expect_same_as_others(gas({.count = 600, .covered = 0.65}), 5), 500U);
  EXPECT_GT(expect_same_as_others(gas({.count = 600, .covered = 0.4, .largest = 3.9}), 10), 200U);
  EXPECT_GT(expect_same_as_others(gas({.count = 600, .dt = 2}), 2), 2000U);
}

TEST(SweptGas, TheSameBitsInAPeriodicBox) {
  EXPECT_GT(expect_same_as_others(gas({.count = 600, .edges = Edges::periodic}), 10), 500U);
  EXPECT_GT(expect_same_as_others(gas({.count = 600, .covered = 0.65, .edges = Edges::periodic}), 5), 500U);
  EXPECT_GT(expect_same_as_others(gas({.count = 130, .covered = 0.5, .edges = Edges::periodic, .dt = 1}), 4), 500U);
}

TEST(SweptGas, TheSameBitsAmongFixtures) {
  const double middle = width({.count = 600}) / 2;
  const std::vector<BodyDef> fixtures = {fixed(disc(5, {middle, middle})), fixed(box({3, 6}, {middle / 2, middle})),
                                         segment({1.4 * middle, 0.8 * middle}, {1.6 * middle, 1.2 * middle}),
                                         fixed(ring(12, {1.2 * middle, 0.5 * middle})), border(Axis::x, 0.02 * middle)};
  EXPECT_GT(expect_same_as_others(gas({.count = 600}, fixtures), 10), 500U);
}

TEST(SweptGas, TheSameBitsAroundGiants) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    const GasPlan plan{.count = 600, .covered = 0.2, .edges = edges};
    const double size = width(plan);
    const std::vector<BodyDef> giants = {disc(9, {size / 3, size / 2}, {3, 1}), disc(14, {0.7 * size, 0.4 * size}),
                                         disc(5, {0.3 * size, 0.8 * size}, {-30, 0}, 4)};
    EXPECT_GT(expect_same_as_others(gas(plan, giants), 10), 400U);
  }
}

/// Some come to rest on each other, and some are held together: a gas does that too.
TEST(SweptGas, TheSameBitsWhereEnergyIsLost) {
  const int steps = test::is_short_run() ? 8 : 20;
  EXPECT_GT(expect_same_as_others(gas({.count = 400, .covered = 0.5, .restitution = 0.5}), steps),
            50U * static_cast<unsigned>(steps));
  EXPECT_GT(expect_same_as_others(gas({.count = 400, .gravity = {0, -9.81}}), 10), 200U);
  const Vec2 strong{0, -1000};
  World heap = gas({.count = 150, .covered = 0.5, .dt = 1.0 / 60, .restitution = 0.2, .gravity = strong});
  World other = with_a_ghost(heap);
  EXPECT_TRUE(is_gas(heap));
  EXPECT_GT(expect_same(heap, other, steps), 50U * static_cast<unsigned>(steps));
  EXPECT_GT(heap.policies().rests, 0U) << "nothing has come to rest, so nothing was tested";
}

/// It is in no cell. In the periodic box it goes around several times before it meets another.
TEST(SweptGas, ABulletMeetsTheSameBodies) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    for (const double covered : {0.3, 0.002}) {
      const GasPlan plan{.count = 300, .covered = covered, .edges = edges};
      const double size = width(plan);
      for (const double angle : {0.0, 0.3, 0.71}) {
        const Vec2 velocity = 100 * size * Vec2{1 - angle, angle};
        World world = gas(plan, {disc(1, {size / 3, size / 2}, velocity, 1e-3), disc(1, {size / 2, size / 3})});
        SCOPED_TRACE(std::to_string(covered) + " covered, angle " + std::to_string(angle));
        EXPECT_GT(expect_same_as_others(std::move(world), 2), 4U);
      }
    }
  }
}

/// Discs of radius 1 on a lattice around the origin, which fly apart, some of them after others.
World explosion(WorldSettings settings, int side) {
  World world = make_world(std::move(settings));
  for (int k = 0; k < side * side; ++k) {
    const Vec2 place{2.5 * (k % side - 0.5 * (side - 1)), 2.5 * (k / side - 0.5 * (side - 1))};
    add(world, disc(1, place, (0.3 + 0.1 * ((k * 7) % 11)) * place + Vec2{0.01 * k, -0.02 * k}));
  }
  return world;
}

/// Within one step they are in many windows, and soon far from where they were when it began.
TEST(SweptGas, ACrowdThatFliesApart) {
  for (const double dt : {0.5, 5.0, 500.0}) {
    SCOPED_TRACE(dt);
    EXPECT_GT(expect_same_as_others(explosion(settings_with(dt), 14), 2), 80U);
  }
}

TEST(SweptGas, ACrowdInTheMiddleOfNowhere) {
  const WorldSettings settings = bounded(settings_with(0.5), {-1e9, -1e9}, {1e9, 1e9});
  EXPECT_GT(expect_same_as_others(explosion(settings, 14), 3), 80U);
}

TEST(SweptGas, ACrowdOnALine) {
  for (const bool upright : {false, true}) {
    World world = make_world(settings_with(0.5));
    for (int k = 0; k < 150; ++k) {
      const Vec2 place{3.0 * k, 0};
      const Vec2 velocity{k % 2 == 0 ? 1.0 : -1.5, 0};
      const auto turned = [&](Vec2 v) { return upright ? Vec2{0, v.x} : v; };
      add(world, disc(1, turned(place), turned(velocity)));
    }
    EXPECT_GT(expect_same_as_others(std::move(world), 4), 100U);
  }
}

TEST(SweptGas, LongPeriodicBoxes) {
  std::uint64_t contacts = 0;
  for (const double aspect : {10.0, 500.0, 3000.0}) {
    for (const bool upright : {false, true}) {
      const double wide = 10;
      const Vec2 size = upright ? Vec2{wide, aspect * wide} : Vec2{aspect * wide, wide};
      World world = make_world(bounded(settings_with(4), {0, 0}, size, Edges::periodic));
      for (int k = 0; k < 140; ++k) {
        const double far = (k + 0.5) * aspect * wide / 140;
        const Vec2 velocity{k % 2 == 0 ? 9.0 : -7.0, 5.0 - 0.2 * k};
        add(world, disc(0.3, upright ? Vec2{0.07 * k, far} : Vec2{far, 0.07 * k}, velocity));
      }
      SCOPED_TRACE(aspect);
      if (aspect > 1000) {
        EXPECT_FALSE(is_gas(world));
      } else {
        contacts += expect_same_as_others(std::move(world), 4);
      }
    }
  }
  EXPECT_GT(contacts, 100U);
}

}  // namespace
}  // namespace carom::swept_test
