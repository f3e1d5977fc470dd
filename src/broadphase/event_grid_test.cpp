#include "broadphase/event_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

/// Discs that may lie anywhere, overlapping or not: only which of them touch counts.
struct Crowd {
  std::vector<double> radii;
  std::vector<Vec2> places;
  std::vector<CellPlace> cells;
  std::optional<PeriodicBox> box;
  EventGrid grid;

  void settle() {
    grid.plan(radii, places, box);
    cells.clear();
    for (std::uint32_t k = 0; k < places.size(); ++k) {
      cells.push_back(grid.place_of(places[k], radii[k]));
      grid.insert(k, cells[k]);
    }
  }
  struct Neighbour {
    std::uint32_t mover;
    int x;
    int y;
    friend auto operator<=>(const Neighbour&, const Neighbour&) = default;
  };
  [[nodiscard]] std::set<Neighbour> near(std::uint32_t k, bool solid) const {
    std::set<Neighbour> found;
    grid.near({cells[k], radii[k], solid}, [&](std::uint32_t mover, int x, int y) { found.insert({mover, x, y}); });
    return found;
  }
  /// Touching: the distance is that of the surfaces, within a little. Nothing is inside a solid disc.
  [[nodiscard]] bool touch(std::uint32_t a, std::uint32_t b, Vec2 shift, bool inside_too) const {
    const double distance = length(places[a] - places[b] - shift);
    const double radii_sum = radii[a] + radii[b];
    if (distance > radii_sum * (1 + 1e-9)) return false;
    return inside_too || distance > radii_sum * (1 - 1e-9);
  }
  [[nodiscard]] Vec2 period() const { return box ? box->max - box->min : Vec2{}; }
};

Crowd crowd_of(Random& random, std::size_t count, double ratio, double size, bool periodic) {
  Crowd crowd;
  const double largest = periodic ? 0.24 * size : 0.4 * size;
  const double least = std::min(1.0, largest / ratio);
  for (std::size_t k = 0; k < count; ++k) {
    const bool large = ratio > 1 && k % 8 == 0;
    crowd.radii.push_back(large ? least * random.uniform(0.3, 1) * ratio : least * random.uniform(0.5, 1));
    crowd.places.push_back({random.uniform(0, size), random.uniform(0, size)});
  }
  // Pairs that just touch are what counts for solid discs.
  for (std::size_t k = 0; k + 1 < count; k += 2) {
    Vec2 at = crowd.places[k] + (crowd.radii[k] + crowd.radii[k + 1]) * random.direction();
    if (periodic) at = {at.x - size * std::floor(at.x / size), at.y - size * std::floor(at.y / size)};
    crowd.places[k + 1] = at;
  }
  if (periodic) crowd.box = PeriodicBox{{0, 0}, {size, size}};
  crowd.settle();
  return crowd;
}

void expect_all_found(const Crowd& crowd, bool solid, int& touching) {
  const int images = crowd.box ? 1 : 0;
  for (std::uint32_t a = 0; a < crowd.places.size(); ++a) {
    const auto found = crowd.near(a, solid);
    for (std::uint32_t b = 0; b < crowd.places.size(); ++b) {
      for (int y = -images; y <= images; ++y) {
        for (int x = -images; x <= images; ++x) {
          const Vec2 shift{x * crowd.period().x, y * crowd.period().y};
          if (a == b || !crowd.touch(a, b, shift, !solid)) continue;
          ++touching;
          ASSERT_TRUE(found.contains({b, x, y})) << a << " of radius " << crowd.radii[a] << " does not find " << b
                                                 << " of radius " << crowd.radii[b] << " in image " << x << ", " << y;
        }
      }
    }
  }
}

TEST(EventGrid, TouchingBodiesAreNear) {
  Random random(1);
  int touching = 0;
  for (const bool periodic : {false, true}) {
    for (const double ratio : {1.0, 10.0, 100.0}) {
      for (const double size : {4.0, 9.0, 60.0, 500.0}) {
        for (const bool solid : {true, false}) {
          expect_all_found(crowd_of(random, 120, ratio, size, periodic), solid, touching);
          if (HasFatalFailure()) {
            ADD_FAILURE() << "sizes 1:" << ratio << " in a box of " << size << (periodic ? ", periodic" : "");
            return;
          }
        }
      }
    }
  }
  EXPECT_GT(touching, 5000);
}

