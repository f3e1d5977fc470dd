#include "toi/straight/circle_rest.hpp"

#include <algorithm>
#include <array>

#include "toi/straight/round_pair.hpp"
#include "toi/straight/sliding_edge.hpp"

namespace carom::detail {
namespace {

/// The sign just after t = 0 of |p - center|² - r².
Sign vertex_after_start(const Track& center, double radius, const Track& p) noexcept {
  return AfterStart{}.sign([&](auto lift) {
    const auto distance = dot_quadratic(p, center, p, center)(lift);
    const auto reach = lift(radius) * lift(radius);
    return Quadratic{distance.c0 - reach, distance.m - (reach + reach), distance.c2 - reach};
  });
}

/// The sign just after t = 0 of (e × w)² - r² e·e, from its Taylor coefficients.
Sign body_after_start(const Track& center, double radius, const Track& a, const Track& b) noexcept {
  const auto square_minus = [&](auto lift) {
    const auto x = cross_quadratic(a, b, a, center)(lift);
    const auto e = dot_quadratic(a, b, a, b)(lift);
    return x.c0 * x.c0 - lift(radius) * lift(radius) * e.c0;
  };
  if (const Sign start = certified_sign(square_minus); start != Sign::zero) return start;
  const ExactQuadratic x = cross_quadratic(a, b, a, center)(LiftExact{});
  const ExactQuadratic e = dot_quadratic(a, b, a, b)(LiftExact{});
  const Exact<2> k = Exact<1>(radius) * Exact<1>(radius);
  const Exact<2> x1 = x.m - x.c0 - x.c0;
  const Exact<2> x2 = x.c0 - x.m + x.c2;
  const Exact<2> e1 = e.m - e.c0 - e.c0;
  const Exact<2> e2 = e.c0 - e.m + e.c2;
  const Exact<4> first = x.c0 * (x1 + x1) - k * e1;
  if (first.sign() != Sign::zero) return first.sign();
  const Exact<4> second = x1 * x1 + x.c0 * (x2 + x2) - k * e2;
  if (second.sign() != Sign::zero) return second.sign();
  const Exact<4> third = x1 * x2;
  if (third.sign() != Sign::zero) return third.sign();
  return (x2 * x2).sign();
}

/// t = x / (x + y), exactly; x and y not negative, not both zero.
struct Ratio {
  Exact<2> x;
  Exact<2> y;

