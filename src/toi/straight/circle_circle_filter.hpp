#pragma once

#include <algorithm>
#include <cmath>

#include "carom/math/approx.hpp"
#include "carom/math/tolerances.hpp"
#include "toi/straight/packed_vec2.hpp"

/// The quantities of circle_circle.hpp for two discs from outside in plain double, each with a bound of its error, shared by
/// the one-by-one and the batch form so that both give the same bits.
///
/// With u = 2^-53 each difference of inputs is right to u, so that d0, d1 lose nothing wherever in the plane they lie, and v
/// is off by at most 2u s in each component, s = |d0|₁ + |d1|₁. Bounds of the errors to first order in u, where R <= |d0|:
///   C: 5u (d0·d0 + R²)     b: 5u |d0|₁ s     A: 7u |v|₁ s     D: 11u R² |v|₁ s + 10u (|x| + 4u |d0|₁ |d1|₁) |d0|₁ |d1|₁
/// so that C, b, A - b = d1·v and C + A - 2b = d1·d1 - R² are all right to 34u s²: signs are tested against 40u s². The
/// bounds hold where nothing underflows: that is `k_filter_floor`. b > 40u s² makes v large enough for the bound of D.
namespace carom::detail {

inline constexpr double k_unit = 1.0 / (1ULL << 53U);

/// Products of four lengths of this size are still normal numbers, and so are the bounds.
inline constexpr double k_filter_floor = 1e-65;

/// Each quantity is computed where it is needed: the one-by-one form often stops early. `Pair` is Vec2 in loops over
/// many pairs, where the lanes are needed for those, and PackedVec2 for a single one.
template <class Pair>
struct CircleFilter {
  Pair d0;
  Pair d1;
  double radius;
  double size;  ///< s, or more where d1 itself comes from a sum that may cancel; `unit` is then doubled
  double unit = k_unit;

  [[nodiscard]] Pair v() const noexcept { return d1 - d0; }

  /// C
  [[nodiscard]] double separation() const noexcept { return dot(d0, d0) - radius * radius; }
  /// b
  [[nodiscard]] double closing() const noexcept { return -dot(d0, v()); }
  /// A
  [[nodiscard]] double speed_squared() const noexcept { return dot(v(), v()); }
  /// D
  [[nodiscard]] double discriminant() const noexcept {
    const double x = cross(d0, d1);
    return speed_squared() * (radius * radius) - x * x;
  }
  /// Positive when the step reaches the contact: they touch at its end, or have passed the nearest point by then. Negative
  /// when neither is so.
  [[nodiscard]] double reach() const noexcept {
    const double end_opening = speed_squared() - closing();
    const double end_overlap = closing() - (separation() + end_opening);
    return end_overlap > end_opening ? end_overlap : end_opening;
  }

  /// The bound for the signs of C, b and reach().
  [[nodiscard]] double error() const noexcept { return 40 * unit * (size * size); }
  /// A bound for D that is larger than the one below, and cheaper: 40u s⁴.
  [[nodiscard]] double coarse_discriminant_error() const noexcept { return error() * (size * size); }
  [[nodiscard]] double discriminant_error() const noexcept {
    // |d1|₁ by a difference that cancels where d1 is far smaller than d0: up to 4u s of it may be lost.
    const double product = size_of(d0) * ((size - size_of(d0)) + 4 * unit * size);
    return 12 * unit *
               (radius * radius * (size_of(v()) * size) + (std::abs(cross(d0, d1)) + 1e-15 * product) * product) +
           k_tiny;  // R and x may be far smaller than s
  }
  /// Closer bounds, for the error of t.
  [[nodiscard]] double separation_error() const noexcept { return 6 * unit * (dot(d0, d0) + radius * radius); }
  [[nodiscard]] double closing_error() const noexcept { return 6 * unit * (size_of(d0) * size); }
};

template <class Pair>
[[nodiscard]] inline CircleFilter<Pair> circle_filter(Pair d0, Pair d1, double radius) noexcept {
  return {d0, d1, radius, size_of(d0, d1)};
}

/// t = C / (b + sqrt D), and whether its error is certainly at most k_time_error. The bound of t,
/// (dC + t (db + dD / sqrt D)) / (b + sqrt D), is multiplied out to save two divisions.
struct FilteredTime {
  double t;
  double error;    ///< of t, times (b + sqrt D) sqrt D
  double allowed;  ///< 0.9 k_time_error, times the same; the rest is for the rounding of t itself
  [[nodiscard]] bool certain() const noexcept { return error <= allowed; }
  /// Double-double makes every error at least 2^40 times smaller.
  [[nodiscard]] bool certain_in_double_double() const noexcept { return error <= 0x1p40 * allowed; }
};

template <class Pair>
[[nodiscard]] inline FilteredTime filtered_time(const CircleFilter<Pair>& f) noexcept {
  const double root = std::sqrt(f.discriminant());
  const double divisor = f.closing() + root;
  const double t = f.separation() / divisor;
  const double error = (f.separation_error() + t * f.closing_error()) * root + t * f.discriminant_error();
  return {t < 1 ? t : 1, error, (0.9 * k_time_error) * (divisor * root)};
}

}  // namespace carom::detail
