#include "overlap_world/overlap_touches.hpp"

#include <gtest/gtest.h>

#include "world/testing/overlap_world_test.hpp"

namespace carom::test {
namespace {

/// Three bodies, of which a test says which touch, step by step.
struct ThreeBodies {
  World shell = overlap_world(stepping(0.125));
  World::State state;

  ThreeBodies() {
    for (const double x : {0.0, 2.0, 4.0}) {
      const BodyId id = add(shell, disc({x, 0}));
      state.now.bodies.add(*shell.body(id));
    }
  }

  /// A step in which these pairs overlap; what it tells.
  std::vector<Touch> step(const std::vector<detail::PairKey>& overlapping,
                          const std::vector<detail::PairKey>& passing = {}, std::optional<BodyId> removed = {}) {
    state.last.clear();
    detail::ContactPipeline contacts(shell, state);
    detail::OverlapBodies bodies(state.now.bodies);
    bodies.gather(state.undo);
    detail::OverlapTouches touches(state.now, bodies, contacts, 1);
    for (const detail::PairKey& key : overlapping) {
      if (!touches.touched_before(key) && !touches.noted(key)) {
        touches.notify_begin(bodies.party(key.a), bodies.party(key.b));
      }
      touches.note(key);
    }
    for (const detail::PairKey& key : passing) touches.note_passing(key);
    if (removed) state.now.bodies.remove(*removed);
    touches.close();
    return state.last.touches;
  }
};

TEST(OverlapTouches, AnUninterruptedContactBeginsOnceAndEndsOnce) {
  ThreeBodies three;
  const auto begins = three.step({{0, 1}});
  ASSERT_EQ(begins.size(), 1U);
  EXPECT_EQ(begins[0].change, TouchChange::begin);
  EXPECT_TRUE(three.step({{0, 1}}).empty());
  const auto ends = three.step({});
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].change, TouchChange::end);
  EXPECT_EQ(ends[0].a.serial, 0U);
  EXPECT_EQ(ends[0].b->serial, 1U);
  EXPECT_TRUE(three.step({}).empty());
}

TEST(OverlapTouches, ABodyThatGoesEndsItsContactsAndNoOther) {
  ThreeBodies three;
  three.step({{0, 1}, {1, 2}});
  const BodyId last = three.state.now.bodies.by_serial(2)->id;
  const auto told = three.step({{0, 1}, {1, 2}}, {}, last);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].change, TouchChange::end);
  EXPECT_EQ(told[0].b->serial, 2U);
  EXPECT_EQ(three.state.now.touching.size(), 1U);
}

TEST(OverlapTouches, APassLastsAsLongAsTheOverlap) {
  ThreeBodies three;
  three.step({{0, 1}}, {{0, 1}});
  EXPECT_TRUE(three.state.now.passing.contains({0, 1}));
  three.step({});
  EXPECT_TRUE(three.state.now.passing.empty());
}

TEST(OverlapTouches, AHitOnTheWallIsToldOfABodyThatRestsOnTheFloor) {
  WorldSettings settings = in_bounds(0.125, Edges::rebound, {-2, -2}, {2, 2});
  settings.gravity = {0, -1};
  settings.restitution = 0;
  World world = overlap_world(settings);
  const BodyId ball = add(world, disc({0.0625, -1.5}, {1, 0}));
  run(world, 16);
  EXPECT_EQ(world.collision_count(), 2U);
  EXPECT_EQ(at(world, ball), (Vec2{1.5, -1.5}));
  EXPECT_EQ(velocity(world, ball), (Vec2{}));
}

}  // namespace
}  // namespace carom::test
