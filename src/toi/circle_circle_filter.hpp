#pragma once

#include <algorithm>
#include <cmath>

#include "carom/math/approx.hpp"
#include "carom/math/tolerances.hpp"

/// The quantities of circle_circle.hpp for two discs from outside in plain double, each with a bound of its error, shared by
/// the one-by-one and the batch form so that both give the same bits.
///
/// With u = 2^-53 each difference of inputs is right to u, so that d0, d1 lose nothing wherever in the plane they lie, and v
/// is off by at most 2u (|d0| + |d1|) in each component. First-order bounds, then rounded up (docs/mathematics.md):
///   C: 5u (d0·d0 + R²)          b: 5u |d0|₁ (|d0|₁ + |d1|₁)          D: 11u R² |v|₁ (|d0|₁ + |d1|₁) + 10u |x| |d0|₁ |d1|₁
namespace carom::detail {

inline constexpr double k_unit = 1.0 / (1ULL << 53U);

struct CircleFilter {
  double separation;        ///< C
  double separation_error;
  double closing;           ///< b
  double closing_error;
  double end_separation;    ///< d1·d1 - R²
  double end_separation_error;
  double end_opening;       ///< d1·v
  double end_opening_error;
  double discriminant;      ///< D
  double discriminant_error;
};

/// `end_size` is at least |d1|₁, and larger where d1 itself comes from a sum that may cancel; `unit` is then doubled.
[[nodiscard]] inline CircleFilter circle_filter(double d0x, double d0y, double d1x, double d1y, double radius,
                                                double end_size, double unit) noexcept {
  const double vx = d1x - d0x;
  const double vy = d1y - d0y;
  const double start_size = std::abs(d0x) + std::abs(d0y);
  const double both = start_size + end_size;
  const double speed = std::abs(vx) + std::abs(vy);
  const double squared_radius = radius * radius;
  const double start_squared = d0x * d0x + d0y * d0y;
  const double end_squared = d1x * d1x + d1y * d1y;
  const double x = d0x * d1y - d0y * d1x;
  CircleFilter f;
  f.separation = start_squared - squared_radius;
  f.separation_error = 8 * unit * (start_squared + squared_radius) + k_tiny;
  f.closing = -(d0x * vx + d0y * vy);
  f.closing_error = 8 * unit * (start_size * both) + k_tiny;
  f.end_separation = end_squared - squared_radius;
  f.end_separation_error = 8 * unit * (end_size * end_size + squared_radius) + k_tiny;
  f.end_opening = d1x * vx + d1y * vy;
  f.end_opening_error = 8 * unit * (end_size * both) + k_tiny;
  f.discriminant = (vx * vx + vy * vy) * squared_radius - x * x;
  f.discriminant_error =
      16 * unit * (squared_radius * (speed * both) + std::abs(x) * (start_size * end_size)) + k_tiny;
  return f;
}

[[nodiscard]] inline CircleFilter circle_filter(double d0x, double d0y, double d1x, double d1y, double radius) noexcept {
  return circle_filter(d0x, d0y, d1x, d1y, radius, std::abs(d1x) + std::abs(d1y), k_unit);
}

/// t = C / (b + sqrt D), and whether its error is certainly at most k_time_error. The bound of t,
/// (dC + t (db + dD / sqrt D)) / (b + sqrt D), is multiplied out to save two divisions.
struct FilteredTime {
  double t;
  double error;    ///< of t, times (b + sqrt D) sqrt D
  double allowed;  ///< k_time_error / 2, times the same
  [[nodiscard]] bool certain() const noexcept { return error <= allowed; }
};

[[nodiscard]] inline FilteredTime filtered_time(const CircleFilter& f) noexcept {
  const double root = std::sqrt(f.discriminant);
  const double divisor = f.closing + root;
  const double t = f.separation / divisor;
  const double error = (f.separation_error + t * f.closing_error) * root + t * f.discriminant_error;
  return {t < 1 ? t : 1, error, (0.5 * k_time_error) * (divisor * root)};
}

}  // namespace carom::detail
