#include "event/event_contacts.hpp"

#include <gtest/gtest.h>

#include "event/event_parts_test.hpp"

namespace carom::swept_test {
namespace {

using detail::BodyRef;

/// Two bodies alone.
struct Pair {
  Pair(const BodyDef& a, const BodyDef& b) : world(world_with(event_settings(), {a, b})), parts(world) {}

  World world;
  EventParts parts;
  detail::ContactPipeline contacts{world, parts.state};
  detail::EventPairRules rules{parts.w.bodies, contacts};
  detail::EventOverlaps overlaps{parts.w.context, parts.w.bodies, rules};
  detail::EventContactFinder finder{parts.w.context, parts.w.bodies, rules, overlaps};
};

TEST(EventContacts, TheTimeOfEveryKindOfPair) {
  const BodyRef a = BodyRef::mover(0);
  Pair discs(disc(1, {0, 0}, {1, 0}), disc(1, {5, 0}));
  EXPECT_EQ(discs.finder.pair_time(a, BodyRef::mover(1), {}), 3);
  Pair boxes(moving(box({1, 1}, {0, 0}), {1, 0}), box({1, 1}, {5, 0}));
  EXPECT_NEAR(boxes.finder.pair_time(a, BodyRef::mover(1), {}), 3, 1e-12);
  Pair wall(disc(1, {0, 0}, {1, 0}), fixed(box({1, 1}, {5, 0})));
  EXPECT_NEAR(wall.finder.pair_time(a, BodyRef::fixed(0), {}), 3, 1e-12);
  Pair inside(disc(1, {0, 0}, {1, 0}), fixed(ring(5, {0, 0})));
  EXPECT_EQ(inside.finder.pair_time(a, BodyRef::fixed(0), {}), 4);
  Pair apart(disc(1, {0, 0}, {-1, 0}), disc(1, {5, 0}));
  EXPECT_EQ(apart.finder.pair_time(a, BodyRef::mover(1), {}), detail::k_never);
}

TEST(EventContacts, InsideARingTheNormalPointsInward) {
  Pair inside(disc(1, {0, 0}, {1, 0}), fixed(ring(5, {0, 0})));
  inside.parts.w.context.now = 4;
  const auto contact = inside.finder.contact(BodyRef::mover(0), BodyRef::fixed(0), {});
  ASSERT_TRUE(contact);
  EXPECT_EQ(contact->side, Side::inner);
  EXPECT_EQ(contact->normal, (Vec2{-1, 0}));
  EXPECT_EQ(contact->point, (Vec2{5, 0}));
}

TEST(EventContacts, FiltersKeepPairsApart) {
  BodyDef other = disc(1, {5, 0});
  other.mask = 2;
  Pair pair(disc(1, {0, 0}, {1, 0}), other);
  EXPECT_EQ(pair.finder.pair_time(BodyRef::mover(0), BodyRef::mover(1), {}), detail::k_never);
}

}  // namespace
}  // namespace carom::swept_test
