#include "swept/advance.hpp"

#include <cmath>

#include "swept/rotating/rotating_step.hpp"
#include "swept/swept_step.hpp"
#include "world/forces/substep.hpp"
#include "world/rules/capabilities.hpp"
#include "world/sums/ledger.hpp"

namespace carom::detail {
namespace {

void swept_step(World& world, World::State& state, SweptWorkspace& workspace, double end, const Drift& drift = {}) {
  SweptStep step(world, state, workspace, end, drift);
  state.running = &step;
  step.run();
  state.running = nullptr;
}

/// The parts and drifts of one swept step.
class Advance {
 public:
  Advance(World& world, World::State& state, SweptWorkspace& workspace,
          const std::shared_ptr<RotatingWorkspace>& rotating, double end)
      : world_(world), s_(state), w_(workspace), rotating_(rotating), start_(state.now.time), end_(end) {
    if (!w_.nbody.forces) w_.nbody.forces.emplace(s_.settings);
    w_.nbody.forces->watch(&s_.guard);
  }

  void run() {
    in_parts(start_, end_, [&] { return cuts_now(); }, [&](double to) { fly(to); });
    if (s_.guard.stopped()) return;
    s_.last.events.swap(s_.last.earlier);
    s_.last.earlier.clear();
    s_.last.absolute = true;
    s_.last.start = start_;
    s_.last.dt = end_ - start_;
  }

 private:
  [[nodiscard]] unsigned cuts_now() {
    if (!s_.settings.substep || s_.guard.stopped()) return 0;
    point_out_all();
    if (!w_.nbody.known) w_.nbody.forces->compute_accelerations(s_.settings.threads);
    w_.nbody.known = true;
    const StepCuts found = cuts_needed(*w_.nbody.forces, s_.settings.sources, *s_.settings.substep, end_ - start_);
    if (found.capped) ++s_.now.policies.capped_substeps;
    return found.cuts;
  }

  /// Between steps the sweeps are where the bodies are, or only the bodies know.
  void point_out_all() {
    if (w_.current) return load_nbody(*w_.nbody.forces, w_.bodies);
    w_.nbody.forces->clear();
    for (const std::uint32_t slot : s_.now.bodies.in_order()) {
      const Body& body = s_.now.bodies.at_slot(slot);
      const bool endless = !std::isfinite(body.reach);
      w_.nbody.forces->add(body.state.at + mass_center(body.shape), body.state.velocity, endless ? 0 : body.mass,
                           endless || body.fixed(), shell_of(body.shape));
    }
  }

  void fly(double to) {
    const double from = s_.now.time;
    const std::span<const DriftPlan> plans = drifts_of(s_.settings.integrator);
    double done = 0;
    for (std::size_t k = 0; k < plans.size(); ++k) {
      done += plans[k].length;
      const bool last = k + 1 == plans.size();
      if (s_.guard.stopped()) return;
      drift({plans[k], to - from, true, s_.now.time == start_, last && to == end_},
            last ? to : from + done * (to - from));
    }
  }

  void drift(const Drift& drift, double to) {
    s_.last.start = s_.now.time;
    s_.last.dt = to - s_.now.time;
    if (rotating_) {
      rotating_step(world_, s_, rotating_, to, drift, &w_.nbody);
    } else {
      swept_step(world_, s_, w_, to, drift);
    }
    if (s_.guard.spend(1)) return;
    s_.now.time = to;
    keep_events();
  }

  /// Body indices have other numbers in the next drift, if a body came or went.
  void keep_events() {
    sort_events(s_);
    for (EventRecord& event : s_.last.events) {
      event.t = s_.last.scene_time(event.t);
      s_.last.earlier.push_back(event);
    }
    s_.last.events.clear();
    if (s_.recording) s_.last.drifts.back().corners.swap(s_.last.corners);
    s_.last.corners.clear();
  }

  World& world_;
  World::State& s_;
  SweptWorkspace& w_;
  const std::shared_ptr<RotatingWorkspace>& rotating_;
  double start_;
  double end_;
};

}  // namespace

void advance_swept(World& world, World::State& state, SweptWorkspace& workspace,
                   const std::shared_ptr<RotatingWorkspace>& rotating, double end) {
  if (integrates(state.settings)) return Advance(world, state, workspace, rotating, end).run();
  if (rotating) return rotating_step(world, state, rotating, end);
  swept_step(world, state, workspace, end);
}

}  // namespace carom::detail
