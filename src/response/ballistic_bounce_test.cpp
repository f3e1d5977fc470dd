#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/response/response.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "toi/ballistic/ballistic_shape_test.hpp"

// A body that bounces on and on: ballistic_contact and respond together, with the least rebound that lets time go on.
namespace carom {
namespace {

struct Standing {
  BallisticShape shape;
  Vec2 at;
};

struct Bouncer {
  BallisticShape shape;
  Vec2 at;
  Vec2 velocity;
};

struct Box {
  Vec2 gravity;
  double restitution = 1;
  double brief = 1e-7;  ///< seconds: what follows sooner loses nothing, and the least rebound flies as long
  std::vector<Standing> standing;
};

double size(Vec2 v) { return std::abs(v.x) + std::abs(v.y); }

BallisticPath way_of(const Bouncer& body, const Standing& other, Vec2 gravity) {
  return {body.at - other.at, body.velocity, gravity, HUGE_VAL, 0x1p-52 * (size(body.at) + size(other.at))};
}

/// One flight and one rebound; the time it took, or nothing when it meets nothing any more.
std::optional<double> bounce(Bouncer& body, const Box& box, double last) {
  std::optional<Contact> first;
  for (const Standing& other : box.standing) {
    const auto contact = contact_of(body.shape, way_of(body, other, box.gravity), other.shape);
    if (contact && (!first || contact->t < first->t)) first = contact;
  }
  if (!first) return std::nullopt;
  const BallisticPath way{body.at, body.velocity, box.gravity};
  body.at = way.place(first->t);
  const double restitution = last + first->t < box.brief ? 1 : box.restitution;
  body.velocity =
      respond(Response::impulse, {first->normal, way.velocity_at(first->t), {}, 1, 0, restitution}).velocity_a;
  const double off = dot(body.velocity, first->normal);
  const double least = 0.5 * size(box.gravity) * box.brief;
  if (off < least) body.velocity = body.velocity + (least - off) * first->normal;
  return first->t;
}

struct Deepest {
  double depth = 0;
  int bounces = 0;
  double time = 0;
};

template <class Depth>
Deepest bounces(Bouncer body, const Box& box, int count, const Depth& depth) {
  Deepest deepest;
  double last = 1;
  while (deepest.bounces < count) {
    const auto t = bounce(body, box, last);
    if (!t) return deepest;
    last = *t > 0 ? *t : last;
    deepest.time += *t;
    deepest.depth = std::max(deepest.depth, depth(body));
    ++deepest.bounces;
  }
  return deepest;
}

Circle disc(double radius) { return {radius, {}, false}; }
Circle ring(double radius) { return {radius, {}, true}; }
Segment segment(Vec2 a, Vec2 b) { return {{a, b}}; }
Polygon polygon(std::vector<Vec2> vertices, bool hollow = false) {
  return Polygon::make(std::move(vertices), hollow).value();
}

constexpr int k_bounces = 20'000;

double any(double low, double high) { return low + (high - low) * 0x1p-30 * *rc::gen::inRange(0, 1 << 30); }

/// Without loss every third time: then it flies far instead of hopping.
double any_restitution() { return *rc::gen::inRange(0, 3) == 0 ? 1 : any(0.05, 1); }

TEST(BallisticBounce, AMillionTimesOnAFloor) {
  const Box box{{0, -9.81}, 1, 1e-7, {{Border{Axis::y, 0.3}, {0, 0}}}};
  const auto below = [](const Bouncer& b) { return 0.3 - (b.at.y - 0.25); };
  const Deepest deepest = bounces({disc(0.25), {0, 1.7}, {0, 0}}, box, 1'000'000, below);
  EXPECT_EQ(deepest.bounces, 1'000'000);
  EXPECT_LT(deepest.depth, 1e-15);
  // Each bounce after the first lasts 2 sqrt(2 h / g).
  EXPECT_NEAR(deepest.time, (2 * 1'000'000 - 1) * std::sqrt(2 * 1.15 / 9.81), 1e-3);
}

RC_GTEST_PROP(BallisticBounce, OnAFloorAnyRestitution, ()) {
  const double at = any(-50, 50), r = any(0.01, 2);
  const Box box{{any(-1, 1), -any(0.1, 20)}, any_restitution(), 1e-7, {{Border{Axis::y, 0}, {0, at}}}};
  const auto below = [&](const Bouncer& b) { return at - (b.at.y - r); };
  const Deepest deepest = bounces({disc(r), {0, at + r + any(0, 3)}, {any(-3, 3), any(-5, 5)}}, box, k_bounces, below);
  RC_ASSERT(deepest.bounces == k_bounces);
  RC_ASSERT(deepest.depth < 1e-12);
}

RC_GTEST_PROP(BallisticBounce, BetweenTwoSegmentsSlow, ()) {
  const Vec2 at{any(-10, 10), any(-10, 10)};
  const double left = any(0.1, 1.4), right = any(0.1, 1.4), r = *rc::gen::element(0.0, 0.05, 0.5);
  const Vec2 a = 100 * Vec2{-std::cos(left), std::sin(left)}, b = 100 * Vec2{std::cos(right), std::sin(right)};
  Box box{{0, -10}, any_restitution(), 1e-7, {{segment({}, a), at}, {segment({}, b), at}}};
  // Higher than the corner is wide, well inside.
  const Vec2 start = at + Vec2{0, 2 + r / std::min(std::cos(left), std::cos(right))};
  const auto below = [&](const Bouncer& body) {
    const Vec2 p = body.at - at;
    return std::max(r - cross(unit(b), p), r - cross(p, unit(a)));
  };
  const Deepest deepest = bounces({disc(r), start, {any(-2, 2), any(-2, 2)}}, box, k_bounces, below);
  RC_ASSERT(deepest.bounces == k_bounces);
  RC_ASSERT(deepest.depth < 1e-12);
}

RC_GTEST_PROP(BallisticBounce, InADishSlow, ()) {
  const double radius = any(0.5, 20), r = radius * *rc::gen::element(0.0, 0.01, 0.5, 0.9);
  const Vec2 at{any(-10, 10), any(-10, 10)};
  const double turn = any(-3, 3);
  const Box box{10 * Vec2{std::sin(turn), -std::cos(turn)}, any_restitution(), 1e-7, {{ring(radius), at}}};
  const Bouncer start{disc(r), at + (radius - r) * Vec2{any(-0.7, 0.7), any(-0.7, 0.7)}, {any(-9, 9), any(-9, 9)}};
  const auto outside = [&](const Bouncer& b) { return length(b.at - at) - (radius - r); };
  const Deepest deepest = bounces(start, box, k_bounces, outside);
  RC_ASSERT(deepest.bounces == k_bounces);
  RC_ASSERT(deepest.depth < 1e-12);
}

/// How deep the exact kernel finds them in each other.
double overlap_depth(const Bouncer& body, const Standing& other) {
  std::vector<Vec2> moved;
  const auto placed = [&](const BallisticShape& shape, Vec2 at) -> MovingShape {
    if (const auto* circle = std::get_if<Circle>(&shape)) return still(Circle{circle->radius, at, circle->hollow});
    if (const auto* s = std::get_if<Segment>(&shape)) return still(segment(s->ends[0] + at, s->ends[1] + at));
    const Polygon& p = std::get<Polygon>(shape);
    if (at == Vec2{}) return still(p);
    for (const Vec2 v : p.vertices()) moved.push_back(v + at);
    return MovingPolygon{moved, moved, {}, p.hollow(), p.convex(), p.winding()};
  };
  const Impact impact = time_of_impact(placed(body.shape, body.at - other.at), placed(other.shape, {}));
  return impact.outcome == Outcome::overlap ? impact.contact.depth : 0;
}

// In a room with an obstacle in its middle: corners on faces, faces on corners, corners of the room.
RC_GTEST_PROP(BallisticBounce, AroundAnObstacleSlow, ()) {
  const Polygon star = polygon({{0, 1}, {-0.2, 0.2}, {-1, 0}, {-0.2, -0.2}, {0, -1}, {0.2, -0.2}, {1, 0}, {0.2, 0.2}});
  const Polygon wedge = polygon({{-0.5, -0.3}, {0.5, -0.3}, {0.1, 0.7}});
  const std::vector<BallisticShape> shapes{
      disc(0), disc(0.1), disc(0.5), ring(0.4), star, wedge, segment({-0.5, 0}, {0.5, 0.2})};
  const Polygon room = polygon({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}, true);
  const Box box{
      {any(-5, 5), -any(1, 10)}, any_restitution(), 1e-6, {{room, {}}, {*rc::gen::elementOf(shapes), {0.1, 0.2}}}};
  const Bouncer start{*rc::gen::elementOf(shapes), {any(-1.5, 1.5), 1.9}, {any(-3, 3), any(-3, 3)}};
  const auto depth = [&](const Bouncer& b) {
    // Once through a wall it would overlap nothing any more.
    const double out = std::max(std::abs(b.at.x), std::abs(b.at.y)) - 3;
    return std::max({out, overlap_depth(b, box.standing[0]), overlap_depth(b, box.standing[1])});
  };
  if (depth(start) > 0) RC_DISCARD("starts in an overlap");
  const Deepest deepest = bounces(start, box, 1'000, depth);
  RC_ASSERT(deepest.bounces == 1'000);
  RC_ASSERT(deepest.depth < 1e-12);
}

// h = 1, v = sqrt(2 g h): hit k comes at v / g (1 + 2 (e + … + e^k)).
TEST(BallisticBounce, TwentyHitsAtTheirTimes) {
  const double g = 9.81, e = 0.8;
  const Box box{{0, -g}, e, 1e-7, {{Border{Axis::y, 0}, {}}}};
  Bouncer ball{disc(0.25), {0, 1.25}, {}};
  double time = 0, exact = std::sqrt(2 / g);
  for (int hit = 1; hit <= 20; ++hit) {
    time += bounce(ball, box, 1).value();
    EXPECT_NEAR(time, exact, 1e-12 * exact) << hit;
    exact += 2 * std::sqrt(2 / g) * std::pow(e, hit);
  }
}

}  // namespace
}  // namespace carom
