#include "event/event_loop.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "world/testing/bare_world_test.hpp"

namespace carom::swept_test {
namespace {

/// A disc that flies to the right and hits another at t = 1.5.
World two_discs() {
  WorldSettings settings = settings_with(1);
  settings.detection = Detection::event;
  World world = make_world(settings);
  add(world, disc(1, {0, 0}, {2, 0}));
  add(world, disc(1, {5, 0}));
  return world;
}

TEST(EventLoop, BetweenRunsTheFlightsAreTheBodies) {
  BareWorld bare(two_discs(), detail::make_event_loop);
  detail::TimeLoop& loop = *bare.state.loop;
  EXPECT_FALSE(loop.has_steps());
  EXPECT_FALSE(loop.is_current());
  bare.step();
  ASSERT_TRUE(loop.is_current());
  EXPECT_TRUE(loop.is_finite());
  EXPECT_EQ(bare.stored(0).state.at, (Vec2{0, 0})) << "nothing has asked for it";
  loop.settle();
  EXPECT_EQ(bare.stored(0).state.at, (Vec2{2, 0}));
  loop.release();
  EXPECT_FALSE(loop.is_current());
}

TEST(EventLoop, SavedFlightsAreResumedOnlyWhereTheyLeadToTheBodies) {
  BareWorld bare(two_discs(), detail::make_event_loop);
  bare.step();
  detail::TimeLoop& loop = *bare.state.loop;
  loop.settle();
  loop.save_flights();
  EXPECT_EQ(bare.state.now.flights.size(), 2U);
  EXPECT_TRUE(loop.can_resume_flights());
  bare.stored(1).state.at.x = std::nextafter(5.0, 6.0);
  EXPECT_FALSE(loop.can_resume_flights());
}

TEST(EventLoop, PathsNeedTheRecordOfTheRun) {
  BareWorld bare(two_discs(), detail::make_event_loop);
  bare.step();
  bare.step();
  for (const auto use : {detail::PathUse::once, detail::PathUse::often}) {
    bare.state.recording = true;
    const auto before = bare.state.loop->paths(use)->state(bare.stored(0), nullptr, 1.25);
    const auto after = bare.state.loop->paths(use)->state(bare.stored(1), nullptr, 1.75);
    ASSERT_TRUE(before && after);
    EXPECT_EQ(before->at, (Vec2{2.5, 0}));
    EXPECT_EQ(after->at, (Vec2{5.5, 0}));
    bare.state.recording = false;
    EXPECT_FALSE(bare.state.loop->paths(use)->state(bare.stored(0), nullptr, 1.25));
  }
}

}  // namespace
}  // namespace carom::swept_test
