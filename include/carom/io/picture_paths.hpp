#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/world/world.hpp"

/// Where bodies went, in few points: what a picture of a run is made of.
namespace carom {

/// One body's way: a new stroke begins where a periodic world puts it back in on the other side.
struct TracedBody {
  std::uint64_t serial = 0;
  std::string name;
  BodyShape shape;       ///< at the start
  BodyShape last_shape;  ///< where it is last: turned, or grown by merging
  double angle = 0;      ///< of that
  bool fixed = false;
  bool gone = false;  ///< removed before the end
  Vec2 start;
  Vec2 last;
  Vec2 heading;  ///< velocity where the stroke's last point was set
  std::vector<std::vector<Vec2>> strokes;
};

/// A contact of a traced body.
struct TracedHit {
  Vec2 point;
  Vec2 normal;  ///< from b to a
  double impulse = 0;
};

struct Paths {
  std::vector<TracedBody> bodies;  ///< in order of creation
  std::uint64_t stride = 1;        ///< of the movable bodies every stride-th is traced
  std::uint64_t body_total = 0;    ///< all that were there at some time
  std::vector<TracedHit> hits;     ///< the first of those of traced bodies
  std::uint64_t traced_hits = 0;   ///< all of those
  std::uint64_t hit_total = 0;
  std::uint64_t point_total = 0;
  double start_time = 0;
  double time = 0;
  double traced_until = 0;  ///< before `time` where the points ran out
  std::optional<Bounds> bounds;
  std::vector<Source> sources;
};

/// The bodies as they stand at the start.
[[nodiscard]] Paths begin_paths(const World& world);

/// After each step: points where bodies meet something and, in fields, where they have turned a little. There is a limit
/// to bodies, points and hits, so that a picture of a large run stays one.
void follow(Paths& paths, const World& world);

}  // namespace carom
