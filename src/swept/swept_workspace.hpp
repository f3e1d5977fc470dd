#pragma once

#include <optional>

#include "swept/flight_undo.hpp"
#include "swept/gas_search.hpp"
#include "swept/kick_drift.hpp"
#include "swept/neighbour_grids.hpp"
#include "swept/step_bodies.hpp"
#include "swept/worker.hpp"

namespace carom::detail {

/// The parts of swept steps that live from step to step. Each belongs to one type, which alone changes it.
struct SweptWorkspace {
  StepBodies bodies;
  bool current = false;  ///< the sweeps are where the bodies are, and the states stored of these may be older
  NBodyMemory nbody;     ///< of KickDrift
  NeighbourGrids grids;  ///< of all movers but those of a gas, and of static bodies
  GasMemory gas;         ///< of GasSearch
  StripsMemory strips;   ///< of Strips
  FlightUndo undo;       ///< of the step that runs
  std::optional<std::size_t> hits;  ///< contacts of the last step, if there was one

  /// The next step gathers anew.
  void forget_bodies() noexcept {
    current = false;
    nbody.known = false;
  }
};

/// Between steps the sweeps are where the bodies are. Brings the stored state of one body up to date.
inline void refresh(const StepBodies& bodies, Body& body) noexcept {
  const Sweep& f = bodies.sweep(bodies.at(bodies.index_of(body.id)).ref);
  body.state.at = f.at;
  body.state.velocity = f.velocity;
}
/// The same for all bodies.
inline void settle(const SweptWorkspace& workspace, BodyStore& store) noexcept {
  if (!workspace.current) return;
  for (const BodyData& m : workspace.bodies.all()) {
    if (!m.gone) refresh(workspace.bodies, store.at_slot(m.id.slot));
  }
}
/// The same, before something is changed from outside.
inline void release(SweptWorkspace& workspace, BodyStore& store) noexcept {
  settle(workspace, store);
  workspace.forget_bodies();
}

}  // namespace carom::detail
