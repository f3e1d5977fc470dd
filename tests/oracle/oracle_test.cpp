// Tiny questions whose answers are evident without a calculation, one for each rule of the request format.
#include "oracle.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace carom::oracle {
namespace {

constexpr auto k_hit = Outcome::hit;
constexpr auto k_miss = Outcome::miss;
constexpr auto k_overlap = Outcome::overlap;

[[nodiscard]] MovingCircle disc(double r, Vec2 from, Vec2 to) { return {r, from, to, false}; }
[[nodiscard]] MovingCircle ring(double r, Vec2 from, Vec2 to) { return {r, from, to, true}; }
[[nodiscard]] MovingSegment segment(Vec2 p, Vec2 q, Vec2 shift = {}) { return sliding(Segment{{p, q}}, shift); }

struct Points {
  std::vector<Vec2> v;

  [[nodiscard]] MovingPolygon moved(Vec2 shift = {}, bool hollow = false) const {
    return {v, v, shift, hollow, false, Winding::counterclockwise};
  }
  [[nodiscard]] MovingPolygon arena(Vec2 shift = {}) const { return moved(shift, true); }
  [[nodiscard]] MovingPolygon to(const Points& end) const {
    return {v, end.v, {}, false, false, Winding::counterclockwise};
  }
};

[[nodiscard]] Points box(double x0, double y0, double x1, double y1) {
  return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}};
}

void expect(const MovingShape& a, const MovingShape& b, Outcome outcome, double t = 0, Side side = Side::outer) {
  for (const Truth& found : {truth(a, b), truth(b, a)}) {
    EXPECT_EQ(static_cast<int>(found.outcome), static_cast<int>(outcome));
    EXPECT_EQ(found.t, t);
    if (outcome != k_miss) {
      EXPECT_EQ(static_cast<int>(found.side), static_cast<int>(side));
    }
  }
}

TEST(Oracle, TwoBordersMakeNoQuestion) {
  EXPECT_EQ(truth(Border{Axis::x, 0}, Border{Axis::y, 0}).outcome, Outcome::unanswerable);
}

TEST(Oracle, Discs) {
  const MovingCircle still_disc = disc(1, {0, 0}, {0, 0});
  expect(still_disc, disc(1, {4, 0}, {0, 0}), k_hit, 0.5);
  expect(still_disc, disc(1, {4, 0}, {2, 0}), k_hit, 1);
  expect(still_disc, disc(1, {4, 0}, {2.25, 0}), k_miss);
  expect(still_disc, disc(1, {1, 0}, {5, 0}), k_overlap);
  expect(still_disc, disc(1, {2, 0}, {3, 0}), k_miss);
  expect(still_disc, disc(1, {2, 0}, {1, 0}), k_hit, 0);
  expect(still_disc, disc(1, {2, 0}, {2, 5}), k_miss);
  expect(still_disc, disc(1, {2, 0}, {2, 0}), k_miss);
  expect(still_disc, disc(1, {2, -4}, {2, 4}), k_hit, 0.5);
  expect(still_disc, disc(1, {2, -4}, {2, 0}), k_hit, 1);
  expect(still_disc, disc(1, {2.0000000000000004, -4}, {2, 4}), k_miss);
}

TEST(Oracle, ReportsIrrationalTimesToManyDigits) {
  // |(t - 2, 1)| = 2 at t = 2 - √3.
  const Truth found = truth(disc(1, {-2, 1}, {-1, 1}), disc(1, {0, 0}, {0, 0}));
  EXPECT_LT(abs(found.t_exact - (2 - sqrt(Real(3)))), Real(1e-90));
  EXPECT_LT(found.t_error, 1e-90);
  EXPECT_TRUE(found.exact);
}

