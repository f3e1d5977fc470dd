#pragma once

#include <vector>

#include "carom/broadphase/flight_grid.hpp"
#include "carom/broadphase/good_window.hpp"
#include "swept/step_bodies.hpp"
#include "swept/step_context.hpp"

namespace carom::detail {

/// Which bodies may meet within the window: a grid of the movers, and one of the static bodies. (A gas has a grid of its own for
/// the movers: GasSearch.) Lives from step to step.
class NeighbourGrids {
 public:
  /// Wraps the movers into the periodic box, and reads where they are as the window begins.
  void read_movers(const StepContext& context, const StepClock& clock, StepBodies& bodies);
  /// Of the movers that were read.
  [[nodiscard]] FlightStatistics statistics() const { return statistics_of(flights_); }
  /// Sorts the movers that were read, and the bodies' movers with them.
  void sort_movers(const StepContext& context, const StepClock& clock, StepBodies& bodies);
  /// Static bodies that stand still are sorted once a step.
  void sort_fixed(const StepContext& context, const StepClock& clock, StepBodies& bodies);

  /// All pairs of movers that may meet within the window.
  void pairs(std::vector<NearPair>& into, StepGuard& guard) const { movers_.pairs(into, &guard); }
  /// Movers that one on a new flight may meet from `since` on.
  void near_movers(const StepClock& clock, std::uint32_t mover, const Sweep& sweep, double since,
                   std::vector<Near>& into) const {
    movers_.near(mover, clock.flight(sweep), since - clock.window_start, into);
  }
  /// Static bodies that it may meet: indices into bodies.gridded().
  void near_fixed(const StepContext& context, const StepClock& clock, const Sweep& sweep, double since, bool they_move,
                  std::vector<Near>& into) const;
  [[nodiscard]] std::uint32_t fixed_at(const Near& near) const { return fixed_.order()[near.place]; }

  [[nodiscard]] std::uint32_t insert(const Flight& flight) { return movers_.insert(flight); }
  void remove(std::uint32_t mover) { movers_.remove(mover); }
  void change(const StepClock& clock, std::uint32_t mover, const Sweep& sweep) {
    movers_.change(mover, clock.flight(sweep), sweep.since - clock.window_start);
  }
  /// True if it has never held movers.
  [[nodiscard]] bool unused() const { return movers_.order().empty(); }

 private:
  FlightGrid movers_;
  FlightGrid fixed_;
  std::vector<Flight> flights_;
  LargeArray<Sweep> resorted_;
};

}  // namespace carom::detail
