#pragma once

#include <optional>

#include "carom/math/orientation.hpp"
#include "carom/motion/chain.hpp"
#include "overlap/measure.hpp"
#include "overlap/separation.hpp"

/// What a move can lean on: the faces and corners of a chain, seen from one of its sides.
namespace carom::detail {

/// One side of edge `index`.
struct Face {
  Vec2 start;
  Vec2 end;     ///< the side is to the right of the way from start to end
  Vec2 normal;  ///< unit, away from the face
};

/// The outer side, or the inner one of a line. A segment's sides are both outer: `inner` turns it over.
[[nodiscard]] inline Face face_of(const Chain& chain, int index, bool inner) noexcept {
  const bool forward = (chain.winding == Winding::counterclockwise) != inner;
  const Vec2 a = chain.from[index];
  const Vec2 b = chain.from[chain.next(index)];
  return forward ? Face{a, b, right_normal(a, b)} : Face{b, a, right_normal(b, a)};
}

/// Things on either side of it?
[[nodiscard]] constexpr bool has_two_sides(const Chain& chain) noexcept { return chain.kind != ChainKind::solid; }

/// How the boundary bends at a vertex of a closed chain: positive where it is convex seen from outside.
[[nodiscard]] inline Sign bend_at(const Chain& chain, int i) noexcept {
  const Sign turn = orientation(chain.from[chain.previous(i)], chain.from[i], chain.from[chain.next(i)]);
  return chain.winding == Winding::counterclockwise ? turn : -turn;
}

/// The move that comes away from two faces at once, by `first` and `second` along their normals; both positive.
[[nodiscard]] inline std::optional<Vec2> move_off_both(const Face& a, double first, const Face& b,
                                                       double second) noexcept {
  if (!(first > 0 && second > 0)) return std::nullopt;
  const double turn = cross(a.normal, b.normal);
  if (std::abs(turn) < 1e-9) return std::nullopt;  // hardly a corner: one of the faces alone does as well
  const double s = first / turn;
  const double t = second / turn;
  return Vec2{s * b.normal.y - t * a.normal.y, t * a.normal.x - s * b.normal.x};
}

[[nodiscard]] inline Move move_along(Vec2 displacement) noexcept {
  const Vec2 normal = unit(displacement);
  return {normal == Vec2{} ? Vec2{1, 0} : normal, length(displacement)};
}

}  // namespace carom::detail
