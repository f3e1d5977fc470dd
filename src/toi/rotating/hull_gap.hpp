#pragma once

#include <cstdint>

#include "toi/rotating/rotating_gap.hpp"

/// Two convex solids that stand as they do when a step begins: how far apart are they, and do they stay so until it ends?
///
/// Equation   gap = n·c + min n·p - max n·q,   the largest over the normals of the faces of both
/// Symbols    c the way from b's centre to a's; p, q the vertices of both as they stand, seen from their centres; v how far c
///            moves in the step; u, w how far a and b turn; s that of the body whose face n belongs to
/// Bound      that of rotating_gap.hpp at the end of the step, x = 1:
///              n·(c + v) + s n⊥·c - |s| |v| - s² |c|/2  +  min (n + (s - u) n⊥)·p - (s - u)² reach_a/2  -  likewise of b
///            It is concave in time: not below a level at the start and at the end, it is not in between.
///            If that does not tell, the gap itself at four moments: between two of them it is less than at both by at most
///            an eighth of (|s² c + 2 s v⊥| + (s - u)² reach_a + (s - w)² reach_b)/16, the larger of both ends
/// Inside     an arena the frame is b's, in which b stands still: c goes from c to R(-w)(c + v), off the straight line between
///            them by at most an eighth of |w² c + 2 w v⊥|; the rest as above
/// Answer     `lasts`: certain to stay apart. If not, nothing is known, and the search (rotating_search.hpp) has to tell.
/// Why        most pairs of an island are decided here for a tenth of what a search costs, and what is turned and normal
///            to a face is computed once for every body, not for every pair
/// Source     docs/mathematics.md, Rotating bodies. Tests: hull_gap_test
namespace carom::detail {

/// Of more corners every pair is not looked at.
inline constexpr int k_most_hull_corners = 64;

/// A polygon as it stands at one moment, seen from its centre.
struct PlacedOutline {
  const Vec2* places = nullptr;
  const Vec2* normals = nullptr;    ///< unit, outward, of the face from a vertex to the next
  const double* offsets = nullptr;  ///< how far a face's line is from the centre, but for some roundings of `reach`
  std::uint64_t corners = 0;        ///< a bit for every vertex that is not in line with its neighbours
  int count = 0;                    ///< no more than k_most_hull_corners
  Winding winding = Winding::counterclockwise;
  double reach = 0;
  double inner = 0;  ///< of a convex one: how far every face's line is from the centre, at least

  [[nodiscard]] bool is_corner(int i) const noexcept { return ((corners >> static_cast<unsigned>(i)) & 1U) != 0; }
  [[nodiscard]] int next(int i) const noexcept { return i + 1 == count ? 0 : i + 1; }
  [[nodiscard]] int previous(int i) const noexcept { return i == 0 ? count - 1 : i - 1; }
  /// Unit, from a face's first vertex to the next.
  [[nodiscard]] Vec2 along(int face) const noexcept {
    return winding == Winding::counterclockwise ? perpendicular(normals[face]) : -perpendicular(normals[face]);
  }
};

/// A direction from b to a, as it stands when the step begins, and the gap along it.
struct PlacedGap {
  Vec2 normal;
  Frame frame = Frame::plane;
  double gap = 0;
};

/// How two move relative to each other over a step.
struct RelativeStep {
  Vec2 between;  ///< from b's centre to a's, at the start
  Vec2 way;      ///< how far that changes
  double turn_a = 0;
  double turn_b = 0;
};

/// Along a face's normal. Two that overlap have none that is positive.
[[nodiscard]] PlacedGap widest_gap(const PlacedOutline& a, const PlacedOutline& b, Vec2 between) noexcept;

/// The same, in the place of a gap that is known already, if it is wider.
void widen(PlacedGap& gap, const PlacedOutline& a, const PlacedOutline& b, Vec2 between) noexcept;

/// Is the gap, which is more than `level` at the start, certain to stay so? Without `b`, a border: `between` is seen from a
/// point of it, and its normal does not turn.
[[nodiscard]] bool lasts(const PlacedGap& gap, const PlacedOutline& a, const PlacedOutline* b, const RelativeStep& step,
                         double level) noexcept;

/// Does `a` stay inside the convex `arena`, off all of its faces?
[[nodiscard]] bool stays_inside(const PlacedOutline& a, const PlacedOutline& arena, const RelativeStep& step,
                                double level) noexcept;

}  // namespace carom::detail