TEST(Oracle, Rings) {
  const MovingCircle wall = ring(4, {0, 0}, {0, 0});
  expect(wall, disc(1, {0, 0}, {6, 0}), k_hit, 0.5, Side::inner);
  expect(wall, disc(1, {3, 0}, {4, 0}), k_hit, 0, Side::inner);
  expect(wall, disc(1, {3, 0}, {3, 1}), k_hit, 0, Side::inner);
  expect(wall, disc(1, {3, 0}, {2, 0}), k_miss);
  expect(wall, disc(1, {3, 0}, {3, 0}), k_miss);
  expect(wall, disc(1, {3, 0}, {-5, 0}), k_hit, 0.75, Side::inner);
  expect(wall, disc(1, {4, 0}, {9, 0}), k_overlap);
  expect(wall, disc(1, {7, 0}, {3, 0}), k_hit, 0.5);
  expect(wall, disc(5, {0, 0}, {9, 0}), k_overlap);
  expect(wall, disc(4, {0, 0}, {1, 0}), k_hit, 0, Side::inner);
  expect(wall, ring(4, {0, 0}, {1, 0}), k_hit, 0, Side::inner);
  expect(wall, ring(4, {0, 0}, {0, 0}), k_miss);
  expect(wall, ring(3, {0, 0}, {2, 0}), k_hit, 0.5, Side::inner);
  expect(disc(4, {0, 0}, {0, 0}), ring(1, {0, 0}, {9, 0}), k_overlap);
  expect(disc(4, {0, 0}, {0, 0}), ring(1, {3, 0}, {9, 0}), k_overlap);
}

TEST(Oracle, Points) {
  const MovingCircle wall = ring(4, {0, 0}, {0, 0});
  const auto point = [](Vec2 from, Vec2 to) { return disc(0, from, to); };
  expect(wall, point({4, 0}, {5, 0}), k_hit, 0, Side::inner);
  expect(wall, point({4, 0}, {4, 1}), k_hit, 0, Side::inner);
  expect(wall, point({4, 0}, {-12, 0}), k_hit, 0.5, Side::inner);
  expect(wall, point({4, 0}, {4, 0}), k_miss);
  expect(wall, point({6, 0}, {2, 0}), k_hit, 0.5);
  expect(wall, point({2, 0}, {6, 0}), k_hit, 0.5, Side::inner);
  expect(point({0, 0}, {0, 0}), point({1, 0}, {-1, 0}), k_hit, 0.5);
  expect(point({0, 0}, {0, 0}), point({0, 0}, {1, 0}), k_miss);
  expect(point({0, 0}, {0, 0}), ring(0, {0, 0}, {1, 0}), k_miss);
  expect(disc(4, {0, 0}, {0, 0}), point({4, 0}, {5, 0}), k_miss);
  expect(disc(4, {0, 0}, {0, 0}), point({4, 0}, {4, 1}), k_miss);
  expect(disc(4, {0, 0}, {0, 0}), point({4, 0}, {3, 0}), k_hit, 0);
}

TEST(Oracle, Borders) {
  const Border wall{Axis::x, 2};
  expect(wall, disc(1, {0, 7}, {2, 9}), k_hit, 0.5);
  expect(wall, disc(1, {4, 7}, {2, 9}), k_hit, 0.5);
  expect(wall, disc(1, {2.5, 0}, {9, 0}), k_overlap);
  expect(wall, disc(1, {1, 0}, {1, 9}), k_miss);
  expect(wall, disc(0, {0, 0}, {4, 0}), k_hit, 0.5);
  expect(wall, segment({0, 0}, {1, 0}, {4, 0}), k_hit, 0.25);
  expect(wall, segment({0, 0}, {4, 1}), k_overlap);
  expect(wall, segment({2, 0}, {2, 1}, {0, 5}), k_miss);
  expect(wall, box(0, 0, 1, 1).moved({1, 0}), k_hit, 1);
  expect(wall, box(0, 0, 2, 1).moved({-1, 3}), k_miss);
  expect(wall, box(0, 0, 3, 1).arena(), k_overlap);
}