TEST(EventGrid, AFewInATinyBox) {
  Random random(2);
  int touching = 0;
  for (int k = 0; k < 300; ++k) {
    const std::size_t count = 2 + random.below(4);
    expect_all_found(crowd_of(random, count, k % 2 == 0 ? 1 : 3, random.uniform(2, 6), k % 3 == 0), true, touching);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(touching, 300);
}

TEST(EventGrid, OutliersDoNotMakeCellsLarge) {
  Random random(3);
  Crowd crowd = crowd_of(random, 1000, 1, 60, false);
  const double before = crowd.grid.cell_size().x;
  for (int k = 0; k < 3; ++k) {
    crowd.radii.push_back(0.5);
    crowd.places.push_back({1e9 * random.uniform(-1, 1), 1e9 * random.uniform(-1, 1)});
  }
  crowd.radii.push_back(0.5);
  crowd.places.push_back(crowd.places.back() + Vec2{0.6, 0.8});
  crowd.settle();
  EXPECT_LT(crowd.grid.bytes(), std::size_t{1} << 20U);
  EXPECT_LT(crowd.grid.cell_size().x, 2 * before);
  EXPECT_LT(crowd.grid.cell_size().y, 2 * before);
  int touching = 0;
  expect_all_found(crowd, true, touching);
  EXPECT_GT(touching, 500);
}

/// Cells without an outer side hold bodies far out, also beyond a large disc that lies there itself.
TEST(EventGrid, BodiesTouchingALargeOneFarOutAreNear) {
  Random random(8);
  for (const Vec2 out : {Vec2{1e6, 0}, Vec2{0, -1e6}, Vec2{-1e6, 1e6}, Vec2{70, 30}, Vec2{30, 70}}) {
    Crowd crowd = crowd_of(random, 1000, 1, 60, false);
    const auto large = static_cast<std::uint32_t>(crowd.places.size());
    crowd.radii.push_back(20);
    crowd.places.push_back(out);
    for (int k = 0; k < 8; ++k) {
      crowd.radii.push_back(1);
      crowd.places.push_back(out + 21 * random.direction());
    }
    crowd.settle();
    const auto found = crowd.near(large, true);
    for (std::uint32_t k = large + 1; k < crowd.places.size(); ++k) {
      EXPECT_TRUE(found.contains({k, 0, 0})) << "around " << out.x << ", " << out.y;
    }
  }
}

/// A body that crosses one line finds the bodies that have become near; with those that were, these are all.
TEST(EventGrid, CrossingALineFindsTheRest) {
  Random random(4);
  for (const bool periodic : {false, true}) {
    for (const double ratio : {1.0, 10.0, 100.0}) {
      Crowd crowd = crowd_of(random, 150, ratio, 80, periodic);
      const EventGrid& grid = crowd.grid;
      for (std::uint32_t k = 0; k < crowd.places.size(); ++k) {
        const auto before = crowd.near(k, true);
        const int dx = k % 2 == 0 ? (k % 4 == 0 ? 1 : -1) : 0;
        const int dy = k % 2 == 0 ? 0 : (k % 4 == 1 ? 1 : -1);
        CellPlace moved = crowd.cells[k];
        moved.x += dx;
        moved.y += dy;
        if (moved.x < 0 || moved.y < 0 || moved.x >= grid.columns() || moved.y >= grid.rows()) continue;
        std::set<Crowd::Neighbour> known = before;
        grid.newly_near({moved, crowd.radii[k], true}, dx, dy,
                        [&](std::uint32_t mover, int x, int y) { known.insert({mover, x, y}); });
        std::vector<Crowd::Neighbour> missed;
        const auto visit = [&](std::uint32_t mover, int x, int y) {
          if (!known.contains({mover, x, y})) missed.push_back({mover, x, y});
        };
        grid.near({moved, crowd.radii[k], true}, visit);
        ASSERT_TRUE(missed.empty()) << k << " has missed " << missed.size() << ", the first is " << missed[0].mover
                                    << ", sizes 1:" << ratio << (periodic ? ", periodic" : "");
      }
    }
  }
}

TEST(EventGrid, ACellsLinesAreAroundIt) {
  Random random(5);
  for (const bool periodic : {false, true}) {
    const Crowd crowd = crowd_of(random, 200, 10, 50, periodic);
    const EventGrid& grid = crowd.grid;
    for (std::uint32_t k = 0; k < crowd.places.size(); ++k) {
      const CellPlace& cell = crowd.cells[k];
      const double slack = 1e-12 * 50;
      EXPECT_LE(grid.left(cell.x), crowd.places[k].x + slack);
      EXPECT_GE(grid.right(cell.x), crowd.places[k].x - slack);
      EXPECT_LE(grid.lower(cell.y), crowd.places[k].y + slack);
      EXPECT_GE(grid.upper(cell.y), crowd.places[k].y - slack);
    }
    for (std::int32_t x = 0; x + 1 < grid.columns(); ++x) EXPECT_EQ(grid.right(x), grid.left(x + 1));
    for (std::int32_t y = 0; y + 1 < grid.rows(); ++y) EXPECT_EQ(grid.upper(y), grid.lower(y + 1));
    if (periodic) {
      EXPECT_EQ(grid.left(0), 0);
      EXPECT_EQ(grid.right(grid.columns() - 1), 50);
    } else {
      EXPECT_EQ(grid.left(0), -std::numeric_limits<double>::infinity());
      EXPECT_EQ(grid.upper(grid.rows() - 1), std::numeric_limits<double>::infinity());
    }
  }
}

TEST(EventGrid, CellsHoldAnyNumberAndLetThemGo) {
  EventGrid grid;
  const std::vector<double> radii(40, 1.0);
  const std::vector<Vec2> places(40, Vec2{3, 3});
  grid.plan(radii, places, std::nullopt);
  const CellPlace cell = grid.place_of({3, 3}, 1);
  std::set<std::uint32_t> inside;
  Random random(6);
  for (int k = 0; k < 5000; ++k) {
    const auto mover = static_cast<std::uint32_t>(random.below(40));
    if (inside.erase(mover) > 0) {
      grid.remove(mover, cell);
    } else {
      grid.insert(mover, cell);
      inside.insert(mover);
    }
    std::set<std::uint32_t> found;
    grid.near({cell, 1, true}, [&](std::uint32_t other, int, int) { EXPECT_TRUE(found.insert(other).second); });
    ASSERT_EQ(found, inside);
    std::vector<std::uint32_t> names;
    const std::size_t count = grid.collect({0, 0, grid.columns() - 1, grid.rows() - 1}, names);
    ASSERT_EQ(std::set<std::uint32_t>(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count)), inside);
    ASSERT_EQ(count, inside.size());
  }
  EXPECT_LT(grid.bytes(), 64U * 1024U) << "cells that were emptied are used again";
}

