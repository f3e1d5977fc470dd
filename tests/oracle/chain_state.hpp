#pragma once

#include "lifted.hpp"

/// Static questions about chains (segments and polygon outlines), answered in integers.
namespace carom::oracle {

enum class Place { outside, boundary, inside };

/// The point (x / w, y / w), w > 0.
struct HomogeneousPoint {
  Int x;
  Int y;
  Int w = 1;
};

/// Inside by the even-odd rule.
[[nodiscard]] Place place_of(const HomogeneousPoint& p, const FrozenShape& polygon);

/// Where the line of a chain runs in relation to a polygon.
struct Passage {
  bool inside = false;   ///< some point strictly inside
  bool outside = false;  ///< some point strictly outside
  bool touches = false;  ///< some point on the outline
};
[[nodiscard]] Passage passage(const FrozenShape& chain, const FrozenShape& polygon);

struct SegmentMeeting {
  bool touches = false;
  bool crosses = false;  ///< each has its ends strictly on both sides of the other
};
[[nodiscard]] SegmentMeeting meeting(const IntPoint& a0, const IntPoint& a1, const IntPoint& b0, const IntPoint& b1);

}  // namespace carom::oracle
