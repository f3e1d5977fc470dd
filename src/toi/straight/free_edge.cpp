#include "toi/straight/free_edge.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>

#include "toi/straight/bernstein.hpp"
#include "toi/straight/packed_vec2.hpp"

namespace carom::detail {
namespace {

/// Degree 5 and 2, with room for the bits that each of 1200 halvings adds: 4 and 2.
using ExactQuartic = Bernstein<Exact<8>, 5>;
using ExactParabola = Bernstein<Exact<4>, 3>;
using WideQuartic = Bernstein<DoubleDouble, 5>;

ExactParabola parabola(const ExactQuadratic& f) noexcept { return {f.c0 + f.c0, f.m, f.c2 + f.c2}; }

/// 12 ((e × w)² - r² e·e) over the whole step.
ExactQuartic quartic_of(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  const ExactQuadratic x = cross_quadratic(a, b, a, c)(LiftExact{});
  const ExactQuadratic e = dot_quadratic(a, b, a, b)(LiftExact{});
  const Exact<1> two(2), three(3), four(4), six(6), twelve(12);
  const Exact<2> k = Exact<1>(radius) * Exact<1>(radius);
  return {
      twelve * (x.c0 * x.c0 - k * e.c0),
      six * (x.c0 * x.m) - k * (six * e.c0 + three * e.m),
      four * (x.c0 * x.c2) + two * (x.m * x.m) - k * (two * e.c0 + four * e.m + two * e.c2),
      six * (x.m * x.c2) - k * (three * e.m + six * e.c2),
      twelve * (x.c2 * x.c2 - k * e.c2),
  };
}

WideQuartic rounded(const ExactQuartic& exact) noexcept {
  int bits = -100000;
  for (const auto& c : exact) {
    if (c.sign() != Sign::zero) bits = std::max(bits, c.bit_length());
  }
  WideQuartic result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = exact[i].scaled(bits);
  return result;
}

DoubleDouble value(const WideQuartic& q, const DoubleDouble& t) noexcept {
  WideQuartic c = q;
  const DoubleDouble rest = DoubleDouble(1) - t;
  for (std::size_t level = 4; level > 0; --level) {
    for (std::size_t i = 0; i < level; ++i) c[i] = rest * c[i] + t * c[i + 1];
  }
  return c[0];
}

/// The only root in (0, 1), where q falls through zero: regula falsi (Illinois) with halving as a net, and as the way to get
/// away from further roots at 0 or 1.
DoubleDouble root_of(const WideQuartic& q) noexcept {
  DoubleDouble low(0);
  DoubleDouble high(1);
  DoubleDouble f_low = q[0];
  DoubleDouble f_high = q[4];
  int last_side = 0;
  for (int i = 0; i < 200 && (high - low).hi > 1e-25; ++i) {
    DoubleDouble t = low + (high - low) * (f_low / (f_low - f_high));
    if (i % 4 == 3 || f_low.hi == 0 || f_high.hi == 0 || !(t.hi >= low.hi && t.hi <= high.hi))
      t = low + DoubleDouble(0.5) * (high - low);
    const DoubleDouble f = value(q, t);
    if (f.hi == 0) return t;
    const int side = f.hi > 0 ? -1 : 1;
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

/// Looks for roots of q from left to right, at which it was positive before and the foot of the centre is on the edge. It
/// walks over intervals by halving and back again, so that it needs the memory of one interval only, however deep it goes.
class Search {
 public:
  Search(const Track& c, double radius, const Track& a, const Track& b) noexcept
      : q_(quartic_of(c, radius, a, b)),
        line_(parabola(cross_quadratic(a, b, a, c)(LiftExact{}))),
        from_start_(parabola(dot_quadratic(a, b, a, c)(LiftExact{}))),
        from_end_(parabola(dot_quadratic(b, a, b, c)(LiftExact{}))) {
    walk();
  }

  std::optional<EdgeHit> found;

 private:
  /// From here on several roots count as one graze.
  static constexpr int k_graze_depth = 60;
  /// From here on the foot may be on either side of an end of the edge. Sizes of inputs that differ by hundreds of powers of
  /// ten take as many halvings to tell apart; the length of the exact numbers says how many make sense.
  static constexpr int k_foot_depth = 1200;

  void walk() noexcept {
    const int foot_depth = std::min(64 * longest(), k_foot_depth);
    while (!found) {
      const int changes = sign_changes(q_);
      // Several roots may hide a way in, whatever the sign before them.
      const bool enters = changes > 1 || (changes == 1 && sign_at_start(q_) == Sign::positive);
      if ((changes > 1 && depth_ < k_graze_depth) || (enters && !foot_is_certain() && depth_ < foot_depth)) {
        each([](auto& c) { to_first_half(c); });
        second_[index(depth_++)] = false;
      } else {
        look(changes, enters);
        if (!next_interval()) return;
      }
    }
  }

  void look(int changes, bool enters) noexcept {
    const double width = std::ldexp(1.0, -depth_);
    if (enters && foot_is_on_edge()) {
      const DoubleDouble place = changes == 1 ? root_of(rounded(q_)) : DoubleDouble(0.5);
      found = EdgeHit{time(start() + DoubleDouble(width) * place), sign_at_start(line_)};
    } else if (q_[4].sign() == Sign::zero && sign_at_end(q_) == Sign::positive && end_foot_is_on_edge()) {
      // A root at the very end belongs to no open interval.
      found = EdgeHit{time(start() + DoubleDouble(width)), sign_at_end(line_)};
    }
  }

  /// From a first half to the second, or from a second half up and on; false behind the last one.
  bool next_interval() noexcept {
    for (; depth_ > 0 && second_[index(depth_ - 1)]; --depth_) {
      each([](auto& c) { from_second_half(c); });
    }
    if (depth_ == 0) return false;
    each([](auto& c) {
      from_first_half(c);
      to_second_half(c);
    });
    second_[index(depth_ - 1)] = true;
    return true;
  }

  [[nodiscard]] DoubleDouble start() const noexcept {
    DoubleDouble sum;
    for (int i = 0; i < depth_; ++i) {
      if (second_[index(i)]) sum = sum + DoubleDouble(std::ldexp(1.0, -i - 1));
    }
    return sum;
  }

  [[nodiscard]] int longest() const noexcept {
    int length = 1;
    for (const auto& c : q_) length = std::max(length, c.view().length);
    for (const auto& c : from_start_) length = std::max(length, c.view().length);
    return length;
  }

  static std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

  template <class Change>
  void each(const Change& change) noexcept {
    change(q_);
    change(line_);
    change(from_start_);
    change(from_end_);
  }

  [[nodiscard]] static bool is_off(const ExactParabola& f) noexcept {
    return sign_changes(f) == 0 && sign_at_start(f) == Sign::negative;
  }
  [[nodiscard]] static bool is_on(const ExactParabola& f) noexcept {
    return sign_changes(f) == 0 && sign_at_start(f) == Sign::positive;
  }
  [[nodiscard]] bool foot_is_certain() const noexcept {
    return (sign_changes(from_start_) == 0 && sign_changes(from_end_) == 0) || is_off(from_start_) || is_off(from_end_);
  }
  /// Where both are in doubt the edge, whose squared length is their sum, shrinks to a point: its ends decide.
  [[nodiscard]] bool foot_is_on_edge() const noexcept {
    if (is_off(from_start_) || is_off(from_end_)) return false;
    return is_on(from_start_) || is_on(from_end_);
  }
  [[nodiscard]] bool end_foot_is_on_edge() const noexcept {
    const Sign start = from_start_[2].sign();
    const Sign end = from_end_[2].sign();
    return start != Sign::negative && end != Sign::negative && (start != Sign::zero || end != Sign::zero);
  }

  [[nodiscard]] static double time(const DoubleDouble& t) noexcept { return std::clamp(t.rounded(), 0.0, 1.0); }

  ExactQuartic q_;
  ExactParabola line_;
  ExactParabola from_start_;
  ExactParabola from_end_;
  int depth_ = 0;                     ///< the interval is one of 2^depth
  std::bitset<k_foot_depth> second_;  ///< at each depth: the second half of the interval above it?
};

/// In plain double: certainly no contact with the body?
bool passes_free_edge(const Track& c, double radius, const Track& a, const Track& b) noexcept {
  const Vec2 e0 = b.from - a.from, e1 = b.to - a.to;
  const Vec2 w0 = c.from - a.from, end = c.to - a.to, shift = c.shift - a.shift;
  const Vec2 w1 = end + shift;
  const double edge_size = size_of(e0) + size_of(e1);
  const double error = 2e-15 * edge_size * (size_of(w0) + size_of(end) + size_of(shift) + radius + edge_size) + k_tiny;
  const double squared = std::max(carom::dot(e0, e0), carom::dot(e1, e1));
  if (!(squared > k_tiny)) return false;  // underflow has taken its digits, and a large radius brings the loss back up
  const double reach = radius * std::sqrt(squared) + error;
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
  if (passes_free_edge(center, radius, a, b)) return std::nullopt;
  return Search(center, radius, a, b).found;
}

}  // namespace carom::detail
