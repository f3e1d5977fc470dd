#include "carom/shapes/mass.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>

#include "oracle/random.hpp"

namespace carom {
namespace {

using Rational = boost::multiprecision::mpq_rational;
using oracle::Random;

struct TrueMass {
  Rational area, x, y, second_moment;
};

/// In rationals, about the origin, by Green's theorem with every edge: another way than the library's.
TrueMass true_mass(std::span<const Vec2> vertices) {
  TrueMass m;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec2 a = vertices[i];
    const Vec2 b = vertices[(i + 1) % vertices.size()];
    const Rational ax(a.x), ay(a.y), bx(b.x), by(b.y);
    const Rational w = ax * by - ay * bx;
    m.area += w / 2;
    m.x += w * (ax + bx) / 6;
    m.y += w * (ay + by) / 6;
    m.second_moment += w * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12;
  }
  m.x /= m.area;
  m.y /= m.area;
  m.second_moment -= m.area * (m.x * m.x + m.y * m.y);
  m.area = abs(m.area);
  m.second_moment = abs(m.second_moment);
  return m;
}

double relative_error(double seen, const Rational& expected) {
  return Rational(abs(Rational(seen) - expected) / abs(expected)).convert_to<double>();
}

void expect_mass(const Polygon& polygon) {
  const TrueMass expected = true_mass(polygon.vertices());
  const MassProperties seen = mass_properties(polygon);
  RC_ASSERT(relative_error(seen.area, expected.area) <= 0x1p-52);
  RC_ASSERT(relative_error(seen.second_moment, expected.second_moment) <= 0x1p-52);
  for (const auto& [value, truth] : {std::pair(seen.centroid.x, expected.x), std::pair(seen.centroid.y, expected.y)}) {
    RC_ASSERT(relative_error(value, truth) <= 0x1p-52);
  }
}

/// A star around `centre`: vertices in order of direction at any distance, so it is simple and mostly concave.
std::vector<Vec2> star(Random& random, Vec2 centre, double size, double flatness) {
  const int count = random.range(3, 12);
  std::vector<Vec2> vertices;
  for (int i = 0; i < count; ++i) {
    const SinCos direction = sin_cos(2 * k_pi * (i + random.uniform(0, 0.9)) / count);
    const double distance = size * random.uniform(0.1, 1);
    vertices.push_back(centre + Vec2{distance * direction.cos, flatness * distance * direction.sin});
  }
  if (random.one_in(2)) std::reverse(vertices.begin(), vertices.end());
  return vertices;
}

RC_GTEST_PROP(Mass, OfStarsIsRightToTheLastBits, (std::uint64_t seed)) {
  Random random(seed);
  const double size = random.one_in(3) ? std::ldexp(1, random.range(-160, 160)) : 1;
  const Vec2 centre = {size * random.uniform(-2, 2), size * random.uniform(-2, 2)};
  const auto polygon = Polygon::make(star(random, centre, size, random.one_in(4) ? 1e-9 : 1), random.one_in(2));
  if (polygon) expect_mass(polygon.value());
}

RC_GTEST_PROP(Mass, OfPolygonsFarAwayLosesNothing, (std::uint64_t seed)) {
  Random random(seed);
  const Vec2 centre = {random.uniform(-1e9, 1e9), random.uniform(-1e12, 1e12)};
  const auto polygon = Polygon::make(star(random, centre, 1, 1));
  if (polygon) expect_mass(polygon.value());
}

TEST(Mass, OfShapesOneKnows) {
  const MassProperties box = mass_properties(Polygon::make({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}).value());
  EXPECT_EQ(box.area, 8);
  EXPECT_EQ(box.centroid, (Vec2{0, 0}));
  EXPECT_DOUBLE_EQ(box.second_moment, 8 * (16 + 4) / 12.0);
  // An L: a square of 4 without a square of 2. Its first vertex is the inner corner.
  const MassProperties corner =
      mass_properties(Polygon::make({{2, 2}, {2, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 2}}).value());
  EXPECT_EQ(corner.area, 12);
  EXPECT_DOUBLE_EQ(corner.centroid.x, (16 * 2 - 4 * 3) / 12.0);
  EXPECT_DOUBLE_EQ(corner.centroid.y, corner.centroid.x);
  const MassProperties disc = mass_properties(Circle{2, {5, 6}, false});
  EXPECT_DOUBLE_EQ(disc.area, 4 * k_pi);
  EXPECT_EQ(disc.centroid, (Vec2{5, 6}));
  EXPECT_DOUBLE_EQ(disc.second_moment, 8 * k_pi);
}

TEST(Mass, OfARodIsThatOfAThinBox) {
  const MassProperties rod = mass_properties(Segment{{{{1, 2}, {4, 6}}}});
  EXPECT_EQ(rod.area, 5);
  EXPECT_EQ(rod.centroid, (Vec2{2.5, 4}));
  EXPECT_DOUBLE_EQ(rod.second_moment, 125 / 12.0);
  // A box of width w along the same line has (L² + w²) / 12 for each unit of mass.
  const double w = 1e-5;
  const Vec2 side = 0.5 * w * Vec2{-0.8, 0.6};
  const Vec2 p = {1, 2}, q = {4, 6};
  const auto box = mass_properties(Polygon::make({p - side, q - side, q + side, p + side}).value());
  EXPECT_NEAR(inertia(box, 3), inertia(rod, 3) + 3 * w * w / 12, 1e-13);
}

TEST(Mass, InertiaOfBodiesOneKnows) {
  EXPECT_DOUBLE_EQ(inertia(mass_properties(Circle{2, {5, 6}, false}), 3), 3 * 4 / 2.0);
  EXPECT_DOUBLE_EQ(inertia(mass_properties(Circle{2, {5, 6}, true}), 3), 3 * 4 / 2.0);  // the disc it encloses
  const auto box = mass_properties(Polygon::make({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, true).value());
  EXPECT_DOUBLE_EQ(inertia(box, 6), 6 * (16 + 4) / 12.0);
  EXPECT_DOUBLE_EQ(inertia(mass_properties(Segment{{{{-3, 0}, {3, 0}}}}), 2), 2 * 36 / 12.0);
}

/// Cut into triangles at its centre, whose own formulas, m (a² + b² + c²) / 36 and the parallel axes, are other ones.
RC_GTEST_PROP(Mass, InertiaOfStarsIsThatOfTheirTriangles, (std::uint64_t seed)) {
  Random random(seed);
  const std::vector<Vec2> vertices = star(random, {}, 1, 1);
  const auto polygon = Polygon::make(vertices);
  if (!polygon) return;
  const MassProperties whole = mass_properties(polygon.value());
  double area = 0, second_moment = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec2 p = vertices[i], q = vertices[(i + 1) % vertices.size()];
    const double piece = 0.5 * cross(p, q);
    const Vec2 off = (1.0 / 3) * (p + q) - whole.centroid;
    area += piece;
    second_moment += piece * ((dot(p, p) + dot(q, q) + dot(q - p, q - p)) / 36 + dot(off, off));
  }
  RC_ASSERT(std::abs(whole.area - std::abs(area)) <= 1e-14);
  RC_ASSERT(std::abs(inertia(whole, 1) - second_moment / area) <= 1e-12);
}

TEST(Mass, OfAPolygonOfManySidesIsThatOfTheDisc) {
  std::vector<Vec2> vertices;
  for (int i = 0; i < 10'000; ++i) {
    const SinCos direction = sin_cos(2 * k_pi * i / 10'000);
    vertices.push_back({3 + direction.cos, 4 + direction.sin});
  }
  const MassProperties round = mass_properties(Polygon::make(vertices).value());
  // The area of the n-gon is sin(2π/n) n/2, less than π by π (2π/n)²/6.
  EXPECT_NEAR(round.area, k_pi, 2.1e-7);
  EXPECT_LT(round.area, k_pi);
  EXPECT_NEAR(round.second_moment, k_pi / 2, 2.1e-7);
  EXPECT_NEAR(round.centroid.x, 3, 1e-15);
  EXPECT_NEAR(round.centroid.y, 4, 1e-15);
}

TEST(Turned, ByZeroChangesNoBit) {
  const auto polygon = Polygon::make({{-0.0, -1}, {0.1, -0.0}, {0.3, 5}}, true).value();
  const auto same = turned(polygon, 0).value();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(same.vertices()[i], polygon.vertices()[i]);
    EXPECT_EQ(std::signbit(same.vertices()[i].x), std::signbit(polygon.vertices()[i].x));
    EXPECT_EQ(std::signbit(same.vertices()[i].y), std::signbit(polygon.vertices()[i].y));
  }
  EXPECT_TRUE(same.hollow());
  const Segment segment = turned(Segment{{{{-0.0, -1}, {0.1, -0.0}}}}, -0.0).value();
  EXPECT_TRUE(std::signbit(segment.ends[0].x));
  EXPECT_TRUE(std::signbit(segment.ends[1].y));
}

TEST(Turned, IsCounterclockwise) {
  const auto quarter = turned(Polygon::make({{1, 0}, {0, 2}, {-3, 0}}).value(), k_pi / 2).value();
  EXPECT_NEAR(quarter.vertices()[0].x, 0, 1e-15);
  EXPECT_NEAR(quarter.vertices()[0].y, 1, 1e-15);
  EXPECT_NEAR(quarter.vertices()[1].x, -2, 1e-15);
  EXPECT_NEAR(quarter.vertices()[2].y, -3, 1e-15);
  EXPECT_FALSE(quarter.hollow());
  const Segment segment = turned(Segment{{{{1, 0}, {0, 1}}}}, k_pi / 6).value();
  EXPECT_NEAR(segment.ends[0].x, std::sqrt(0.75), 1e-15);
  EXPECT_NEAR(segment.ends[0].y, 0.5, 1e-15);
  EXPECT_NEAR(segment.ends[1].x, -0.5, 1e-15);
}

TEST(Turned, WhatDoesNotSurviveRoundingIsAnError) {
  const Segment speck = {{{{1e8, 1e8}, {1e8, std::nextafter(1e8, 2e8)}}}};
  int lost = 0;
  for (int i = 1; i < 100; ++i) {
    const auto result = turned(speck, 0.01 * i);
    if (result) {
      EXPECT_NE(result.value().ends[0], result.value().ends[1]);
    } else {
      ++lost;
      EXPECT_NE(result.error().reason.find("fall together"), std::string::npos);
    }
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace carom
