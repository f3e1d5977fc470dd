#include "swept/swept_loop.hpp"

#include <gtest/gtest.h>

#include "world/testing/bare_world_test.hpp"

namespace carom::swept_test {
namespace {

/// A disc that flies to the right, and one that it hits in the middle of the second step of 1.
World two_discs() {
  World world = make_world(settings_with(1));
  add(world, disc(1, {0, 0}, {2, 0}));
  add(world, disc(1, {5, 0}));
  return world;
}

TEST(SweptLoop, BetweenStepsTheLoopKnowsWhereBodiesAre) {
  BareWorld bare(two_discs(), detail::make_swept_loop);
  detail::TimeLoop& loop = *bare.state.loop;
  EXPECT_FALSE(loop.is_current());
  bare.step();
  ASSERT_TRUE(loop.is_current());
  EXPECT_TRUE(loop.is_finite());
  EXPECT_EQ(bare.stored(0).state.at, (Vec2{0, 0})) << "nothing has asked for it";
  loop.refresh(bare.stored(0));
  EXPECT_EQ(bare.stored(0).state.at, (Vec2{2, 0}));
  loop.release();
  EXPECT_FALSE(loop.is_current());
  EXPECT_FALSE(loop.is_finite()) << "it does not know";
}

TEST(SweptLoop, AnAbandonedStepLeavesBodiesWhereItBegan) {
  BareWorld bare(two_discs(), detail::make_swept_loop);
  bare.step();
  bare.step();
  bare.state.loop->abandon();
  EXPECT_EQ(bare.stored(0).state.at, (Vec2{2, 0}));
  EXPECT_EQ(bare.stored(0).state.velocity, (Vec2{2, 0}));
  EXPECT_EQ(bare.stored(1).state.at, (Vec2{5, 0}));
  EXPECT_FALSE(bare.state.loop->is_current());
}

TEST(SweptLoop, EventsGetTheirHandlesWhenAskedFor) {
  BareWorld bare(two_discs(), detail::make_swept_loop);
  bare.step();
  bare.step();
  bare.state.loop->complete_events();
  ASSERT_EQ(bare.state.last.events.size(), 1U);
  const detail::EventRecord& event = bare.state.last.events[0];
  EXPECT_EQ(event.a, bare.stored(0).id);
  EXPECT_EQ(event.b, bare.stored(1).id);
  EXPECT_EQ(event.serial_b, 1U);
  EXPECT_EQ(bare.state.loop->departed(1), bare.stored(1).id);
}

TEST(SweptLoop, PathsAreTheSameForOneQuestionAndForMany) {
  BareWorld bare(two_discs(), detail::make_swept_loop);
  bare.step();
  bare.step();
  const auto once = bare.state.loop->paths(detail::PathUse::once);
  const auto often = bare.state.loop->paths(detail::PathUse::often);
  for (const double time : {1.0, 1.25, 1.5, 1.75}) {
    for (const std::uint64_t serial : {0U, 1U}) {
      const auto one = once->state(bare.stored(serial), nullptr, time);
      const auto other = often->state(bare.stored(serial), nullptr, time);
      ASSERT_TRUE(one && other);
      EXPECT_EQ(one->at, other->at);
      EXPECT_EQ(one->velocity, other->velocity);
    }
  }
  EXPECT_EQ(once->state(bare.stored(0), nullptr, 1.25)->at, (Vec2{2.5, 0}));
  EXPECT_EQ(once->state(bare.stored(1), nullptr, 1.75)->at, (Vec2{5.5, 0}));
}

/// A border that can be moved, and something fixed with no mover near: it is tested against that as if it were one.
TEST(SweptLoop, ABorderThatCanBeMovedMeetsWhatIsFixed) {
  for (const bool first : {true, false}) {
    World world = make_world(settings_with(1.0 / 64, 1));
    const auto post = [&] { add(world, fixed(disc(1, {0, 0}))); };
    if (first) post();
    BodyDef line = moving(border(Axis::y, -6), {0, 20});
    line.fixed = false;
    line.mass = 0.7;
    const BodyId id = add(world, line);
    if (!first) post();
    std::size_t met = 0;
    run_until(world, 0.5, [&](const ContactEvent& event) {
      ++met;
      EXPECT_NEAR(event.t, 0.25, 1e-12);
    });
    EXPECT_EQ(met, 1U);
    EXPECT_EQ(velocity(world, id), (Vec2{0, -20}));
  }
}

}  // namespace
}  // namespace carom::swept_test
