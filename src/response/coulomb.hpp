#pragma once

#include <algorithm>
#include <cmath>

#include "carom/math/vec2.hpp"

/// One contact point of bodies that turn: which impulse stops it along the normal, and does friction hold or slide?
///
/// Symbols    n the normal, s = n turned a quarter to the left; p = (pn, ps) the impulse on a, -p the one on b;
///            u = (un, us) the relative velocity of a's point to b's;  K: u' = u + K p
/// Equation   K = Σ w 1 + i m m^T over both bodies, w and i the inverse mass and inertia, m = (arm × n, arm × s)
/// Hold       us' = 0:  ps = -(us + λ Kns) / (Kss - Kns²/Knn),  pn = λ - ps Kns/Knn,  λ what the normal needs alone
/// Slide      if |ps| > μ pn:  the ratio q = ps/pn goes to the border of the cone, q = ±μ, and pn = λ / (1 + q Kns/Knn)
/// Why        with un' given, us' grows with q wherever pn > 0: its derivative has the sign of det K. So either it
///            vanishes within the cone, or it has one sign all over it, and the border on that side is friction that
///            opposes it: there is one solution, and sliding never reverses the slip.
/// Source     docs/mathematics.md, Impacts of rotating bodies
namespace carom::detail {

/// What one body's point does.
struct Lever {
  double inverse_mass = 0;
  double inverse_inertia = 0;
  double normal = 0;  ///< arm × n
  double along = 0;   ///< arm × s
};

[[nodiscard]] inline Lever lever(Vec2 arm, Vec2 normal, double inverse_mass, double inverse_inertia) noexcept {
  return {inverse_mass, inverse_inertia, cross(arm, normal), dot(arm, normal)};
}

/// K, and its determinant over Knn, which is a sum without cancellation.
struct ContactMatrix {
  double nn = 0;
  double ns = 0;
  double ss = 0;
  double held = 0;  ///< det / nn
};

[[nodiscard]] inline ContactMatrix contact_matrix(const Lever& a, const Lever& b) noexcept {
  const double w = a.inverse_mass + b.inverse_mass;
  const double ia = a.inverse_inertia, ib = b.inverse_inertia;
  const double nn = w + (ia * a.normal * a.normal + ib * b.normal * b.normal);
  const double ns = ia * a.normal * a.along + ib * b.normal * b.along;
  const double ss = w + (ia * a.along * a.along + ib * b.along * b.along);
  const double turn = a.normal * b.along - a.along * b.normal;
  const double squares =
      ia * (a.normal * a.normal + a.along * a.along) + ib * (b.normal * b.normal + b.along * b.along);
  return {nn, ns, ss, nn > 0 ? (w * (w + squares) + ia * ib * turn * turn) / nn : 0};
}

/// An impulse: along the normal, and along its left.
struct PointImpulse {
  double normal = 0;
  double along = 0;

  [[nodiscard]] friend constexpr PointImpulse operator-(PointImpulse a, PointImpulse b) noexcept {
    return {a.normal - b.normal, a.along - b.along};
  }
};

[[nodiscard]] constexpr double dot(PointImpulse a, PointImpulse b) noexcept {
  return a.normal * b.normal + a.along * b.along;
}
[[nodiscard]] constexpr PointImpulse operator*(const ContactMatrix& k, PointImpulse p) noexcept {
  return {k.nn * p.normal + k.ns * p.along, k.ns * p.normal + k.ss * p.along};
}
[[nodiscard]] constexpr PointImpulse between(PointImpulse from, PointImpulse to, double share) noexcept {
  return {from.normal + share * (to.normal - from.normal), from.along + share * (to.along - from.along)};
}

/// `alone`: the positive impulse that the normal would need without friction; `slip`: us before.
[[nodiscard]] inline PointImpulse coulomb_push(const ContactMatrix& k, double alone, double slip,
                                               double friction) noexcept {
  if (!(friction > 0) || !(k.held > 0)) return {alone, 0};
  const double coupling = k.ns / k.nn;
  const double holding = -(slip + alone * k.ns) / k.held;
  const double normal = alone - coupling * holding;
  if (std::abs(holding) <= friction * normal) return {normal, holding};
  const double ratio = std::copysign(friction, holding);
  const double sliding = alone / (1 + ratio * coupling);
  return {sliding, ratio * sliding};
}

/// The largest share x in [0, 1] for which constant + slope x + curvature x²/2, convex and not positive at 0, stays so.
[[nodiscard]] inline double largest_share(double constant, double slope, double curvature) noexcept {
  if (constant + slope + 0.5 * curvature <= 0) return 1;
  const double least = std::min(constant, 0.0);
  const double root = std::sqrt(slope * slope - 2 * curvature * least);
  const double share = slope > 0 ? -2 * least / (slope + root) : curvature > 0 ? (root - slope) / curvature : 0;
  return std::clamp(share, 0.0, 1.0);
}

}  // namespace carom::detail
