#include "overlap/common_point.hpp"

#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(CommonPoint, Contains) {
  const Rest room = box(0, 0, 4, 4);
  const Rest arena = box(0, 0, 4, 4, true);
  for (const Vec2 p : {Vec2{0, 0}, Vec2{4, 2}, Vec2{1, 4}}) {
    EXPECT_TRUE(detail::contains(chain_of_rest(room), p));
    EXPECT_TRUE(detail::contains(chain_of_rest(arena), p));
  }
  EXPECT_TRUE(detail::contains(chain_of_rest(room), {2, 2}));
  EXPECT_FALSE(detail::contains(chain_of_rest(arena), {2, 2}));
  EXPECT_FALSE(detail::contains(chain_of_rest(room), {4 + 0x1p-50, 2}));
}

TEST(CommonPoint, IsTheMiddleOfWhatConvexShapesShare) {
  EXPECT_EQ(detail::common_point(chain_of_rest(box(0, 0, 4, 4)), chain_of_rest(box(2, 1, 9, 3))), (Vec2{3, 2}));
  EXPECT_EQ(detail::common_point(chain_of_rest(box(0, 0, 4, 4)), chain_of_rest(box(1, 1, 3, 3))), (Vec2{2, 2}));
  EXPECT_EQ(detail::common_point(chain_of_rest(box(0, 0, 4, 4)), chain_of_rest(box(4, 0, 8, 4))), (Vec2{4, 2}));
}

TEST(CommonPoint, OfLinesLiesOnBoth) {
  const Rest arena = box(0, 0, 4, 4, true);
  const Rest other = box(2, 2, 6, 6, true);
  const Vec2 p = detail::common_point(chain_of_rest(arena), chain_of_rest(other));
  EXPECT_TRUE(detail::contains(chain_of_rest(arena), p) && detail::contains(chain_of_rest(other), p));
}

TEST(CommonPoint, OfARingAndAWall) {
  const Segment wall{{Vec2{-10, 3}, Vec2{10, 3}}};
  const Vec2 p = detail::common_point(Circle{5, {0, 0}, true}, chain_of(wall), {0, -1});
  EXPECT_EQ(std::abs(p.x), 4);
  EXPECT_EQ(p.y, 3);
  const Segment short_wall{{Vec2{1, 3}, Vec2{10, 3}}};
  EXPECT_EQ(detail::common_point(Circle{5, {0, 0}, true}, chain_of(short_wall), {0, -1}), (Vec2{4, 3}));
}

TEST(CommonPoint, OfARingInASolid) {
  const Vec2 p = detail::common_point(Circle{1, {5, 5}, true}, chain_of_rest(box(0, 0, 10, 10)), {0, 1});
  EXPECT_EQ(p, (Vec2{5, 4}));
}

}  // namespace
}  // namespace carom::resting
