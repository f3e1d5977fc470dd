#pragma once

#include <optional>
#include <vector>

#include "world/state.hpp"

/// Which bodies were there when, within the last step. A stay begins with an arrival or before the step, and ends with a
/// departure or after the step; a body that merges with another ends one and begins the next.
namespace carom::detail {

/// A body is new, while a step runs or after one.
void note_arrival(World::State& state, const Body& body);
/// A body is about to go. Kept is what goes within a step, if paths are.
void note_departure(World::State& state, const Body& body);

/// Arrivals in an order in which they are quickly found.
class Stays {
 public:
  explicit Stays(const StepRecord& last);

  /// The last one of this body up to `time`; null: it was there before the step, or is not there yet.
  [[nodiscard]] const Arrival* arrival(std::uint64_t serial, double time) const noexcept;
  /// Had it, in the end, come by then?
  [[nodiscard]] bool has_come(std::uint64_t serial, double time) const noexcept;

 private:
  std::vector<const Arrival*> arrivals_;  // by serial, then as they came
};

/// What is known of the body behind a handle at a time inside the last step: as it is now, or as it was when it went, then
/// too. Null: it was not there.
[[nodiscard]] const Body* body_then(const World::State& state, const Stays& stays, BodyId id, double time) noexcept;

/// All that were there, in order of creation; those that went at this very moment are gone.
[[nodiscard]] std::vector<const Body*> bodies_then(const World::State& state, const Stays& stays, double time);

}  // namespace carom::detail
