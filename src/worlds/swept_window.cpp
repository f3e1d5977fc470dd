#include <algorithm>

#include "math/parallel.hpp"
#include "worlds/strip_mender.hpp"
#include "worlds/swept_step.hpp"

// A window is played in turn, or in strips side by side. Both give the same bits: what happens is decided by the flights
// alone, and what strips could not know of each other is mended afterwards (strip_mender.hpp).
namespace carom::detail {
namespace {

/// After mending has failed, so many steps are played in turn before strips are tried again.
constexpr std::uint32_t k_mistrust = 16;

}  // namespace

/// Elastic gases, with anything fixed among them: no callbacks, no policies, nothing that reaches across the world.
bool SweptStep::can_work_in_strips() const {
  const auto& bounds = state_.settings.bounds;
  const bool removes = bounds && bounds->edges == Edges::remove;
  const bool borders_move =
      std::ranges::any_of(w_.boundless, [&](std::uint32_t p) { return flier(p).inverse_mass > 0; });
  if (w_.in_turn > 0) return false;
  return state_.settings.threads > 1 && plain_ && !lossy_ && !accelerated_ && !w_.traits.moving_fixtures && !removes &&
         !borders_move && w_.movers.size() >= k_least_strip * state_.settings.threads;
}

void SweptStep::play_window() {
  if (strips_ > 1 && play_in_strips()) return keep_what_happened();
  if (strips_ > 1) {
    // Something reached too far: everything back, and once more in turn.
    undo_all();
    strips_ = 1;
    w_.in_turn = k_mistrust;
    w_.flights.clear();
    for (const Flier& f : w_.movers) w_.flights.push_back(flight(f));
    sort_movers();
    play_in_turn();
  } else {
    play_in_turn();
  }
  keep_what_happened();
}

void SweptStep::play_in_turn() {
  remembers_ = false;
  scope_ = Scope::everywhere;
  Lane& lane = w_.lanes.front();
  lane.strip = 0;
  // What happens is written where it stays.
  lane.events.swap(state_.last.events);
  lane.corners.swap(state_.last.corners);
  foretell_strip(lane);
  play(lane);
  lane.events.swap(state_.last.events);
  lane.corners.swap(state_.last.corners);
}

bool SweptStep::play_in_strips() {
  remembers_ = true;
  scope_ = Scope::strip;
  if (!w_.mender) w_.mender = std::make_shared<MenderWorkspace>();
  StripMender mender(*this, *w_.mender);
  parallel_for(strips_, state_.settings.threads, [&](std::size_t strip) {
    Lane& lane = w_.lanes[strip];
    lane.strip = static_cast<unsigned>(strip);
    foretell_strip(lane);
    play(lane);
    mender.measure(lane.strip);
  });
  scope_ = Scope::everywhere;
  return mender.mend();
}

/// The state at the window's start. Of the mender's changes first, the last one first.
void SweptStep::undo_all() {
  for (std::size_t k = strips_ + 1U; k-- > 0;) {
    Lane& lane = w_.lanes[k];
    for (std::size_t i = lane.changes.size(); i-- > 0;) {
      Change& change = lane.changes[i];
      if (!change.undone) std::swap(change.other, flier(change.place));
    }
    lane.changes.clear();
    lane.pasts.clear();
    lane.corners.clear();
    lane.events.clear();
    lane.grazes = 0;
  }
}

void SweptStep::keep_what_happened() {
  StepRecord& last = state_.last;
  for (Lane& lane : w_.lanes) {
    for (const Past& past : lane.pasts) {
      if (past.cancelled) lane.events[past.event].t = -1;
    }
    for (const EventRecord& event : lane.events) {
      if (event.t >= 0) last.events.push_back(event);
    }
    for (std::size_t i = 0; i < lane.corners.size(); ++i) {
      if (lane.changes.empty() || !lane.changes[i].undone) last.corners.push_back(lane.corners[i]);
    }
    state_.now.policies.grazes += lane.grazes;
    lane.grazes = 0;
    lane.events.clear();
    lane.corners.clear();
    lane.changes.clear();
    lane.pasts.clear();
  }
}

}  // namespace carom::detail
