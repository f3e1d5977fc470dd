#include "fill/fill_random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ctime>

#include "fill/fill_check_test.hpp"

namespace carom::detail {
namespace {

struct Case {
  std::size_t count;
  double part;   // of the region, covered
  double ratio;  // of the largest radius to the smallest
  bool periodic;
};

std::vector<double> radii_of(const Case& c, const Region& region, Random& random) {
  std::vector<double> radii(c.count);
  for (double& radius : radii) radius = random.uniform(1, c.ratio);
  double sum = 0;
  for (const double radius : radii) sum += k_pi * radius * radius;
  for (double& radius : radii) radius *= std::sqrt(c.part * region.area() / sum);
  return radii;
}

/// Nothing if they were not all placed.
std::vector<Circle> placed(const Case& c, const Region& region) {
  Random random(17);
  const std::vector<double> radii = radii_of(c, region, random);
  Room room = empty_room(region, std::ranges::max(radii), c.count);
  const Arranged all = arrange_randomly(room, radii, random);
  return all.centers.size() == c.count ? discs_of(radii, all.centers) : std::vector<Circle>{};
}

void expect_placed(const Case& c) {
  const Region region{{-3, 1}, {7, 9}, c.periodic};
  const std::vector<Circle> discs = placed(c, region);
  ASSERT_EQ(discs.size(), c.count) << c.part;
  EXPECT_NEAR(covered(discs, region), c.part, 1e-9);
  EXPECT_EQ(overlapping_pairs(discs, region), 0) << c.part;
  EXPECT_EQ(outside(discs, region), 0) << c.part;
}

TEST(FillRandom, EqualDiscsFromThinToCrowded) {
  for (const bool periodic : {false, true}) {
    for (const double part : {0.01, 0.3, 0.5, 0.55, 0.6, 0.7, 0.8}) expect_placed({1000, part, 1, periodic});
  }
}

TEST(FillRandom, SizesOneToFive) {
  for (const bool periodic : {false, true}) {
    for (const double part : {0.3, 0.5, 0.65}) expect_placed({1000, part, 5, periodic});
  }
}

TEST(FillRandom, FewDiscs) {
  expect_placed({1, 0.5, 1, false});
  expect_placed({2, 0.2, 1, false});
  expect_placed({3, 0.15, 2, true});
  expect_placed({10, 0.5, 1, false});
}

TEST(FillRandom, DiscsAsWideAsTheRegion) {
  const Region channel{{0.1, 0.3}, {50.1, 1.3}, false};
  ASSERT_EQ(channel.size().y, 1);
  const std::vector<double> radii(10, 0.5);
  Room room = empty_room(channel, 0.5, 10);
  Random random(1);
  const Arranged row = arrange_randomly(room, radii, random);
  ASSERT_EQ(row.centers.size(), 10U);
  EXPECT_EQ(outside(discs_of(radii, row.centers), channel), 0);
}

/// Far from the origin positions are coarse, and discs keep a distance that outweighs the rounding of one seen from another:
/// 2^-48 of the coordinates, less what the positions themselves are rounded by.
TEST(FillRandom, DiscsKeepElbowRoom) {
  constexpr double k_far = 1e11;
  const Region region{{k_far, -k_far}, {k_far + 10, -k_far + 10}, true};
  for (const double part : {0.5, 0.7}) {
    std::vector<Circle> discs = placed({2000, part, 1, true}, region);
    ASSERT_EQ(discs.size(), 2000U);
    for (Circle& disc : discs) disc.radius += 0.4 * 0x1p-48 * k_far;
    EXPECT_EQ(overlapping_pairs(discs, region), 0) << part;
  }
}

TEST(FillRandom, TooFullSaysHowFarItCame) {
  const Region region{{0, 0}, {1, 1}, false};
  for (const double part : {0.89, 0.95}) {
    const std::vector<double> radii(500, radius_covering(region, part, 500));
    Room room = empty_room(region, radii[0], 500);
    Random random(1);
    const Arranged some = arrange_randomly(room, radii, random);
    EXPECT_LT(some.centers.size(), 500U);
    EXPECT_GT(some.area, 0.45);
    EXPECT_LT(some.area, 0.65);
  }
}

/// The discs are everywhere alike, and know nothing of the order in which they were dropped.
TEST(FillRandom, PlacesAreEven) {
  for (const double part : {0.3, 0.7}) {
    const Region region{{0, 0}, {10, 10}, true};
    std::vector<int> cells(100);
    const std::vector<Circle> discs = placed({20'000, part, 1, true}, region);
    ASSERT_EQ(discs.size(), 20'000U);
    double first_half = 0;
    for (std::size_t k = 0; k < discs.size(); ++k) {
      const auto [x, y] = discs[k].center;
      ++cells[static_cast<std::size_t>(y) * 10 + static_cast<std::size_t>(x)];
      if (k < discs.size() / 2) first_half += x;
    }
    // Hard discs are spread more evenly than independent points, whose deviation would be √200.
    for (const int cell : cells) EXPECT_NEAR(cell, 200, 4 * std::sqrt(200.0)) << part;
    EXPECT_NEAR(first_half / 10'000, 5, 5 * std::sqrt(100.0 / 12 / 10'000)) << part;
  }
}

/// Shaken from a lattice, they must not stay on it: the directions to near neighbours are spread over the whole turn.
TEST(FillRandom, NothingOfTheLatticeRemains) {
  const Region region{{0, 0}, {10, 10}, true};
  const std::vector<Circle> discs = placed({2000, 0.6, 1, true}, region);
  ASSERT_EQ(discs.size(), 2000U);
  double cosine = 0;
  double sine = 0;
  int pairs = 0;
  for (const Circle& a : discs) {
    for (const Circle& b : discs) {
      const Vec2 d = b.center - a.center;
      if (&a == &b || length(d) > 2.6 * a.radius) continue;
      const double angle = std::atan2(d.y, d.x);
      cosine += std::cos(6 * angle);
      sine += std::sin(6 * angle);
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 2000);
  EXPECT_LT(std::sqrt(cosine * cosine + sine * sine) / pairs, 0.2);  // 1 on the lattice itself
}

TEST(FillRandom, AHundredThousandDiscsSlow) {
  const std::clock_t begin = std::clock();
  const Region region{{0, 0}, {100, 100}, false};
  const std::vector<Circle> discs = placed({100'000, 0.3, 1, false}, region);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("100,000 discs that cover 0.3 of the region: %.2f s\n", seconds);
  ASSERT_EQ(discs.size(), 100'000U);
  EXPECT_LT(seconds, 10);  // a quadratic search would take minutes
  EXPECT_EQ(overlapping_pairs(discs, region), 0);
}

RC_GTEST_PROP(FillRandom, KeepsItsPromiseWhateverTheRegion, (std::uint64_t seed)) {
  Random random(seed);
  const double far = random.below(2) == 0 ? 1e6 : 1;
  const Vec2 min{far * random.uniform(-9, 9), far * random.uniform(-9, 9)};
  const Region region{min, min + Vec2{random.uniform(3, 30), random.uniform(3, 30)}, random.below(2) == 0};
  const Case c{30 + random.below(200), random.uniform(0.05, 0.5), random.uniform(1, 10), region.periodic};
  const std::vector<Circle> discs = placed(c, region);
  RC_ASSERT(discs.size() == c.count);
  RC_ASSERT(overlapping_pairs(discs, region) == 0);
  RC_ASSERT(outside(discs, region) == 0);
}

}  // namespace
}  // namespace carom::detail
