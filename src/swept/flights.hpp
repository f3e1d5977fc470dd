#pragma once

#include "swept/gas_search.hpp"

namespace carom::detail {

/// Puts bodies on new flights: the corner of the path is recorded, the grid learns of it, and what may happen is predicted anew.
class Flights {
 public:
  Flights(const StepContext& context, const StepClock& clock, const StepModes& modes, StepBodies& bodies,
          NeighbourGrids& grids, GasSearch& gas, Predictor& predictor, const Clumps& clumps)
      : context_(context),
        clock_(clock),
        modes_(modes),
        bodies_(bodies),
        grids_(grids),
        gas_(gas),
        predictor_(predictor),
        clumps_(clumps) {}

  /// A new flight from t on, for all that a body is held together with; what is fixed goes its own way.
  void change(Worker& worker, BodyRef ref, double t, Vec2 at, Vec2 velocity) {
    set(worker, ref, t, at, velocity);
    for (const std::uint32_t m : clumps_.around(ref)) {
      const BodyRef other = bodies_.at(m).ref;
      const Sweep& g = bodies_.sweep(other);
      if (other == ref || !(g.inverse_mass > 0) || (g.since == t && g.velocity == velocity)) continue;
      set(worker, other, t, g.position(t), velocity);
      if (context_.guard.stopped()) return;
      predict(worker, other, t);
    }
  }
  /// All that may happen to a body after its flight has changed.
  void predict(Worker& worker, BodyRef ref, double since) {
    if (!ref.is_mover()) return predictor_.predict_fixed(worker, ref, since);
    if (modes_.gas) return gas_.predict(worker, ref.index(), since);
    predictor_.predict_mover(worker, ref.index(), since);
  }

 private:
  void set(Worker& worker, BodyRef ref, double t, Vec2 at, Vec2 velocity) {
    Sweep& f = bodies_.sweep(ref);
    worker.records.corners.push_back({f.body_index, t, at, f.velocity, velocity});
    if (worker.history.kept) worker.history.changes.push_back({ref, f, false});
    f.at = at;
    f.since = t;
    f.velocity = velocity;
    ++f.version;
    if (!ref.is_mover()) return;
    if (modes_.gas) return gas_.update(worker, ref.index());
    grids_.change(clock_, ref.index(), f);
  }

  const StepContext& context_;
  const StepClock& clock_;
  const StepModes& modes_;
  StepBodies& bodies_;
  NeighbourGrids& grids_;
  GasSearch& gas_;
  Predictor& predictor_;
  const Clumps& clumps_;
};

}  // namespace carom::detail
