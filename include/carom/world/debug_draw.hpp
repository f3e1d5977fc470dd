#pragma once

#include <cstddef>
#include <optional>

#include "carom/world/body.hpp"

namespace carom {

/// A place at which two bodies touch.
struct DebugContact {
  Party a;
  std::optional<Party> b;  ///< nothing: the edges of the world
  Vec2 point;
  Vec2 normal;  ///< unit; pushes a off b
  /// Of a hit of the last step: what it exchanged. Of two that rest on each other: what has held them in the last step, all their
  /// places together; 0 where the loop keeps none.
  double impulse = 0;
  bool resting = false;
};

/// Receives what there is to see of a world, to be drawn: World::draw. What is not overridden is left out.
class DebugDraw {
 public:
  DebugDraw() = default;
  DebugDraw(const DebugDraw&) = default;
  DebugDraw& operator=(const DebugDraw&) = default;
  virtual ~DebugDraw() = default;

  /// A body, its shape turned as it stands, in order of creation.
  virtual void body(const Body& /*body*/) {}
  /// Hits of the last step in order of time, then pairs that rest on each other.
  virtual void contact(const DebugContact& /*contact*/) {}
  /// A cell of the broad phase with bodies in it: into these the grid sorts those that can move, for a step from now. Bodies of
  /// very different size have cells of their own, so cells may overlap.
  virtual void cell(Vec2 /*min*/, Vec2 /*max*/, std::size_t /*bodies*/) {}
};

}  // namespace carom
