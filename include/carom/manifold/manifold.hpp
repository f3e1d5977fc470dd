#pragma once

#include <cstdint>
#include <vector>

#include "carom/motion/rotating.hpp"

/// Where two shapes touch or nearly touch: all places, with what touches what, for solvers that hold contacts.
///
/// Places     a corner in front of a face, a corner in front of a corner, a round in front of either, a corner in front
///            of a ring from inside. Two faces that meet share a piece that ends at corners of one or the other: so
///            they have two places, and one of them less where they lean apart by more than `within`. Concave shapes
///            may have any number.
/// Counts     a place at which the gap, along its normal, is at most `within` and not below -within; of many corners in
///            a row in front of one face the nearest and the one farthest from it. Corners in line with their
///            neighbours are none.
/// Niches     a corner that sits in a niche of the other touches both its faces: two places with a normal each
/// Range      faces longer than `within`, which is small beside the shapes. Shapes that overlap deeper than that:
///            overlap/overlap.hpp
/// Error      that of turning a vertex, some roundings of the way between the centres and of angle times reach. Nothing
///            is decided exactly here. Tests: manifold_test
namespace carom {

enum class FeatureKind : std::uint8_t {
  corner,  ///< vertex `index` of a chain
  face,    ///< the edge from vertex `index` to the next; a border
  round,   ///< of a circle or a ring
};

struct Feature {
  FeatureKind kind = FeatureKind::round;
  int index = 0;

  friend constexpr bool operator==(const Feature&, const Feature&) noexcept = default;
};

struct ManifoldPoint {
  Vec2 point;      ///< halfway between the two
  Vec2 normal;     ///< unit; pushes `a` off `b`
  double gap = 0;  ///< along the normal; negative where they overlap
  Feature on_a;    ///< what touches: the same from moment to moment, so that impulses can be remembered
  Feature on_b;
};

/// At `t` of their motions. In a fixed order; nothing for two borders.
[[nodiscard]] std::vector<ManifoldPoint> manifold(const RotatingShape& a, const RotatingShape& b, double t,
                                                  double within);

}  // namespace carom
