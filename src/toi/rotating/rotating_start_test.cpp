#include "toi/rotating/rotating_start.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

constexpr double k_tolerance = 1e-10;

const Polygon k_box = Polygon::make({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}).value();
const Polygon k_room = Polygon::make({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}, true).value();

RotatingChain standing(const Polygon& polygon, double angle = 0) {
  return chain_of(rotating(polygon, {{{}, angle}, {{}, angle}}));
}

TEST(RotatingStart, ApartTouchingOverlapping) {
  const auto square = standing(k_box);
  EXPECT_FALSE(rotating_start(square, square, {2.1, 0}, k_tolerance).resting);
  EXPECT_FALSE(rotating_start(square, square, {2 + 3e-10, 0}, k_tolerance).resting);
  for (const double x : {2.0, 2 + 5e-11, 2 - 5e-11}) {
    const auto start = rotating_start(square, square, {x, 0.5}, k_tolerance);
    EXPECT_TRUE(start.resting) << x;
    EXPECT_FALSE(start.overlap) << x;
  }
  const auto deep = rotating_start(square, square, {1.75, 0.5}, k_tolerance);
  ASSERT_TRUE(deep.overlap);
  EXPECT_EQ(deep.overlap->depth, 0.25);
  EXPECT_EQ(deep.overlap->normal, (Vec2{1, 0}));
  EXPECT_TRUE(rotating_start(square, square, {2 - 2e-10, 0}, k_tolerance).overlap);
}

TEST(RotatingStart, IsThatOfTurnedShapes) {
  const auto square = standing(k_box), tilted = standing(k_box, k_pi / 4);
  EXPECT_TRUE(rotating_start(square, tilted, {2.4, 0}, k_tolerance).overlap);
  EXPECT_TRUE(rotating_start(square, tilted, {1 + std::sqrt(2.0), 0}, k_tolerance).resting);
  EXPECT_FALSE(rotating_start(square, tilted, {2.42, 0}, k_tolerance).resting);
}

TEST(RotatingStart, InAnArena) {
  const auto square = standing(k_box), room = standing(k_room);
  EXPECT_TRUE(rotating_start(square, room, {0.5, 0}, k_tolerance).inner);
  for (const double x : {2.0, 2 + 5e-11}) {
    const auto start = rotating_start(square, room, {x, 0}, k_tolerance);
    EXPECT_TRUE(start.inner && start.resting && !start.overlap) << x;
  }
  EXPECT_FALSE(rotating_start(square, room, {5, 0}, k_tolerance).inner);
  EXPECT_TRUE(rotating_start(square, room, {2.5, 0}, k_tolerance).overlap);
}

TEST(RotatingStart, CirclesAndRings) {
  const auto square = standing(k_box), room = standing(k_room);
  const MovingCircle disc{1, {}, {}}, ring{2, {}, {}, true}, point{0, {}, {}};
  EXPECT_FALSE(rotating_start(disc, square, {2.5, 0}, k_tolerance).resting);
  EXPECT_TRUE(rotating_start(disc, square, {2, 0}, k_tolerance).resting);
  EXPECT_TRUE(rotating_start(disc, square, {1.5, 0}, k_tolerance).overlap);
  EXPECT_TRUE(rotating_start(disc, room, {0, 0}, k_tolerance).inner);
  EXPECT_TRUE(rotating_start(disc, room, {2 + 5e-11, 0}, k_tolerance).inner);
  const auto held = rotating_start(ring, square, {0.1, 0}, k_tolerance);
  EXPECT_TRUE(held.held && held.inner && !held.resting);
  // A corner on the ring: (1 + x)² + 1 = 4.
  for (const double beyond : {0.0, 3e-11, -3e-11}) {
    const auto touching = rotating_start(ring, square, {-(std::sqrt(3.0) - 1 + beyond), 0}, k_tolerance);
    EXPECT_TRUE(touching.held && touching.resting && !touching.overlap) << beyond;
  }
  EXPECT_TRUE(rotating_start(ring, square, {1, 0}, k_tolerance).overlap);
  EXPECT_FALSE(rotating_start(ring, square, {4, 0}, k_tolerance).held);
  EXPECT_TRUE(rotating_start(point, square, {0.5, 0}, k_tolerance).overlap);
  EXPECT_TRUE(rotating_start(point, square, {1 + 5e-11, 0}, k_tolerance).resting);
}

TEST(RotatingStart, OverABorder) {
  const Contact deep = rotating_overlap(standing(k_box), Axis::x, {0.75, 0});
  EXPECT_EQ(deep.depth, 0.25);
  EXPECT_EQ(deep.normal, (Vec2{1, 0}));
  EXPECT_EQ(deep.point, (Vec2{0, 0}));
}

}  // namespace
}  // namespace carom::detail
