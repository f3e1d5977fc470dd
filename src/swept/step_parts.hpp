#pragma once

#include "swept/flights.hpp"
#include "swept/swept_workspace.hpp"
#include "swept/zeno_guard.hpp"

/// The parts of a swept step, by what they are for.
namespace carom::detail {

/// When and how: what all parts read.
struct StepFrame {
  StepFrame(World::State& state, double end, const Drift& drift) : context(state, end, drift) {}

  StepContext context;
  StepClock clock;
  StepModes modes;
};

/// Kicks, and what keeps pairs that stay in touch from meeting without end. The parts know each other by address.
struct StepMotion {
  StepMotion(const StepFrame& frame, SweptWorkspace& workspace, PairLaws& laws, World::State& state)
      : kicks(frame.context, frame.modes, workspace.bodies, workspace.nbody, rested, state),
        resting(frame.context, frame.modes, workspace.bodies, kicks, laws, rested, state),
        clumps(workspace.bodies),
        zeno(frame.context, frame.modes, workspace.bodies, resting, rested, clumps, state) {}
  StepMotion(const StepMotion&) = delete;
  StepMotion& operator=(const StepMotion&) = delete;

  RestedPairs rested;
  KickDrift kicks;
  RestingContacts resting;
  Clumps clumps;
  ZenoGuard zeno;
};

/// Which bodies meet next, and the one place where flights change. The parts know each other by address.
struct StepSearch {
  StepSearch(StepFrame& frame, SweptWorkspace& workspace, PairLaws& laws, StepMotion& motion)
      : predictor(frame.context, frame.clock, frame.modes, workspace.bodies, workspace.grids, laws, motion.clumps,
                  motion.resting),
        gas(frame.context, frame.clock, frame.modes, workspace.bodies, workspace.gas, predictor),
        flights(frame.context, frame.clock, frame.modes, workspace.bodies, workspace.grids, gas, predictor,
                motion.clumps) {}
  StepSearch(const StepSearch&) = delete;
  StepSearch& operator=(const StepSearch&) = delete;

  Predictor predictor;
  GasSearch gas;
  Flights flights;
};

}  // namespace carom::detail
