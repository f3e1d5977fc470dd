#pragma once

#include <optional>

#include "carom/math/vec2.hpp"
#include "carom/shapes/polygon.hpp"

/// Two convex polygons that lie on each other along a face, but for rounding, and do not rotate.
///
/// Equation   gap(n) = min n·(d + p) - max n·q,   over the normals n of the faces of both
/// Symbols    d the way from b to a; p, q the vertices of a and b
/// Cases      one gap is within `slack` of 0, and those along all directions that are not parallel to its normal are below
///            -k_deep of the smaller extent: then they can meet along this normal only, until one has moved by `room`.
///            Nothing otherwise.
/// Why        an exact kernel decides by long arithmetic whether such a pair touches, which takes 50 to 100 µs; here the answer
///            does not depend on it: a pair that closes meets now, one that does not never meets along another normal first
/// Error      some roundings of d, p and q, which `slack` must cover. Tests: face_touch_test
namespace carom::detail {

struct FaceTouch {
  Vec2 normal;      ///< unit; pushes a off b
  double gap = 0;   ///< along it, no more than the slack either way
  double room = 0;  ///< one may move so far along the face, and they still face each other
  Vec2 point;       ///< the middle of the piece of the face that they share, seen from b
};

[[nodiscard]] std::optional<FaceTouch> face_touch(const Polygon& a, const Polygon& b, Vec2 apart,
                                                  double slack) noexcept;

}  // namespace carom::detail
