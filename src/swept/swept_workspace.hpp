#pragma once

#include <optional>

#include "broadphase/gas_grid.hpp"
#include "swept/flight_undo.hpp"
#include "swept/kick_drift.hpp"
#include "swept/neighbour_grids.hpp"
#include "swept/step_bodies.hpp"
#include "swept/worker.hpp"

namespace carom::detail {

/// The parts of swept steps that live from step to step. Each belongs to one type, which alone changes it.
struct SweptWorkspace {
  StepBodies bodies;
  NBodyMemory nbody;                ///< of KickDrift
  NeighbourGrids grids;             ///< of all movers but those of a gas, and of static bodies
  GasGrid gas_grid;                 ///< of GasSearch
  StripsMemory strips;              ///< of Strips
  FlightUndo undo;                  ///< of the step that runs
  std::optional<std::size_t> hits;  ///< contacts of the last step, if there was one

  /// The next step gathers anew.
  void forget_bodies() noexcept {
    bodies.set_current(false);
    nbody.known = false;
  }
};

/// Between steps the sweeps are where the bodies are. Brings the stored state of one body up to date.
inline void refresh(const StepBodies& bodies, Body& body) noexcept {
  const Sweep& f = bodies.sweep(bodies.find(body.id).ref);
  body.state.at = f.at;
  body.state.velocity = f.velocity;
}
/// The same for all bodies.
inline void settle(const StepBodies& bodies, BodyStore& store) noexcept {
  if (!bodies.current()) return;
  for (const BodyData& m : bodies.all()) {
    if (!m.gone) refresh(bodies, store.at_slot(m.id.slot));
  }
}
/// The same, before something is changed from outside.
inline void release(SweptWorkspace& workspace, BodyStore& store) noexcept {
  settle(workspace.bodies, store);
  workspace.forget_bodies();
}

}  // namespace carom::detail
