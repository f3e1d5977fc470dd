#pragma once

#include <optional>

#include "carom/math/orientation.hpp"
#include "carom/motion/chain.hpp"
#include "overlap/measure.hpp"
#include "overlap/proposals.hpp"

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

/// A face, and how far something must go along its normal to come off it; not positive when it need not.
struct Need {
  Face face;
  double depth = 0;
};

/// The least move off both faces, where neither face alone tells it: it ends with both of them touched.
[[nodiscard]] inline std::optional<Proposal> off_both(const Need& a, const Need& b, double margin) noexcept {
  const Vec2 n = a.face.normal;
  const Vec2 o = b.face.normal;
  const double first = a.depth + margin;
  const double second = b.depth + margin;
  if (first < dot(n, o) * second || second < dot(n, o) * first) return std::nullopt;
  const double turn = cross(n, o);
  if (std::abs(turn) < k_leaning_sine) return std::nullopt;  // hardly a corner: one of the faces alone does as well
  const auto displacement = [&](double along_n, double along_o) {
    const double s = along_n / turn;
    const double t = along_o / turn;
    return Vec2{s * o.y - t * n.y, t * n.x - s * o.x};
  };
  return Proposal{move_along(displacement(a.depth, b.depth)), displacement(first, second)};
}

}  // namespace carom::detail
