#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "oracle/exact.hpp"
#include "oracle/polynomial.hpp"
#include "oracle/random.hpp"
#include "toi/ballistic/ballistic_shape_test.hpp"

// Throws of exact numbers against the truth: Sturm's theorem over integers for round things, 64 bits for straight ones.
// All lengths are multiples of 2^-60.
namespace carom {
namespace {

using oracle::Dyadic;
using oracle::Int;
using oracle::Poly;
using oracle::Random;
using Real = boost::multiprecision::cpp_bin_float_50;

constexpr int k_bits = 60;
constexpr double k_tolerance = 1e-13;

Int scaled(double x) {
  const double units = std::ldexp(x, k_bits);
  if (units != std::trunc(units)) ADD_FAILURE() << x << " is no multiple of 2^-60";
  return Int(units);
}
double rounded(double x, int bits = 44) { return std::ldexp(std::nearbyint(std::ldexp(x, bits)), -bits); }
Vec2 rounded(Vec2 v) { return {rounded(v.x), rounded(v.y)}; }
Vec2 any(Random& random, double size) {
  return rounded(Vec2{random.uniform(-size, size), random.uniform(-size, size)});
}
Dyadic dyadic(double t) {
  int exponent = 0;
  const double mantissa = std::frexp(t, &exponent);
  const int shift = std::max(0, 53 - exponent);
  return {Int(std::ldexp(mantissa, exponent + shift)), static_cast<unsigned>(shift)};
}

double reach(const BallisticPath& way, double t, double sizes) {
  const auto size = [](Vec2 v) { return std::abs(v.x) + std::abs(v.y); };
  return sizes + size(way.at) + t * size(way.velocity) + 0.5 * t * t * size(way.gravity);
}

/// 4 (|p(t)|² - radius²)
Poly round_truth(const BallisticPath& way, double radius) {
  const auto axis = [](double d, double v, double g) { return Poly({2 * scaled(d), 2 * scaled(v), scaled(g)}); };
  const Poly x = axis(way.at.x, way.velocity.x, way.gravity.x), y = axis(way.at.y, way.velocity.y, way.gravity.y);
  return x * x + y * y - Poly({4 * scaled(radius) * scaled(radius)});
}

/// Is there a root in (0, t)?
bool has_root(const Poly& p, double t) {
  if (p.sign_at(dyadic(t)) != p.sign_at(Dyadic{0, 0})) return true;
  const oracle::SturmChain chain(primitive(p));
  return chain.variations(Dyadic{0, 0}) != chain.variations(dyadic(t));
}

Real gap_at(const BallisticPath& way, double t, double radius) {
  const auto axis = [&](double d, double v, double g) { return Real(d) + Real(t) * v + Real(t) * t * g / 2; };
  const Real x = axis(way.at.x, way.velocity.x, way.gravity.x), y = axis(way.at.y, way.velocity.y, way.gravity.y);
  return sqrt(x * x + y * y) - radius;
}

struct Tally {
  int cases = 0;
  int hits = 0;
  int undecided = 0;  ///< reported, and in truth a miss by less than the tolerance
  int missed = 0;     ///< not reported, and in truth a graze
  double worst = 0;   ///< gap at a reported time, relative
};

/// One throw against a circle's line that it is on the right side of.
void judge(const BallisticPath& way, const Circle& mover, const Circle& stander, bool inner, Tally& tally,
           bool grazes = false) {
  const double radius = inner ? stander.radius - mover.radius : stander.radius + mover.radius;
  const auto found = contact_of(mover, way, stander);
  const double until = found ? found->t : way.horizon;
  const double size = reach(way, until, mover.radius + stander.radius);
  ++tally.cases;
  tally.hits += found ? 1 : 0;
  if (found) {
    const double gap = std::abs(static_cast<double>(gap_at(way, until, radius))) / size;
    ASSERT_LE(gap, k_tolerance);
    tally.worst = std::max(tally.worst, gap);
    const double outward = inner ? -1 : 1;
    ASSERT_NEAR(dot(found->normal, unit(way.place(until))), outward, 1e-12);
    ASSERT_EQ(found->side, inner ? Side::inner : Side::outer);
  }
  // No way in that is deeper than the tolerance before.
  const double deeper = rounded((inner ? 1 : -1) * k_tolerance * size, k_bits);
  if (until > 0 && radius + deeper > 0) {
    ASSERT_FALSE(has_root(round_truth(way, radius + deeper), until));
  }
  if (grazes) {
    const bool meets = has_root(round_truth(way, radius), way.horizon);
    tally.missed += meets && !found ? 1 : 0;
    tally.undecided += !meets && found ? 1 : 0;
  }
}

BallisticPath any_throw(Random& random) {
  const double gravity = random.one_in(8) ? 0 : 10;
  return {any(random, 5), any(random, 6), any(random, gravity), rounded(random.uniform(0.1, 3), 20)};
}

TEST(BallisticOracleSlow, RoundThingsFromOutside) {
  Random random(1);
  Tally tally;
  while (tally.cases < 30'000) {
    const BallisticPath way = any_throw(random);
    const double radius = rounded(random.uniform(0.001, 3)), own = random.one_in(3) ? 0 : rounded(random.uniform(0, 1));
    if (length(way.at) < radius + own + 1e-6) continue;
    judge(way, {own, {}, random.one_in(2)}, {radius, {}, random.one_in(2)}, false, tally);
    if (HasFatalFailure()) FAIL() << "case " << tally.cases;
  }
  EXPECT_GT(tally.hits, 4'000);
  EXPECT_LT(tally.worst, 1e-14);
}

TEST(BallisticOracleSlow, InADish) {
  Random random(2);
  Tally tally;
  while (tally.cases < 30'000) {
    BallisticPath way = any_throw(random);
    way.at = 0.5 * way.at;
    const double radius = rounded(random.uniform(0.5, 4)), own = random.one_in(3) ? 0 : rounded(random.uniform(0, 0.5));
    if (length(way.at) > radius - own - 1e-6) continue;
    judge(way, {own, {}, false}, {radius, {}, true}, true, tally);
    if (HasFatalFailure()) FAIL() << "case " << tally.cases;
  }
  EXPECT_GT(tally.hits, 5'000);
  EXPECT_LT(tally.worst, 1e-14);
}

// The circle is put beside the way, at the distance of its radius give or take 1e-6 … 1e-17.
TEST(BallisticOracleSlow, Grazes) {
  Random random(3);
  Tally tally;
  while (tally.cases < 40'000) {
    BallisticPath way = any_throw(random);
    const double radius = rounded(random.uniform(0.01, 3));
    const double t = random.uniform(0.1, 1) * way.horizon;
    const double near = std::pow(10.0, random.range(-17, -6)) * random.range(-1, 1);
    // The centre of a dish lies on the side to which the way bends.
    const bool inner = random.one_in(2);
    const double side = (cross(way.velocity_at(t), way.gravity) > 0) == inner ? 1 : -1;
    const Vec2 center = way.place(t) + (radius + near) * side * unit(perpendicular(way.velocity_at(t)));
    way.at = rounded(way.at - center);
    const double gap = length(way.at) - radius;
    if (inner ? gap > -1e-6 : gap < 1e-6) continue;
    const double own = random.one_in(2) ? 0 : rounded(0.3 * radius);
    judge(way, {own, {}, false}, {inner ? radius + own : radius - own, {}, inner}, inner, tally, true);
    if (HasFatalFailure()) FAIL() << "case " << tally.cases;
  }
  EXPECT_GT(tally.hits, 10'000);
  EXPECT_LT(tally.hits, 35'000);
  EXPECT_EQ(tally.missed, 0);
  EXPECT_LT(tally.worst, 4e-14);
  std::printf("grazes: %d cases, %d hits, %d within the tolerance, worst gap %.2g\n", tally.cases, tally.hits,
              tally.undecided, tally.worst);
}

using Long = long double;

/// When a ballistic point crosses the line through a and b, pushed off by `radius` to its left.
std::vector<Long> crossings(const BallisticPath& way, Vec2 point, Vec2 a, Vec2 b, const Long& radius) {
  const Long ex = Long(b.x) - a.x, ey = Long(b.y) - a.y;
  const Long length = std::sqrt(ex * ex + ey * ey);
  const auto height = [&](const Long& x, const Long& y) { return Long((ex * y - ey * x) / length); };
  const Long c = height(Long(way.at.x) + point.x - a.x, Long(way.at.y) + point.y - a.y) - radius;
  const Long h = height(way.velocity.x, way.velocity.y), g = height(way.gravity.x, way.gravity.y) / 2;
  if (g == 0) return h == 0 ? std::vector<Long>{} : std::vector<Long>{-c / h};
  const Long d = h * h - 4 * g * c;
  if (d < 0) return {};
  const Long root = std::sqrt(d);
  return {(-h - root) / (2 * g), (-h + root) / (2 * g)};
}

/// Of those, the earliest within the flight whose foot is on the edge, made longer by `more` of itself at both ends.
void earliest_on_edge(const BallisticPath& way, Vec2 point, Vec2 a, Vec2 b, double radius, double more, Long& best) {
  for (const Long& t : crossings(way, point, a, b, radius)) {
    if (t < 0 || t > way.horizon || t > best) continue;
    const Long x = Long(way.at.x) + point.x - a.x + t * way.velocity.x + t * t * way.gravity.x / 2;
    const Long y = Long(way.at.y) + point.y - a.y + t * way.velocity.y + t * t * way.gravity.y / 2;
    const Long ex = Long(b.x) - a.x, ey = Long(b.y) - a.y;
    const Long foot = (ex * x + ey * y) / (ex * ex + ey * ey);
    if (foot >= -more && foot <= 1 + more) best = t;
  }
}

/// A throw that comes near the origin somewhere on its way.
BallisticPath aimed_throw(Random& random) {
  BallisticPath way = any_throw(random);
  const Vec2 flown = way.place(random.uniform(0.2, 1) * way.horizon) - way.at;
  way.at = rounded(any(random, 0.8) - flown);
  return way;
}

BallisticPath reversed(const BallisticPath& way) { return {-way.at, -way.velocity, -way.gravity, way.horizon}; }

/// The first time at which a vertex of one is on an edge of the other, edges made longer by `more`; else past the horizon.
Long first_corner(const std::vector<Vec2>& mover, const BallisticPath& way, const std::vector<Vec2>& stander,
                  double more) {
  Long best = Long(way.horizon) * 2;
  const auto all = [&](const std::vector<Vec2>& corners, const BallisticPath& flight, const std::vector<Vec2>& edges) {
    const std::size_t count = edges.size() == 2 ? 1 : edges.size();
    for (const Vec2 p : corners) {
      for (std::size_t i = 0; i < count; ++i) {
        earliest_on_edge(flight, p, edges[i], edges[(i + 1) % edges.size()], 0, more, best);
      }
    }
  };
  all(mover, way, stander);
  all(stander, reversed(way), mover);
  return best;
}

std::vector<Vec2> any_chain(Random& random) {
  const int count = random.range(2, 5);
  if (count == 2) return {any(random, 1), any(random, 1)};
  for (;;) {
    std::vector<Vec2> vertices;
    for (int i = 0; i < count; ++i) vertices.push_back(any(random, 1));
    if (Polygon::make(vertices)) return vertices;
  }
}
BallisticShape shape_of(const std::vector<Vec2>& points) {
  if (points.size() == 2) return Segment{{points[0], points[1]}};
  return Polygon::make(points).value();
}

void expect_between(const std::optional<Contact>& found, const BallisticPath& way, const Long& soonest,
                    const Long& latest) {
  const double slack = 1e-12 * way.horizon;
  const double t = found ? found->t : 2 * way.horizon;
  ASSERT_GE(t, static_cast<double>(soonest) - slack);
  ASSERT_LE(t, static_cast<double>(latest) + slack);
}

TEST(BallisticOracleSlow, CornersAndEdges) {
  Random random(4);
  int hits = 0;
  for (int i = 0; i < 50'000; ++i) {
    const auto mover = any_chain(random), stander = any_chain(random);
    const BallisticPath way = aimed_throw(random);
    if (std::max(std::abs(way.at.x), std::abs(way.at.y)) < 2) continue;
    const auto found = contact_of(shape_of(mover), way, shape_of(stander));
    hits += found ? 1 : 0;
    expect_between(found, way, first_corner(mover, way, stander, 1e-12), first_corner(mover, way, stander, -1e-12));
    if (HasFatalFailure()) FAIL() << "case " << i;
  }
  EXPECT_GT(hits, 15'000);
}

TEST(BallisticOracleSlow, CirclesAndEdges) {
  Random random(5);
  int hits = 0;
  for (int i = 0; i < 50'000; ++i) {
    const auto stander = any_chain(random);
    const double radius = rounded(random.uniform(0, 0.5));
    const BallisticPath way = aimed_throw(random);
    if (std::max(std::abs(way.at.x), std::abs(way.at.y)) < 1 + radius) continue;
    const auto found = contact_of(Circle{radius, {}, false}, way, shape_of(stander));
    hits += found ? 1 : 0;
    // Edges by their quadratics; vertices may only be met earlier, by the quartic that the tests above judge.
    std::array<Long, 2> bounds{Long(way.horizon) * 2, Long(way.horizon) * 2};
    const std::size_t count = stander.size() == 2 ? 1 : stander.size();
    for (std::size_t k = 0; k < count; ++k) {
      for (const double side : {-radius, radius}) {
        earliest_on_edge(way, {}, stander[k], stander[(k + 1) % stander.size()], side, 1e-12, bounds[0]);
        earliest_on_edge(way, {}, stander[k], stander[(k + 1) % stander.size()], side, -1e-12, bounds[1]);
      }
    }
    for (const Vec2 q : stander) {
      BallisticPath around = way;
      around.at = way.at - q;
      const auto corner = contact_of(Circle{radius, {}, false}, around, Circle{});
      if (!corner) continue;
      bounds[0] = std::min(bounds[0], Long(corner->t));
      bounds[1] = std::min(bounds[1], Long(corner->t));
    }
    expect_between(found, way, bounds[0], bounds[1]);
    if (HasFatalFailure()) FAIL() << "case " << i;
  }
  EXPECT_GT(hits, 15'000);
}

}  // namespace
}  // namespace carom
