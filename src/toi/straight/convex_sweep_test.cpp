#include "toi/straight/convex_sweep.hpp"

#include <gtest/gtest.h>

#include "math/effort_test.hpp"
#include "oracle/adversarial.hpp"
#include "oracle/oracle.hpp"

namespace carom::detail {
namespace {

SweepAnswer swept(const Polygon& a, Vec2 a_way, const Polygon& b, Vec2 b_way = {}) {
  return convex_sweep(chain_of(sliding(a, a_way)), chain_of(sliding(b, b_way)));
}

Polygon box(double x, double y, double size) {
  return Polygon::make({{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}}).value();
}

TEST(ConvexSweep, DecidesTheUsualCases) {
  const Polygon target = box(0, 0, 2);
  const SweepAnswer hit = swept(box(-5, 0.5, 1), {8, 0}, target);
  EXPECT_EQ(hit.result, SweepResult::hit);
  EXPECT_EQ(hit.t, 0.5);
  EXPECT_EQ(swept(box(-5, 0.5, 1), {2, 0}, target).result, SweepResult::miss);   // too slow
  EXPECT_EQ(swept(box(-5, 0.5, 1), {-8, 0}, target).result, SweepResult::miss);  // away
  EXPECT_EQ(swept(box(-5, 5, 1), {8, 0}, target).result, SweepResult::miss);     // beside
  EXPECT_EQ(swept(box(5, 0.5, 1), {8, 0}, target).result, SweepResult::miss);    // through already
}

TEST(ConvexSweep, EitherWindingEitherOneMoving) {
  const Polygon clockwise = Polygon::make({{-5, 0}, {-5, 1}, {-4, 1}, {-4, 0}}).value();
  EXPECT_EQ(swept(clockwise, {8, 0}, box(0, 0.5, 2)).t, 0.5);
  EXPECT_EQ(swept(box(0, 0.5, 2), {-8, 0}, clockwise).t, 0.5);
  EXPECT_EQ(swept(clockwise, {4, 0}, box(0, 0.5, 2), {-4, 0}).t, 0.5);
}

TEST(ConvexSweep, LeavesTheEdgeOfRoundingToOthers) {
  EXPECT_EQ(swept(box(-5, 2, 1), {8, 0}, box(0, 0, 2)).result, SweepResult::undecided);     // slides past face to face
  EXPECT_EQ(swept(box(-1, 0.5, 1), {8, 0}, box(0, 0, 2)).result, SweepResult::undecided);   // touches at the start
  EXPECT_EQ(swept(box(-5, 0.5, 1), {4, 0}, box(0, 0, 2)).result, SweepResult::undecided);   // arrives at the very end
  EXPECT_EQ(swept(box(0.5, 0.5, 1), {4, 0}, box(0, 0, 2)).result, SweepResult::undecided);  // overlaps
  EXPECT_EQ(swept(box(-5, 0.5, 1), {0, 0}, box(0, 0, 2)).result, SweepResult::undecided);   // rests
}

// A vertex of each in line across the motion gives the same gap twice: no reason to stop the merge there.
TEST(ConvexSweep, EqualGapsAreNotTheEndOfTheMerge) {
  const Polygon a = Polygon::make({{-2, 5}, {-1, 4.96}, {0, 4.94}, {1, 4.94}, {2, 4.96}, {3, 5}, {0, 6}}).value();
  const Polygon b = Polygon::make({{-2, 0}, {0, -1}, {3, 0}, {2, 0.04}, {1, 0.06}, {0, 0.06}, {-1, 0.04}}).value();
  const SweepAnswer answer = swept(a, {0, -10}, b);
  EXPECT_EQ(answer.result, SweepResult::hit);
  EXPECT_NEAR(answer.t, 0.488, 1e-14);
}

TEST(ConvexSweep, FarAwayIsNoHarder) {
  const double far = 0x1p40;
  const SweepAnswer hit = swept(box(far - 5, far + 0.5, 1), {8, 0}, box(far, far, 2));
  EXPECT_EQ(hit.result, SweepResult::hit);
  EXPECT_EQ(hit.t, 0.5);
}

// What it decides it decides rightly, and it decides nearly all that is not made to be hard.
TEST(ConvexSweep, AgreesWithTheOracleWhereItDecides) {
  const std::uint64_t seeds = test::is_short_run() ? 80 : 400;
  int asked = 0;
  int decided = 0;
  for (int flavour = 0; flavour < oracle::k_flavours; ++flavour) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const auto question =
          oracle::adversarial_case(oracle::PairKind::polygon_polygon, static_cast<oracle::Flavour>(flavour), seed);
      const Chain a = chain_of(std::get<MovingPolygon>(question.a));
      const Chain b = chain_of(std::get<MovingPolygon>(question.b));
      if (!a.rigid_convex || !b.rigid_convex) continue;
      const SweepAnswer answer = convex_sweep(a, b);
      const bool easy = static_cast<oracle::Flavour>(flavour) == oracle::Flavour::random;
      asked += easy ? 1 : 0;
      if (answer.result == SweepResult::undecided) continue;
      decided += easy ? 1 : 0;
      const oracle::Truth truth = oracle::truth(question.a, question.b);
      ASSERT_EQ(answer.result == SweepResult::hit, truth.outcome == Outcome::hit) << question.flavour;
      ASSERT_NE(truth.outcome, Outcome::overlap) << question.flavour;
      if (answer.result == SweepResult::hit) {
        ASSERT_LE(abs(truth.t_exact - answer.t), k_time_error) << question.flavour;
      }
    }
  }
  EXPECT_GT(asked, static_cast<int>(seeds / 40));
  EXPECT_GT(decided, asked / 2);
}

}  // namespace
}  // namespace carom::detail
