#include "fill/fill_lattice.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "fill/fill_check_test.hpp"
#include "oracle/random.hpp"

namespace carom::detail {
namespace {

/// Across the edges where the region is periodic.
double nearest_distance(const std::vector<Vec2>& sites, std::size_t k, const Region& region) {
  double nearest = 1e300;
  const Vec2 size = region.size();
  for (std::size_t i = 0; i < sites.size(); ++i) {
    Vec2 d = sites[i] - sites[k];
    if (region.periodic) d = {d.x - size.x * std::round(d.x / size.x), d.y - size.y * std::round(d.y / size.y)};
    if (i != k) nearest = std::min(nearest, length(d));
  }
  return nearest;
}

TEST(FillLattice, ASquareOfSquaresIsEven) {
  for (const bool periodic : {false, true}) {
    const Region region{{-1, 2}, {9, 12}, periodic};
    const auto sites = lattice_sites(empty_room(region, 0.1, 100), Lattice::square, 0.1, 100);
    ASSERT_EQ(sites.size(), 100U);
    EXPECT_EQ(sites[0], (Vec2{-0.5, 2.5}));
    EXPECT_EQ(sites[1], (Vec2{0.5, 2.5}));
    EXPECT_EQ(sites[10], (Vec2{-0.5, 3.5}));
    EXPECT_EQ(sites[99], (Vec2{8.5, 11.5}));
  }
}

TEST(FillLattice, DiscsThatJustFitTouch) {
  const Region region{{0, 0}, {8, 4}, true};
  Room room = empty_room(region, 0.5, 32);
  const std::vector<double> radii(32, 0.5);
  const Arranged full = arrange_on_lattice(room, Lattice::square, radii);
  ASSERT_EQ(full.centers.size(), 32U);
  EXPECT_EQ(overlapping_pairs(discs_of(radii, full.centers), region), 0);
  Room too_small = empty_room(region, 0.5 + 1e-9, 32);
  const Arranged not_all = arrange_on_lattice(too_small, Lattice::square, std::vector<double>(32, 0.5 + 1e-9));
  EXPECT_LT(not_all.centers.size(), 32U);
  EXPECT_NEAR(not_all.area, k_pi * 0.25 * static_cast<double>(not_all.centers.size()), 1e-6);
}

TEST(FillLattice, HexagonsHaveSixNeighboursAcrossTheEdgesToo) {
  // 20 columns and 2 · 10 rows at √3/2 of their distance make a lattice of equal triangles.
  const Region region{{0, 0}, {20, 20 * std::sqrt(0.75)}, true};
  const auto sites = lattice_sites(empty_room(region, 0.3, 400), Lattice::hexagonal, 0.3, 400);
  ASSERT_EQ(sites.size(), 400U);
  for (std::size_t k = 0; k < sites.size(); ++k) {
    int neighbours = 0;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const Vec2 d = sites[i] - sites[k];
      const Vec2 size = region.size();
      const Vec2 near{d.x - size.x * std::round(d.x / size.x), d.y - size.y * std::round(d.y / size.y)};
      neighbours += i != k && std::abs(length(near) - 1) < 1e-12 ? 1 : 0;
    }
    ASSERT_EQ(neighbours, 6) << k;
  }
}

TEST(FillLattice, HexagonsBetweenWallsReachTheTightestRows) {
  // Rows of five discs of radius 1, every other one shifted: 11 wide, and 2 + 3 √3 high for four rows.
  const Region region{{0, 0}, {11.0000001, 2.0000001 + 3 * std::sqrt(3.0)}, false};
  Room room = empty_room(region, 1, 20);
  const std::vector<double> radii(20, 1.0);
  const Arranged full = arrange_on_lattice(room, Lattice::hexagonal, radii);
  ASSERT_EQ(full.centers.size(), 20U);
  EXPECT_EQ(overlapping_pairs(discs_of(radii, full.centers), region), 0);
  EXPECT_EQ(outside(discs_of(radii, full.centers), region), 0);
}

TEST(FillLattice, SitesLeftOverAreSpreadEvenly) {
  // 1000 of 32 · 32 sites: 24 are empty, and no row misses more than one.
  const Region region{{0, 0}, {32, 32}, false};
  const auto sites = lattice_sites(empty_room(region, 0.1, 1000), Lattice::square, 0.1, 1000);
  ASSERT_EQ(sites.size(), 1000U);
  std::vector<int> rows(32);
  for (const Vec2 site : sites) ++rows[static_cast<std::size_t>(site.y)];
  for (const int row : rows) EXPECT_GE(row, 31);
  std::set<std::pair<double, double>> different;
  for (const Vec2 site : sites) different.insert({site.x, site.y});
  EXPECT_EQ(different.size(), 1000U);
}

TEST(FillLattice, BodiesInTheWayAreLeftOut) {
  const Region region{{-5, -5}, {5, 5}, false};
  BodyDef pillar;
  pillar.shape = Circle{3, {}, false};
  for (const Lattice lattice : {Lattice::square, Lattice::hexagonal}) {
    Room room = empty_room(region, 0.2, 150, {&pillar, 1});
    const std::vector<double> radii(150, 0.2);
    const Arranged around = arrange_on_lattice(room, lattice, radii);
    ASSERT_EQ(around.centers.size(), 150U);
    for (const Vec2 c : around.centers) EXPECT_GE(length(c), 3.2);
    EXPECT_EQ(overlapping_pairs(discs_of(radii, around.centers), region), 0);
  }
}

TEST(FillLattice, GivesUpWhereThereIsNoRoomAtAll) {
  const Region region{{-1e6, -1e6}, {1e6, 1e6}, false};
  BodyDef rock;
  rock.shape = Circle{2e6, {}, false};
  const Room room = empty_room(region, 1e-3, 10, {&rock, 1});
  EXPECT_EQ(lattice_sites(room, Lattice::square, 1e-3, 10).size(), 0U);
  EXPECT_EQ(densest_sites(room, Lattice::hexagonal, 1e-3, 10).size(), 0U);
}

RC_GTEST_PROP(FillLattice, IsEvenWhateverTheRegion, (std::uint64_t seed)) {
  oracle::Random random(seed);
  const auto count = static_cast<std::size_t>(random.range(1, 300));
  const Lattice lattice = random.one_in(2) ? Lattice::square : Lattice::hexagonal;
  const Vec2 min{random.uniform(-9, 9), random.uniform(-9, 9)};
  const Region region{min, min + Vec2{random.uniform(3, 30), random.uniform(3, 30)}, random.one_in(2)};
  const double radius = std::min(radius_covering(region, 0.35, count), 0.7);
  const std::vector<double> radii(count, radius);
  Room room = empty_room(region, radius, count);
  const Arranged all = arrange_on_lattice(room, lattice, radii);
  if (all.centers.size() < count) {  // an unlucky shape of the region: too few to make rows of
    RC_ASSERT(count < 30U);
    return;
  }
  RC_ASSERT(overlapping_pairs(discs_of(radii, all.centers), region) == 0);
  RC_ASSERT(outside(discs_of(radii, all.centers), region) == 0);
  // Each has its next neighbour as near as an even lattice of so many would, but for a factor.
  const double even = std::sqrt(region.area() / static_cast<double>(count));
  for (std::size_t k = 0; k < count && count >= 30; ++k) {
    const double distance = nearest_distance(all.centers, k, region);
    RC_ASSERT(distance > 0.6 * even);
    RC_ASSERT(distance < 2.5 * even);
  }
}

}  // namespace
}  // namespace carom::detail
