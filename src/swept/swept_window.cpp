#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "math/parallel.hpp"
#include "swept/band_replay.hpp"
#include "swept/swept_step.hpp"

// A window is played in turn, or in strips side by side. Both give the same bits: what happens is decided by the flights
// alone, and where two strips meet a band is played once more (band_replay.hpp).
namespace carom::detail {
namespace {

/// After strips have failed, so many steps are played in turn before strips are tried again.
constexpr std::uint32_t k_mistrust = 16;
/// In so many windows of a step somebody may be faster than expected.
constexpr unsigned k_patience = 2;

}  // namespace

void SweptStep::play_window() {
  lend_record();
  if (strips_ == 1 || !play_in_strips()) {
    if (guard().stopped()) return;
    play_in_turn();
  }
  if (guard().stopped()) return;
  for (const Lane& lane : w_.lanes) fastest_ = std::max(fastest_, lane.fastest);
  keep_what_happened();
}

/// False: nothing of it stands, and the window has to be played in turn.
bool SweptStep::play_in_strips() {
  if (cut_strips() && hand_out_loose() && play_strips() && replay_bands()) return true;
  if (guard().stopped()) return false;
  // Somebody faster than anyone before: the next window's cells will be made for it.
  const bool hasty = std::ranges::any_of(w_.lanes, &Lane::too_far) && ++retreats_ <= k_patience;
  // Everybody back to where they were before they were sorted.
  w_.movers.swap(w_.resorted);
  for (Lane& lane : w_.lanes) lane.forget();
  const unsigned strips = std::exchange(strips_, 1);
  sort_gas();
  if (hasty) {
    strips_ = strips;
  } else {
    w_.in_turn = k_mistrust;
  }
  return false;
}

/// What the first lane does is written where it stays; of a simple gas, what any of them does.
void SweptStep::lend_record() {
  auto& gas = state_.last.gas;
  if (gas.size() < w_.lanes.size()) gas.resize(w_.lanes.size());
  for (std::size_t k = 0; k < w_.lanes.size(); ++k) {
    w_.lanes[k].contacts.swap(gas[k]);
    w_.lanes[k].first_contact = w_.lanes[k].contacts.size();
  }
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
  lane.loose = w_.loose;
  open_lane(lane, gas_ ? w_.gas.everywhere() : RowScope{}, w_.movers.size() / 4);
  if (gas_) {
    foretell_rows(lane, 0, w_.gas.rows());
  } else {
    foretell_all(lane);
  }
  play(lane);
}

/// Rows for every strip, about equal in people. False: there are too few rows.
bool SweptStep::cut_strips() {
  const int rows = w_.gas.rows();
  const std::size_t count = w_.movers.size();
  int row = 0;
  for (unsigned k = 0; k < strips_; ++k) {
    const int first = row;
    while (row < rows && w_.gas.row_start(row) * std::size_t{strips_} < (k + 1) * count) ++row;
    if (k + 1 == strips_) row = rows;
    if (row - first < 2 * k_half_band) return false;
    w_.lanes[k].scope = {first, row};
    make_sure(k);
  }
  return true;
}

/// The rows of a strip that are in no band. Corners of other gases go by all changes, so that of these nothing is sure.
void SweptStep::make_sure(unsigned strip) {
  constexpr int k_far = 1 << 30;
  Lane& lane = w_.lanes[strip];
  const bool lowest = strip == 0 && !box_;
  const bool highest = strip + 1 == strips_ && !box_;
  lane.sure = {lowest ? -k_far : lane.scope.first + k_half_band, highest ? k_far : lane.scope.last - k_half_band};
  if (!simple_) lane.sure = {};
  lane.sure_begin = w_.gas.row_start(std::max(lane.sure.first, 0));
  lane.sure_end = w_.gas.row_start(std::min(lane.sure.last, w_.gas.rows()));
  // What a band does is not taken back, but nobody may leave it.
  Lane& band = w_.lanes[strips_ + strip];
  band.sure = {};
  band.sure_begin = 0;
  band.sure_end = simple_ ? k_fixture_base : 0;
}

/// To the strips that alone know of them. False: one comes near a band.
bool SweptStep::hand_out_loose() {
  const std::span<Lane> lanes(w_.lanes.data(), strips_);
  return std::ranges::all_of(w_.loose, [&](std::uint32_t place) {
    const Way way = way_of(w_.movers[place], window_start_);
    const auto lane = std::ranges::find_if(lanes, [&](const Lane& l) { return stays_sure(l, way); });
    if (lane != lanes.end()) lane->loose.push_back(place);
    return lane != lanes.end();
  });
}

/// Each as if the others were not there. False: somebody may have come near a band who was not expected there.
bool SweptStep::play_strips() {
  remembers_ = true;
  parallel_for(strips_, state_.settings.threads, [&](std::size_t k) {
    Lane& lane = w_.lanes[k];
    const RowScope rows = lane.scope;
    open_lane(lane, rows, (w_.gas.row_start(rows.last) - w_.gas.row_start(rows.first)) / 4);
    foretell_rows(lane, rows.first, rows.last);
    play(lane);
  });
  return !guard().stopped() && std::ranges::none_of(std::span(w_.lanes.data(), strips_), &Lane::too_far);
}

bool SweptStep::replay_bands() {
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
  for (std::size_t k = 0; k < w_.lanes.size(); ++k) {
    w_.lanes[k].contacts.swap(last.gas[k]);
    w_.lanes[k].first_contact = 0;
  }
  for (Lane& lane : w_.lanes) {
    last.events.insert(last.events.end(), lane.events.begin(), lane.events.end());
    last.corners.insert(last.corners.end(), lane.corners.begin(), lane.corners.end());
    state_.now.policies.grazes += lane.grazes;
    lane.forget();
  }
}

}  // namespace carom::detail
