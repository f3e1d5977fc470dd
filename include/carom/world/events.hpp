#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "carom/response/response.hpp"
#include "carom/toi/contact.hpp"
#include "carom/world/settings.hpp"

/// What a world reports of a step.
namespace carom {

/// A handle. It stays valid until its body is removed and never means another body afterwards.
struct BodyId {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;  ///< 0 is the handle of no body

  friend constexpr bool operator==(const BodyId&, const BodyId&) noexcept = default;
};

/// One side of a contact: the handle, and the place in the order of creation, which outlives the body.
struct Party {
  BodyId id;
  std::uint64_t serial = 0;
};

/// Two bodies at the moment they touch, before anything is done about it.
struct PendingContact {
  double t = 0;            ///< absolute scene time
  Party a;                 ///< the one that was created first
  std::optional<Party> b;  ///< nothing: the edges of the world
  Vec2 point;
  Vec2 normal;  ///< points from b to a
  Side side = Side::outer;
  double speed = 0;  ///< closing speed along the normal, not negative
  double restitution = 1;
  Vec2 velocity_a;
  Vec2 velocity_b;
};

/// A contact that was acted on or reported.
struct ContactEvent {
  double t = 0;
  Party a;
  std::optional<Party> b;
  Vec2 point;
  Vec2 normal;
  double speed = 0;
  double impulse = 0;
  Response response = Response::impulse;
  std::vector<Effect> effects;  ///< those that ran, in order, with names filled in
};

enum class TouchChange : std::uint8_t { begin, end };

/// Two bodies that begin to touch, or end it. A hit from which they part at once has both at one time; a pair that comes to
/// rest has its begin then, and its end when it parts or one of the two is removed or teleported. One that passes through
/// (sensors, `none`, `ignore`) has its begin when it enters and its end when it has left. Every edge of the world counts by
/// itself, though each is reported with `b` empty.
struct Touch {
  double t = 0;
  Party a;
  std::optional<Party> b;
  TouchChange change = TouchChange::begin;
};

}  // namespace carom
