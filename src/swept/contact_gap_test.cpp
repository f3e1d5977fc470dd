#include "swept/contact_gap.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

/// Bodies of a step without a world.
class ContactGap : public testing::Test {
 protected:
  BodyRef add(const BodyShape& shape, Vec2 at, double reach, bool hollow_or_fixed = false) {
    Body body;
    body.shape = shape;
    body.state.at = at;
    body.reach = reach;
    body.mass = 1;
    body.inverse_mass = hollow_or_fixed ? 0 : 1;
    body.serial = bodies.all().size();
    const BodyId id = state.now.bodies.add(body);
    return bodies.add(state.now.bodies.at_slot(id.slot), {}).ref;
  }
  static BodyShape disc(double radius) { return Circle{.radius = radius, .center = {}, .hollow = false}; }

  World::State state;
  StepBodies bodies;
};

TEST_F(ContactGap, OfTwoDiscs) {
  const BodyRef a = add(disc(1), {0, 0}, 1);
  const BodyRef b = add(disc(2), {0, 4}, 2);
  const StepContext context(state, 1, {});
  const auto gap = gap_of_pair(context, bodies, a, b, 0);
  ASSERT_TRUE(gap);
  EXPECT_DOUBLE_EQ(gap->size, 1);
  EXPECT_EQ(gap->normal, (Vec2{0, -1}));
  EXPECT_DOUBLE_EQ(apart_along(context, bodies, a, b, gap->normal, 0), 4);
  EXPECT_FALSE(room_in_ring(context, bodies, a, b, 0));
}

TEST_F(ContactGap, OfADiscInARing) {
  const BodyRef ring = add(Circle{.radius = 3, .center = {}, .hollow = true}, {0, 0}, 3, true);
  const BodyRef inner = add(disc(1), {1.5, 0}, 1);
  const StepContext context(state, 1, {});
  const auto gap = gap_of_pair(context, bodies, inner, ring, 0);
  ASSERT_TRUE(gap);
  EXPECT_DOUBLE_EQ(gap->size, 0.5);
  EXPECT_EQ(gap->normal, (Vec2{-1, 0}));
  EXPECT_EQ(room_in_ring(context, bodies, inner, ring, 0), 2);
}

TEST_F(ContactGap, ToAnEdge) {
  state.settings.bounds = Bounds{{-5, -5}, {5, 5}, Edges::rebound};
  const BodyRef a = add(disc(1), {3, 0}, 1);
  const StepContext context(state, 1, {});
  const Gap gap = gap_to_edge(context, bodies, a, BodyRef::edge(1), 0);
  EXPECT_DOUBLE_EQ(gap.size, 1);
  EXPECT_EQ(gap.normal, (Vec2{-1, 0}));
}

}  // namespace
}  // namespace carom::detail