TEST(Oracle, Segments) {
  const MovingSegment floor = segment({0, 0}, {4, 0});
  expect(floor, segment({1, 2}, {1, 1}, {0, -2}), k_hit, 0.5);
  expect(floor, segment({1, -1}, {1, 1}), k_overlap);
  expect(floor, segment({1, 0}, {1, 1}, {1, 0}), k_miss);
  expect(floor, segment({1, 0}, {1, 1}, {0, -1}), k_hit, 0);
  expect(floor, segment({6, 0}, {8, 0}, {-4, 0}), k_hit, 0.5);
  expect(floor, segment({6, 0}, {8, 0}, {-1, 0}), k_miss);
  expect(floor, segment({2, 0}, {6, 0}, {1, 0}), k_miss);
  expect(floor, segment({4, 0}, {6, 2}, {-4, 0}), k_miss);
  expect(floor, segment({4, -1}, {4, 1}), k_miss);
  expect(floor, segment({4, -1}, {4, 1}, {-1, 0}), k_hit, 0);
  expect(floor, disc(1, {2, 3}, {2, -1}), k_hit, 0.5);
  expect(floor, disc(1, {-5, 1}, {5, 1}), k_hit, 0.5);
  expect(floor, disc(1, {-1, 5}, {-1, -5}), k_hit, 0.5);
  expect(floor, disc(1, {1, 1}, {3, 1}), k_miss);
  expect(floor, disc(0, {2, 1}, {2, -1}), k_hit, 0.5);
  expect(floor, disc(0, {6, 0}, {2, 0}), k_hit, 0.5);
  expect(floor, ring(5, {2, 0}, {2, 0}), k_miss);
  expect(floor, ring(5, {2, 0}, {6, 0}), k_hit, 0.75, Side::inner);
}

TEST(Oracle, RotatingSegmentAndDisc) {
  // The line from the origin to (4 - 4t, 4t) comes within 1/2 of (2, 2) when (4t - 2)² = ((1 - t)² + t²) / 4.
  const MovingSegment rotating{Segment{{Vec2{0, 0}, Vec2{4, 0}}}, Segment{{Vec2{0, 0}, Vec2{0, 4}}}, {}};
  const Truth found = truth(rotating, disc(0.5, {2, 2}, {2, 2}));
  EXPECT_EQ(found.outcome, k_hit);
  EXPECT_LT(abs(found.t_exact - (15.5 - sqrt(Real(7.75))) / 31), Real(1e-90));
  EXPECT_FALSE(found.exact);
  // Its free end comes no nearer to (3, 3) than √2.
  expect(rotating, disc(1, {3, 3}, {3, 3}), k_miss);
}

TEST(Oracle, Polygons) {
  const Points unit = box(0, 0, 1, 1);
  expect(unit.moved(), box(3, 0, 4, 1).moved({-4, 0}), k_hit, 0.5);
  expect(unit.moved(), box(1, 0, 2, 1).moved({0, 3}), k_miss);
  expect(unit.moved(), box(1, 0, 2, 1).moved({-1, 0}), k_hit, 0);
  expect(unit.moved(), box(1, 1, 2, 2).moved({-1, 0}), k_miss);
  expect(unit.moved(), box(1, 1, 2, 2).moved({-1, -1}), k_hit, 0);
  expect(unit.moved(), box(1, 3, 2, 4).moved({0, -4}), k_hit, 0.5);
  expect(unit.moved(), unit.moved(), k_overlap);
  expect(unit.moved(), box(0.25, 0.25, 0.5, 0.5).moved(), k_overlap);
  expect(box(-9, -1, 9, 0).moved(), unit.moved({5, 0}), k_miss);
  expect(unit.moved(), segment({0.25, 0.25}, {0.5, 0.5}), k_overlap);
  expect(unit.moved(), segment({0, 0}, {1, 0}, {1, 0}), k_miss);
  expect(unit.moved(), segment({0, 0}, {1, 0}, {0, 1}), k_hit, 0);
  expect(unit.moved(), disc(0, {0.5, 0.5}, {0.5, 0.5}), k_overlap);
  expect(unit.moved(), disc(0, {1, 0.5}, {1, 4}), k_miss);
  expect(unit.moved(), disc(0, {-1, 2}, {1, 0}), k_hit, 0.5);
  expect(unit.moved(), disc(0, {-1, 1}, {3, 1}), k_hit, 0.25);
  expect(unit.moved(), ring(9, {0, 0}, {0, 0}), k_miss);
  expect(unit.moved(), ring(0.25, {0.5, 0.5}, {0.5, 0.5}), k_overlap);
}

