#pragma once

#include <span>
#include <variant>

#include "carom/math/elementary.hpp"
#include "carom/motion/chain.hpp"

/// Shapes that turn while they move, over one step, t in [0, 1]. The centre `at` goes straight and the angle grows evenly, by
/// several turns if need be, so every vertex travels on an arc (a trochoid), not on a chord:
///
///   p(t) = at(t) + R(angle(t)) p,    at(t) = (1 - t) from.at + t to.at,    angle(t) = (1 - t) from.angle + t to.angle
///
/// taken as real numbers. `p` is the vertex as seen from `at` at angle 0; R turns counterclockwise, in radians.
namespace carom {

struct Pose {
  Vec2 at;
  double angle = 0;

  friend constexpr bool operator==(const Pose&, const Pose&) noexcept = default;
};

/// How a body moves over the step.
struct Turn {
  Pose from;
  Pose to;

  /// Radians a step.
  [[nodiscard]] double spin() const noexcept { return to.angle - from.angle; }
  [[nodiscard]] Pose at(double t) const noexcept {
    return {lerp(from.at, to.at, t), (1 - t) * from.angle + t * to.angle};
  }
};

/// A solid circle that is carried around: its centre lies off what the body turns about.
struct RotatingCircle {
  double radius = 0;
  Vec2 center;  ///< as seen from `at`, at angle 0
  Turn turn;

  [[nodiscard]] Vec2 center_at(double t) const noexcept;
};

struct RotatingSegment {
  Segment segment;  ///< as seen from `at`, at angle 0
  Turn turn;
};

/// A view of a polygon that turns; the vertices belong to the `Polygon` it was made from, which must outlive it.
struct RotatingPolygon {
  std::span<const Vec2> vertices;  ///< as seen from `at`, at angle 0
  Turn turn;
  bool hollow = false;
  bool convex = false;
  Winding winding = Winding::counterclockwise;
  double reach = 0;  ///< no vertex is farther from `at`
};

/// The distance of the farthest point from the origin, rounded up.
[[nodiscard]] double reach_of(std::span<const Vec2> points) noexcept;

[[nodiscard]] inline RotatingPolygon rotating(const Polygon& p, const Turn& turn) noexcept {
  return {p.vertices(), turn, p.hollow(), p.convex(), p.winding(), reach_of(p.vertices())};
}

/// Any shape a question about rotating bodies can be asked about. A circle that turns about its centre looks the same at
/// every angle.
using RotatingShape = std::variant<MovingCircle, Border, RotatingSegment, RotatingPolygon, RotatingCircle>;

/// One view of segments and polygons that turn. It owns nothing.
struct RotatingChain {
  std::span<const Vec2> vertices;
  Turn turn;
  double reach = 0;
  ChainKind kind = ChainKind::segment;
  Winding winding = Winding::counterclockwise;
  /// Contact with the hull is contact with the chain: a convex polygon that is not hollow, or a segment.
  bool is_hull = true;
};

[[nodiscard]] RotatingChain chain_of(const RotatingSegment& s) noexcept;
[[nodiscard]] RotatingChain chain_of(const RotatingPolygon& p) noexcept;

}  // namespace carom
