#include "swept/swept_loop.hpp"

#include <algorithm>

#include "swept/advance.hpp"
#include "swept/gas_record.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/queries/path.hpp"
#include "world/sums/balance.hpp"

namespace carom::detail {
namespace {

/// Corners and drifts as they were recorded; where a flight has no corner, its sweep tells.
class SweptPaths final : public RecordedPaths {
 public:
  SweptPaths(const World::State& state, PathUse use, const StepBodies& bodies)
      : RecordedPaths(state, use), bodies_(bodies) {}

 private:
  /// A body that is gone is followed to the step's end as if nothing had stopped it.
  [[nodiscard]] std::optional<Landing> landing(const Body& body, double t) const override {
    const auto body_index = number_at(
        bodies_.gathered(), bodies_.all().size(), body.serial, t, [&](std::size_t k) { return bodies_.at(k).serial; },
        [&](std::size_t k) { return bodies_.at(k).came; });
    if (!body_index) return std::nullopt;
    const Sweep& f = bodies_.sweep(bodies_.at(*body_index).ref);
    return Landing{*body_index, f.at, f.velocity};
  }

  const StepBodies& bodies_;
};

}  // namespace

std::unique_ptr<TimeLoop> make_swept_loop(World::State& state) { return std::make_unique<SweptLoop>(state); }

double SweptLoop::advance(World& world, double end) {
  workspace_->undo.clear();
  // Up to now the sweeps may have been where the bodies are.
  if (state_.now.rotating) release();
  if (state_.now.rotating && !rotating_) rotating_ = std::make_shared<RotatingWorkspace>();
  advance_swept(world, state_, *workspace_, state_.now.rotating ? rotating_ : nullptr, end);
  return end;
}

void SweptLoop::abandon() {
  // Before anything was gathered the sweeps are still where the bodies are.
  if (workspace_->undo.empty()) settle();
  workspace_->undo.put_back(bodies(), state_.now.bodies);
  workspace_ = std::make_unique<SweptWorkspace>();
  rotating_.reset();
}

bool SweptLoop::is_finite() const noexcept {
  if (!is_current()) return false;
  double sum = 0;
  for (const Sweep& f : bodies().movers()) sum += finite_probe(f.at, f.velocity, f.inverse_mass);
  return sum == 0;
}

void SweptLoop::complete_events() {
  unfold_gas(state_, bodies());
  for (EventRecord& event : state_.last.events) {
    if (!event.by_body_index) continue;
    event.by_body_index = false;
    const BodyData& a = bodies().at(event.body_index_a);
    event.a = a.id;
    event.serial_a = a.serial;
    event.serial_b = k_edges_serial;
    if (event.body_index_b == k_no_body_index) continue;
    const BodyData& b = bodies().at(event.body_index_b);
    event.b = b.id;
    event.serial_b = b.serial;
  }
}

BodyId SweptLoop::departed(std::uint64_t serial) const noexcept {
  // A body that has merged with another is there twice, and out of order.
  const auto all = bodies().all();
  const auto found = std::ranges::find(all, serial, &BodyData::serial);
  return found != all.end() ? found->id : BodyId{};
}

std::unique_ptr<StepPaths> SweptLoop::paths(PathUse use) {
  unfold_gas(state_, bodies());
  return std::make_unique<SweptPaths>(state_, use, bodies());
}

}  // namespace carom::detail