TEST(Oracle, SlidingAlongAFloorIntoAWallIsTheWall) {
  const Points corner{{{0, 0}, {8, 0}, {8, 4}, {6, 4}, {6, 1}, {0, 1}}};
  expect(corner.moved(), box(0, 1, 1, 2).moved({5, 0}), k_hit, 1);
  expect(corner.moved(), box(0, 1, 1, 2).moved({10, 0}), k_hit, 0.5);
  expect(corner.moved(), box(0, 1, 1, 2).moved({4, 0}), k_miss);
  expect(corner.moved(), disc(1, {1, 2}, {9, 2}), k_hit, 0.5);
}

TEST(Oracle, Arenas) {
  const Points room = box(0, 0, 4, 4);
  expect(room.arena(), disc(1, {2, 2}, {4, 2}), k_hit, 0.5, Side::inner);
  expect(room.arena(), disc(1, {3, 1}, {3, 2.5}), k_miss);
  expect(room.arena(), disc(1, {3, 1}, {3, 9}), k_hit, 0.25, Side::inner);
  expect(room.arena(), disc(1, {7, 2}, {3, 2}), k_hit, 0.5);
  expect(room.arena(), box(1, 1, 2, 2).moved({4, 0}), k_hit, 0.5, Side::inner);
  expect(room.arena(), box(3, 1, 5, 2).moved(), k_overlap);
  expect(room.arena(), box(1, 1, 2, 2).arena({4, 0}), k_hit, 0.5, Side::inner);
  expect(room.arena(), room.moved(), k_miss);
  expect(room.arena(), room.moved({1, 0}), k_hit, 0, Side::inner);
  expect(room.arena(), room.arena({1, 1}), k_hit, 0, Side::inner);
  expect(room.moved(), box(1, 1, 2, 2).arena(), k_overlap);
  expect(room.arena(), segment({1, 1}, {2, 2}, {4, 0}), k_hit, 0.5, Side::inner);
  expect(room.arena(), segment({1, 1}, {9, 1}), k_overlap);
  expect(room.arena(), segment({-1, 5}, {5, -1}), k_overlap);
  expect(room.arena(), ring(1, {2, 2}, {4, 2}), k_hit, 0.5, Side::inner);
}

TEST(Oracle, MorphingPolygon) {
  expect(box(0, 0, 1, 1).to(box(0, 0, 5, 1)), box(3, 0, 4, 1).moved(), k_hit, 0.5);
  // Turned through its own centre the polygon comes out inverted; what it leaves behind it does not meet.
  expect(Points{{{-1, -1}, {1, -1}, {0, 1}}}.to(Points{{{1, 1}, {-1, 1}, {0, -1}}}), box(5, 5, 6, 6).moved(), k_miss);
}

TEST(Oracle, HugeAndTiny) {
  const Truth found = truth(disc(1e-300, {0, 0}, {0, 0}), disc(1e-300, {1e60, 0}, {-1e60, 0}));
  EXPECT_EQ(found.outcome, k_hit);
  EXPECT_EQ(found.t, 0.5);
}

}  // namespace
}  // namespace carom::oracle
