#include "toi/straight/round_pair.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom::detail {
namespace {

RoundPair pair_of(Vec2 from, Vec2 to, double radius, Reach reach = Reach::outside) {
  return {{from, to, {}}, {{}, {}, {}}, radius, 0, reach};
}

TEST(RoundPair, SignsAreExact) {
  EXPECT_EQ(separation_sign(pair_of({3, 4}, {0, 0}, 5)), Sign::zero);
  EXPECT_EQ(separation_sign(pair_of({3, std::nextafter(4, 5)}, {0, 0}, 5)), Sign::positive);
  EXPECT_EQ(end_separation_sign(pair_of({9, 9}, {3, 4}, 5)), Sign::zero);
  EXPECT_EQ(closing_sign(pair_of({5, 0}, {5, 7}, 5)), Sign::zero);
  EXPECT_EQ(closing_sign(pair_of({5, 0}, {std::nextafter(5, 6), 7}, 5)), Sign::negative);
  EXPECT_EQ(discriminant_sign(pair_of({-8, 5}, {8, 5}, 5)), Sign::zero);
  EXPECT_EQ(discriminant_sign(pair_of({-8, 5}, {8, std::nextafter(5, 0)}, 5)), Sign::positive);
  EXPECT_TRUE(moves(pair_of({1, 1}, {1, std::nextafter(1, 2)}, 0)));
  EXPECT_FALSE(moves(pair_of({1, 1}, {1, 1}, 0)));
}

TEST(RoundPair, AShiftBelowTheLastPlaceCounts) {
  const Track still{{0, 0}, {0, 0}, {}};
  const Track closing{{5, 0}, {5, 0}, {-1e-200, 0}};
  EXPECT_EQ(from_outside({closing, still, 5, 0}).outcome, Outcome::hit);
  const Track parting{{5, 0}, {5, 0}, {1e-200, 0}};
  EXPECT_EQ(from_outside({parting, still, 5, 0}).outcome, Outcome::miss);
}

// With the step's speed squared as the unit, closing and root would vanish, and 0/0 remain.
TEST(RoundPair, GapAndSpeedMayBeHundredsOfPowersApart) {
  const auto a = hand_made::disc(1064960, {1e-323, -1064960}, {1019904, -2023424});
  const auto b = hand_made::disc(1331200, {0, 1331200}, {1044480, 372736});
  hand_made::expect_hit_at(a, b, 0);
  const auto held = hand_made::disc(1, {4, -1e-323}, {4, 1e50});
  hand_made::expect_hit_at(held, hand_made::ring(5 + 0x1p-50, {0, 0}),
                           oracle::truth(held, hand_made::ring(5 + 0x1p-50, {0, 0})).t);
}

// |d1| is far below the last place of |d0|, and the radius further below: x must not be trusted beyond its own rounding.
TEST(RoundPair, AnEndMuchNearerThanTheStartIsNoMiss) {
  const auto a = hand_made::disc(0x1.616066db46d6ap-113, {0x1.ca26a1a840992p+0, 0x1.38bcfc057e746p+0},
                                 {-0x1.44fb6d2ea5e63p-59, -0x1.bbabffc3c9c59p-60});
  hand_made::expect_hit_at(a, hand_made::point({0, 0}), 1);
}

TEST(RoundPair, DirectionIsUnitHoweverSmallTheCircle) {
  const Vec2 seen = direction_at_contact(pair_of({-1e30, 0}, {1e30, 0}, 1e-30));
  EXPECT_EQ(seen, (Vec2{-1, 0}));
  const Vec2 tiny = direction_at_contact(pair_of({-4e-320, 3e-320}, {4e-320, 3e-320}, 3e-320));
  EXPECT_NEAR(tiny.y, 1, 1e-10);
  EXPECT_EQ(length(tiny), 1);
}

TEST(RoundPair, DirectionOfWhatHasNoExtentIsItsMotion) {
  EXPECT_EQ(direction_at_contact(pair_of({-1, 0}, {1, 0}, 0)), (Vec2{-1, 0}));
  EXPECT_EQ(direction_at_contact({{{0, 0}, {1, 0}, {}}, {{}, {}, {}}, 5, 5, Reach::inside}), (Vec2{1, 0}));
}

TEST(RoundPair, DirectionOfWhatRestsIsItsPlace) {
  EXPECT_EQ(direction_at_contact(pair_of({0, 5}, {0, 5}, 5)), (Vec2{0, 1}));
}

}  // namespace
}  // namespace carom::detail
