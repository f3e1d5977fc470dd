#include "broadphase/swept_box.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

using namespace carom::detail;

Covered random_covered(std::mt19937_64& random, Vec2 origin, double scale) {
  const auto point = [&] {
    const double magnitude = std::exp2(uniform(random, -30, 5)) / scale;
    return origin + Vec2{uniform(random, -magnitude, magnitude), uniform(random, -magnitude, magnitude)};
  };
  return covered({point(), point(), std::exp2(uniform(random, -40, 0)) / scale});
}

/// A box as it was in double, and what single precision made of it, widened.
struct Wide {
  double low, high;
};

TEST(SweptBox, IsLargerByLittleOnAllSides) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 10000; ++round) {
    const double scale = std::exp2(uniform(random, -20, 20));
    const BoxUnits units{{uniform(random, -1, 1) / scale, uniform(random, -1, 1) / scale}, scale};
    const Covered c = random_covered(random, units.origin, units.scale);
    const SweptBox box = swept_box(c, units);
    const auto expect_axis = [&](double low, double high, Wide wide, double origin) {
      const double wanted_low = (low - origin) * units.scale;
      const double wanted_high = (high - origin) * units.scale;
      const double most = 1.2 * k_single_margin * (std::abs(wanted_low) + std::abs(wanted_high));
      EXPECT_LT(wide.low, wanted_low);
      EXPECT_GT(wide.high, wanted_high);
      EXPECT_GE(wide.low, wanted_low - most);
      EXPECT_LE(wide.high, wanted_high + most);
    };
    expect_axis(c.low.x, c.high.x, {box.low_x, -double{box.minus_high_x}}, units.origin.x);
    expect_axis(c.low.y, c.high.y, {box.low_y, -double{box.minus_high_y}}, units.origin.y);
  }
}

TEST(SweptBox, TheQuestionIsTheFourComparisons) {
  // Few values, so that many edges meet exactly, and all signs.
  std::mt19937_64 random(2);
  const auto any_box = [&] {
    const auto edge = [&] { return static_cast<float>(static_cast<int>(random() % 7) - 3); };
    float x0 = edge(), x1 = edge(), y0 = edge(), y1 = edge();
    if (x0 > x1) std::swap(x0, x1);
    if (y0 > y1) std::swap(y0, y1);
    return SweptBox{x0, y0, -x1, -y1};
  };
  int overlapping = 0;
  for (int round = 0; round < 20000; ++round) {
    const SweptBox a = any_box();
    const SweptBox b = any_box();
    const bool plain = a.low_x <= -b.minus_high_x && b.low_x <= -a.minus_high_x && a.low_y <= -b.minus_high_y &&
                       b.low_y <= -a.minus_high_y;
    EXPECT_EQ(BoxQuestion(a).overlaps(b), plain);
    EXPECT_EQ(BoxQuestion(b).overlaps(a), plain);
    overlapping += plain ? 1 : 0;
  }
  EXPECT_GT(overlapping, 5000);
  EXPECT_LT(overlapping, 15000);
}

TEST(SweptBox, BoxesThatOverlapInDoubleOverlapInSingle) {
  std::mt19937_64 random(3);
  int overlapping = 0;
  for (int round = 0; round < 20000; ++round) {
    const BoxUnits units{{5, -3}, 0.125};
    const Covered a = random_covered(random, units.origin, units.scale);
    Covered b = random_covered(random, units.origin, units.scale);
    if (round % 2 == 0) b.low.x = a.high.x;  // edge on edge
    if (b.low.x > b.high.x || !overlap(a, b)) continue;
    ++overlapping;
    EXPECT_TRUE(BoxQuestion(swept_box(a, units)).overlaps(swept_box(b, units)));
  }
  EXPECT_GT(overlapping, 1000);
}

TEST(SweptBox, ALittleGapIsSeen) {
  const BoxUnits units{{0, 0}, 1};
  const BoxQuestion question(swept_box({{0, 0}, {0.5, 0.5}}, units));
  EXPECT_TRUE(question.overlaps(swept_box({{0.5, 0}, {1, 1}}, units)));
  EXPECT_FALSE(question.overlaps(swept_box({{0.5 + 1e-5, 0}, {1, 1}}, units)));
  EXPECT_FALSE(question.overlaps(swept_box({{0, 0.5 + 1e-5}, {1, 1}}, units)));
}

TEST(SweptBox, FarOutIsSaid) {
  const BoxUnits units{{100, 0}, 0.5};
  EXPECT_FALSE(is_far_out(swept_box({{99, -1}, {101, 1}}, units)));
  EXPECT_FALSE(is_far_out(swept_box({{-20, -120}, {220, 120}}, units)));
  EXPECT_TRUE(is_far_out(swept_box({{-40, -1}, {101, 1}}, units)));
  EXPECT_TRUE(is_far_out(swept_box({{99, -140}, {101, 1}}, units)));
  EXPECT_TRUE(is_far_out(swept_box({{99, -1}, {240, 1}}, units)));
  EXPECT_TRUE(is_far_out(swept_box({{99, -1}, {101, 140}}, units)));
  EXPECT_TRUE(is_far_out(swept_box({{99, -1}, {1e60, 1}}, units)));
  EXPECT_TRUE(is_far_out(swept_box({{-1e60, -1}, {101, 1}}, units)));
}

TEST(SweptBox, NowhereOverlapsNoBox) {
  const BoxUnits units;
  EXPECT_FALSE(BoxQuestion(swept_box({{-60, -60}, {60, 60}}, units)).overlaps(SweptBox::nowhere()));
  EXPECT_FALSE(BoxQuestion(swept_box({{-1e60, -1e60}, {1e60, 1e60}}, units)).overlaps(SweptBox::nowhere()));
  EXPECT_TRUE(BoxQuestion(swept_box({{-1e60, -1e60}, {1e60, 1e60}}, units)).overlaps({0, 0, 0, 0}));
}

}  // namespace
}  // namespace carom::test
