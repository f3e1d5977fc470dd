#pragma once

#include <gtest/gtest.h>

#include <initializer_list>

#include "oracle/lattice_shapes.hpp"
#include "oracle/oracle.hpp"
#include "oracle/state.hpp"
#include "overlap/depth.hpp"
#include "overlap/pair_table.hpp"
#include "overlap/rest_shapes_test.hpp"
#include "overlap/state.hpp"

/// What every pair of shapes at rest must keep. `size` is that of the larger shape; lengths may be off by 1e-14 of it.
namespace carom::resting {

inline constexpr double k_rounding = 1e-14;

inline constexpr auto k_apart = ChainState::apart;
inline constexpr auto k_touching = ChainState::touching;
inline constexpr auto k_overlapping = ChainState::overlapping;

struct OverlapProbe {
  template <class A, class B>
    requires requires(const A& a, const B& b) { overlap_depth(a, b); }
  std::optional<Overlap> operator()(const A& a, const B& b) const noexcept {
    return detail::state_of(a, b) == ChainState::overlapping ? std::optional<Overlap>(Overlap{}) : std::nullopt;
  }
};

/// The exact decision alone.
[[nodiscard]] inline bool overlaps(const Rest& a, const Rest& b) {
  return detail::answer<Overlap>(OverlapProbe{}, a.shape(), b.shape()).has_value();
}

[[nodiscard]] inline double gap(const Rest& a, const Rest& b) { return closest_points(a.shape(), b.shape())->distance; }

[[nodiscard]] inline Vec2 compass(int i, int count) {
  const double angle = 6.283185307179586 * i / count;
  return {std::cos(angle), std::sin(angle)};
}

/// Overlap and closest points say the same as the oracle, which shares no code with them.
[[nodiscard]] inline bool agrees_with_oracle(const Rest& a, const Rest& b) {
  const oracle::State truth = oracle::state_at(a.moving(), b.moving(), 0);
  return overlap(a.shape(), b.shape()).has_value() == (truth == oracle::State::overlap) &&
         (gap(a, b) == 0) == (truth != oracle::State::apart);
}

/// Swapped, the normal is the opposite one and all else the same bits. Not for a shape with itself.
[[nodiscard]] inline bool swaps(const Rest& a, const Rest& b) {
  const ClosestPoints c = *closest_points(a.shape(), b.shape());
  const ClosestPoints d = *closest_points(b.shape(), a.shape());
  if (c.on_a != d.on_b || c.on_b != d.on_a || c.distance != d.distance) return false;
  const auto o = overlap(a.shape(), b.shape());
  const auto p = overlap(b.shape(), a.shape());
  if (!o || !p) return o.has_value() == p.has_value();
  return o->normal == -p->normal && o->depth == p->depth && o->point == p->point;
}

/// They overlap, and the shortest way out is for a to move by `depth` along `normal`.
inline void expect_move(const Rest& a, const Rest& b, double depth, Vec2 normal) {
  const auto o = overlap(a.shape(), b.shape());
  ASSERT_TRUE(o);
  EXPECT_NEAR(o->depth, depth, 1e-15 * (1 + depth));
  EXPECT_NEAR(o->normal.x, normal.x, 1e-15);
  EXPECT_NEAR(o->normal.y, normal.y, 1e-15);
}

/// These are the closest points, to the bit, in both orders of the two.
inline void expect_closest(const Rest& a, const Rest& b, Vec2 on_a, Vec2 on_b, double distance) {
  const ClosestPoints c = *closest_points(a.shape(), b.shape());
  EXPECT_EQ(c.on_a, on_a);
  EXPECT_EQ(c.on_b, on_b);
  EXPECT_EQ(c.distance, distance);
  EXPECT_TRUE(swaps(a, b));
}

/// Everything times a power of two: the normal keeps its bits, points and lengths their digits.
[[nodiscard]] inline bool scales(const Rest& a, const Rest& b, double factor) {
  const Rest a2 = scaled(a, factor);
  const Rest b2 = scaled(b, factor);
  const ClosestPoints c = *closest_points(a.shape(), b.shape());
  const ClosestPoints d = *closest_points(a2.shape(), b2.shape());
  if (d.on_a != factor * c.on_a || d.on_b != factor * c.on_b || d.distance != factor * c.distance) return false;
  const auto o = overlap(a.shape(), b.shape());
  const auto p = overlap(a2.shape(), b2.shape());
  if (!o || !p) return o.has_value() == p.has_value();
  return p->normal == o->normal && p->depth == factor * o->depth && p->point == factor * o->point;
}

[[nodiscard]] inline bool is_sound(const Overlap& o) {
  return std::isfinite(o.point.x) && std::isfinite(o.point.y) && std::abs(length(o.normal) - 1) <= 1e-15 &&
         o.depth >= 0 && std::isfinite(o.depth);
}

/// The point is in both, and the move leaves nothing but rounding. A border cannot be moved sideways: that is not tested.
[[nodiscard]] inline bool parts(const Rest& a, const Rest& b, double size) {
  const auto o = overlap(a.shape(), b.shape());
  if (!o) return true;
  if (!is_sound(*o)) return false;
  if (gap(point(o->point), a) > k_rounding * size || gap(point(o->point), b) > k_rounding * size) return false;
  const bool a_is_border = std::holds_alternative<Border>(a.value);
  const Rest a2 = a_is_border ? a : moved(a, o->depth * o->normal);
  const Rest b2 = a_is_border ? moved(b, -o->depth * o->normal) : b;
  const auto left = overlap(a2.shape(), b2.shape());
  return !left || left->depth <= k_rounding * size;
}

/// After a move that is longer by 1e-9 the exact decision is that they do not overlap. (Inside an arena a longer move may
/// run into the opposite wall.)
[[nodiscard]] inline bool longer_move_parts(const Rest& a, const Rest& b, double size) {
  const auto o = overlap(a.shape(), b.shape());
  return !o || !overlaps(moved(a, (o->depth * (1 + 1e-9) + k_rounding * size) * o->normal), b);
}

/// No shorter move, in any of `directions`, ends the overlap.
[[nodiscard]] inline bool is_least(const Rest& a, const Rest& b, int directions) {
  const auto o = overlap(a.shape(), b.shape());
  if (!o || o->depth < 1e-6) return true;
  for (int i = 0; i < directions; ++i) {
    if (!overlaps(moved(a, (1 - 1e-6) * o->depth * compass(i, directions)), b)) return false;
  }
  return overlaps(moved(a, (1 - 1e-6) * o->depth * o->normal), b);
}

/// The closest points lie on the shapes at the distance given, moving one onto the other makes them meet, and no shorter
/// move does.
[[nodiscard]] inline bool is_closest(const Rest& a, const Rest& b, double size, int directions) {
  const ClosestPoints c = *closest_points(a.shape(), b.shape());
  const double slack = k_rounding * size;
  if (gap(point(c.on_a), a) > slack || gap(point(c.on_b), b) > slack) return false;
  if (c.distance == 0) return c.on_a == c.on_b;
  if (std::abs(length(c.on_b - c.on_a) - c.distance) > slack) return false;
  const bool a_is_border = std::holds_alternative<Border>(a.value);
  const Rest& mover = a_is_border ? b : a;
  const Rest& other = a_is_border ? a : b;
  if (gap(moved(mover, a_is_border ? c.on_a - c.on_b : c.on_b - c.on_a), other) > slack) return false;
  for (int i = 0; i < directions; ++i) {
    if (gap(moved(mover, (1 - 1e-6) * c.distance * compass(i, directions)), other) == 0) return false;
  }
  return true;
}

/// Integer coordinates of a few units: corners on corners, edges along edges, circles that touch.
[[nodiscard]] inline Rest lattice_rest(Random& random, Kind kind) {
  const Vec2 at{static_cast<double>(random.range(-4, 4)), static_cast<double>(random.range(-4, 4))};
  const double radius = random.range(1, 5);
  if (kind == Kind::disc || kind == Kind::ring) return {Circle{radius, at, kind == Kind::ring}};
  if (kind == Kind::point) return point(at);
  if (kind == Kind::border) return border(random.one_in(2) ? Axis::x : Axis::y, at.x);
  const auto lattice = kind == Kind::segment ? oracle::random_segment(random, 5)
                       : random.one_in(2)    ? oracle::small_polygon(random)
                                             : oracle::random_polygon(random);
  std::vector<Vec2> vertices;
  for (const auto& p : lattice) vertices.push_back(at + Vec2{static_cast<double>(p.x), static_cast<double>(p.y)});
  if (kind == Kind::segment) return segment(vertices[0], vertices[1]);
  return polygon(std::move(vertices), kind == Kind::convex_arena || kind == Kind::concave_arena);
}

/// All laws on `cases` pairs of these kinds, in general position and on the lattice.
inline void expect_laws(Kind first, Kind second, int cases) {
  Random random(100 * static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(second) + 1);
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(testing::Message() << "kinds " << static_cast<int>(first) << ' ' << static_cast<int>(second)
                                    << " case " << i);
    const Rest a = random_rest(random, first, 1.5);
    const Rest b = random_rest(random, second, 1.5);
    EXPECT_TRUE(agrees_with_oracle(a, b));
    EXPECT_TRUE(swaps(a, b));
    EXPECT_TRUE(scales(a, b, 0x1p-40) && scales(a, b, 0x1p70));
    EXPECT_TRUE(parts(a, b, 4));
    EXPECT_TRUE(is_closest(a, b, 4, 40));
    if (is_convex(first) && is_convex(second) && first != Kind::border) {
      EXPECT_TRUE(is_least(a, b, 90));
      EXPECT_TRUE(!is_solid_or_line(first) || !is_solid_or_line(second) || longer_move_parts(a, b, 4));
    }
    const Rest c = lattice_rest(random, first);
    const Rest d = lattice_rest(random, second);
    EXPECT_TRUE(agrees_with_oracle(c, d));
    EXPECT_TRUE(parts(c, d, 50));
    EXPECT_TRUE(is_closest(c, d, 50, 8));
  }
}

}  // namespace carom::resting
