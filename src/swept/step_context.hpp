#pragma once

#include <cmath>
#include <optional>

#include "carom/broadphase/flight_grid.hpp"
#include "contact/body_ref.hpp"
#include "world/bodies/images.hpp"
#include "world/bodies/sweep.hpp"
#include "world/forces/nbody_forces.hpp"
#include "world/state.hpp"

/// What all parts of a swept step may read. Times are seconds into the drift.
namespace carom::detail {

/// Which of the drifts of a step this is, and how it follows the fields. Default: the only one, a leapfrog's.
struct Drift {
  DriftPlan plan;
  double whole = 0;         ///< length of the integrator's step
  bool integrated = false;  ///< accelerations are those of the n-body forces
  bool first = true;        ///< of the world's step
  bool last = true;
};

/// What stays the same during a drift.
struct StepContext {
  StepContext(World::State& state, double end, const Drift& which)
      : settings(state.settings),
        store(state.now.bodies),
        guard(state.guard),
        start(state.now.time),
        dt(end - state.now.time),
        drift(which),
        kick_time(which.plan.kick_time * dt) {
    const auto& bounds = settings.bounds;
    if (!bounds || bounds->edges != Edges::periodic) return;
    box = PeriodicBox{bounds->min, bounds->max};
    period = bounds->max - bounds->min;
  }

  /// Added to b: its image nearest to a.
  [[nodiscard]] Vec2 nearest_shift(Vec2 a, Vec2 b) const noexcept {
    return detail::nearest_shift(a - b, box ? std::optional(period) : std::nullopt);
  }
  [[nodiscard]] Vec2 shift_of(int image_x, int image_y) const noexcept {
    return {image_x * period.x, image_y * period.y};
  }
  /// Wraps a flight into the periodic box, by where it is at some time.
  void wrap(Sweep& sweep, Flight& here) const noexcept {
    const auto back = [](double x, double low, double width) { return -width * std::floor((x - low) / width); };
    const Vec2 way{back(here.at.x, box->min.x, period.x), back(here.at.y, box->min.y, period.y)};
    if (way == Vec2{}) return;
    sweep.at = sweep.at + way;
    here.at = here.at + way;
  }

  const WorldSettings& settings;
  const BodyStore& store;
  StepGuard& guard;
  double start;  ///< scene time
  double dt;
  Drift drift;
  double kick_time;  ///< of the kick before the drift: when the velocity of the drift is the body's own
  std::optional<PeriodicBox> box;
  Vec2 period;
};

/// The time of the loop, and the window that it is in.
struct StepClock {
  double now = 0;
  double window_start = 0;
  double window_end = 0;

  /// What lies beyond the window is found again in a later one.
  [[nodiscard]] bool in_window(double t, double dt) const noexcept {
    return t < window_end || (window_end == dt && t <= dt);
  }
  /// As the window begins.
  [[nodiscard]] Flight flight(const Sweep& f) const noexcept {
    return {f.at + (window_start - f.since) * f.velocity, f.velocity, f.radius};
  }
};

/// What kind of step this is: decided once, when the bodies have been gathered.
struct StepModes {
  bool accelerated = false;  ///< fields or forces: the velocity at a contact is not that of the drift
  bool sourced = false;      ///< some fields are those of fixed wells, and may be far from the same elsewhere
  bool lossy = false;        ///< some restitution is below 1
  bool elastic = false;      ///< neither of these: no pair comes to rest
  bool gas = false;          ///< discs of similar size among what stands still: found by the gas grid
  bool simple = false;       ///< an elastic gas among edges alone: the short loop

  /// Counts some work; true: the step is abandoned. In strips where it stops would depend on the number of threads.
  bool spend(StepGuard& guard, std::uint64_t units) const noexcept {
    return elastic && gas ? guard.pause(units) : guard.spend(units);
  }
};

}  // namespace carom::detail