/// Cell by cell or part by part: the same names in the same images.
TEST(EventGrid, PartsOfABlockAreItsCells) {
  Random random(9);
  for (int k = 0; k < 200; ++k) {
    const bool periodic = k % 2 == 0;
    const Crowd crowd = crowd_of(random, 1 + random.below(60), 1, random.uniform(2.5, 30), periodic);
    if (crowd.grid.level_count() != 1) continue;
    const auto mover = static_cast<std::uint32_t>(random.below(crowd.places.size()));
    const CellPlace& cell = crowd.cells[mover];
    std::vector<Crowd::Neighbour> found;
    crowd.grid.parts({cell.x - 1, cell.y - 1, cell.x + 1, cell.y + 1}, [&](const CellBlock& part, int x, int y) {
      ASSERT_TRUE(crowd.grid.holds(part));
      std::vector<std::uint32_t> names;
      const std::size_t count = crowd.grid.collect(part, names);
      ASSERT_GE(names.size(), count + 3);
      for (std::size_t n = 0; n < count; ++n) found.push_back({names[n], x, y});
    });
    std::ranges::sort(found);
    EXPECT_EQ(std::ranges::adjacent_find(found), found.end()) << "no body twice in one image";
    const auto near = crowd.near(mover, true);
    EXPECT_TRUE(std::ranges::equal(found, near));
  }
}

TEST(EventGrid, LevelsFollowTheSizes) {
  Random random(7);
  EXPECT_EQ(crowd_of(random, 400, 1, 60, false).grid.level_count(), 1U);
  const Crowd mixed = crowd_of(random, 4000, 100, 500, false);
  EXPECT_GT(mixed.grid.level_count(), 1U);
  EXPECT_LT(mixed.grid.cell_size().x, 100) << "the large ones do not make the small ones' cells large";
}

TEST(EventGrid, NoBodyAndAPoint) {
  EventGrid grid;
  grid.plan({}, {}, std::nullopt);
  EXPECT_EQ(grid.level_count(), 1U);
  const std::vector<double> radii{0};
  const std::vector<Vec2> places{{7, 7}};
  grid.plan(radii, places, std::nullopt);
  const CellPlace cell = grid.place_of({7, 7}, 0);
  grid.insert(0, cell);
  int found = 0;
  grid.near({cell, 0, true}, [&](std::uint32_t, int, int) { ++found; });
  EXPECT_EQ(found, 1);
  EXPECT_EQ(grid.left(cell.x), -std::numeric_limits<double>::infinity()) << "one cell without end";
}

}  // namespace
}  // namespace carom::detail
