#include "world/forces/fields.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace carom::detail {
namespace {

WorldSettings with(Vec2 gravity, std::vector<Source> sources) {
  WorldSettings settings;
  settings.gravity = gravity;
  settings.sources = std::move(sources);
  return settings;
}

double between(int low, int high) { return *rc::gen::inRange(low * 1000, high * 1000) / 1000.0; }
Vec2 somewhere() { return {between(-10, 10), between(-10, 10)}; }

TEST(Fields, NoneIsNone) {
  const Fields fields(WorldSettings{});
  EXPECT_TRUE(fields.none());
  EXPECT_EQ(fields.acceleration({3, 4}), (Vec2{}));
  EXPECT_EQ(fields.potential({3, 4}), 0);
  EXPECT_TRUE(Fields(with({}, {{{1, 2}, 0}})).none());
  EXPECT_FALSE(Fields(with({}, {{{1, 2}, 5}})).none());
  EXPECT_FALSE(Fields(with({0, -1}, {})).none());
}

TEST(Fields, AUniformFieldIsTheSameEverywhere) {
  const Fields fields(with({0, -9.81}, {}));
  EXPECT_EQ(fields.acceleration({100, -3}), (Vec2{0, -9.81}));
  EXPECT_EQ(fields.potential({100, 2}), 19.62);
}

TEST(Fields, ASourcePullsByTheSquareOfTheDistance) {
  const Fields fields(with({}, {{{0, 0}, 50}}));
  const Vec2 pull = fields.acceleration({3, 4});
  EXPECT_NEAR(pull.x, -1.2, 1e-15);
  EXPECT_NEAR(pull.y, -1.6, 1e-15);
  EXPECT_EQ(fields.potential({3, 4}), -10);
}

TEST(Fields, TheCentreOfASourceIsQuiet) {
  const Fields fields(with({0, -1}, {{{2, 3}, 50}}));
  EXPECT_EQ(fields.acceleration({2, 3}), (Vec2{0, -1}));
  EXPECT_EQ(fields.potential({2, 3}), 3);
}

TEST(Fields, StaysFiniteHoweverNearAndHoweverFar) {
  const Fields fields(with({}, {{{0, 0}, 50}}));
  for (double x = 1e-320; x < 1e300; x *= 10) {
    for (const Vec2 at : {Vec2{x, 0}, Vec2{0, -x}, Vec2{x, x}}) {
      const Vec2 pull = fields.acceleration(at);
      EXPECT_TRUE(std::isfinite(pull.x) && std::isfinite(pull.y)) << x;
      EXPECT_TRUE(std::isfinite(fields.potential(at))) << x;
    }
  }
  EXPECT_NEAR(fields.acceleration({1e-100, 0}).x / -50e200, 1, 1e-15);
  EXPECT_EQ(fields.acceleration({1e-170, 0}).x, 0) << "the pull would overflow";
  // The square of this distance underflows to 0; the pull is a modest number.
  EXPECT_NEAR(Fields(with({}, {{{0, 0}, 1e-300}})).acceleration({1e-170, 0}).x / -1e40, 1, 1e-15);
}

RC_GTEST_PROP(Fields, TheAccelerationIsTheSlopeOfThePotential, ()) {
  const std::vector<Source> sources = {{somewhere(), between(-50, 50)}, {somewhere(), between(-50, 50)}};
  const Fields fields(with(somewhere(), sources));
  const Vec2 at = somewhere();
  const double h = 1e-5;
  const Vec2 slope = {(fields.potential(at - Vec2{h, 0}) - fields.potential(at + Vec2{h, 0})) / (2 * h),
                      (fields.potential(at - Vec2{0, h}) - fields.potential(at + Vec2{0, h})) / (2 * h)};
  // The difference's own error: roundings of potentials up to some 1000, and h² / 6 times the third derivative.
  double allowed = 1e-7;
  for (const Source& source : sources) {
    const double r = length(source.at - at);
    RC_PRE(r > 0.1);
    allowed += 2 * h * h * std::abs(source.strength) / (r * r * r * r);
  }
  const Vec2 pull = fields.acceleration(at);
  RC_ASSERT(std::abs(slope.x - pull.x) < allowed);
  RC_ASSERT(std::abs(slope.y - pull.y) < allowed);
}

}  // namespace
}  // namespace carom::detail
