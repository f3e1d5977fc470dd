#pragma once

#include <cstdint>
#include <optional>

#include "carom/motion/rotating.hpp"
#include "carom/world/events.hpp"

/// What can be asked about the bodies of a world, and the answers: World::ray_cast, cast, overlaps, nearest.
namespace carom {

/// Which bodies a query is about.
struct QueryFilter {
  std::uint32_t mask = 0xffffffffU;   ///< those whose category has a bit of it
  bool sensors = true;                ///< false: no sensors
  std::optional<BodyId> except = {};  ///< all but this one
};

struct Ray {
  Vec2 from;
  Vec2 to;
};

/// A shape on its way.
struct ShapeCast {
  BodyShape shape;
  Pose from;
  Pose to;
};

/// A shape at rest.
struct PlacedShape {
  BodyShape shape;
  Pose at;
};

struct RayHit {
  BodyId id;
  double distance = 0;  ///< that the ray, or the shape's origin, has gone
  Vec2 point;
  Vec2 normal;   ///< of length 1, away from the body that is met
  double t = 0;  ///< the part of the way that it has gone, in [0, 1]
};

}  // namespace carom
