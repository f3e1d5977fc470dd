#include "toi/ballistic/ballistic_shape_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/toi/time_of_impact.hpp"
#include "oracle/random.hpp"

namespace carom {
namespace {

using oracle::Random;

constexpr Vec2 k_down{0, -10};

Circle disc(double radius) { return {radius, {}, false}; }
Circle ring(double radius) { return {radius, {}, true}; }
Segment segment(Vec2 a, Vec2 b) { return {{a, b}}; }
Polygon polygon(std::vector<Vec2> vertices, bool hollow = false) {
  return Polygon::make(std::move(vertices), hollow).value();
}
Polygon square(double half, bool hollow = false) {
  return polygon({{-half, -half}, {half, -half}, {half, half}, {-half, half}}, hollow);
}
const Border k_floor{Axis::y, 0};

std::optional<double> time(const BallisticShape& mover, const BallisticPath& way, const BallisticShape& stander) {
  const auto contact = contact_of(mover, way, stander);
  return contact ? std::optional(contact->t) : std::nullopt;
}

// Closed forms

TEST(Ballistic, OntoAFloor) {
  const auto contact = contact_of(disc(0.5), {{3, 5.5}, {2, 0}, k_down, 9}, k_floor);
  ASSERT_TRUE(contact);
  EXPECT_DOUBLE_EQ(contact->t, 1);
  EXPECT_EQ(contact->normal, (Vec2{0, 1}));
  EXPECT_EQ(contact->point, (Vec2{5, 0}));
  EXPECT_EQ(contact->depth, 0);
  EXPECT_FALSE(time(disc(0.5), {{3, 5.5}, {2, 0}, k_down, 0.99}, k_floor));
  EXPECT_DOUBLE_EQ(time(disc(0.5), {{3, 5.5}, {2, 0}, k_down, HUGE_VAL}, k_floor).value(), 1);
}

TEST(Ballistic, ABorderOntoADisc) {
  // The line y = 1 of a body at (3, 5): 6 over the origin, 5.5 over the disc.
  const Border line{Axis::y, 1};
  const auto contact = contact_of(line, {{3, 5}, {2, -0.5}, k_down, 9}, disc(0.5));
  ASSERT_TRUE(contact);
  EXPECT_DOUBLE_EQ(contact->t, 1);
  EXPECT_EQ(contact->normal, (Vec2{0, 1}));
  EXPECT_DOUBLE_EQ(contact->point.y, 0.5);
  EXPECT_DOUBLE_EQ(contact->point.x, 0);
  EXPECT_FALSE(time(line, {{3, 5}, {2, -0.5}, k_down, 9}, k_floor)) << "two borders are not asked";
}

TEST(Ballistic, UpwardAgainstACeilingAndNotAsHigh) {
  const Border ceiling{Axis::y, 4};
  EXPECT_DOUBLE_EQ(time(disc(1), {{0, 0}, {0, 10}, k_down, 5}, ceiling).value(), 1 - std::sqrt(0.4));
  EXPECT_FALSE(time(disc(1), {{0, 0}, {0, 7.7}, k_down, 5}, ceiling));
}

/// Hops lower than rounding, and what hardly moves yet: the long floor is met when they are over, not passed.
TEST(Ballistic, TheSlowestHopsEndOnTheFloor) {
  const Segment floor = segment({-96.75, 0}, {96.75, 0});
  const Polygon slab = polygon({{-96.75, -1}, {96.75, -1}, {96.75, 0}, {-96.75, 0}});
  for (double v = 0x1p-4; v > 1e-300; v /= 8) {
    for (const double sense : {1.0, -1.0}) {
      for (const double height : {0.25, 0.25 + 0x1p-54, 0.25 - 0x1p-54}) {
        const BallisticPath way{{0, height}, {0, sense * v}, k_down, 9, 0x1p-50, 0};
        const auto on_line = time(square(0.25), way, floor);
        const auto on_slab = time(square(0.25), way, slab);
        ASSERT_TRUE(on_line && on_slab) << v << " " << sense;
        EXPECT_LE(std::max(*on_line, *on_slab), 0.2 * v + 1e-6) << v << " " << sense;
      }
    }
  }
}

TEST(Ballistic, StraightDownOntoACircle) {
  for (const double height : {1e-6, 0.1, 1.0, 50.0}) {
    const double t = time(disc(0.25), {{0, 1.25 + height}, {}, k_down, 100}, disc(1)).value();
    const double exact = std::sqrt(((1.25 + height) - 1.25) / 5);
    EXPECT_NEAR(t / exact, 1, 1e-13 * std::max(1.0, 1e-2 / height));
  }
}

TEST(Ballistic, HorizontallyIntoADish) {
  for (const double speed : {0.1, 1.0, 8.0, 100.0}) {
    const auto contact = contact_of(disc(0.5), {{}, {speed, 0}, k_down, 100}, ring(3));
    ASSERT_TRUE(contact);
    const long double u2 = static_cast<long double>(speed) * speed, g = 10, r = 2.5L;
    const auto exact = static_cast<double>(std::sqrt(2 * r * r / (u2 + std::sqrt(u2 * u2 + g * g * r * r))));
    EXPECT_NEAR(contact->t / exact, 1, 1e-13);
    EXPECT_EQ(contact->side, Side::inner);
    EXPECT_NEAR(length(contact->point), 3, 1e-14);
    EXPECT_GT(dot(contact->normal, {-1, 0}), 0);
  }
}

// The rule at t = 0, for every kind of face: a disc of radius 1 just above the origin.

struct Ground {
  const char* name;
  BallisticShape shape;
};
const std::vector<Ground>& grounds() {
  static const std::vector<Ground> all{{"border", k_floor},
                                       {"segment", segment({-20, 0}, {20, 0})},
                                       {"backward segment", segment({20, 0}, {-20, 0})},
                                       {"polygon", polygon({{-20, -5}, {20, -5}, {20, 0}, {-20, 0}})},
                                       {"arena", polygon({{-20, 0}, {20, 0}, {20, 30}, {-20, 30}}, true)}};
  return all;
}

TEST(BallisticStart, Straight) {
  for (const auto& [name, ground] : grounds()) {
    SCOPED_TRACE(name);
    for (const double off : {0.0, 1e-16, 1e-15, -1e-16, -1e-15, -1e-12}) {
      SCOPED_TRACE(off);
      const Vec2 at{0.3, 1 + off};
      const auto ballistic = [&](Vec2 v, Vec2 g, double horizon = 3) {
        return time(disc(1), {at, v, g, horizon}, ground);
      };
      EXPECT_NEAR(ballistic({0.5, -1}, k_down).value(), 0, 2e-15);  // closing
      EXPECT_NEAR(ballistic({0.5, -1}, {}).value(), 0, 2e-15);
      EXPECT_EQ(ballistic({}, k_down), 0);              // lying
      EXPECT_EQ(ballistic({0.5, -1e-17}, k_down), 0);   // and rolling
      EXPECT_FALSE(ballistic({0.5, 0}, {}));            // sliding
      EXPECT_FALSE(ballistic({0.5, -1e-17}, {}));       // by rounding
      EXPECT_FALSE(ballistic({0.5, 0}, -k_down, 0.5));  // lifted
      EXPECT_FALSE(ballistic({0.5, 1}, {}));            // parting
      EXPECT_FALSE(ballistic({0.5, 4}, k_down, 0.79));
      EXPECT_NEAR(ballistic({0.5, 4}, k_down).value(), 0.8, std::max(1e-15, 2 * std::abs(off)));
      // A hop lower than rounding.
      if (off > 0) continue;
      EXPECT_NEAR(ballistic({0.5, 1e-9}, k_down).value(), 2e-10, 1e-24);
    }
  }
}

TEST(BallisticStart, Round) {
  const auto ballistic = [](double off, Vec2 v, Vec2 g, double horizon = 3) {
    return time(disc(1), {{0, 3 + off}, v, g, horizon}, disc(2));
  };
  const auto held = [](double off, Vec2 v, Vec2 g, double horizon = 3) {
    return time(disc(1), {{0, -3 + off}, v, g, horizon}, ring(4));
  };
  for (const double off : {0.0, 4e-16, -4e-16, -1e-12}) {
    SCOPED_TRACE(off);
    EXPECT_NEAR(ballistic(off, {0.5, -1}, k_down).value(), 0, 1e-15);
    EXPECT_EQ(ballistic(off, {}, k_down), 0);
    EXPECT_FALSE(ballistic(off, {0.5, 0}, {}));
    EXPECT_FALSE(ballistic(off, {10, 0}, k_down));  // faster over the top than its bend: takes off
    EXPECT_EQ(ballistic(off, {1, 0}, k_down), 0);
    EXPECT_NEAR(ballistic(off, {0, 4}, k_down).value(), 0.8, std::max(1e-15, 2 * std::abs(off)));
    EXPECT_NEAR(held(off, {0.5, -1}, k_down).value(), 0, 1e-15);
    EXPECT_EQ(held(off, {}, k_down), 0);
    EXPECT_EQ(held(off, {1, 0}, {}), 0);  // along the wall of a dish it is always pressed on
    EXPECT_NEAR(held(off, {0, 4}, k_down).value(), 0.8, std::max(1e-15, 2 * std::abs(off)));
    EXPECT_NEAR(held(off, {0, 6}, {}).value(), 1, 1e-12);
    if (off > 0) continue;  // a hop lower than rounding
    EXPECT_NEAR(ballistic(off, {0, 1e-9}, k_down).value(), 2e-10, 1e-20);
    EXPECT_NEAR(held(off, {0, 1e-9}, k_down).value(), 2e-10, 1e-20);
  }
}

TEST(BallisticStart, DeepOverlaps) {
  for (const auto& [name, ground] : grounds()) {
    SCOPED_TRACE(name);
    const Vec2 at{0.3, 0.75};
    const auto now = contact_of(disc(1), {at, {0, -1}, k_down, 3}, ground);
    ASSERT_TRUE(now);
    EXPECT_EQ(now->t, 0);
    EXPECT_NEAR(now->depth, 0.25, 1e-15);
    EXPECT_EQ(now->normal, (Vec2{0, 1}));
    EXPECT_FALSE(time(disc(1), {at, {0, 1}, {}, 3}, ground));
    // Gets out and comes back; gets not out and comes back.
    EXPECT_NEAR(time(disc(1), {at, {0, 4}, k_down, 3}, ground).value(), 0.4 + std::sqrt(0.11), 1e-12);
    EXPECT_NEAR(time(disc(1), {at, {0, 1}, k_down, 3}, ground).value(), 0.2, 1e-12);
  }
}

/// It begins at rest, in the ceiling of a hollow box or the upper side of a bay: the floor stops it all the same.
TEST(BallisticStart, FromOneWallToTheOther) {
  const Polygon box = Polygon::make({{-3, -1}, {3, -1}, {3, 1}, {-3, 1}}, true).value();
  const Polygon bay = Polygon::make({{-3, 3}, {-3, 1}, {3, 1}, {3, -1}, {-3, -1}, {-3, -3}, {4, -3}, {4, 3}}).value();
  for (const Polygon* const around : {&box, &bay}) {
    for (const double side : {0.0, 1.0}) {
      const BallisticPath way{{-0.3, 0.51}, {side, 0}, {0, -10}, 3};
      const auto contact = ballistic_contact(Circle{.radius = 0.5, .center = {}, .hollow = false}, way, around);
      ASSERT_TRUE(contact);
      EXPECT_NEAR(contact->t, std::sqrt(2 * 1.01 / 10), 1e-12);
      EXPECT_NEAR(length(contact->normal - Vec2{0, 1}), 0, 1e-12);
      EXPECT_EQ(contact->depth, 0);
    }
  }
}

// Points keep to the side of a line on which they are.
TEST(BallisticStart, APointStaysOnItsSide) {
  for (const BallisticShape& line : {BallisticShape(k_floor), BallisticShape(segment({-9, 0}, {9, 0}))}) {
    for (const double side : {1.0, -1.0}) {
      BallisticPath way{{0, side}, {1, -side}, {}, 8};
      const auto contact = contact_of(disc(0), way, line);
      ASSERT_TRUE(contact);
      EXPECT_NEAR(contact->t, 1, 1e-13);
      EXPECT_EQ(contact->normal, (Vec2{0, side}));
      way = {way.place(contact->t), {1, side}, {}, 8};
      EXPECT_GT(way.at.y * side, 0);
      EXPECT_FALSE(contact_of(disc(0), way, line));
    }
  }
}

// Wherever the line is, and however near and far the point comes from.
TEST(BallisticStart, APointIsNeverPutOnTheOtherSide) {
  Random random(21);
  int hits = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double far = std::pow(10, random.range(-3, 3)), near = std::pow(10, random.range(-6, 2));
    const double line = random.uniform(-far, far), side = random.one_in(2) ? 1 : -1;
    const Vec2 at{line + side * random.uniform(0, near), random.uniform(-far, far)};
    const BallisticPath way{
        at, {random.uniform(-9, 9), random.uniform(-9, 9)}, {-side * random.uniform(0, 20), 0}, 1e3};
    const double reach = 1e9;
    for (const BallisticShape& shape :
         {BallisticShape(Border{Axis::x, line}), BallisticShape(segment({line, -reach}, {line, reach})),
          BallisticShape(segment({line, -2 * far}, {line, 2 * far}))}) {
      const auto contact = contact_of(disc(0), way, shape);
      if (!contact) continue;
      ++hits;
      ASSERT_EQ(contact->normal.x, side) << i;
      ASSERT_GT(side * (way.place(contact->t).x - line), 0) << i;
    }
  }
  EXPECT_GT(hits, 10'000);
}

// A ball that rolls along one floor does not stumble over the end of the next, nor over a wall it has just left.
TEST(BallisticStart, JointsAreNoObstacles) {
  const Segment next = segment({1, 0}, {5, 0});
  EXPECT_FALSE(time(disc(0.5), {{0, 0.5}, {1, 0}, {}, 9}, polygon({{-5, -1}, {1, -1}, {1, 0}, {0.5, 0}, {-5, 0}})));
  const auto rolling = contact_of(disc(0.5), {{0, 0.5 + 1e-14}, {1, 0}, {}, 9}, next);
  EXPECT_FALSE(rolling);
  EXPECT_FALSE(time(square(0.5), {{-0.5, 2}, {0, -1}, {}, 9}, polygon({{0, 0}, {2, 0}, {2, 4}, {0, 4}})));
}

// Corner to corner by the last bit, side along side: a slide, from above and once they are in touch.
TEST(BallisticStart, FlushIsNoObstacle) {
  const Polygon wall = polygon({{1, -9}, {3, -9}, {3, 0}, {1, 0}});
  for (const double height : {5.0, 1.0, -3.0}) {
    EXPECT_FALSE(time(square(1), {{0, height}, {0, -2}, k_down, 1.2}, wall)) << height;
    EXPECT_TRUE(time(square(1), {{1e-9, 5}, {0, -2}, k_down, 1.2}, wall));
  }
  // What comes after is met.
  const Polygon step = polygon({{-3, -9}, {3, -9}, {3, 0}, {1, 0}, {1, -4}, {-3, -4}});
  EXPECT_NEAR(time(square(1), {{0, 2}, {0, 0}, k_down, 9}, step).value(), 1, 1e-9);
}

// Every pair of shapes: without gravity the answer is that of the exact kernels.

BallisticShape any_shape(Random& random, bool mover) {
  const double size = random.uniform(0.2, 2);
  const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
  switch (random.below(mover ? 7 : 8)) {
    case 0: return disc(size);
    case 1: return ring(4 * size);
    case 2: return disc(0);
    case 3: return segment({x, y}, {y - 1, size});
    case 4: return polygon({{-size, 0}, {x, -size - 1}, {size + 1, 0}, {y, size + 1}});
    case 5: return polygon({{-2, -2}, {0, x * 0.5}, {2, -2.5}, {0, 3}});
    case 6: return square(5 * size, true);
    default: return Border{random.one_in(2) ? Axis::x : Axis::y, x};
  }
}

MovingShape moving(const BallisticShape& shape, Vec2 at, Vec2 way, std::vector<Vec2>& scratch) {
  if (const auto* circle = std::get_if<Circle>(&shape))
    return MovingCircle{circle->radius, at, at + way, circle->hollow};
  if (const auto* border = std::get_if<Border>(&shape)) return *border;
  if (const auto* s = std::get_if<Segment>(&shape)) return sliding(segment(s->ends[0] + at, s->ends[1] + at), way);
  const Polygon& p = std::get<Polygon>(shape);
  for (const Vec2 v : p.vertices()) scratch.push_back(v + at);
  return MovingPolygon{scratch, scratch, way, p.hollow(), p.convex(), p.winding()};
}

TEST(Ballistic, WithoutGravityAsTheExactKernelsSlow) {
  Random random(7);
  int hits = 0, inner = 0;
  for (int i = 0; i < 40'000; ++i) {
    const BallisticShape mover = any_shape(random, true), stander = any_shape(random, false);
    const Vec2 at{random.uniform(-6, 6), random.uniform(-6, 6)}, v{random.uniform(-6, 6), random.uniform(-6, 6)};
    std::vector<Vec2> scratch, unused;
    const Impact exact = time_of_impact(moving(mover, at, 2 * v, scratch), moving(stander, {}, {}, unused));
    const auto found = contact_of(mover, {at, v, {}, 2}, stander);
    SCOPED_TRACE(testing::Message() << "case " << i << ", " << mover.index() << " and " << stander.index());
    if (exact.outcome == Outcome::overlap) {
      if (found && found->t == 0) {
        EXPECT_GT(found->depth, 0);
        EXPECT_LT(dot(found->normal, v), 0);
      }
      continue;
    }
    ASSERT_EQ(found.has_value(), exact.outcome == Outcome::hit);
    if (!found) continue;
    ++hits;
    inner += found->side == Side::inner ? 1 : 0;
    ASSERT_NEAR(found->t, 2 * exact.contact.t, 1e-11);
    ASSERT_NEAR(dot(found->normal, exact.contact.normal), 1, 1e-9);
    ASSERT_EQ(found->side, exact.contact.side);
    ASSERT_LT(length(found->point - exact.contact.point), 1e-7);
  }
  EXPECT_GT(hits, 5'000);
  EXPECT_GT(inner, 1'000);
}

// Laws

Vec2 mirrored(Vec2 v) { return {-v.x, v.y}; }
template <class Map>
BallisticShape mapped(const BallisticShape& shape, const Map& map, double scale = 1) {
  if (const auto* circle = std::get_if<Circle>(&shape)) return Circle{scale * circle->radius, {}, circle->hollow};
  if (const auto* s = std::get_if<Segment>(&shape)) return segment(map(s->ends[0]), map(s->ends[1]));
  if (const auto* border = std::get_if<Border>(&shape)) {
    return Border{border->axis, coordinate(map(border->at * direction(border->axis)), border->axis)};
  }
  std::vector<Vec2> vertices;
  for (const Vec2 v : std::get<Polygon>(shape).vertices()) vertices.push_back(map(v));
  return polygon(std::move(vertices), std::get<Polygon>(shape).hollow());
}

template <class Check>
void for_many_hits(std::uint64_t seed, const Check& check) {
  Random random(seed);
  int hits = 0;
  for (int i = 0; i < 10'000; ++i) {
    const BallisticShape mover = any_shape(random, true), stander = any_shape(random, false);
    const BallisticPath way{{random.uniform(-6, 6), random.uniform(-6, 6)},
                            {random.uniform(-6, 6), random.uniform(-6, 6)},
                            {random.uniform(-9, 9), random.uniform(-9, 9)},
                            3};
    const auto found = contact_of(mover, way, stander);
    SCOPED_TRACE(testing::Message() << "case " << i << ", " << mover.index() << " and " << stander.index());
    if (!found || found->depth > 0) continue;
    ++hits;
    check(mover, way, stander, *found);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(hits, 2'000);
}

TEST(BallisticLaws, Mirror) {
  for_many_hits(11, [](const auto& mover, const BallisticPath& way, const auto& stander, const Contact& found) {
    const BallisticPath back{mirrored(way.at), mirrored(way.velocity), mirrored(way.gravity), way.horizon};
    const auto other = contact_of(mapped(mover, mirrored), back, mapped(stander, mirrored));
    ASSERT_TRUE(other);
    ASSERT_NEAR(other->t, found.t, 1e-12);
    ASSERT_LT(length(other->normal - mirrored(found.normal)), 1e-9);
    ASSERT_LT(length(other->point - mirrored(found.point)), 1e-9);
  });
}

TEST(BallisticLaws, Shift) {
  const auto map = [](Vec2 v) { return v + Vec2{4, -2}; };
  for_many_hits(12, [&](const auto& mover, BallisticPath way, const auto& stander, const Contact& found) {
    if (std::holds_alternative<Circle>(stander)) return;
    way.at = map(way.at);
    const auto other = contact_of(mover, way, mapped(stander, map));
    ASSERT_TRUE(other);
    ASSERT_NEAR(other->t, found.t, 1e-12);
    ASSERT_LT(length(other->point - map(found.point)), 1e-9);
  });
}

TEST(BallisticLaws, PowersOfTwoChangeNoBit) {
  const auto map = [](Vec2 v) { return 64 * v; };
  for_many_hits(13, [&](const auto& mover, const BallisticPath& way, const auto& stander, const Contact& found) {
    const BallisticPath large{map(way.at), map(way.velocity), map(way.gravity), way.horizon};
    const auto other = contact_of(mapped(mover, map, 64), large, mapped(stander, map, 64));
    ASSERT_TRUE(other);
    ASSERT_EQ(other->t, found.t);
    ASSERT_EQ(other->normal, found.normal);
    ASSERT_EQ(other->point, map(found.point));
  });
}

// Reflected from where it has met something, it flies the same way and meets nothing: not what it comes from either.
TEST(BallisticLaws, TimeReversal) {
  for_many_hits(14, [](const auto& mover, const BallisticPath& way, const auto& stander, const Contact& found) {
    std::vector<Vec2> scratch, unused;
    const Impact start = time_of_impact(moving(mover, way.at, {}, scratch), moving(stander, {}, {}, unused));
    if (start.outcome == Outcome::overlap || -dot(found.normal, way.velocity_at(found.t)) < 1e-6) return;
    const BallisticPath back{way.place(found.t), -way.velocity_at(found.t), way.gravity, found.t * (1 - 1e-9)};
    ASSERT_FALSE(contact_of(mover, back, stander));
  });
}

}  // namespace
}  // namespace carom
