#include "carom/toi/time_of_impact.hpp"

#include <gtest/gtest.h>

#include <array>

#include "carom/toi/circle_circle.hpp"
#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(TimeOfImpact, TwoBordersMakeNoSense) {
  EXPECT_EQ(time_of_impact(MovingShape(wall(0)), MovingShape(floor_at(0))).outcome, Outcome::unanswerable);
  EXPECT_EQ(time_of_impact(MovingShape(wall(0)), MovingShape(wall(0))).outcome, Outcome::unanswerable);
}

// Every shape comes down by 4 onto every shape that lies below: at t = 1/2, pushed up.
TEST(TimeOfImpact, EveryPairInEitherOrder) {
  const auto box_above = box(-1, 2, 1, 4).moving({0, -4});
  const auto room_above = room(-1, 2, 1, 4).moving({0, -4});
  const auto box_below = box(-9, -4, 9, 0);
  const auto room_below = room(-9, -4, 9, 0);
  const std::array<MovingShape, 6> above{
      MovingShape(disc(1, {0, 3}, {0, -1})), ring(1, {0, 3}, {0, -1}), point({0, 2}, {0, -2}),
      segment({-1, 2}, {1, 2}, {0, -4}),     MovingPolygon(box_above), MovingPolygon(room_above)};
  const std::array<MovingShape, 7> below{
      MovingShape(disc(1, {0, -1})), ring(1, {0, -1}),         point({0, 0}), floor_at(0), segment({-9, 0}, {9, 0}),
      MovingPolygon(box_below),      MovingPolygon(room_below)};
  for (std::size_t i = 0; i < above.size(); ++i) {
    for (std::size_t j = 0; j < below.size(); ++j) {
      SCOPED_TRACE(testing::Message() << i << " onto " << j);
      expect_hit(above[i], below[j], {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
    }
  }
}

TEST(TimeOfImpact, TheDispatcherSaysWhatTheKernelSays) {
  const MovingCircle a = disc(1, {-5, 0}, {5, 0});
  const MovingCircle b = disc(1, {0, 0});
  EXPECT_EQ(time_of_impact(MovingShape(a), MovingShape(b)).contact.t, time_of_impact(a, b).contact.t);
}

}  // namespace
}  // namespace carom
