#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/manifold/manifold.hpp"
#include "carom/math/tolerances.hpp"
#include "carom/motion/rotating.hpp"
#include "carom/shapes/mass.hpp"

/// A chain at one moment, for finding where it touches.
namespace carom::detail {

struct PlacedFace {
  Vec2 start;
  Vec2 along;   ///< unit
  Vec2 normal;  ///< unit, outward
  double length = 0;
};

struct PlacedChain {
  std::vector<Vec2> places;
  ChainKind kind = ChainKind::segment;
  bool counterclockwise = true;

  [[nodiscard]] int count() const noexcept { return static_cast<int>(places.size()); }
  [[nodiscard]] int faces() const noexcept { return kind == ChainKind::segment ? 1 : count(); }
  [[nodiscard]] int next(int i) const noexcept { return i + 1 == count() ? 0 : i + 1; }
  [[nodiscard]] int previous(int i) const noexcept { return i == 0 ? count() - 1 : i - 1; }
  [[nodiscard]] Vec2 at(int i) const noexcept { return places[static_cast<std::size_t>(i)]; }
  [[nodiscard]] bool solid() const noexcept { return kind == ChainKind::solid; }

  [[nodiscard]] PlacedFace face(int i) const noexcept {
    const Vec2 way = at(next(i)) - at(i);
    const double size = std::sqrt(dot(way, way));
    const Vec2 along = (1 / size) * way;
    const Vec2 right = -perpendicular(along);
    return {at(i), along, counterclockwise ? right : -right, size};
  }

  /// The sine of the bend at a vertex, positive where the outline is convex seen from outside. A segment's ends are
  /// convex.
  [[nodiscard]] double bend(int i) const noexcept {
    if (kind == ChainKind::segment) return 1;
    const Vec2 before = at(i) - at(previous(i)), after = at(next(i)) - at(i);
    const double turn = cross(before, after) / (std::sqrt(dot(before, before)) * std::sqrt(dot(after, after)));
    return counterclockwise ? turn : -turn;
  }
  /// Can it be in front of a face?
  [[nodiscard]] bool is_corner(int i) const noexcept {
    const double sine = bend(i);
    return solid() ? sine > k_flat_sine : std::abs(sine) > k_flat_sine;
  }
  /// Does the outline go on behind this end of a face, in line or into a niche, seen from the side (1 or -1) of its
  /// normal?
  [[nodiscard]] bool goes_on(int i, double side) const noexcept {
    return kind != ChainKind::segment && side * bend(i) < k_flat_sine;
  }
  /// Do both edges of the corner lead up, but for leaning a little?
  [[nodiscard]] bool stands_on(int i, Vec2 up, double within) const noexcept {
    const auto rises = [&](int neighbour) {
      const Vec2 edge = at(neighbour) - at(i);
      return dot(up, edge) >= -std::min(within, k_standing_sine * std::sqrt(dot(edge, edge)));
    };
    return rises(previous(i)) && rises(next(i));
  }
};

/// As seen from `origin`.
[[nodiscard]] inline PlacedChain placed(const RotatingChain& chain, double t, Vec2 origin) {
  const Pose pose = chain.turn.at(t);
  const SinCos angle = quick_sin_cos(pose.angle);
  const Vec2 center = pose.at - origin;
  PlacedChain result{{}, chain.kind, chain.winding == Winding::counterclockwise};
  result.places.reserve(chain.vertices.size());
  for (const Vec2 p : chain.vertices) result.places.push_back(center + turned(p, angle));
  return result;
}

[[nodiscard]] inline ManifoldPoint mirrored(const ManifoldPoint& p) noexcept {
  return {p.point, -p.normal, p.gap, p.on_b, p.on_a};
}

}  // namespace carom::detail
