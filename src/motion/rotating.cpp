#include "carom/motion/rotating.hpp"

#include <algorithm>

#include "carom/shapes/mass.hpp"

namespace carom {

double reach_of(std::span<const Vec2> points) noexcept {
  double reach = 0;
  for (const Vec2 p : points) reach = std::max(reach, length(p));
  return reach * (1 + 0x1p-50);
}

Vec2 RotatingCircle::center_at(double t) const noexcept {
  const Pose pose = turn.at(t);
  return pose.at + turned(center, sin_cos(pose.angle));
}

RotatingChain chain_of(const RotatingSegment& s) noexcept {
  return {s.segment.ends, s.turn, reach_of(s.segment.ends), ChainKind::segment, Winding::counterclockwise, true};
}

RotatingChain chain_of(const RotatingPolygon& p) noexcept {
  const ChainKind kind = p.hollow ? ChainKind::hollow : ChainKind::solid;
  return {p.vertices, p.turn, p.reach, kind, p.winding, p.convex && !p.hollow};
}

}  // namespace carom
