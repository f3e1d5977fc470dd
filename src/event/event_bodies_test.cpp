#include "event/event_bodies.hpp"

#include <gtest/gtest.h>

#include "event/event_parts_test.hpp"

namespace carom::swept_test {
namespace {

using detail::BodyRef;
using detail::EventPartner;

World three_discs_and_a_wall() {
  return world_with(event_settings(1, {0, -8}),
                    {disc(1, {0, 10}, {1, 0}, 2), fixed(disc(2, {5, 5})), disc(1, {20, 10}), disc(1, {40, 10}, {}, 4)});
}

TEST(EventBodies, AMoversRefFollowsItsOrder) {
  EventParts parts(three_discs_and_a_wall());
  detail::EventBodies& bodies = parts.w.bodies;
  ASSERT_EQ(bodies.mover_count(), 3U);
  ASSERT_EQ(bodies.fixed().size(), 1U);
  std::vector<std::uint32_t> from{2, 0, 1};
  bodies.reorder(from, true);
  for (std::uint32_t index = 0; index < 4; ++index) {
    const BodyRef ref = bodies.directory().ref(index);
    EXPECT_EQ(bodies.body_index(ref), index);
    EXPECT_EQ(bodies.body(ref).serial, index);
    EXPECT_EQ(bodies.inverse_mass(ref), bodies.body(ref).inverse_mass);
    EXPECT_EQ(ref.is_fixed(), index == 1);
  }
  EXPECT_EQ(bodies.mover(0).at.x, 40);
  EXPECT_EQ(bodies.mover(1).at.x, 0);
}

TEST(EventBodies, MoversFallAndFixedBodiesDoNot) {
  EventParts parts(three_discs_and_a_wall());
  const detail::EventBodies& bodies = parts.w.bodies;
  EXPECT_EQ(bodies.position(BodyRef::mover(0), 0.5), (Vec2{0.5, 9}));
  EXPECT_EQ(bodies.velocity(BodyRef::mover(0), 0.5), (Vec2{1, -4}));
  EXPECT_EQ(bodies.position(BodyRef::fixed(0), 0.5), (Vec2{5, 5}));
  EXPECT_EQ(bodies.sweep(BodyRef::mover(0), 0.5).since, 0.5);
  EXPECT_TRUE(bodies.is_disc(BodyRef::fixed(0)));
}

TEST(EventBodies, WindowsKeepTheMassAndForgetTheEvent) {
  EventParts parts(three_discs_and_a_wall());
  detail::EventBodies& bodies = parts.w.bodies;
  bodies.set_event(0, {3, EventPartner::mover(1)});
  bodies.use_windows();
  bodies.count_change(0);
  EXPECT_EQ(bodies.mover(0).changes, 1U);
  EXPECT_EQ(bodies.inverse_mass(0U), 0.5);
  bodies.use_calendar();
  EXPECT_EQ(bodies.inverse_mass(0U), 0.5);
  EXPECT_TRUE(bodies.mover(0).partner.is_none());
  EXPECT_EQ(bodies.mover(0).event, detail::k_never);
}

TEST(EventBodies, APartnerIsABodyOrAnEventOfItsOwn) {
  const EventPartner mover = EventPartner::mover(7);
  EXPECT_TRUE(mover.is_mover());
  EXPECT_EQ(mover.ref(), BodyRef::mover(7));
  EXPECT_EQ(mover.kind(), EventPartner::Kind::body);
  const EventPartner edge = BodyRef::edge(3);
  EXPECT_TRUE(edge.is_edge());
  EXPECT_FALSE(edge.is_body());
  EXPECT_TRUE(EventPartner(BodyRef::fixed(0)).is_fixed());
  for (const EventPartner none : {EventPartner::outside(), EventPartner::expires(), EventPartner::around()}) {
    EXPECT_FALSE(none.is_mover() || none.is_fixed() || none.is_edge() || none.is_body() || none.is_none());
    EXPECT_NE(none.kind(), EventPartner::Kind::body);
  }
  EXPECT_TRUE(EventPartner().is_none());
}

}  // namespace
}  // namespace carom::swept_test
