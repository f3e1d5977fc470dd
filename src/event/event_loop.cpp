#include "event/event_loop.hpp"

#include <algorithm>

#include "event/event_run.hpp"
#include "math/sort_stably.hpp"
#include "world/sums/balance.hpp"

namespace carom::detail {
namespace {

/// Flights that ended within the last run, and those that go on.
class FlightPaths final : public StepPaths {
 public:
  FlightPaths(const World::State& state, const EventWorkspace& workspace, PathUse use)
      : state_(state), workspace_(workspace) {
    if (use == PathUse::once) return;
    const auto all = workspace.past.flights();
    by_body_.emplace(all.begin(), all.end());
    sort_stably(*by_body_, [](const PastFlight& x, const PastFlight& y) { return x.serial < y.serial; });
  }

  [[nodiscard]] std::optional<BodyState> state(const Body& body, const Arrival* /*arrival*/, double time) override {
    if (!state_.recording) return std::nullopt;
    if (!by_body_) return state_in_flight(state_, workspace_, workspace_.past.flights(), body, time);
    const auto of_body = std::ranges::equal_range(*by_body_, body.serial, {}, &PastFlight::serial);
    const auto ends_later = std::ranges::lower_bound(of_body, time, {}, &PastFlight::until);
    return state_in_flight(state_, workspace_, {ends_later, of_body.end()}, body, time);
  }

 private:
  const World::State& state_;
  const EventWorkspace& workspace_;
  std::optional<std::vector<PastFlight>> by_body_;  ///< in the order in which they ended
};

}  // namespace

std::unique_ptr<TimeLoop> make_event_loop(World::State& state) { return std::make_unique<EventLoop>(state); }

double EventLoop::advance(World& world, double end) {
  EventRun run(world, state_, *workspace_, end);
  state_.running = &run;
  const double reached = run.run();
  state_.running = nullptr;
  state_.last.dt = reached - state_.last.start;
  return reached;
}

void EventLoop::settle() noexcept {
  if (is_current()) settle_flights(state_, *workspace_);
}

void EventLoop::release() noexcept {
  if (is_current()) give_up_flights(state_, *workspace_);
}

void EventLoop::save_flights() {
  if (is_current()) keep_flights(state_, *workspace_);
}

bool EventLoop::is_finite() const noexcept {
  if (!is_current()) return false;
  double sum = 0;
  // Where they were when their flights began; what those come to in the time of an epoch is as finite.
  for (const EventBody& m : workspace_->bodies.movers()) sum += finite_probe(m.at, m.velocity, 1);
  return sum == 0;
}

std::unique_ptr<StepPaths> EventLoop::paths(PathUse use) {
  return std::make_unique<FlightPaths>(state_, *workspace_, use);
}

}  // namespace carom::detail
