#pragma once

#include <optional>

#include "carom/world/world.hpp"

namespace carom {

struct MoverSettings {
  /// As it stands: it does not turn. For steps one with a flat bottom: a round one rolls over their edges, and is in the air.
  BodyShape shape = Circle{0.5, {}, false};
  Vec2 up = {0, 1};          ///< of length 1
  double steepest = 0.8;     ///< of slopes that it walks on: the angle between their normal and up, in radians
  double step_height = 0.3;  ///< of steps that it walks up, and down without leaving the ground
  double skin = 1e-3;        ///< the gap that it keeps from everything
  /// What stops it. Sensors do not; a body that stands for it in the world is best left out as `except`.
  QueryFilter filter = {.mask = 0xffffffffU, .sensors = false, .except = {}};
};

/// A character that goes where it is told, slides along what is in the way, walks up steps and slopes, and rides on what it
/// stands on. It is no body: nothing pushes it, and it pushes nothing, unless the game does. It asks World::cast, so it passes
/// through nothing, however fast it is.
///
///   world.step();
///   hero.move(world, (velocity = walk + fall) * dt);
///   if (hero.grounded()) fall = {};
class Mover {
 public:
  /// The error's place is that of the shape, as in `add`, or the setting: "/steepest".
  [[nodiscard]] static Checked<Mover> make(MoverSettings settings, Vec2 at);

  /// First rides along with what it stands on and gets out of what has moved into it; then goes this way, as far as there is
  /// room. Sliding takes at most 4 turns.
  void move(const World& world, Vec2 way);
  /// It stands there from now on, on nothing.
  void teleport(Vec2 at) noexcept;

  [[nodiscard]] Vec2 at() const noexcept { return at_; }
  /// It stands on something that is not too steep.
  [[nodiscard]] bool grounded() const noexcept { return ground_.has_value(); }
  [[nodiscard]] std::optional<BodyId> ground() const noexcept;
  /// Of what it stands on.
  [[nodiscard]] std::optional<Vec2> ground_normal() const noexcept;

 private:
  struct Ground {
    BodyId id;
    BodyState state;  ///< when it stood there last
    Vec2 normal;
  };
  struct Slid {
    bool blocked = false;  ///< by what it cannot walk on
    Vec2 left;             ///< of the way, when it was
  };

  Mover(MoverSettings settings, Vec2 at) noexcept;
  [[nodiscard]] bool walks_on(Vec2 normal) const noexcept;
  [[nodiscard]] std::optional<RayHit> look(const World& world, Vec2 from, Vec2 way) const;
  Vec2 advance(const World& world, Vec2 way, std::optional<RayHit>& hit);
  void ride(const World& world);
  void get_out(const World& world);
  Slid slide(const World& world, Vec2 way);
  bool step_up(const World& world, Vec2 way);
  void find_ground(const World& world, double reach);

  MoverSettings settings_;
  double least_up_;  ///< cosine of the steepest slope
  Vec2 at_;
  std::optional<Ground> ground_;
};

}  // namespace carom
