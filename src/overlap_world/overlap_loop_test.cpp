#include "overlap_world/overlap_loop.hpp"

#include <gtest/gtest.h>

#include "world/testing/bare_world_test.hpp"

namespace carom::swept_test {
namespace {

TEST(OverlapLoop, KeepsNothingBetweenSteps) {
  WorldSettings settings = settings_with(1);
  settings.detection = Detection::overlap;
  World world = make_world(settings);
  add(world, disc(1, {0, 0}, {2, 0}));
  BareWorld bare(world, detail::make_overlap_loop);
  detail::TimeLoop& loop = *bare.state.loop;
  EXPECT_TRUE(loop.has_steps());
  EXPECT_TRUE(loop.reports_touches());
  bare.step();
  EXPECT_FALSE(loop.is_current());
  EXPECT_EQ(bare.stored(0).state.at, (Vec2{2, 0}));
}

TEST(OverlapLoop, PathsLeadToWhereTheMoveEndedNotToWhereBodiesWerePushed) {
  WorldSettings settings = settings_with(1);
  settings.detection = Detection::overlap;
  World world = make_world(settings);
  add(world, disc(1, {0, 0}, {2, 0}));
  add(world, fixed(disc(1, {3.5, 0})));
  BareWorld bare(world, detail::make_overlap_loop);
  bare.step();
  EXPECT_LT(bare.stored(0).state.at.x, 2) << "pushed back";
  const auto half = bare.state.loop->paths(detail::PathUse::once)->state(bare.stored(0), nullptr, 0.5);
  ASSERT_TRUE(half);
  EXPECT_EQ(half->at, (Vec2{1, 0}));
  EXPECT_EQ(half->velocity, (Vec2{2, 0}));
}

}  // namespace
}  // namespace carom::swept_test
