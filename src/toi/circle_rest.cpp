#include "toi/circle_rest.hpp"

#include <algorithm>

#include "toi/round_pair.hpp"
#include "toi/sliding_edge.hpp"

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

  friend bool operator<(const Ratio& a, const Ratio& b) noexcept { return (a.x * b.y - b.x * a.y).sign() == Sign::negative; }
};

/// While the circle runs along the edge at distance r: from when until when its foot is on it.
struct SlideInterval {
  bool exists = false;
  bool from_start = false;
  bool to_end = false;
  Ratio begin;
  Ratio end;
};

SlideInterval slide_interval(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  SlideInterval slide;
  const ExactQuadratic x = cross_quadratic(a, b, a, c)(LiftExact{});
  const ExactQuadratic e = dot_quadratic(a, b, a, b)(LiftExact{});
  const bool along = (x.c0 - x.c2).sign() == Sign::zero &&
                     (x.c0 * x.c0 - Exact<1>(radius) * Exact<1>(radius) * e.c0).sign() == Sign::zero;
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
  slide.exists = clip(dot_quadratic(a, b, a, c)(LiftExact{})) && clip(dot_quadratic(b, a, b, c)(LiftExact{}));
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

Graze first_graze_after_sliding(const Track& center, double radius, const Chain& chain) noexcept {
  Ratio reach{Exact<2>(), Exact<2>(Exact<1>(1.0))};  // t = 0
  bool grew = true;
  while (grew) {
    grew = false;
    for (int i = 0; i < chain.edges(); ++i) {
      if (!slides(chain.vertex(i), chain.edge_end(i))) continue;
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
