#include "toi/free_edge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace carom::detail {
namespace {

struct WideVec2 {
  DoubleDouble x;
  DoubleDouble y;
};

DoubleDouble dot(const WideVec2& a, const WideVec2& b) noexcept { return a.x * b.x + a.y * b.y; }
DoubleDouble cross(const WideVec2& a, const WideVec2& b) noexcept { return a.x * b.y - a.y * b.x; }

/// Coefficients of a quartic over [0, 1] in Bernstein form.
using Quartic = std::array<DoubleDouble, 5>;

/// The relative motion, scaled so that the largest difference is near 1.
struct Motion {
  WideVec2 e0, e1, w0, w1;
  DoubleDouble radius;

  WideVec2 edge(const DoubleDouble& t) const noexcept { return mix(e0, e1, t); }
  WideVec2 offset(const DoubleDouble& t) const noexcept { return mix(w0, w1, t); }

  static WideVec2 mix(const WideVec2& a, const WideVec2& b, const DoubleDouble& t) noexcept {
    const DoubleDouble rest = DoubleDouble(1) - t;
    return {rest * a.x + t * b.x, rest * a.y + t * b.y};
  }
};

WideVec2 difference(const Vec2& p, const Vec2& q) noexcept {
  return {two_difference(p.x, q.x), two_difference(p.y, q.y)};
}

Motion motion_of(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  Motion m{difference(b.from, a.from), difference(b.to, a.to), difference(c.from, a.from), difference(c.to, a.to), radius};
  const WideVec2 shift = difference(c.shift, a.shift);
  m.w1 = {m.w1.x + shift.x, m.w1.y + shift.y};
  double largest = radius;
  for (const WideVec2* v : {&m.e0, &m.e1, &m.w0, &m.w1}) {
    largest = std::max({largest, std::abs(v->x.hi), std::abs(v->y.hi)});
  }
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (WideVec2* v : {&m.e0, &m.e1, &m.w0, &m.w1}) *v = {scaled(v->x, -exponent), scaled(v->y, -exponent)};
  m.radius = scaled(m.radius, -exponent);
  return m;
}

/// (e × w)² - r² e·e, lowered by more than its rounding error.
Quartic quartic_of(const Motion& m) noexcept {
  const DoubleDouble half(0.5);
  const DoubleDouble third = DoubleDouble(1) / DoubleDouble(3);
  const DoubleDouble x0 = cross(m.e0, m.w0);
  const DoubleDouble x1 = half * (cross(m.e0, m.w1) + cross(m.e1, m.w0));
  const DoubleDouble x2 = cross(m.e1, m.w1);
  const DoubleDouble k = m.radius * m.radius;
  const DoubleDouble e0 = k * dot(m.e0, m.e0);
  const DoubleDouble e1 = k * dot(m.e0, m.e1);
  const DoubleDouble e2 = k * dot(m.e1, m.e1);
  const Quartic line{x0 * x0, x0 * x1, third * (x0 * x2 + DoubleDouble(2) * x1 * x1), x1 * x2, x2 * x2};
  const Quartic reach{e0, half * (e0 + e1), half * third * (e0 + DoubleDouble(4) * e1 + e2), half * (e1 + e2), e2};
  double largest = 0;
  Quartic q;
  for (std::size_t i = 0; i < 5; ++i) {
    q[i] = line[i] - reach[i];
    largest = std::max({largest, std::abs(line[i].hi), std::abs(reach[i].hi)});
  }
  const double e_size = std::abs(m.e0.x.hi) + std::abs(m.e0.y.hi) + std::abs(m.e1.x.hi) + std::abs(m.e1.y.hi);
  const double w_size = std::abs(m.w0.x.hi) + std::abs(m.w0.y.hi) + std::abs(m.w1.x.hi) + std::abs(m.w1.y.hi);
  // The terms of a cross product may cancel: its error goes with the sizes, not with the result.
  const double lower = 1e-29 * std::max(largest, std::sqrt(largest) * e_size * w_size);
  for (DoubleDouble& c : q) c = c - DoubleDouble(lower);
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

/// Is the foot of the centre on the edge at t, up to the error of double-double?
bool foot_on_edge(const Motion& m, const DoubleDouble& t) noexcept {
  const WideVec2 e = m.edge(t);
  const WideVec2 w = m.offset(t);
  const DoubleDouble squared = dot(e, e);
  if (squared.hi < 1e-28) return dot(w, w).hi <= (m.radius * m.radius).hi * (1 + 1e-13);  // shrunk to a point
  const double slack = 1e-27 * (1 + squared.hi);
  const DoubleDouble along = dot(w, e);
  return along.hi >= -slack && (squared - along).hi >= -slack;
}

/// Walks through the roots from left to right; `outside` tells whether q is positive on the left of what comes next.
struct Search {
  const Quartic& whole;
  const Motion& motion;
  bool outside;
  std::optional<DoubleDouble> found;

  /// Below this width several roots count as one graze.
  static constexpr double k_smallest = 0x1p-60;

  void visit(const Quartic& q, double low, double width) noexcept {
    const int changes = sign_changes(q);
    if (changes == 0) return;
    if (changes == 1 || width <= k_smallest) {
      const DoubleDouble t = changes == 1 ? refined(whole, DoubleDouble(low), width) : DoubleDouble(low);
      if (outside && foot_on_edge(motion, t)) found = t;
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
  const Motion motion = motion_of(center, radius, a, b);
  const Quartic q = quartic_of(motion);
  Search search{q, motion, q[0].hi > 0, std::nullopt};
  search.visit(q, 0, 1);
  if (!search.found) return std::nullopt;
  const DoubleDouble t = *search.found;
  const DoubleDouble side = cross(motion.edge(t), motion.offset(t));
  return EdgeHit{std::clamp(t.rounded(), 0.0, 1.0), sign_of(side.hi)};
}

}  // namespace carom::detail
