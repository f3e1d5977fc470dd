#include "carom/shapes/compound.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

Polygon box(double width, double height) {
  return Polygon::make(
             {{-width / 2, -height / 2}, {width / 2, -height / 2}, {width / 2, height / 2}, {-width / 2, height / 2}})
      .value();
}
Part at(const Part& part, Vec2 place, double angle = 0) { return placed(part, angle, place).value(); }

/// Two halves of a box weigh as the box does.
TEST(Compound, HalvesMakeTheWhole) {
  const Compound halves{{at(box(2, 1), {-1, 3}), at(box(2, 1), {1, 3})}};
  const MassProperties made = mass_properties(halves), whole = mass_properties(box(4, 1));
  EXPECT_NEAR(made.area, whole.area, 1e-15);
  EXPECT_NEAR(length(made.centroid - Vec2{0, 3}), 0, 1e-15);
  EXPECT_NEAR(made.second_moment, whole.second_moment, 1e-14);
}

/// A dumbbell: two discs far apart.
TEST(Compound, FarOffPartsAreHardToTurn) {
  const Compound dumbbell{{Circle{1, {-5, 0}}, Circle{1, {5, 0}}}};
  const MassProperties made = mass_properties(dumbbell);
  EXPECT_NEAR(made.area, 2 * k_pi, 1e-14);
  EXPECT_EQ(made.centroid, (Vec2{0, 0}));
  EXPECT_NEAR(made.second_moment, k_pi + 2 * k_pi * 25, 1e-12);
}

TEST(Compound, LinesWeighNothingBesideAreas) {
  const Segment rod{{{{0, 0}, {0, 10}}}};
  const Compound flag{{rod, at(box(1, 1), {0, 0})}};
  EXPECT_EQ(mass_properties(flag).centroid, (Vec2{0, 0}));
  EXPECT_NEAR(mass_properties(flag).second_moment, 1.0 / 6, 1e-15);
  const Compound cross{{rod, at(rod, {5, 5}, k_pi / 2)}};
  EXPECT_NEAR(length(mass_properties(cross).centroid - Vec2{0, 5}), 0, 1e-14);
  EXPECT_NEAR(mass_properties(cross).second_moment, 2 * 1000.0 / 12, 1e-12);
}

RC_GTEST_PROP(Compound, PartsTurnWithTheWhole, (int turns, int x, int y)) {
  const double angle = turns % 1000 / 100.0;
  const Vec2 place{x % 100 / 10.0, y % 100 / 10.0};
  const Compound upright{{at(box(2, 1), place, 0.5), Circle{0.5, place, false}, Segment{{{place, {20, 20}}}}}};
  Compound result = upright;
  take_turned(upright, sin_cos(angle), result);
  const MassProperties before = mass_properties(upright), after = mass_properties(result);
  RC_ASSERT(length(after.centroid - turned(before.centroid, sin_cos(angle))) < 1e-12);
  RC_ASSERT(std::abs(after.second_moment - before.second_moment) < 1e-9);
  RC_ASSERT(length(std::get<Circle>(result.parts[1]).center - turned(place, sin_cos(angle))) < 1e-12);
  RC_ASSERT(length(std::get<Segment>(result.parts[2]).ends[0] - turned(place, sin_cos(angle))) < 1e-12);
}

/// A part that does not survive where it is put.
TEST(Compound, TooSmallForWhereItStands) {
  EXPECT_FALSE(placed(Segment{{{{0, 0}, {1e-20, 0}}}}, 0, {1, 0}));
  EXPECT_FALSE(placed(box(1e-20, 1e-20), 0, {1, 1}));
}

}  // namespace
}  // namespace carom
