#pragma once

#include <span>
#include <variant>

#include "carom/math/vec2.hpp"
#include "carom/shapes/border.hpp"
#include "carom/shapes/circle.hpp"
#include "carom/shapes/polygon.hpp"
#include "carom/shapes/segment.hpp"

/// Shapes in straight motion over one step, t in [0, 1]. A point that is at `from` and goes to `to` is at
/// (1 - t) from + t to, taken as real numbers, not as rounded ones. Borders stand still and need no moving form.
namespace carom {

struct MovingCircle {
  double radius = 0;
  Vec2 from;
  Vec2 to;
  bool hollow = false;
};

/// Both ends move, each on its own line: end k goes from `from.ends[k]` to `to.ends[k] + shift`, a sum that is never
/// rounded. With `to` equal to `from` the segment slides by `shift` and keeps its shape to the last bit.
struct MovingSegment {
  Segment from;
  Segment to;
  Vec2 shift;
};

/// A view of a polygon in motion; the vertices belong to the `Polygon`s it was made from, which must outlive it.
/// Vertex k goes from `from[k]` to `to[k] + shift`.
struct MovingPolygon {
  std::span<const Vec2> from;
  std::span<const Vec2> to;
  Vec2 shift;
  bool hollow = false;
  /// Convex, and moving without change of shape: opens the fast path.
  bool convex = false;
  Winding winding = Winding::counterclockwise;
};

[[nodiscard]] inline MovingCircle still(const Circle& c) noexcept { return {c.radius, c.center, c.center, c.hollow}; }
[[nodiscard]] inline MovingSegment still(const Segment& s) noexcept { return {s, s, {}}; }
[[nodiscard]] inline MovingSegment sliding(const Segment& s, Vec2 displacement) noexcept {
  return {s, s, displacement};
}
[[nodiscard]] inline MovingPolygon sliding(const Polygon& p, Vec2 displacement) noexcept {
  return {p.vertices(), p.vertices(), displacement, p.hollow(), p.convex(), p.winding()};
}
[[nodiscard]] inline MovingPolygon still(const Polygon& p) noexcept { return sliding(p, {}); }
/// Each vertex goes from where it is in `from` to where the one of the same number is in `to`. Both must have the same
/// number of vertices; whether the polygon is hollow is asked of `from`.
[[nodiscard]] inline MovingPolygon morphing(const Polygon& from, const Polygon& to) noexcept {
  return {from.vertices(), to.vertices(), {}, from.hollow(), false, from.winding()};
}

/// Any shape a question can be asked about.
using MovingShape = std::variant<MovingCircle, Border, MovingSegment, MovingPolygon>;

}  // namespace carom
