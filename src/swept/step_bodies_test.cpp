#include "swept/step_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace carom::detail {
namespace {

Body body(std::uint32_t slot, double mass) {
  Body b;
  b.id = {slot, 0};
  b.serial = slot;
  b.shape = Circle{.radius = 1, .center = {}, .hollow = false};
  b.reach = 1;
  b.mass = mass;
  b.inverse_mass = mass > 0 ? 1 / mass : 0;
  return b;
}

TEST(StepBodies, RefsFollowMoversInAnotherOrder) {
  StepBodies bodies;
  for (std::uint32_t slot = 0; slot < 3; ++slot) bodies.add(body(slot, 1), {});
  LargeArray<Sweep>& movers = bodies.movers();
  std::ranges::rotate(movers, movers.begin() + 2);
  bodies.number_movers();
  EXPECT_EQ(bodies.at(2).ref, BodyRef::mover(0));
  EXPECT_EQ(bodies.at(0).ref, BodyRef::mover(1));
  for (std::uint32_t k = 0; k < 3; ++k) EXPECT_EQ(bodies.sweep(bodies.at(k).ref).body_index, k);
  EXPECT_EQ(partner_index(bodies, BodyRef::mover(0)), PartnerIndex::body(2));
  EXPECT_EQ(ref_of(bodies, PartnerIndex::edge(3)), BodyRef::edge(3));
}

TEST(StepBodies, StaticBodiesAreApart) {
  StepBodies bodies;
  bodies.add(body(0, 1), {});
  bodies.add(body(1, 0), {});
  EXPECT_EQ(bodies.movers().size(), 1U);
  ASSERT_EQ(bodies.fixed().size(), 1U);
  EXPECT_EQ(bodies.at(bodies.index_of({1, 0})).ref, BodyRef::fixed(0));
  ASSERT_EQ(bodies.gridded().size(), 1U);
  bodies.take_out_of_grid(BodyRef::fixed(0), true);
  EXPECT_TRUE(bodies.gridded().empty());
  EXPECT_EQ(bodies.infinite().size(), 1U);
}

TEST(StepBodies, ARemovedBodyMakesItsPredictionsVoid) {
  StepBodies bodies;
  bodies.add(body(0, 1), {});
  const std::uint32_t before = flight_versions(bodies, BodyRef::mover(0), BodyRef::edge(0));
  EXPECT_EQ(bodies.remove({0, 0}), BodyRef::mover(0));
  EXPECT_TRUE(bodies.at(0).gone);
  EXPECT_TRUE(bodies.traits().departed);
  EXPECT_NE(flight_versions(bodies, BodyRef::mover(0), BodyRef::edge(0)), before);
}

TEST(PartnerIndex, EdgesComeAfterAllBodies) {
  EXPECT_LT(PartnerIndex::body(0xffff'ff00U), PartnerIndex::edge(0));
  EXPECT_LT(PartnerIndex::edge(0), PartnerIndex::edge(3));
  EXPECT_EQ(PartnerIndex::edge(2).index(), 2U);
  EXPECT_EQ(PartnerIndex::body(7).index(), 7U);
}

}  // namespace
}  // namespace carom::detail
