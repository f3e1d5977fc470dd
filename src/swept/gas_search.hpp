#pragma once

#include <optional>
#include <span>
#include <vector>

#include "broadphase/gas_grid.hpp"
#include "carom/broadphase/good_window.hpp"
#include "swept/predictor.hpp"

namespace carom::detail {

/// More strips than this have more border than inside.
inline constexpr unsigned k_most_strips = 8;

/// How wide and how fast a gas is.
struct GasMeasure {
  FlightStatistics statistics;
  double fastest = 0;  ///< square of a speed
  double largest = 0;  ///< radius
  bool alike = false;  ///< all radii are about the largest
};

/// What a GasSearch keeps from step to step.
struct GasMemory {
  GasGrid grid;
  LargeArray<Sweep> unsorted;  ///< the movers in the order before sort()
};

/// Nothing but discs, of similar size but for a few, among what stands still, and no callbacks; none: no gas.
[[nodiscard]] std::optional<GasMeasure> measure_gas(const StepContext& context, const StepBodies& bodies,
                                                    bool unobserved);

/// The search for contacts among the discs of a gas, in a GasGrid: the first test of a neighbour is part of the loop over its
/// cells. Movers are named by their index alone here.
class GasSearch {
 public:
  GasSearch(const StepContext& context, const StepClock& clock, const StepModes& modes, StepBodies& bodies,
            GasMemory& memory, Predictor& predictor);

  /// As the step begins, of a gas.
  void open(const GasMeasure& measure, bool peaceful) noexcept;
  /// The largest square of a speed so far.
  void note_speed(double square) noexcept { measure_.fastest = std::max(measure_.fastest, square); }

  /// All movers into the cells, by where they are as the window begins, in so many pieces side by side.
  void sort(unsigned strips);
  /// Undoes sort().
  void unsort() noexcept { bodies_.movers().swap(unsorted_); }
  /// Movers that the cells do not hold as the window begins.
  [[nodiscard]] std::span<const std::uint32_t> ungridded() const noexcept { return ungridded_; }
  [[nodiscard]] const GasGrid& grid() const noexcept { return grid_; }

  /// All that happens in some rows, as the window begins.
  void predict_rows(Worker& worker, int first, int last);
  /// All that may happen to one disc after its flight has changed, or to two that have just met.
  void predict(Worker& worker, std::uint32_t mover, double since);
  void predict_two(Worker& worker, std::uint32_t a, std::uint32_t b, double since);
  /// The cells learn of a new flight.
  void update(Worker& worker, std::uint32_t mover);
  /// Back to a flight of the window's start.
  void reset(std::uint32_t mover) noexcept;

  /// True if a mover that is not in the cells stays where no band knows of it.
  [[nodiscard]] bool stays_sure(const Worker& worker, std::uint32_t mover) const noexcept {
    return stays_sure(worker, way_of(bodies_.movers()[mover], clock_.window_start));
  }

 private:
  [[nodiscard]] GasGrid::Plan plan(unsigned strips) const;
  [[nodiscard]] Way way_of(const Sweep& f, double from) const noexcept {
    return grid_.way(f.at + (from - f.since) * f.velocity, f.at + (clock_.window_end - f.since) * f.velocity, f.radius);
  }
  [[nodiscard]] bool stays_sure(const Worker& worker, const Way& way) const noexcept {
    const RowScope rows = grid_.rows_around(way);
    return rows.first >= worker.rows.sure.first && rows.last <= worker.rows.sure.last;
  }
  /// True if a disc can reach no edge within the window.
  [[nodiscard]] bool far_from_edges(const Sweep& f) const noexcept {
    const double left = (clock_.window_end - f.since) * (1 + 1e-9);
    const double x = f.radius + left * std::abs(f.velocity.x);
    const double y = f.radius + left * std::abs(f.velocity.y);
    return f.at.x - x > inner_.min.x && f.at.y - y > inner_.min.y && f.at.x + x < inner_.max.x &&
           f.at.y + y < inner_.max.y;
  }
  [[nodiscard]] int lap(const Worker& worker, std::uint32_t mover) const noexcept;
  template <class Visit>
  void visit_ungridded(const Worker& worker, std::uint32_t mover, const Way& way, double since, std::size_t k,
                       const Visit& visit) const;
  void predict_discs(Worker& worker, std::uint32_t p, std::uint32_t q, Vec2 shift);

  const StepContext& context_;
  const StepClock& clock_;
  const StepModes& modes_;
  StepBodies& bodies_;
  GasGrid& grid_;
  LargeArray<Sweep>& unsorted_;
  Predictor& predictor_;
  GasMeasure measure_;
  Bounds inner_;  ///< the edges, infinite where there are none
  std::vector<std::uint32_t> ungridded_;
};

/// Hooks of the queue of a gas: what is void is left out before it is sorted; what comes soon is fetched from memory, each time
/// with what the time before has brought.
struct GasHooks {
  const StepBodies& bodies;
  const GasGrid& grid;

  [[nodiscard]] bool holds(const PredictedEvent& predicted) const noexcept { return !is_void(bodies, predicted); }
  void ahead(const PredictedEvent& soon, std::size_t call) const noexcept {
    if (call == 2 || (call == 1 && is_void(bodies, soon))) return;
    const auto fetch = [&](BodyRef ref) {
      if (!ref.is_mover()) return;
      if (call == 0) {
        __builtin_prefetch(&bodies.movers()[ref.index()]);
        grid.fetch(ref.index());
      } else if (call == 1) {
        grid.fetch_around(ref.index());
      }
    };
    fetch(soon.first);
    fetch(soon.second);
  }
};

}  // namespace carom::detail
