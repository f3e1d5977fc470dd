#include "toi/straight/chain_contact.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom::detail {
namespace {

ChainEvent event(double t, bool face = true, int vertex = 0) { return {{t, Sign::positive, face}, vertex, 0, true}; }

TEST(ChainContact, KeepsTheEarliestAndWhatCouldBeAsEarly) {
  EarliestEvents events;
  EXPECT_TRUE(events.empty());
  EXPECT_TRUE(events.wants(1));
  events.add(event(0.5));
  EXPECT_FALSE(events.empty());
  EXPECT_FALSE(events.wants(0.6));
  EXPECT_TRUE(events.wants(0.5 + k_time_error));
  EXPECT_TRUE(events.wants(0.4));
  events.add(event(0.4));
  EXPECT_EQ(events.t(), 0.4);
  EXPECT_FALSE(events.wants(0.5));
  events.add(event(0.5));
  EXPECT_EQ(events.t(), 0.4);
  events.add(event(0.4 + k_time_error));
  EXPECT_EQ(events.t(), 0.4);
}

TEST(ChainContact, WithoutAFaceTheMotionIsTheNormal) {
  const std::vector<Vec2> p{{0, 2}};
  const std::vector<Vec2> s{{0, 0}, {3, 0}};
  const Chain a{.from = p.data(), .to = p.data(), .shift = {0, -4}, .count = 1, .kind = ChainKind::point};
  const Chain b{.from = s.data(), .to = s.data(), .shift = {}, .count = 2, .kind = ChainKind::segment};
  EarliestEvents events;
  events.add({{0.5, Sign::zero, false}, 0, 0, true});
  const Contact contact = events.contact(a, b);
  EXPECT_EQ(contact.normal, (Vec2{0, 1}));
  EXPECT_EQ(contact.point, (Vec2{0, 0}));
}

TEST(ChainContact, AFaceEventDisplacesOneWithoutWhenThereAreTooMany) {
  const std::vector<Vec2> p{{1, 2}};
  const std::vector<Vec2> s{{0, 0}, {3, 0}};
  const Chain a{.from = p.data(), .to = p.data(), .shift = {1, -4}, .count = 1, .kind = ChainKind::point};
  const Chain b{.from = s.data(), .to = s.data(), .shift = {}, .count = 2, .kind = ChainKind::segment};
  EarliestEvents events;
  for (int i = 0; i < 40; ++i) events.add({{0.5, Sign::positive, false}, 0, 0, true});
  events.add({{0.5, Sign::positive, true}, 0, 0, true});
  EXPECT_EQ(events.contact(a, b).normal, (Vec2{0, 1}));
}

TEST(ChainContact, OfTwoFacesTheOneThatClosesFaster) {
  using namespace hand_made;
  // Into a right-angled corner, both walls at the same time.
  const auto corner = solid({{-9, -1}, {9, -1}, {9, 9}, {8, 9}, {8, 0}, {-9, 0}});
  expect_hit(box(2, 4, 4, 6).moving({8, -8.0}), corner,
             {.t = 0.5,
              .point = agreed(box(2, 4, 4, 6).moving({8, -8}), corner).contact.point,
              .normal = agreed(box(2, 4, 4, 6).moving({8, -8}), corner).contact.normal});
  const auto steep = box(6, 4, 7, 5).moving({2, -8});  // arrives at both at t = 1/2
  expect_hit(steep, corner, {.t = 0.5, .point = {7.5, 0}, .normal = {0, 1}});
  const auto flat = box(3, 1, 4, 2).moving({8, -2});
  expect_hit(flat, corner, {.t = 0.5, .point = {8, 0.5}, .normal = {-1, 0}});
}

}  // namespace
}  // namespace carom::detail
