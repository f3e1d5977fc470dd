#include "toi/free_edge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace carom::detail {
namespace {

/// Coefficients of a quartic over [0, 1] in Bernstein form.
using Quartic = std::array<DoubleDouble, 5>;
using WideQuadratic = Quadratic<DoubleDouble>;

/// Numbers that are right to the last bit of a double-double each, scaled so that the largest is near 1: where the circle
/// runs along the edge the terms of q cancel almost entirely, and only what is left counts.
template <class Exacts>
auto rounded(const Exacts& exact) noexcept {
  int bits = -100000;
  for (const auto& c : exact) {
    if (c.sign() != Sign::zero) bits = std::max(bits, c.bit_length());
  }
  std::array<DoubleDouble, std::tuple_size_v<Exacts>> result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = exact[i].scaled(bits);
  return result;
}

WideQuadratic rounded(const ExactQuadratic& f) noexcept {
  const auto c = rounded(std::array<Exact<2>, 3>{f.c0, f.m, f.c2});
  return {c[0], c[1], c[2]};
}

/// 12 ((e × w)² - r² e·e), lowered by more than its rounding error.
Quartic quartic_of(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  const ExactQuadratic x = cross_quadratic(a, b, a, c)(LiftExact{});
  const ExactQuadratic e = dot_quadratic(a, b, a, b)(LiftExact{});
  const Exact<1> two(2), three(3), four(4), six(6), twelve(12);
  const Exact<2> k = Exact<1>(radius) * Exact<1>(radius);
  Quartic q = rounded(std::array<Exact<5>, 5>{
      twelve * (x.c0 * x.c0 - k * e.c0),
      six * (x.c0 * x.m) - k * (six * e.c0 + three * e.m),
      four * (x.c0 * x.c2) + two * (x.m * x.m) - k * (two * e.c0 + four * e.m + two * e.c2),
      six * (x.m * x.c2) - k * (three * e.m + six * e.c2),
      twelve * (x.c2 * x.c2 - k * e.c2),
  });
  for (DoubleDouble& coefficient : q) coefficient = coefficient - DoubleDouble(1e-29);
  return q;
}

DoubleDouble value(const Quartic& q, const DoubleDouble& t) noexcept {
  Quartic c = q;
  const DoubleDouble rest = DoubleDouble(1) - t;
  for (std::size_t level = 4; level > 0; --level) {
    for (std::size_t i = 0; i < level; ++i) c[i] = rest * c[i] + t * c[i + 1];
  }
  return c[0];
}

int sign_changes(const Quartic& q) noexcept {
  int changes = 0;
  double last = 0;
  for (const DoubleDouble& c : q) {
    if (c.hi == 0) continue;
    if (last != 0 && (c.hi > 0) != (last > 0)) ++changes;
    last = c.hi;
  }
  return changes;
}

/// de Casteljau at one half.
void halve(const Quartic& q, Quartic& left, Quartic& right) noexcept {
  Quartic c = q;
  const DoubleDouble half(0.5);
  for (std::size_t level = 0; level < 5; ++level) {
    left[level] = c[0];
    right[4 - level] = c[4 - level];
    for (std::size_t i = 0; i + 1 < 5 - level; ++i) c[i] = half * (c[i] + c[i + 1]);
  }
}

/// The only root in [low, low + width], where q falls or rises through zero: regula falsi (Illinois) with halving as a net.
DoubleDouble refined(const Quartic& q, DoubleDouble low, double width) noexcept {
  DoubleDouble high = low + DoubleDouble(width);
  DoubleDouble f_low = value(q, low);
  DoubleDouble f_high = value(q, high);
  const bool falls = f_low.hi > f_high.hi;
  int last_side = 0;
  for (int i = 0; i < 200 && (high - low).hi > 1e-31; ++i) {
    DoubleDouble t = low + (high - low) * (f_low / (f_low - f_high));
    if (i % 4 == 3 || !(t.hi >= low.hi && t.hi <= high.hi)) t = low + DoubleDouble(0.5) * (high - low);
    const DoubleDouble f = value(q, t);
    if (f.hi == 0) return t;
    const int side = (f.hi > 0) == falls ? -1 : 1;
    if (side < 0) {
      low = t;
      f_low = f;
      if (last_side == side) f_high = DoubleDouble(0.5) * f_high;
    } else {
      high = t;
      f_high = f;
      if (last_side == side) f_low = DoubleDouble(0.5) * f_low;
    }
    last_side = side;
  }
  return low + DoubleDouble(0.5) * (high - low);
}

DoubleDouble value(const WideQuadratic& f, const DoubleDouble& t) noexcept {
  const DoubleDouble rest = DoubleDouble(1) - t;
  return f.c0 * rest * rest + f.m * t * rest + f.c2 * t * t;
}

/// Where the foot of the centre lies: on the edge while both are not negative.
struct Foot {
  WideQuadratic from_start;
  WideQuadratic from_end;

