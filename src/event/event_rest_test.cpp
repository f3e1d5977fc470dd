#include <gtest/gtest.h>

#include <cmath>

#include "world/testing/event_world_test.hpp"

// Stacks of light and heavy boxes under gravity: they stand, whatever their masses are, and time goes on. Jams without it.
namespace carom::swept_test {
namespace {

constexpr double k_gravity = 10;

struct Stack {
  int boxes = 2;
  double ratio = 1;
  double restitution = 0;
  std::optional<double> width = {};  ///< between two walls
  double gap = 0;                    ///< above each box, and below the first
};

/// A unit box that moves freely.
BodyDef unit_box(Vec2 place, double mass) {
  BodyDef def = box({0.5, 0.5}, place);
  def.fixed = false;
  def.mass = mass;
  return def;
}

struct Standing {
  World world;
  std::vector<BodyId> boxes;
};

Standing stand(const Stack& stack) {
  WorldSettings settings = event_settings(stack.restitution);
  settings.gravity = {0, -k_gravity};
  Standing standing{make_world(settings), {}};
  add(standing.world, border(Axis::y, 0));
  if (stack.width) {
    add(standing.world, border(Axis::x, -0.5 * *stack.width));
    add(standing.world, border(Axis::x, 0.5 * *stack.width));
  }
  for (int k = 0; k < stack.boxes; ++k) {
    const Vec2 place{0, 0.5 + stack.gap + k * (1 + stack.gap)};
    standing.boxes.push_back(add(standing.world, unit_box(place, k % 2 == 0 ? 1 : stack.ratio)));
  }
  return standing;
}

double energy(const World& world) { return world.energy().total() - world.exchanged_energy(); }

/// No body is inside another, or under the floor.
void expect_no_overlap(const Standing& standing) {
  double below = 0;
  for (const BodyId box : standing.boxes) {
    const Vec2 place = at(standing.world, box);
    EXPECT_GE(place.y - 0.5, below - 1e-9);
    below = place.y + 0.5;
  }
}

void expect_standing(const Stack& stack, double duration) {
  SCOPED_TRACE(testing::Message() << stack.boxes << " boxes, 1 : " << stack.ratio << ", e = " << stack.restitution
                                  << ", width " << stack.width.value_or(0));
  Standing standing = stand(stack);
  const double before = energy(standing.world);
  while (standing.world.time() < duration) {
    ASSERT_TRUE(standing.world.step_to(standing.world.time() + 0.25).completed());
    expect_no_overlap(standing);
    for (std::size_t k = 0; k < standing.boxes.size(); ++k) {
      EXPECT_NEAR(at(standing.world, standing.boxes[k]).y, 0.5 + static_cast<double>(k), 1e-3);
    }
  }
  EXPECT_NEAR(energy(standing.world), before, 1e-12 * std::abs(before) * (1 + stack.boxes));
  EXPECT_LT(static_cast<double>(standing.world.collision_count()), 100'000.0 * stack.boxes * duration)
      << "each at its time, but not without end";
}

TEST(EventRest, AStackOfAnyMassesStands) {
  for (const double ratio : {1e2, 1e4, 1e7}) {
    for (const double e : {0.0, 0.5}) {
      expect_standing({.boxes = 2, .ratio = ratio, .restitution = e}, 1);
      expect_standing({.boxes = 5, .ratio = ratio, .restitution = e}, 0.5);
    }
  }
}

TEST(EventRest, AHeavyBoxOnALightOneStandsForTenSeconds) {
  expect_standing({.boxes = 2, .ratio = 1e5, .restitution = 0}, 10);
}

TEST(EventRest, BetweenWallsOfItsWidth) {
  for (const double ratio : {1e2, 1e7}) {
    for (const double width : {1.0, 1.01}) {
      expect_standing({.boxes = 3, .ratio = ratio, .restitution = 0.5, .width = width}, 0.5);
    }
  }
}

/// Where they do not rattle, 1 : 100, a light box on a heavy one is thrown some millimetres high by the heavy one's hop.
TEST(EventRest, WithoutLossToo) {
  for (const double ratio : {1e4, 1e7}) expect_standing({.boxes = 3, .ratio = ratio, .restitution = 1}, 0.5);
}

/// A heavy box that falls onto a light one rebounds as it would from the floor.
TEST(EventRest, AHeavyBoxReboundsThroughALightOne) {
  for (const double e : {0.25, 0.5}) {
    WorldSettings settings = event_settings(e);
    settings.gravity = {0, -k_gravity};
    World world = make_world(settings);
    add(world, border(Axis::y, 0));
    add(world, unit_box({0, 0.5}, 1));
    const BodyId heavy = add(world, unit_box({0, 2.5}, 1e7));
    const double before = energy(world);
    world.step_to(std::sqrt(2 * 1.0 / k_gravity) + 0.02);
    EXPECT_NEAR(velocity(world, heavy).y, e * std::sqrt(2 * k_gravity) - 0.02 * k_gravity, 0.02) << e;
    EXPECT_GE(world.policies().rests, 1U);
    EXPECT_NEAR(energy(world), before, 1e-12 * before);
  }
}

/// With energy of its own nothing is taken from an elastic pair, however often it meets.
TEST(EventRest, ElasticBoxesKeepWhatIsTheirs) {
  Standing standing = stand({.boxes = 2, .ratio = 1e4, .restitution = 1, .gap = 0.5});
  const double before = standing.world.energy().total();
  ASSERT_TRUE(standing.world.step_to(3).completed());
  EXPECT_EQ(standing.world.policies().rests, 0U);
  EXPECT_EQ(standing.world.exchanged_energy(), 0);
  EXPECT_NEAR(standing.world.energy().total(), before, 1e-9 * before);
  expect_no_overlap(standing);
}

/// A run that is cut in the midst of rattling goes on in the same bits.
TEST(EventRest, CutsAreNotSeen) {
  const Stack stack{.boxes = 3, .ratio = 1e4, .restitution = 0.5, .gap = 0.125};
  Standing whole = stand(stack);
  whole.world.step_to(0.75);
  Standing cut = stand(stack);
  while (cut.world.time() < 0.75) {
    const World::Snapshot kept = cut.world.snapshot();
    cut.world.restore(kept);
    cut.world.step_to(std::min(0.75, cut.world.time() + 0.003));
  }
  for (std::size_t k = 0; k < whole.boxes.size(); ++k) {
    EXPECT_EQ(at(whole.world, whole.boxes[k]), at(cut.world, cut.boxes[k]));
    EXPECT_EQ(velocity(whole.world, whole.boxes[k]), velocity(cut.world, cut.boxes[k]));
  }
  EXPECT_EQ(whole.world.policies().rests, cut.world.policies().rests);
}

/// Discs in a tube, in gaps of 1e-11 of their size, one of which is struck: at every contact energy is lost, in the end all
/// of what they have against each other.
TEST(EventRest, AJamThatIsStruckComesToRest) {
  constexpr int k_discs = 8;
  constexpr double k_gap = 1e-11;
  for (const double e : {0.9, 0.5}) {
    const double length = k_discs + (k_discs + 1) * k_gap;
    World world = make_world(bounded(event_settings(e), {0, -0.5 - k_gap}, {length, 0.5 + k_gap}));
    for (int k = 0; k < k_discs; ++k) {
      add(world,
          disc(0.5, {0.5 + k_gap + k * (1 + k_gap), 0}, {k == 3 ? 1.0 : 0.0, k == 3 ? 0.25 : 0.0}, 1.0 + 0.1 * k));
    }
    const double before = energy(world);
    for (double t = 0.25; t <= 2; t += 0.25) {
      ASSERT_TRUE(world.step_to(t).completed());
      ASSERT_LT(world.collision_count(), 20'000U) << "each at its time, but not without end";
    }
    EXPECT_GE(world.policies().rests, 1U);
    EXPECT_LT(world.energy().kinetic, 1e-12) << e;
    EXPECT_NEAR(energy(world), before, 1e-12 * before);
    double left = 0;
    for (const BodyId id : world.bodies()) {
      EXPECT_GE(at(world, id).x - 0.5, left - 1e-14);
      left = at(world, id).x + 0.5;
    }
    EXPECT_LE(left, length + 1e-14);
  }
}

/// Where nothing loses energy a jam keeps what it has.
TEST(EventRest, AnElasticJamKeepsItsEnergy) {
  World world = make_world(bounded(event_settings(1), {0, -0.6}, {3 + 1e-9, 0.6}));
  for (int k = 0; k < 3; ++k) add(world, disc(0.5, {0.5 + k * (1 + 4e-10), 0}, {k == 1 ? 1.0 : 0.0, 0}, 1.0 + 0.1 * k));
  const double before = world.energy().kinetic;
  ASSERT_TRUE(world.step_to(1e-6).completed());
  EXPECT_GE(world.collision_count(), 1000U);
  EXPECT_EQ(world.policies().rests, 0U);
  EXPECT_NEAR(world.energy().kinetic, before, 1e-12 * before);
}

}  // namespace
}  // namespace carom::swept_test
