#include "world/pairs/narrow.hpp"

#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

namespace carom::detail {
namespace {

Sweep sweep(Vec2 at, Vec2 velocity, double radius, double since = 0) {
  Sweep f;
  f.at = at;
  f.velocity = velocity;
  f.radius = radius;
  f.since = since;
  f.inverse_mass = 1;
  return f;
}

/// Two shapes in flight, with all that a pair refers to.
struct Two {
  Sweep a;
  Sweep b;
  BodyShape shape_a;
  BodyShape shape_b;
  std::vector<Vec2> scratch;

  [[nodiscard]] SweepPair pair(double horizon, double not_before = 0) const {
    return {a, b, shape_a, shape_b, {}, horizon, not_before};
  }
};

BodyShape disc(double radius) { return Circle{.radius = radius, .center = {}, .hollow = false}; }

TEST(Narrow, DiscsMeet) {
  const Sweep a = sweep({-4, 0}, {4, 0}, 1);
  const Sweep b = sweep({2, 0}, {0, 0}, 1);
  EXPECT_EQ(disc_contact_time(a, b, {}, 2), 1);
  EXPECT_FALSE(disc_contact_time(a, b, {}, 0.5)) << "beyond the step";
  EXPECT_FALSE(disc_contact_time(sweep({-4, 0}, {-4, 0}, 1), b, {}, 2)) << "parting";
  EXPECT_EQ(disc_contact_time(a, b, {-2, 0}, 2), 0.5) << "an image two to the left";
}

TEST(Narrow, ItCountsFromTheLaterFlight) {
  const Sweep a = sweep({-4, 0}, {4, 0}, 1);
  const Sweep b = sweep({0, 0}, {-4, 0}, 1, 0.25);
  EXPECT_EQ(disc_contact_time(a, b, {}, 2), 0.25 + 1.0 / 8);
}

TEST(Narrow, DiscsThatOverlapByRoundingMeetNowIfTheyClose) {
  const Sweep b = sweep({2 - 1e-15, 0}, {0, 0}, 1);
  EXPECT_EQ(disc_contact_time(sweep({0, 0}, {1, 0}, 1), b, {}, 1), 0);
  EXPECT_FALSE(disc_contact_time(sweep({0, 0}, {-1, 0}, 1), b, {}, 1));
  EXPECT_FALSE(disc_contact_time(sweep({0, 0}, {0, 1}, 1), b, {}, 1)) << "sliding past";
  EXPECT_FALSE(disc_contact_time(sweep({0, 0}, {1e-16, 1}, 1), b, {}, 1)) << "closing by rounding";
}

TEST(Narrow, ADiscMeetsASegment) {
  Two two{sweep({0, 3}, {0, -4}, 1), sweep({0, 0}, {}, 2), disc(1), Segment{{Vec2{-2, 0}, Vec2{2, 0}}}, {}};
  const auto contact = next_contact(two.pair(1), two.scratch);
  ASSERT_TRUE(contact);
  EXPECT_EQ(contact->t, 0.5);
  EXPECT_EQ(contact->normal, (Vec2{0, 1})) << "pushes a off b";
  EXPECT_EQ(contact->point, (Vec2{0, 0}));
  std::swap(two.a, two.b);
  std::swap(two.shape_a, two.shape_b);
  const auto mirrored = next_contact(two.pair(1), two.scratch);
  ASSERT_TRUE(mirrored);
  EXPECT_EQ(mirrored->t, 0.5);
  EXPECT_EQ(mirrored->normal, (Vec2{0, -1}));
}

TEST(Narrow, ABallOnOneWallOfAnArenaMeetsTheNext) {
  // It overlaps the floor by rounding and slides along it: the wall must not be hidden by that.
  const BodyShape arena = Polygon::make({{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true).value();
  for (const double deeper : {0.0, 1e-15, -1e-15, 1e-13}) {
    Two two{sweep({5, 1 - deeper}, {8, 0}, 1), sweep({0, 0}, {}, 15), disc(1), arena, {}};
    const auto contact = next_contact(two.pair(1), two.scratch);
    ASSERT_TRUE(contact) << deeper;
    EXPECT_NEAR(contact->t, 0.5, 1e-12);
    EXPECT_EQ(contact->normal, (Vec2{-1, 0}));
  }
}

TEST(Narrow, DeepOverlapsMustPartFirst) {
  Two two{sweep({0, 0.5}, {0, 1}, 1), sweep({0, 0}, {}, 2), disc(1), Segment{{Vec2{-2, 0}, Vec2{2, 0}}}, {}};
  EXPECT_FALSE(next_contact(two.pair(0.25), two.scratch)) << "parting, though deep";
  EXPECT_TRUE(entering(two.pair(0.25), two.scratch)) << "for those that pass it has begun";
}

TEST(Narrow, WhenTheyLastHaveAPointInCommon) {
  Two two{sweep({0, 0}, {2, 0}, 1), sweep({0, 0}, {}, 1), disc(1), disc(1), {}};
  EXPECT_EQ(leaving_time(two.pair(2), two.scratch), 1);
  EXPECT_FALSE(leaving_time(two.pair(0.5), two.scratch)) << "not in this step";
  two.a.at = {5, 0};
  EXPECT_EQ(leaving_time(two.pair(2), two.scratch), 0) << "they have none";
}

TEST(Narrow, WhenTheyFirstHaveNoneAfterNow) {
  const BodyShape ring = Circle{.radius = 4, .center = {}, .hollow = true};
  Two two{sweep({-8, 0}, {1, 0}, 1), sweep({0, 0}, {}, 4), disc(1), ring, {}};
  EXPECT_EQ(parting_time(two.pair(20), 3, two.scratch), 5) << "wholly inside";
  EXPECT_EQ(parting_time(two.pair(20), 11, two.scratch), 13) << "outside again";
  EXPECT_EQ(parting_time(two.pair(8), 3, two.scratch), 5);
  EXPECT_FALSE(parting_time(two.pair(4), 3, two.scratch));
  two.shape_b = Polygon::make({{-4, -4}, {4, -4}, {4, 4}, {-4, 4}}, true).value();
  EXPECT_EQ(parting_time(two.pair(20), 3, two.scratch), 5);
  EXPECT_EQ(parting_time(two.pair(20), 11, two.scratch), 13);
  EXPECT_EQ(parting_time(two.pair(8), 3, two.scratch), 5);
  two.shape_b = disc(4);
  EXPECT_EQ(parting_time(two.pair(20), 3, two.scratch), 13) << "solid";
}

TEST(Narrow, WithinSomeSlackAtTheEnd) {
  Two two{sweep({0, 2.5}, {0, -1}, 1), sweep({0, 0}, {}, 1), disc(1), disc(1), {}};
  EXPECT_TRUE(within(two.pair(0.5), {0, 1}, 1e-9, two.scratch));
  EXPECT_FALSE(within(two.pair(0.25), {0, 1}, 1e-9, two.scratch));
  EXPECT_TRUE(within(two.pair(0.25), {0, 1}, 0.3, two.scratch));
}

TEST(Narrow, ThePointThatTouches) {
  EXPECT_EQ(touching_point(disc(2), {0, -1}), (Vec2{0, -2}));
  const BodyShape square = Polygon::make({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}).value();
  EXPECT_EQ(touching_point(square, {0, -1}), (Vec2{0, -1})) << "of a face, its middle";
  EXPECT_EQ(touching_point(square, {0.6, 0.8}), (Vec2{1, 1}));
  EXPECT_EQ(touching_point(Segment{{Vec2{0, 0}, Vec2{4, 3}}}, {1, 0}), (Vec2{4, 3}));
}

/// What overlaps one wall and parts from it meets the others: of an arena, of a bay, of a ring.
TEST(Narrow, FromOneWallToTheOther) {
  const auto arena = [](bool hollow) {
    return BodyShape(Polygon::make({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, hollow).value());
  };
  Two two{sweep({0, 0.6}, {0, -1}, 0.5), sweep({0, 0}, {}, 3), disc(0.5), arena(true), {}};
  auto contact = next_contact(two.pair(9), two.scratch);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->t, 1.1, 1e-12);
  EXPECT_NEAR(contact->normal.y, 1, 1e-12);
  two.a.velocity = {1, -0.01};
  contact = next_contact(two.pair(9), two.scratch);
  ASSERT_TRUE(contact) << "before it has left the first one";
  EXPECT_NEAR(contact->t, 1.5, 1e-12);
  EXPECT_NEAR(contact->normal.x, -1, 1e-12);
  two.shape_b = arena(false);
  two.a.velocity = {1, 0.01};
  EXPECT_FALSE(next_contact(two.pair(9), two.scratch)) << "out of a solid nothing stops";

  // A bay, open upward: out of its left side, into its right one.
  two.shape_b = Polygon::make({{-3, -2}, {3, -2}, {3, 2}, {1, 2}, {1, -1}, {-1, -1}, {-1, 2}, {-3, 2}}).value();
  two.a = sweep({-0.6, 0.5}, {1, 0}, 0.5);
  contact = next_contact(two.pair(9), two.scratch);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->t, 1.1, 1e-12);
  EXPECT_NEAR(contact->normal.x, -1, 1e-12);

  two.shape_b = Circle{.radius = 2, .center = {}, .hollow = true};
  two.a = sweep({0, 1.6}, {0, -1}, 0.5);
  contact = next_contact(two.pair(9), two.scratch);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->t, 3.1, 1e-12);
  EXPECT_NEAR(contact->normal.y, 1, 1e-12);
}

}  // namespace
}  // namespace carom::detail
