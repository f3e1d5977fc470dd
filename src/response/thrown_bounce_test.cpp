#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/response/response.hpp"
#include "carom/toi/thrown.hpp"

// A body that bounces on and on: thrown_contact and respond together, with the least rebound that lets time go on.
namespace carom {
namespace {

struct Standing {
  ThrownShape shape;
  Vec2 at;
};

struct Bouncer {
  ThrownShape shape;
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

Throw way_of(const Bouncer& body, const Standing& other, Vec2 gravity) {
  return {body.at - other.at, body.velocity, gravity, HUGE_VAL, 0x1p-52 * (size(body.at) + size(other.at))};
}

/// One flight and one rebound; the time it took, or nothing when it meets no one any more.
std::optional<double> bounce(Bouncer& body, const Box& box, double last) {
  std::optional<Contact> first;
  for (const Standing& other : box.standing) {
    const auto contact = thrown_contact(body.shape, way_of(body, other, box.gravity), other.shape);
    if (contact && (!first || contact->t < first->t)) first = contact;
  }
  if (!first) return std::nullopt;
  const Throw way{body.at, body.velocity, box.gravity};
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

TEST(ThrownBounce, AMillionTimesOnAFloor) {
  const Box box{{0, -9.81}, 1, 1e-7, {{Border{Axis::y, 0.3}, {0, 0}}}};
  const auto below = [](const Bouncer& b) { return 0.3 - (b.at.y - 0.25); };
  const Deepest deepest = bounces({disc(0.25), {0, 1.7}, {0, 0}}, box, 1'000'000, below);
  EXPECT_EQ(deepest.bounces, 1'000'000);
  EXPECT_LT(deepest.depth, 1e-15);
  // Each bounce after the first lasts 2 sqrt(2 h / g).
  EXPECT_NEAR(deepest.time, (2 * 1'000'000 - 1) * std::sqrt(2 * 1.15 / 9.81), 1e-3);
}

RC_GTEST_PROP(ThrownBounce, OnAFloorAnyRestitution, ()) {
  const double at = any(-50, 50), r = any(0.01, 2);
  const Box box{{any(-1, 1), -any(0.1, 20)}, any(0.01, 1), 1e-7, {{Border{Axis::y, 0}, {0, at}}}};
  const auto below = [&](const Bouncer& b) { return at - (b.at.y - r); };
  const Deepest deepest = bounces({disc(r), {0, at + r + any(0, 3)}, {any(-3, 3), any(-5, 5)}}, box, k_bounces, below);
  RC_ASSERT(deepest.bounces == k_bounces);
  RC_ASSERT(deepest.depth < 1e-12);
}

RC_GTEST_PROP(ThrownBounce, BetweenTwoSegments, ()) {
  const Vec2 at{any(-10, 10), any(-10, 10)};
  const double left = any(0.1, 1.4), right = any(0.1, 1.4), r = *rc::gen::element(0.0, 0.05, 0.5);
  const Vec2 a = 100 * Vec2{-std::cos(left), std::sin(left)}, b = 100 * Vec2{std::cos(right), std::sin(right)};
  Box box{{0, -10}, any(0.05, 1), 1e-7, {{segment({}, a), at}, {segment({}, b), at}}};
  // Higher than the corner is wide, well inside.
  const Vec2 start = at + Vec2{0, 2 + r / std::min(std::cos(left), std::cos(right))};
  const auto below = [&](const Bouncer& body) {
    const Vec2 p = body.at - at;
    return std::max(r - cross(unit(b), p), r - cross(p, unit(a)));
  };
  const Deepest deepest = bounces({disc(r), start, {any(-2, 2), any(-2, 2)}}, box, k_bounces, below);
  RC_ASSERT(deepest.bounces == k_bounces);
  RC_ASSERT(deepest.depth < 1e-12 * 20);
}

RC_GTEST_PROP(ThrownBounce, InADish, ()) {
  const double radius = any(0.5, 20), r = radius * *rc::gen::element(0.0, 0.01, 0.5, 0.9);
  const Vec2 at{any(-10, 10), any(-10, 10)};
  const double turn = any(-3, 3);
  const Box box{10 * Vec2{std::sin(turn), -std::cos(turn)}, any(0.05, 1), 1e-7, {{ring(radius), at}}};
  const Bouncer start{disc(r), at + (radius - r) * Vec2{any(-0.7, 0.7), any(-0.7, 0.7)}, {any(-9, 9), any(-9, 9)}};
  const auto outside = [&](const Bouncer& b) { return length(b.at - at) - (radius - r); };
  const Deepest deepest = bounces(start, box, k_bounces, outside);
  RC_ASSERT(deepest.bounces == k_bounces);
  RC_ASSERT(deepest.depth < 1e-12 * (radius + 20));
}

// In a box with a polygon in its middle: corners, faces, and the polygon's own weight in the air.
RC_GTEST_PROP(ThrownBounce, AroundAPolygon, ()) {
  const bool flies = *rc::gen::arbitrary<bool>();
  const Polygon star = polygon({{0, 1}, {-0.2, 0.2}, {-1, 0}, {-0.2, -0.2}, {0, -1}, {0.2, -0.2}, {1, 0}, {0.2, 0.2}});
  const Polygon room = polygon({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}, true);
  const double r = *rc::gen::element(0.0, 0.1, 0.5);
  const Circle circle = disc(r);
  const Box box{{any(-5, 5), -any(1, 10)},
                any(0.3, 1),
                1e-6,
                {{room, {}}, {flies ? ThrownShape(circle) : ThrownShape(star), {0.1, 0.2}}}};
  const Bouncer start{flies ? ThrownShape(star) : ThrownShape(circle), {any(-1.5, 1.5), 1.9}, {any(-3, 3), any(-3, 3)}};
  const auto overlaps = [&](const Bouncer& b) {
    const Vec2 off = flies ? Vec2{0.1, 0.2} - b.at : b.at - Vec2{0.1, 0.2};
    const auto inner = overlap(Circle{r, off, false}, &star);
    const double reach = flies ? 1 : r;
    const double wall = std::max(std::abs(b.at.x), std::abs(b.at.y)) + reach - 3;
    return std::max(inner ? inner->depth : 0.0, wall);
  };
  if (overlaps(start) > 0) RC_DISCARD("starts in an overlap");
  const Deepest deepest = bounces(start, box, 2'000, overlaps);
  RC_ASSERT(deepest.bounces == 2'000);
  RC_ASSERT(deepest.depth < 1e-12 * 10);
}

}  // namespace
}  // namespace carom
