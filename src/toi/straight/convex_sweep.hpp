#pragma once

#include "carom/motion/chain.hpp"

/// Two convex polygons that slide past each other: the quick way, in plain double, for nearly all of them.
///
/// Seen along the relative motion v every vertex has a place across it, x = p × v, and one along it, y = p · v. The polygons
/// meet only if their ranges of x overlap, and only in time if those of y do: two sweeps over the vertices settle most
/// misses. Otherwise the front of a (concave in x) runs into the front of b (convex in x); their gap is convex, so that
/// its least value, at a vertex of either, is the time of contact. A merge of both fronts from small to large x finds it.
/// Whatever rounding could change is left undecided.
///
/// Source: the sweep is the Minkowski difference of the two, crossed by a ray; docs/mathematics.md, section 4
namespace carom::detail {

enum class SweepResult : std::uint8_t { undecided, miss, hit };

struct SweepAnswer {
  SweepResult result = SweepResult::undecided;
  double t = 0;
  int vertex = 0;
  int edge = 0;
  bool vertex_of_a = true;
};

/// Both chains are solid, convex and keep their shape.
[[nodiscard]] SweepAnswer convex_sweep(const Chain& a, const Chain& b) noexcept;

}  // namespace carom::detail
