#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "event/event_rules.hpp"
#include "world/pairs/sensor_overlap.hpp"

namespace carom::detail {

/// Pairs that pass through each other: when they begin to overlap, and when that ends. Like all contacts these are
/// computed from the whole flights, so that they do not depend on when that is done; only what lies in the past is
/// computed again from now on.
class EventOverlaps {
 public:
  EventOverlaps(const EventContext& context, const EventBodies& bodies, const EventPairRules& rules) noexcept
      : ctx_(context), bodies_(bodies), rules_(rules) {}

  /// When two in straight flight begin to overlap.
  [[nodiscard]] std::optional<Contact> first_overlap(SweepPair pair);
  /// The same, and not before they may overlap again after they have parted.
  [[nodiscard]] std::optional<Contact> next_overlap(BodyRef a, BodyRef b, SweepPair pair);
  /// Of a mover under gravity and a fixed body: when they begin to overlap, and when they part.
  [[nodiscard]] std::optional<Contact> next_ballistic_overlap(BodyRef mover, BodyRef fixed, Vec2 shift);
  [[nodiscard]] std::optional<Contact> ballistic_parting(BodyRef mover, BodyRef fixed, Vec2 shift);

  /// Two have parted now.
  void note_parted(BodyRef a, BodyRef b);
  /// Those that have parted in this epoch, in order: how soon they may meet again is in no flight.
  [[nodiscard]] std::vector<PartedPair> parted() const;
  /// As a run goes on.
  void restore(std::span<const PartedPair> pairs);
  /// All flights begin anew.
  void begin_epoch() { parted_.clear(); }

 private:
  const EventContext& ctx_;
  const EventBodies& bodies_;
  const EventPairRules& rules_;
  std::map<PairKey, Parted> parted_;  ///< in this epoch
  std::vector<Vec2> scratch_;
};

}  // namespace carom::detail
