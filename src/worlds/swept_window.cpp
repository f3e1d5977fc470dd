#include <algorithm>
#include <array>

#include "math/parallel.hpp"
#include "worlds/band_replay.hpp"
#include "worlds/swept_step.hpp"

// A window is played in turn, or in strips side by side. Both give the same bits: what happens is decided by the flights
// alone, and where two strips meet a band is played once more (band_replay.hpp).
namespace carom::detail {
namespace {

/// After strips have failed, so many steps are played in turn before strips are tried again.
constexpr std::uint32_t k_mistrust = 16;

}  // namespace

void SweptStep::play_window() {
  lend_record();
  if (strips_ > 1 && !(cut_strips() && play_in_strips())) {
    // Something reached too far: everybody back to where they were before they were sorted, and once more in turn.
    w_.movers.swap(w_.resorted);
    for (Lane& lane : w_.lanes) lane.forget();
    strips_ = 1;
    w_.in_turn = k_mistrust;
    sort_gas();
  }
  if (strips_ == 1) play_in_turn();
  for (const Lane& lane : w_.lanes) fastest_ = std::max(fastest_, lane.fastest);
  keep_what_happened();
}

/// What the first lane does is written where it stays.
void SweptStep::lend_record() {
  Lane& lane = w_.lanes.front();
  lane.events.swap(state_.last.events);
  lane.corners.swap(state_.last.corners);
  lane.first_event = lane.events.size();
  lane.first_corner = lane.corners.size();
}

void SweptStep::open_lane(Lane& lane, RowScope scope, std::size_t expected) {
  lane.now = window_start_;
  lane.scope = scope;
  lane.too_far = false;
  lane.queue.open(window_start_, window_end_, expected);
}

void SweptStep::play_in_turn() {
  remembers_ = false;
  Lane& lane = w_.lanes.front();
  open_lane(lane, gas_ ? w_.gas.everywhere() : RowScope{}, w_.movers.size() / 4);
  if (gas_) {
    foretell_rows(lane, 0, w_.gas.rows());
  } else {
    foretell_all(lane);
  }
  play(lane);
}

/// Rows for every strip, about equal in people. False: there are too few rows, or some are in no cell.
bool SweptStep::cut_strips() {
  const int rows = w_.gas.rows();
  const std::size_t count = w_.movers.size();
  if (!w_.loose.empty()) return false;
  int row = 0;
  for (unsigned k = 0; k < strips_; ++k) {
    const int first = row;
    while (row < rows && w_.gas.row_start(row) * std::size_t{strips_} < (k + 1) * count) ++row;
    if (k + 1 == strips_) row = rows;
    if (row - first < 2 * k_half_band) return false;
    w_.lanes[k].scope = {first, row};
  }
  return true;
}

bool SweptStep::play_in_strips() {
  remembers_ = true;
  parallel_for(strips_, state_.settings.threads, [&](std::size_t k) {
    Lane& lane = w_.lanes[k];
    const RowScope rows = lane.scope;
    open_lane(lane, rows, (w_.gas.row_start(rows.last) - w_.gas.row_start(rows.first)) / 4);
    foretell_rows(lane, rows.first, rows.last);
    play(lane);
  });
  for (unsigned k = 0; k < strips_; ++k) {
    if (w_.lanes[k].too_far) return false;
  }
  const std::size_t bands = box_ ? strips_ : strips_ - 1;
  std::array<bool, k_most_strips> done{};
  parallel_for(bands, state_.settings.threads, [&](std::size_t k) {
    Lane& below = w_.lanes[k];
    BandReplay band(*this, w_.lanes[strips_ + k], below, w_.lanes[(k + 1) % strips_], below.scope.last);
    done[k] = band.replay();
  });
  return std::all_of(done.begin(), done.begin() + static_cast<std::ptrdiff_t>(bands), [](bool d) { return d; });
}

void SweptStep::keep_what_happened() {
  // Played in turn, nothing was taken back.
  if (remembers_)
    parallel_for(w_.lanes.size(), state_.settings.threads, [&](std::size_t k) { w_.lanes[k].drop_cancelled(); });
  StepRecord& last = state_.last;
  Lane& first = w_.lanes.front();
  first.events.swap(last.events);
  first.corners.swap(last.corners);
  first.first_event = first.first_corner = 0;
  for (Lane& lane : w_.lanes) {
    last.events.insert(last.events.end(), lane.events.begin(), lane.events.end());
    last.corners.insert(last.corners.end(), lane.corners.begin(), lane.corners.end());
    state_.now.policies.grazes += lane.grazes;
    lane.forget();
  }
}

}  // namespace carom::detail
