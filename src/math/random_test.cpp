#include "carom/math/random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace carom {
namespace {

constexpr int k_draws = 1'000'000;

/// With k cells the statistic has mean k - 1 and variance 2 (k - 1); five standard deviations are the limit either way.
void expect_even(const std::vector<int>& cells, const std::vector<double>& expected) {
  double statistic = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double off = cells[i] - expected[i];
    statistic += off * off / expected[i];
  }
  const auto freedom = static_cast<double>(cells.size() - 1);
  EXPECT_NEAR(statistic, freedom, 5 * std::sqrt(2 * freedom));
}

void expect_even(const std::vector<int>& cells) {
  expect_even(cells,
              std::vector<double>(cells.size(), static_cast<double>(k_draws) / static_cast<double>(cells.size())));
}

TEST(Random, GivesThePublishedNumbers) {
  // SplitMix64 of 0 is e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f, f88bb8a8724c81ec; the first result is
  // rotl(5 · 6e789e6aa1b965f4, 7) · 9.
  EXPECT_EQ(carom::Random(0).bits(), std::rotl(std::uint64_t{0x6e789e6aa1b965f4U} * 5, 7) * 9);
  carom::Random random(0);
  std::uint64_t last = 0;
  for (int i = 0; i < 1000; ++i) last = random.bits();
  EXPECT_EQ(last, 8839594410463124783U);  // from a transcription of the paper in Python
}

TEST(Random, SeedsGiveDifferentNumbersAndOneSeedTheSame) {
  carom::Random a(1);
  carom::Random b(1);
  carom::Random c(2);
  int same_as_c = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t bits = a.bits();
    EXPECT_EQ(bits, b.bits());
    same_as_c += bits == c.bits() ? 1 : 0;
  }
  EXPECT_EQ(same_as_c, 0);
}

TEST(Random, EveryBitIsSetHalfTheTime) {
  carom::Random random(3);
  std::vector<int> set(64);
  for (int i = 0; i < k_draws; ++i) {
    const std::uint64_t bits = random.bits();
    for (unsigned k = 0; k < 64; ++k) set[k] += static_cast<int>((bits >> k) & 1U);
  }
  // Five standard deviations of √n / 2.
  for (const int times : set) EXPECT_NEAR(times, k_draws / 2, 2500);
}

TEST(Random, UniformNumbersFillTheirRangeEvenly) {
  carom::Random random(4);
  std::vector<int> cells(1000);
  std::vector<int> pairs(1024);
  double sum = 0;
  double before = random.uniform();
  for (int i = 0; i < k_draws; ++i) {
    const double x = random.uniform();
    ASSERT_TRUE(x >= 0 && x < 1);
    ++cells[static_cast<std::size_t>(x * 1000)];
    ++pairs[static_cast<std::size_t>(before * 32) * 32 + static_cast<std::size_t>(x * 32)];
    sum += x;
    before = x;
  }
  expect_even(cells);
  expect_even(pairs);  // neighbours know nothing of each other
  EXPECT_NEAR(sum / k_draws, 0.5, 5 / std::sqrt(12.0 * k_draws));
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-3, 5);
    ASSERT_TRUE(x >= -3 && x <= 5);
  }
}

TEST(Random, WholeNumbersAreAllAlike) {
  carom::Random random(5);
  for (const std::uint64_t n : {2U, 3U, 10U, 64U, 65U}) {
    std::vector<int> cells(n);
    for (int i = 0; i < k_draws; ++i) ++cells[random.below(n)];
    expect_even(cells);
  }
  EXPECT_EQ(random.below(1), 0U);
  EXPECT_GE(random.below(~std::uint64_t{0}), 0U);
}

TEST(Random, DirectionsAreUnitAndEven) {
  carom::Random random(6);
  std::vector<int> octants(8);
  Vec2 sum;
  double product = 0;
  for (int i = 0; i < k_draws; ++i) {
    const Vec2 d = random.direction();
    ASSERT_NEAR(dot(d, d), 1, 0x1p-50);  // vec2_test: each component within 1.5 · 2^-52
    ++octants[(d.x > 0 ? 1U : 0U) + (d.y > 0 ? 2U : 0U) + (std::abs(d.x) > std::abs(d.y) ? 4U : 0U)];
    sum = sum + d;
    product += d.x * d.x;
  }
  expect_even(octants);
  const double deviation = 5 * std::sqrt(0.5 * k_draws);
  EXPECT_NEAR(sum.x, 0, deviation);
  EXPECT_NEAR(sum.y, 0, deviation);
  EXPECT_NEAR(product / k_draws, 0.5, 5 * std::sqrt(0.125 / k_draws));
}

TEST(Random, NormalNumbersHaveTheMomentsOfTheNormalDistribution) {
  carom::Random random(7);
  // Of n draws, the mean of x^k has the variance (E x^2k - (E x^k)²) / n; E x^2, x^4, x^6, x^8 are 1, 3, 15, 105.
  double sums[5] = {};
  double mixed = 0;
  for (int i = 0; i < k_draws; ++i) {
    const Vec2 pair = random.normal_pair();
    double power = 1;
    for (double& sum : sums) {
      sum += power;
      power *= pair.x;
    }
    mixed += pair.x * pair.y;
  }
  const double unit_of_error = 5 * std::sqrt(1.0 / k_draws);
  EXPECT_NEAR(sums[1] / k_draws, 0, unit_of_error);
  EXPECT_NEAR(sums[2] / k_draws, 1, unit_of_error * std::sqrt(2.0));
  EXPECT_NEAR(sums[3] / k_draws, 0, unit_of_error * std::sqrt(15.0));
  EXPECT_NEAR(sums[4] / k_draws, 3, unit_of_error * std::sqrt(96.0));
  EXPECT_NEAR(mixed / k_draws, 0, unit_of_error);
}

TEST(Random, NormalNumbersFallWhereTheyShould) {
  carom::Random random(8);
  std::vector<int> cells(42);
  for (int i = 0; i < k_draws; ++i) {
    const double cell = std::floor((random.normal() + 4) * 5) + 1;
    ++cells[static_cast<std::size_t>(std::min(std::max(cell, 0.0), 41.0))];
  }
  const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  std::vector<double> expected(42);
  for (std::size_t i = 0; i < 42; ++i) {
    const double left = i == 0 ? 0 : below(-4 + 0.2 * (static_cast<double>(i) - 1));
    const double right = i == 41 ? 1 : below(-4 + 0.2 * static_cast<double>(i));
    expected[i] = k_draws * (right - left);
  }
  expect_even(cells, expected);
}

/// The same on every platform.
TEST(Random, BitsAreFixed) {
  carom::Random random(9);
  std::uint64_t hash = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Vec2 normal = random.normal_pair();
    const Vec2 direction = random.direction();
    for (const double value : {normal.x, normal.y, direction.x, direction.y, random.uniform(-1, 1)}) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 29U;
    }
  }
  EXPECT_EQ(hash, 11929703802445220200U);
}

}  // namespace
}  // namespace carom