  friend bool operator<(const Ratio& a, const Ratio& b) noexcept {
    return (a.x * b.y - b.x * a.y).sign() == Sign::negative;
  }
};

/// The sign just after a moment of (e × w)² - r² e·e: that of its first derivative by s = t / (1-t) that is not zero.
Sign body_sign_after(const Track& center, double radius, const Track& a, const Track& b, const Ratio& moment) noexcept {
  const ExactQuadratic x = cross_quadratic(a, b, a, center)(LiftExact{});
  const ExactQuadratic e = dot_quadratic(a, b, a, b)(LiftExact{});
  const Exact<2> k = Exact<1>(radius) * Exact<1>(radius);
  const auto twice = [](const auto& number) { return number + number; };
  // (c0 + m s + c2 s²)² - k (e0 + em s + e2 s²) (1 + s)²
  const std::array<Exact<4>, 5> q{
      x.c0 * x.c0 - k * e.c0,
      twice(x.c0 * x.m) - k * (e.m + twice(e.c0)),
      x.m * x.m + twice(x.c0 * x.c2) - k * (e.c2 + twice(e.m) + e.c0),
      twice(x.m * x.c2) - k * (twice(e.c2) + e.m),
      x.c2 * x.c2 - k * e.c2,
  };
  constexpr std::array<std::array<double, 5>, 5> k_binomial{
      {{1, 1, 1, 1, 1}, {0, 1, 2, 3, 4}, {0, 0, 1, 3, 6}, {0, 0, 0, 1, 4}, {0, 0, 0, 0, 1}}};
  // At t = 1, where s is infinite, the same in 1/s, which falls: odd derivatives change their sign.
  if (moment.y.sign() == Sign::zero) {
    for (std::size_t j = 0; j < 5; ++j) {
      const Sign sign = q[4 - j].sign();
      if (sign != Sign::zero) return j % 2 == 0 ? sign : -sign;
    }
    return Sign::zero;
  }
  const Exact<4> x2 = moment.x * moment.x, y2 = moment.y * moment.y;
  const std::array<Exact<8>, 5> x_power{Exact<1>(1.0), moment.x, x2, x2 * moment.x, x2 * x2};
  const std::array<Exact<8>, 5> y_power{Exact<1>(1.0), moment.y, y2, y2 * moment.y, y2 * y2};
  for (std::size_t j = 0; j < 5; ++j) {
    Exact<21> derivative;  // 12 in truth: the types of the powers do not know which ones meet
    for (std::size_t i = j; i < 5; ++i) {
      derivative = derivative + Exact<1>(k_binomial[j][i]) * (q[i] * x_power[i - j] * y_power[4 - i]);
    }
    if (derivative.sign() != Sign::zero) return derivative.sign();
  }
  return Sign::zero;
}

/// While the circle runs along the edge at distance r: from when until when its foot is on it.
struct SlideInterval {
  bool exists = false;
  bool from_start = false;
  bool to_end = false;
  Ratio begin;
  Ratio end;
};

/// Does the edge from a to b end in another direction (or the opposite one) than it started in?
bool turned(const Track& a, const Track& b) noexcept {
  const Difference<LiftExact> e{{}, b, a};
  return (e.x0() * e.y1() - e.y0() * e.x1()).sign() != Sign::zero ||
         (e.x0() * e.x1() + e.y0() * e.y1()).sign() != Sign::positive;
}

SlideInterval slide_interval(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  SlideInterval slide;
  // The edge may stretch along its own line; its direction at the start then serves for the whole step.
  const ExactQuadratic length = dot_quadratic(a, b, a, b)(LiftExact{});
  const Track fixed_a{a.from, a.from, {}};
  const Track fixed_b{b.from, b.from, {}};
  if (turned(a, b)) return slide;
  const ExactQuadratic x = cross_quadratic(fixed_a, fixed_b, a, c)(LiftExact{});
  const bool along = (x.c0 - x.c2).sign() == Sign::zero &&
                     (x.c0 * x.c0 - Exact<1>(radius) * Exact<1>(radius) * length.c0).sign() == Sign::zero;
  if (!along) return slide;
  slide.from_start = slide.to_end = true;
  const auto clip = [&](const ExactQuadratic& g) {  // the foot is on the edge while g >= 0; g is linear in t
    if (g.c0.sign() == Sign::negative && g.c2.sign() == Sign::negative) return false;
    if (g.c0.sign() == Sign::negative) {
      slide.from_start = false;
      slide.begin = {-g.c0, g.c2};
    }
    if (g.c2.sign() == Sign::negative) {
      slide.to_end = false;
      slide.end = {g.c0, -g.c2};
    }
    return true;
  };
  slide.exists = clip(dot_quadratic(fixed_a, fixed_b, a, c)(LiftExact{})) &&
                 clip(dot_quadratic(fixed_b, fixed_a, b, c)(LiftExact{}));
  return slide;
}

/// The moment of a graze, -d0·v / v·v, as a ratio.
Ratio graze_time(const Track& c, const Track& p) noexcept {
  const ExactQuadratic d = dot_quadratic(p, c, p, c)(LiftExact{});
  // d0·(d0 - d1) and d1·(d1 - d0), twice
  return {d.c0 + d.c0 - d.m, d.c2 + d.c2 - d.m};
}

}  // namespace

AfterTouch edge_after_start(const Track& center, double radius, const Chain& chain, int edge) noexcept {
  const Track a = chain.vertex(edge);
  const Track b = chain.edge_end(edge);
  const AfterStart after;
  if (after.sign(dot_quadratic(a, center, a, b)) == Sign::negative) {
    return {vertex_after_start(center, radius, a), NearPart::start};
  }
  if (after.sign(dot_quadratic(b, center, b, a)) == Sign::negative) {
    return {vertex_after_start(center, radius, b), NearPart::end};
  }
  return {body_after_start(center, radius, a, b), NearPart::body};
}

Graze first_turn_into_edge(const Track& center, double radius, const Chain& chain) noexcept {
  Graze first;
  const auto look = [&](const Track& end, const Track& other, int vertex) {
    const RoundPair pair{center, end, radius, 0};
    const auto foot = dot_quadratic(end, center, end, other);
    if (moves(pair)) {
      // A vertex that is grazed while its edge, which turns, lies along the circle: the foot goes on to the edge or not.
      const ImpactTime impact = from_outside(pair);
      if (impact.outcome != Outcome::hit || slides(end, other) || discriminant_sign(pair) != Sign::zero) return;
      const Ratio graze = graze_time(center, end);
      const Instant instant = Instant::ratio(graze.x, graze.y);
      const ExactQuadratic exact_foot = foot(LiftExact{});
      if (instant.sign_at(exact_foot) != Sign::zero || instant.sign_after(exact_foot) != Sign::positive) return;
      if (body_sign_after(center, radius, end, other, graze) != Sign::negative) return;
      if (!first.found || impact.t < first.t) first = {true, impact.t, vertex};
      return;
    }
    if (separation_sign(pair) != Sign::zero) return;
    const QuadraticSigns signs = certified_signs(foot);
    const Roots roots =
        roots_in_step(signs, [&] { return certified_sign([&](auto lift) { return discriminant(foot(lift)); }); });
    for (int i = 0; i < roots.count; ++i) {
      const Instant instant = Instant::root(foot(LiftExact{}), signs, roots.which[i]);
      if (instant.sign_after(foot(LiftExact{})) != Sign::positive) continue;
      const double t = certified_root_time(foot, signs, roots.which[i]);
      if (!first.found || t < first.t) first = {true, t, vertex};
    }
  };
  for (int i = 0; i < chain.edges(); ++i) {
    look(chain.vertex(i), chain.edge_end(i), i);
    look(chain.edge_end(i), chain.vertex(i), chain.next(i));
  }
  return first;
}

Graze first_graze_after_sliding(const Track& center, double radius, const Chain& chain) noexcept {
  Ratio reach{Exact<2>(), Exact<2>(Exact<1>(1.0))};  // t = 0
  bool grew = true;
  while (grew) {
    grew = false;
    for (int i = 0; i < chain.edges(); ++i) {
      const SlideInterval slide = slide_interval(center, radius, chain.vertex(i), chain.edge_end(i));
      if (!slide.exists || !(slide.from_start || !(reach < slide.begin))) continue;
      if (slide.to_end) return {};
      if (reach < slide.end) {
        reach = slide.end;
        grew = true;
      }
    }
  }
  Graze graze;
  for (int i = 0; i < chain.count; ++i) {
    const RoundPair pair{center, chain.vertex(i), radius, 0};
    const ImpactTime impact = from_outside(pair);
    if (impact.outcome != Outcome::hit || (graze.found && impact.t >= graze.t)) continue;
    if (discriminant_sign(pair) != Sign::zero) continue;
    if (reach < graze_time(center, chain.vertex(i))) graze = {true, impact.t, i};
  }
  return graze;
}

}  // namespace carom::detail
