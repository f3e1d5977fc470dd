#pragma once

#include <gtest/gtest.h>

#include "carom/toi/rotating.hpp"

/// Small shapes that turn, and what is expected of two of them.
namespace carom::rotating_test {

/// Of a time, where the gap closes about as fast as the bodies are large.
inline constexpr double k_time = 1e-9;

inline Polygon box(double width, double height) {
  return Polygon::make(
             {{-width / 2, -height / 2}, {width / 2, -height / 2}, {width / 2, height / 2}, {-width / 2, height / 2}})
      .value();
}
inline Turn turn_at(Vec2 at, double from, double to) { return {{at, from}, {at, to}}; }
inline Turn slide(Vec2 from, Vec2 to, double angle = 0) { return {{from, angle}, {to, angle}}; }
inline RotatingSegment rod(Vec2 p, Vec2 q, const Turn& turn) { return {{{{p, q}}}, turn}; }
inline MovingCircle disc(double radius, Vec2 at) { return {radius, at, at}; }

inline void expect_hit(const RotatingShape& a, const RotatingShape& b, double t, Vec2 point, Vec2 normal,
                       Side side = Side::outer) {
  const Impact impact = rotating_impact(a, b);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, t, k_time);
  EXPECT_LE(impact.contact.t, t) << "not before contact";
  EXPECT_LE(length(impact.contact.point - point), 1e-8) << impact.contact.point.x << ' ' << impact.contact.point.y;
  EXPECT_LE(length(impact.contact.normal - normal), 1e-8) << impact.contact.normal.x << ' ' << impact.contact.normal.y;
  EXPECT_EQ(impact.contact.side, side);
  const Impact mirror = rotating_impact(b, a);
  EXPECT_EQ(mirror.outcome, Outcome::hit);
  EXPECT_EQ(mirror.contact.t, impact.contact.t);
  EXPECT_EQ(mirror.contact.point, impact.contact.point);
  EXPECT_EQ(mirror.contact.normal, -impact.contact.normal);
}
inline void expect_miss(const RotatingShape& a, const RotatingShape& b) {
  EXPECT_EQ(rotating_impact(a, b).outcome, Outcome::miss);
  EXPECT_EQ(rotating_impact(b, a).outcome, Outcome::miss);
}

}  // namespace carom::rotating_test
