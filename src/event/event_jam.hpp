#pragma once

#include <cstdint>
#include <vector>

#include "event/event_cells.hpp"
#include "event/event_encounter.hpp"
#include "event/event_fixed_grid.hpp"

namespace carom::detail {

/// What happens to a body that something fixed presses onto something else: it is held, and stands like something fixed until
/// nothing passes over it any more. docs/mathematics.md, section 17.
class EventJamGuard {
 public:
  EventJamGuard(const EventContext& context, const EventBodies& bodies, const EventCells& cells,
                const EventFixedGrid& fixed_grid) noexcept
      : ctx_(context), bodies_(bodies), cells_(cells), fixed_grid_(fixed_grid) {}

  /// The bodies are others.
  void reset();
  void restore(std::uint32_t body_index, const BodyFlight& flight);
  void save(std::uint32_t body_index, BodyFlight& flight) const;

  /// True if a body between this fixed one and something else is hit again and again, as it is when there is no room left.
  /// Counts the hit. `shortest_flight`: EventZenoGuard's.
  [[nodiscard]] bool is_jammed(const BodyImpact& impact, const Encounter& e, double shortest_flight);
  /// The next hit of a mover jams it, if it comes after as good as no way.
  void expect_jam(std::uint32_t mover);
  /// A mover is held from now on.
  void hold(BodyRef mover);
  /// The same for one that has no room and is pressed by gravity onto one of its walls: it can neither hop nor lie still, so
  /// it is held until something from outside moves it.
  void wedge(BodyRef mover);
  /// Movers that are jammed with one, in order of creation: they are as fast as it was, and would go on hitting each other
  /// in gaps of no size.
  [[nodiscard]] std::vector<std::uint32_t> jammed_with(std::uint32_t mover) const;

  /// As an epoch begins: when the held bodies are free.
  void predict_releases();
  /// When the first one is; k_never.
  [[nodiscard]] double next_release() const noexcept;
  /// Held bodies that are free at `t`.
  [[nodiscard]] std::vector<BodyRef> released(double t) const;

 private:
  [[nodiscard]] double release_time(BodyRef held);

  const EventContext& ctx_;
  const EventBodies& bodies_;
  const EventCells& cells_;
  const EventFixedGrid& fixed_grid_;
  std::vector<Jam> jams_;         ///< by body index; empty where nothing is fixed
  std::vector<double> releases_;  ///< of the fixed bodies
  std::vector<Vec2> scratch_;
};

}  // namespace carom::detail
