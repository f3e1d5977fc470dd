#pragma once

#include <map>

#include "swept/clumps.hpp"
#include "swept/neighbour_grids.hpp"
#include "swept/pair_laws.hpp"
#include "swept/resting_contacts.hpp"
#include "swept/worker.hpp"
#include "world/pairs/sensor_overlap.hpp"

namespace carom::detail {

/// What will happen within the window, as far as the flights of now tell. It changes no body: predicted events go into the
/// worker's queue. A contact is a pure function of two flights and the step's end, so it does not matter from which body
/// it is searched, or when.
class Predictor {
 public:
  Predictor(const StepContext& context, const StepClock& clock, const StepModes& modes, const StepBodies& bodies,
            const NeighbourGrids& grids, const PairLaws& laws, const Clumps& clumps, const RestingContacts& resting)
      : context_(context),
        clock_(clock),
        modes_(modes),
        bodies_(bodies),
        grids_(grids),
        laws_(laws),
        clumps_(clumps),
        resting_(resting) {}

  /// As the window begins: all movers that the grid has sorted, and all else.
  void predict_all(Worker& worker);
  /// All that may happen to a mover of the grid whose flight has changed.
  void predict_mover(Worker& worker, std::uint32_t mover, double since);
  /// The same of a static body or a border: every mover is tested.
  void predict_fixed(Worker& worker, BodyRef ref, double since);
  void predict_among_fixed(Worker& worker, BodyRef ref, double since);
  /// All but other movers: static bodies, edges, the end of its life.
  void predict_alone(Worker& worker, BodyRef ref, double since);
  void predict_edges(Worker& worker, BodyRef ref);
  void predict_pair(Worker& worker, BodyRef p, BodyRef q, Vec2 shift);
  /// A pair that passes through each other: when it begins to have a point in common, or when that ends.
  void predict_sensor_overlap(Worker& worker, BodyRef a, BodyRef b, Vec2 shift);

  /// A pair that passed through each other has parted: it is not met again at the same moment.
  void note_parted(BodyRef a, BodyRef b, double t);
  /// A pair, with all that decides when they meet.
  [[nodiscard]] SweepPair pair(BodyRef a, BodyRef b, Vec2 shift) const noexcept {
    return {bodies_.sweep(a),
            bodies_.sweep(b),
            shape_of(context_.store, bodies_.data(a)),
            shape_of(context_.store, bodies_.data(b)),
            shift,
            context_.dt};
  }

 private:
  void predict_leaving(Worker& worker, BodyRef ref);
  void predict_end_of_life(Worker& worker, const BodyData& body);
  void push(Worker& worker, double t, BodyRef first, BodyRef second, EventKind what) const;

  const StepContext& context_;
  const StepClock& clock_;
  const StepModes& modes_;
  const StepBodies& bodies_;
  const NeighbourGrids& grids_;
  const PairLaws& laws_;
  const Clumps& clumps_;
  const RestingContacts& resting_;
  std::map<PairKey, Parted> parted_;  ///< of pairs that pass through each other, in this step
};

}  // namespace carom::detail
