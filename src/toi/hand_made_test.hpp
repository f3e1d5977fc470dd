#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "carom/motion/moving.hpp"
#include "toi/judged_test.hpp"

/// Short names for questions made by hand, and for what their answers must be. Each question is put in both orders, and
/// held against the oracle besides.
namespace carom::hand_made {

[[nodiscard]] inline MovingCircle disc(double radius, Vec2 from, Vec2 to) { return {radius, from, to, false}; }
[[nodiscard]] inline MovingCircle disc(double radius, Vec2 at) { return {radius, at, at, false}; }
[[nodiscard]] inline MovingCircle ring(double radius, Vec2 from, Vec2 to) { return {radius, from, to, true}; }
[[nodiscard]] inline MovingCircle ring(double radius, Vec2 at) { return {radius, at, at, true}; }
[[nodiscard]] inline MovingCircle point(Vec2 from, Vec2 to) { return {0, from, to, false}; }
[[nodiscard]] inline MovingCircle point(Vec2 at) { return {0, at, at, false}; }
[[nodiscard]] inline Border wall(double x) { return {Axis::x, x}; }
[[nodiscard]] inline Border floor_at(double y) { return {Axis::y, y}; }
[[nodiscard]] inline MovingSegment segment(Vec2 a, Vec2 b, Vec2 move = {}) { return {{{a, b}}, {{a, b}}, move}; }
/// From ab to cd: the ends go their own ways.
[[nodiscard]] inline MovingSegment rotating(Vec2 a, Vec2 b, Vec2 c, Vec2 d) { return {{{a, b}}, {{c, d}}, {}}; }

/// A polygon that owns its vertices and slides by `shift`, or morphs into `to`.
struct HandPolygon {
  Polygon from;
  std::optional<Polygon> to;
  Vec2 shift;

  operator MovingPolygon() const { return to ? morphing(from, *to) : sliding(from, shift); }
  [[nodiscard]] HandPolygon moving(Vec2 by) const { return {from, std::nullopt, by}; }
  [[nodiscard]] HandPolygon morphing_to(std::vector<Vec2> vertices) const {
    return {from, Polygon::make(std::move(vertices), from.hollow()).value(), {}};
  }
  /// The same motion, told vertex by vertex.
  [[nodiscard]] HandPolygon moving_by_vertices(Vec2 by) const {
    std::vector<Vec2> moved(from.vertices().begin(), from.vertices().end());
    for (Vec2& p : moved) p = p + by;
    return morphing_to(std::move(moved));
  }
};

[[nodiscard]] inline HandPolygon solid(std::vector<Vec2> vertices) {
  return {Polygon::make(std::move(vertices)).value(), std::nullopt, {}};
}
[[nodiscard]] inline HandPolygon arena(std::vector<Vec2> vertices) {
  return {Polygon::make(std::move(vertices), true).value(), std::nullopt, {}};
}
[[nodiscard]] inline std::vector<Vec2> corners(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}
[[nodiscard]] inline HandPolygon box(double x0, double y0, double x1, double y1) {
  return solid(corners(x0, y0, x1, y1));
}
[[nodiscard]] inline HandPolygon room(double x0, double y0, double x1, double y1) {
  return arena(corners(x0, y0, x1, y1));
}

/// The answer, after both orders and the oracle have agreed on it.
[[nodiscard]] inline Impact agreed(const MovingShape& a, const MovingShape& b) {
  const Impact impact = time_of_impact(a, b);
  const Impact swapped = time_of_impact(b, a);
  EXPECT_EQ(impact.outcome, swapped.outcome);
  EXPECT_EQ(impact.contact.t, swapped.contact.t);
  EXPECT_EQ(impact.contact.point, swapped.contact.point);
  EXPECT_EQ(impact.contact.normal, -swapped.contact.normal);
  EXPECT_EQ(impact.contact.side, swapped.contact.side);
  EXPECT_EQ(judged::judged(a, b).wrong, "");
  return impact;
}

inline void expect_near(Vec2 found, Vec2 expected, const char* what) {
  EXPECT_NEAR(found.x, expected.x, 1e-14 * (1 + std::abs(expected.x))) << what;
  EXPECT_NEAR(found.y, expected.y, 1e-14 * (1 + std::abs(expected.y))) << what;
}

struct Expected {
  double t;
  Vec2 point;
  Vec2 normal;
  Side side = Side::outer;
};

inline void expect_hit(const MovingShape& a, const MovingShape& b, const Expected& expected) {
  const Impact impact = agreed(a, b);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, expected.t, k_time_error);
  expect_near(impact.contact.point, expected.point, "point");
  expect_near(impact.contact.normal, expected.normal, "normal");
  EXPECT_EQ(impact.contact.side, expected.side);
}
inline void expect_hit_at(const MovingShape& a, const MovingShape& b, double t) {
  const Impact impact = agreed(a, b);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, t, k_time_error);
}
inline void expect_miss(const MovingShape& a, const MovingShape& b) { EXPECT_EQ(agreed(a, b).outcome, Outcome::miss); }
inline void expect_overlap(const MovingShape& a, const MovingShape& b) {
  EXPECT_EQ(agreed(a, b).outcome, Outcome::overlap);
}

}  // namespace carom::hand_made
