#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "event/event_body.hpp"
#include "event/event_context.hpp"

namespace carom::detail {

/// A flight that ended within the last run.
struct PastFlight {
  std::uint64_t serial = 0;
  double until = 0;  ///< scene time
  double epoch = 0;
  double since = 0;
  Vec2 at;
  Vec2 velocity;
  bool falls = true;
  std::optional<EventTurn> turn;  ///< none: nothing rotates
};

/// The flights that ended within the last run, if it is recorded: World::state_at asks for them.
class EventFlightLog {
 public:
  explicit EventFlightLog(const EventContext& context) noexcept : ctx_(context) {}

  void clear() noexcept { past_.clear(); }
  [[nodiscard]] std::span<const PastFlight> flights() const noexcept { return past_; }
  /// Of a mover or a fixed body: its flight ends now.
  template <class Flying>
  void add(std::uint64_t serial, const Flying& flying, bool falls, const std::optional<EventTurn>& turn = {}) {
    past_.push_back(
        {serial, ctx_.scene_time(), ctx_.clock().epoch, flying.since, flying.at, flying.velocity, falls, turn});
  }

 private:
  const EventContext& ctx_;
  std::vector<PastFlight> past_;
};

}  // namespace carom::detail