  [[nodiscard]] bool on_edge(const DoubleDouble& t) const noexcept {
    return value(from_start, t).hi >= -1e-29 && value(from_end, t).hi >= -1e-29;
  }
};

/// Walks through the roots from left to right; `outside` tells whether q is positive on the left of what comes next.
struct Search {
  const Quartic& whole;
  const Foot& foot;
  bool outside;
  std::optional<DoubleDouble> found;

  /// Below this width several roots count as one graze.
  static constexpr double k_smallest = 0x1p-60;

  void visit(const Quartic& q, double low, double width) noexcept {
    const int changes = sign_changes(q);
    if (changes == 0) return;
    if (changes == 1 || width <= k_smallest) {
      const DoubleDouble t = changes == 1 ? refined(whole, DoubleDouble(low), width) : DoubleDouble(low);
      if (outside && foot.on_edge(t)) found = t;
      if (changes % 2 == 1) outside = !outside;
      return;
    }
    Quartic left;
    Quartic right;
    halve(q, left, right);
    visit(left, low, 0.5 * width);
    if (!found) visit(right, low + 0.5 * width, 0.5 * width);
  }
};

double size_of(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }

/// In plain double: certainly no contact with the body?
bool passes_by(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  const Vec2 e0 = b.from - a.from, e1 = b.to - a.to;
  const Vec2 w0 = c.from - a.from, end = c.to - a.to, shift = c.shift - a.shift;
  const Vec2 w1 = end + shift;
  const double edge_size = size_of(e0) + size_of(e1);
  const double error =
      2e-15 * edge_size * (size_of(w0) + size_of(end) + size_of(shift) + radius + edge_size) + k_tiny;
  const double reach = radius * std::sqrt(std::max(carom::dot(e0, e0), carom::dot(e1, e1))) + error;
  const double l0 = carom::cross(e0, w0);
  const double l1 = 0.5 * (carom::cross(e0, w1) + carom::cross(e1, w0));
  const double l2 = carom::cross(e1, w1);
  if ((l0 > reach && l1 > reach && l2 > reach) || (l0 < -reach && l1 < -reach && l2 < -reach)) return true;
  const double g0 = carom::dot(e0, w0);
  const double g1 = carom::dot(e0, w1) + carom::dot(e1, w0);
  const double g2 = carom::dot(e1, w1);
  if (g0 < -error && g1 < -error && g2 < -error) return true;
  return carom::dot(e0, e0) - g0 < -error && 2 * carom::dot(e0, e1) - g1 < -error && carom::dot(e1, e1) - g2 < -error;
}

}  // namespace

std::optional<EdgeHit> free_edge_hit(const Track& center, double radius, const Track& a, const Track& b) noexcept {
  if (passes_by(center, radius, a, b)) return std::nullopt;
  const Quartic q = quartic_of(center, radius, a, b);
  const Foot foot{rounded(dot_quadratic(a, b, a, center)(LiftExact{})), rounded(dot_quadratic(b, a, b, center)(LiftExact{}))};
  Search search{q, foot, q[0].hi > 0, std::nullopt};
  search.visit(q, 0, 1);
  if (!search.found) return std::nullopt;
  const WideQuadratic line = rounded(cross_quadratic(a, b, a, center)(LiftExact{}));
  return EdgeHit{std::clamp(search.found->rounded(), 0.0, 1.0), sign_of(value(line, *search.found).hi)};
}

}  // namespace carom::detail
