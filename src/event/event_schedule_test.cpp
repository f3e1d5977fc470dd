#include "event/event_schedule.hpp"

#include <gtest/gtest.h>

#include "event/event_parts_test.hpp"

namespace carom::swept_test {
namespace {

using detail::EventPartner;

/// Discs that stand still in one order, so that mover and body index are the same.
EventParts standing() {
  return EventParts(world_with(event_settings(), {disc(1, {0, 0}), disc(1, {3, 0}), disc(1, {6, 0}), disc(1, {9, 0})}));
}

TEST(EventSchedule, TheEarlierContactTakesThePartner) {
  EventParts parts = standing();
  detail::EventSchedule& schedule = parts.w.schedule;
  const detail::EventBodies& bodies = parts.w.bodies;
  parts.w.cells.empty(4);
  schedule.clear();
  schedule.take(0, {5, EventPartner::mover(1)});
  EXPECT_EQ(bodies.mover(1).partner, EventPartner::mover(0));
  schedule.take(2, {4, EventPartner::mover(1)});
  EXPECT_EQ(bodies.mover(1).partner, EventPartner::mover(2));
  EXPECT_EQ(bodies.mover(1).event, 4);
  // Left without a partner: it predicts again when the two would have met.
  EXPECT_TRUE(bodies.mover(0).partner.is_none());
  EXPECT_EQ(bodies.mover(0).event, 5);
}

TEST(EventSchedule, TurnsComeInTheirOrder) {
  EventParts parts = standing();
  detail::EventSchedule& schedule = parts.w.schedule;
  parts.w.cells.empty(4);
  schedule.clear();
  schedule.take(3, {7, EventPartner::expires()});
  schedule.take(0, {2, EventPartner::mover(1)});
  schedule.open_year(0, 1);
  const detail::Calendar::Entry* first = schedule.next();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->t, 2);
  const detail::Calendar::Entry entry = *first;
  schedule.drop();
  EXPECT_LE(schedule.first_of_ties(entry), 1U) << "one of the two that meet";
  schedule.forget(0);
  schedule.forget(1);
  while (const detail::Calendar::Entry* next = schedule.next()) {
    if (next->t == schedule.hour(next->mover)) break;
    schedule.drop();
  }
  const detail::Calendar::Entry* last = schedule.next();
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->mover, 3U);
  EXPECT_EQ(last->t, 7);
}

}  // namespace
}  // namespace carom::swept_test
