#include "carom/toi/circle_segment.hpp"

#include <cmath>

#include "toi/straight/chain_chain.hpp"
#include "toi/straight/circle_chain.hpp"

namespace carom {

Impact time_of_impact(const MovingCircle& circle, const MovingSegment& segment) noexcept {
  return circle.radius == 0 ? detail::chain_chain(chain_of(circle), chain_of(segment))
                            : detail::circle_chain(circle, chain_of(segment));
}

std::optional<double> approximate_edge_time(const MovingCircle& circle, const MovingSegment& segment) noexcept {
  const Vec2 e0 = segment.from.ends[1] - segment.from.ends[0];
  const Vec2 e1 = segment.to.ends[1] - segment.to.ends[0];
  const Vec2 w0 = circle.from - segment.from.ends[0];
  const Vec2 w1 = (circle.to - segment.to.ends[0]) - segment.shift;
  const double distance = cross(e0, w0);
  const double reach = std::copysign(circle.radius * length(e0), distance);
  // c0 + m s + c2 s² = 0 with s = t / (1 - t): Bernstein form, see math/quadratic.hpp
  const double c0 = distance - reach;
  const double m = cross(e0, w1) + cross(e1, w0) - 2 * reach;
  const double c2 = cross(e1, w1) - reach;
  const double discriminant = m * m - 4 * c0 * c2;
  if (discriminant < 0) return std::nullopt;
  const double root = std::copysign(std::sqrt(discriminant), c0);
  for (const double divisor : {2 * c0 - m + root, 2 * c0 - m - root}) {
    const double t = 2 * c0 / divisor;
    if (!(t >= 0 && t <= 1)) continue;
    const Vec2 e = lerp(e0, e1, t);
    const double along = dot(lerp(w0, w1, t), e);
    if (along >= 0 && along <= dot(e, e)) return t;
  }
  return std::nullopt;
}

}  // namespace carom
