#pragma once

#include "carom/math/double_double.hpp"
#include "carom/math/vec2.hpp"

/// Lengths of the a-posteriori side: differences of inputs first, then about 100 bits, so that a depth or a distance keeps
/// its digits when it is small beside the shapes, and the shapes when they are small beside their coordinates. Every finite
/// input up to k_coordinate_limit is fine, subnormal ones included. Nothing is decided here.
namespace carom::detail {

[[nodiscard]] DoubleDouble distance_between(Vec2 a, Vec2 b) noexcept;

/// How far `p` lies to the left of the line from `a` to `b`; negative on the right.
[[nodiscard]] DoubleDouble line_distance(Vec2 a, Vec2 b, Vec2 p) noexcept;

/// Unit, to the right of the way from `a` to `b`: outward for an edge of a counterclockwise polygon.
[[nodiscard]] Vec2 right_normal(Vec2 a, Vec2 b) noexcept;

/// The point of an edge that is nearest to some `p`.
struct NearestOnEdge {
  Vec2 point;
  Vec2 direction;  ///< unit, from the edge to `p`; to the right of the edge when `p` lies on it
  DoubleDouble distance;
};

[[nodiscard]] NearestOnEdge nearest_on_edge(Vec2 p, Vec2 a, Vec2 b) noexcept;

/// Distances from one edge in plain double, for finding the nearest of many points.
class QuickEdge {
 public:
  QuickEdge(Vec2 a, Vec2 b) noexcept : a_(a), b_(b), along_(unit(b - a)) {}

  /// The distance, or something that is not less than `limit` if the distance is not either.
  [[nodiscard]] double distance(Vec2 p, double limit) const noexcept {
    const double across = std::abs(cross(along_, p - a_));
    if (across >= limit) return across;
    if (dot(p - a_, along_) <= 0) return length(p - a_);
    if (dot(p - b_, along_) >= 0) return length(p - b_);
    return across;
  }

 private:
  Vec2 a_;
  Vec2 b_;
  Vec2 along_;
};

/// Half the chord of a circle at a distance from its centre, which is at most the radius.
[[nodiscard]] double half_chord(double radius, double distance) noexcept;

/// Where the edges ab and cd cross, which they are known to do. Always on ab, however flat the crossing.
[[nodiscard]] Vec2 crossing_point(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept;

}  // namespace carom::detail
