#include "toi/rotating/rotating_gap.hpp"

#include <gtest/gtest.h>

#include "carom/shapes/mass.hpp"
#include "oracle/rotating_cases.hpp"

namespace carom::detail {
namespace {

constexpr Vec2 k_origin;

RotatingPart part_of(const Polygon& p) {
  return {p.vertices().data(), static_cast<int>(p.vertices().size()), reach_of(p.vertices()), p.winding()};
}

/// Two convex polygons, or a disc and one, at a random moment.
struct Case {
  explicit Case(oracle::RotatingCases& cases)
      : radius(cases.random().one_in(4) ? 0.3 : 0),
        p(&cases.shape(1, true)),
        q(&cases.shape(1, true)),
        a(cases.turn(2)),
        b(cases.turn(2)),
        of_a(radius > 0 ? RotatingPart{&k_origin, 1, 0} : part_of(*p)),
        of_b(part_of(*q)),
        pair(a, of_a.reach, b, of_b.reach, radius),
        parts(pair, of_a, of_b, pair.moment(0)) {}

  double radius;
  const Polygon* p;
  const Polygon* q;
  Turn a, b;
  RotatingPart of_a, of_b;
  RotatingPair pair;
  RotatingParts parts;
};

GapAxis some_axis(oracle::Random& random, const RotatingParts& parts) {
  GapAxis axis;
  switch (random.below(3)) {
    case 0:
      if (parts.a().faces() > 0) return parts.face_of_a(random.below(parts.a().faces()));
      [[fallthrough]];
    case 1: return parts.face_of_b(random.below(parts.b().faces()));
    default: break;
  }
  axis.normal = unit({random.uniform(-1, 1), random.uniform(-1, 1)});
  axis.gap = parts.gap_along(axis);
  return axis;
}

TEST(RotatingGap, SafeTimesAreSafeAndNotTimid) {
  oracle::RotatingCases cases(1);
  int held = 0, lengths = 0;
  for (int i = 0; i < 5000; ++i) {
    Case c(cases);
    const double t = cases.random().uniform(0, 1);
    c.parts.place(t);
    const GapAxis axis = some_axis(cases.random(), c.parts);
    if (!(axis.gap > 0)) continue;
    const double level = axis.gap * cases.random().uniform(-0.1, 0.9);
    const double distance = std::max(length(c.pair.between(t)), length(c.pair.between(1)));
    const double time = c.parts.safe_time(axis, level, 1 - t, distance);
    ASSERT_GE(time, 0);
    ASSERT_LE(time, 1 - t);
    for (int k = 0; k <= 50; ++k) {
      c.parts.place(std::min(t + time * k / 50, 1.0));
      ASSERT_GE(c.parts.gap_along(axis), level - 1e-13) << i << ' ' << k;
    }
    ++held;
    if (time > 1e-3) ++lengths;
  }
  EXPECT_GT(held, 1000);
  EXPECT_GT(lengths, held * 9 / 10);
}

TEST(RotatingGap, WithoutRotatingTheSafeTimeIsExact) {
  const auto square = Polygon::make({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}).value();
  const RotatingPair pair({{{-5, 0}, 0}, {{5, 0}, 0}}, 1.5, {}, 1.5, 0);
  const RotatingParts parts(pair, part_of(square), part_of(square), pair.moment(0));
  const GapAxis axis = parts.best_axis({{-1, 0}, Frame::plane, 3}).axis;
  EXPECT_DOUBLE_EQ(axis.gap, 3);
  EXPECT_DOUBLE_EQ(parts.safe_time(axis, 0, 1, 5), 0.3);
  EXPECT_DOUBLE_EQ(parts.growth(axis), -10);
}

TEST(RotatingGap, GrowthIsTheSlope) {
  oracle::RotatingCases cases(2);
  for (int i = 0; i < 2000; ++i) {
    Case c(cases);
    const double t = cases.random().uniform(0, 0.9), step = 1e-7;
    c.parts.place(t);
    const GapAxis axis = some_axis(cases.random(), c.parts);
    const double before = c.parts.gap_along(axis), growth = c.parts.growth(axis);
    c.parts.place(t + step);
    ASSERT_NEAR((c.parts.gap_along(axis) - before) / step, growth, 2e-3) << i;
  }
}

TEST(RotatingGap, TheBestAxisIsTheBest) {
  oracle::RotatingCases cases(3);
  int apart = 0;
  for (int i = 0; i < 5000; ++i) {
    Case c(cases);
    c.parts.place(cases.random().uniform(0, 1));
    const GapAxis hint = c.parts.along(c.parts.now().c);
    const auto [best, distance] = c.parts.best_axis(hint);
    ASSERT_NEAR(c.parts.gap_along(best), best.gap, 1e-14);
    for (int k = 0; k < c.of_a.faces(); ++k) ASSERT_LE(c.parts.face_of_a(k).gap, best.gap + 1e-11);
    for (int k = 0; k < c.of_b.faces(); ++k) ASSERT_LE(c.parts.face_of_b(k).gap, best.gap + 1e-11);
    if (best.gap <= 0) continue;
    ++apart;
    const GapAxis nearest = c.parts.nearest_axis();
    // The direction of a short line has the rounding of its ends over its length.
    ASSERT_LE(best.gap, nearest.gap + 1e-14 + 1e-15 / best.gap);
    ASSERT_LE(nearest.gap, distance + 1e-14);
  }
  EXPECT_GT(apart, 1000);
}

TEST(RotatingGap, OutsideTheWindowTheCirclesAreApart) {
  oracle::RotatingCases cases(4);
  int closed = 0;
  for (int i = 0; i < 3000; ++i) {
    Case c(cases);
    const auto window = c.pair.window();
    const double reach = c.of_a.reach + c.of_b.reach + c.radius;
    closed += window.open ? 0 : 1;
    for (int k = 0; k <= 100; ++k) {
      const double t = k / 100.0;
      const bool inside = window.open && t >= window.from && t <= window.to;
      const double distance = length(c.pair.between(t));
      ASSERT_TRUE(inside ? distance <= reach * (1 + 1e-9) : distance > reach) << i;
    }
  }
  EXPECT_GT(closed, 500);
}

TEST(RotatingGap, TouchesInTheMiddleOfWhatIsShared) {
  const auto wide = Polygon::make({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}).value();
  const auto narrow = Polygon::make({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}).value();
  const RotatingPair pair({{{1.5, 2}, 0}, {{1.5, 2}, 0}}, 2, {}, 3, 0);
  const RotatingParts parts(pair, part_of(narrow), part_of(wide), pair.moment(0));
  const auto touch = parts.touch({{0, 1}, Frame::plane, 0});
  EXPECT_EQ(touch.point, (Vec2{1.25, 1}));
  EXPECT_EQ(touch.normal, (Vec2{0, 1}));
  // A corner in front of a corner.
  const RotatingPair beside({{{3.5, 2.5}, 0}, {{3.5, 2.5}, 0}}, 2, {}, 3, 0);
  const RotatingParts corners(beside, part_of(narrow), part_of(wide), beside.moment(0));
  const auto corner = corners.touch({unit({1, 1}), Frame::plane, 0});
  EXPECT_NEAR(corner.point.x, 2.25, 1e-15);
  EXPECT_NEAR(corner.point.y, 1.25, 1e-15);
}

}  // namespace
}  // namespace carom::detail
