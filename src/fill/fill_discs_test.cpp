#include "fill/fill_discs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "fill/fill_check_test.hpp"
#include "oracle/random.hpp"

namespace carom::detail {
namespace {

TEST(FillRegion, HoldsADiscToTheLastBit) {
  const Region region{{0, 0}, {1, 1}, false};
  EXPECT_TRUE(region.holds({0.5, {0.5, 0.5}, false}));
  EXPECT_FALSE(region.holds({std::nextafter(0.5, 1), {0.5, 0.5}, false}));
  // 0.1 + (0.3 - 0.1) rounds to 0.3; the disc sticks out by less than rounding shows.
  const Region off{{0.1, 0}, {1, 1}, false};
  const double radius = std::nextafter(0.3 - 0.1, 1);
  EXPECT_FALSE(off.holds({radius, {0.3, 0.5}, false}));
  EXPECT_TRUE(off.holds({0.19, {0.3, 0.5}, false}));
  for (const Vec2 out : {Vec2{0.05, 0.5}, Vec2{0.95, 0.5}, Vec2{0.5, 0.05}, Vec2{0.5, 0.95}}) {
    EXPECT_FALSE(region.holds({0.1, out, false}));
    EXPECT_TRUE((Region{{0, 0}, {1, 1}, true}.holds({0.1, out, false})));
  }
  EXPECT_TRUE((Region{{0, 0}, {1, 1}, true}.holds({0.1, {0, 0}, false})));
  EXPECT_FALSE((Region{{0, 0}, {1, 1}, true}.holds({0.1, {1, 0}, false})));
  EXPECT_FALSE((Region{{0, 0}, {1, 1}, true}.holds({0.1, {0, 1}, false})));
}

TEST(FillDiscs, TouchingIsNotMeeting) {
  DiscGrid grid({{0, 0}, {4, 4}, false}, 0.5, 10);
  grid.add({0.5, {1, 1}, false});
  EXPECT_FALSE(grid.meets({0.5, {2, 1}, false}));
  EXPECT_TRUE(grid.meets({0.5, {std::nextafter(2, 0), 1}, false}));
  EXPECT_FALSE(grid.meets({0.5, {std::nextafter(2, 3), 1}, false}));
  EXPECT_TRUE(grid.meets({0.5, {1, 1}, false}));
  EXPECT_FALSE(grid.meets({0.5, {1, 1}, false}, 0));
}

/// Where rounding decides otherwise: discs as near to touching as doubles allow, in any direction.
RC_GTEST_PROP(FillDiscs, NearlyTouchingIsDecidedExactly, (std::uint64_t seed)) {
  oracle::Random random(seed);
  for (int i = 0; i < 100; ++i) {
    const Circle a{random.uniform(0.1, 0.5), {random.uniform(1, 3), random.uniform(1, 3)}, false};
    const double radius = random.uniform(0.1, 0.5);
    const SinCos direction = sin_cos(random.uniform(-4, 4));
    const double reach = a.radius + radius;
    const Circle b{radius, a.center + Vec2{reach * direction.cos, reach * direction.sin}, false};
    DiscGrid grid({{0, 0}, {4, 4}, false}, 0.5, 1);
    grid.add(a);
    RC_ASSERT(grid.meets(b) == overlap(a, b).has_value());
  }
}

/// All discs, one by one.
bool meets_any(const DiscGrid& grid, const Circle& disc, const Region& region, std::size_t except) {
  for (std::size_t k = 0; k < grid.size(); ++k) {
    if (k != except && overlapping_pairs({disc, grid[k]}, region) > 0) return true;
  }
  return false;
}

RC_GTEST_PROP(FillDiscs, FindsWhatBruteForceFinds, (std::uint64_t seed)) {
  oracle::Random random(seed);
  const double width = random.uniform(1, 20);
  const Region region{{random.uniform(-5, 5), -3}, {6 + width, 5}, random.one_in(2)};
  const double largest = random.uniform(0.05, 1.9);
  DiscGrid grid(region, largest, 30);
  const auto any_place = [&] {
    return Vec2{random.uniform(region.min.x, region.max.x), random.uniform(region.min.y, region.max.y)};
  };
  for (int i = 0; i < 30; ++i) grid.add({random.uniform(0.1, 1) * largest, any_place(), false});
  for (int i = 0; i < 60; ++i) {
    const auto moved = static_cast<std::size_t>(random.below(30));
    if (random.one_in(2)) grid.move(moved, any_place());
    const Circle asked{random.uniform(0.1, 1) * largest, any_place(), false};
    RC_ASSERT(grid.meets(asked, moved) == meets_any(grid, asked, region, moved));
  }
  grid.clear();
  RC_ASSERT(grid.size() == 0U);
  RC_ASSERT(!grid.meets({largest, any_place(), false}));
}

}  // namespace
}  // namespace carom::detail
