#include "swept/strips.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "math/parallel.hpp"
#include "swept/band_replay.hpp"

namespace carom::detail {
namespace {

/// Fewer movers than this to a strip are not worth a thread.
constexpr std::size_t k_least_strip = 512;
/// After strips have failed, so many steps are played in turn before strips are tried again.
constexpr std::uint32_t k_mistrust = 16;
/// In so many windows of a step a mover may be faster than expected.
constexpr unsigned k_patience = 2;

}  // namespace

void Strips::open() {
  if (memory_.in_turn > 0) --memory_.in_turn;
  const unsigned threads = context_.settings.threads;
  const bool many = bodies_.movers().size() >= k_least_strip * threads;
  count_ = k_has_threads && modes_.gas && modes_.elastic && many && memory_.in_turn == 0
               ? std::min(threads, k_most_strips)
               : 1;
  if (memory_.workers.size() < 2 * std::size_t{count_}) memory_.workers.resize(2 * std::size_t{count_});
}

void Strips::play_window(EventPlayer& player) {
  lend_records();
  if (!k_has_threads || count_ == 1 || !play_in_strips(player)) {
    if (context_.guard.stopped()) return;
    play_in_turn(player);
  }
  if (context_.guard.stopped()) return;
  for (const Worker& worker : workers()) gas_.note_speed(worker.rows.fastest);
  take_records();
}

/// False: nothing of it stands, and the window has to be played in turn.
bool Strips::play_in_strips(EventPlayer& player) {
  if (cut() && hand_out_ungridded() && play_side_by_side(player) && replay_bands(player)) return true;
  if (context_.guard.stopped()) return false;
  // One is faster than any before: the next window's cells will be made for it.
  const bool too_far = std::ranges::any_of(workers(), [](const Worker& worker) { return worker.rows.too_far; });
  const bool hasty = too_far && ++retreats_ <= k_patience;
  // All back to where they were before they were sorted.
  gas_.unsort();
  for (Worker& worker : workers()) worker.forget();
  gas_.sort(1);
  if (!hasty) {
    count_ = 1;
    memory_.in_turn = k_mistrust;
  }
  return false;
}

/// What the first worker does is written where it stays; of a simple gas, what any of them does.
void Strips::lend_records() {
  auto& gas = state_.last.gas;
  if (gas.size() < workers().size()) gas.resize(workers().size());
  for (std::size_t k = 0; k < workers().size(); ++k) {
    WorkerRecords& records = workers()[k].records;
    records.contacts.swap(gas[k]);
    records.first_contact = records.contacts.size();
  }
  WorkerRecords& first = workers().front().records;
  first.events.swap(state_.last.events);
  first.corners.swap(state_.last.corners);
  first.first_event = first.events.size();
  first.first_corner = first.corners.size();
}

void Strips::keep_history(bool kept) noexcept {
  for (Worker& worker : workers()) worker.history.kept = kept;
}

void Strips::play_in_turn(EventPlayer& player) {
  keep_history(false);
  Worker& worker = workers().front();
  const std::span<const std::uint32_t> ungridded = gas_.ungridded();
  worker.rows.ungridded.assign(ungridded.begin(), ungridded.end());
  worker.open(clock_.window_start, clock_.window_end, modes_.gas ? gas_.grid().everywhere() : RowScope{},
              bodies_.movers().size() / 4);
  if (modes_.gas) {
    gas_.predict_rows(worker, 0, gas_.grid().rows());
  } else {
    predictor_.predict_all(worker);
  }
  player.play(worker);
}

/// Rows for every strip, about equal in movers. False: there are too few rows.
bool Strips::cut() {
  const GasGrid& grid = gas_.grid();
  const int rows = grid.rows();
  const std::size_t count = bodies_.movers().size();
  int row = 0;
  for (unsigned k = 0; k < count_; ++k) {
    const int first = row;
    while (row < rows && grid.row_start(row) * std::size_t{count_} < (k + 1) * count) ++row;
    if (k + 1 == count_) row = rows;
    if (row - first < 2 * k_half_band) return false;
    workers()[k].rows.scope = {first, row};
    make_sure(k);
  }
  return true;
}

/// The rows of a strip that are in no band. Corners of other gases go by all changes, so that of these nothing is sure.
void Strips::make_sure(unsigned strip) {
  constexpr int k_far = 1 << 30;
  const GasGrid& grid = gas_.grid();
  GasRows& rows = workers()[strip].rows;
  const bool lowest = strip == 0 && !context_.box;
  const bool highest = strip + 1 == count_ && !context_.box;
  rows.sure = {lowest ? -k_far : rows.scope.first + k_half_band, highest ? k_far : rows.scope.last - k_half_band};
  if (!modes_.simple) rows.sure = {};
  rows.sure_begin = grid.row_start(std::max(rows.sure.first, 0));
  rows.sure_end = grid.row_start(std::min(rows.sure.last, grid.rows()));
  // What a band does is not taken back, but no mover may leave it.
  GasRows& band = workers()[count_ + strip].rows;
  band.sure = {};
  band.sure_begin = 0;
  band.sure_end = modes_.simple ? std::numeric_limits<std::uint32_t>::max() : 0;
}

/// To the strips that alone know of them. False: one comes near a band.
bool Strips::hand_out_ungridded() {
  const std::span<Worker> strips = workers().first(count_);
  return std::ranges::all_of(gas_.ungridded(), [&](std::uint32_t mover) {
    const auto worker = std::ranges::find_if(strips, [&](const Worker& w) { return gas_.stays_sure(w, mover); });
    if (worker != strips.end()) worker->rows.ungridded.push_back(mover);
    return worker != strips.end();
  });
}

/// Each as if the others were not there. False: a mover may have come near a band that was not expected there.
bool Strips::play_side_by_side(EventPlayer& player) {
  keep_history(true);
  const GasGrid& grid = gas_.grid();
  parallel_for(count_, context_.settings.threads, [&](std::size_t k) {
    Worker& worker = workers()[k];
    const RowScope rows = worker.rows.scope;
    worker.open(clock_.window_start, clock_.window_end, rows,
                (grid.row_start(rows.last) - grid.row_start(rows.first)) / 4);
    gas_.predict_rows(worker, rows.first, rows.last);
    player.play(worker);
  });
  return !context_.guard.stopped() &&
         std::ranges::none_of(workers().first(count_), [](const Worker& worker) { return worker.rows.too_far; });
}

bool Strips::replay_bands(EventPlayer& player) {
  const std::size_t bands = context_.box ? count_ : count_ - 1;
  std::array<bool, k_most_strips> done{};
  parallel_for(bands, context_.settings.threads, [&](std::size_t k) {
    Worker& below = workers()[k];
    BandReplay band(context_, clock_, bodies_, gas_, player,
                    {workers()[count_ + k], below, workers()[(k + 1) % count_], below.rows.scope.last});
    done[k] = band.replay();
  });
  return std::all_of(done.begin(), done.begin() + static_cast<std::ptrdiff_t>(bands), [](bool d) { return d; });
}

void Strips::take_records() {
  // Played in turn, nothing was taken back.
  if (workers().front().history.kept) {
    parallel_for(workers().size(), context_.settings.threads, [&](std::size_t k) {
      Worker& worker = workers()[k];
      worker.history.drop_cancelled(worker.records);
    });
  }
  StepRecord& last = state_.last;
  WorkerRecords& first = workers().front().records;
  first.events.swap(last.events);
  first.corners.swap(last.corners);
  first.first_event = first.first_corner = 0;
  for (std::size_t k = 0; k < workers().size(); ++k) {
    workers()[k].records.contacts.swap(last.gas[k]);
    workers()[k].records.first_contact = 0;
  }
  for (Worker& worker : workers()) {
    const WorkerRecords& records = worker.records;
    last.events.insert(last.events.end(), records.events.begin(), records.events.end());
    last.corners.insert(last.corners.end(), records.corners.begin(), records.corners.end());
    state_.now.policies.grazes += records.grazes;
    worker.forget();
  }
}

}  // namespace carom::detail
