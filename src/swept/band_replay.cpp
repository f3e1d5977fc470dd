#include "swept/band_replay.hpp"

#include <algorithm>
#include <bit>

namespace carom::detail {
namespace {

bool same_bits(Vec2 a, Vec2 b) noexcept {
  using Bits = std::uint64_t;
  return std::bit_cast<Bits>(a.x) == std::bit_cast<Bits>(b.x) && std::bit_cast<Bits>(a.y) == std::bit_cast<Bits>(b.y);
}

bool same_flight(const Sweep& a, const Sweep& b) noexcept {
  return a.since == b.since && same_bits(a.at, b.at) && same_bits(a.velocity, b.velocity);
}

}  // namespace

BandReplay::BandReplay(const StepContext& context, const StepClock& clock, StepBodies& bodies, GasSearch& gas,
                       EventPlayer& player, const Band& band)
    : context_(context), clock_(clock), bodies_(bodies), gas_(gas), player_(player), band_(band) {
  const auto start = [&](int row) { return gas_.grid().row_start(row); };
  // Above the last row of a periodic box the first ones follow.
  const int border = band.border;
  const int up = border % gas_.grid().rows();
  lower_ = {start(border - k_half_band), start(border)};
  upper_ = {start(up), start(up + k_half_band)};
  lower_rim_ = {lower_.begin, start(border - k_core_rows)};
  upper_rim_ = {start(up + k_core_rows), upper_.end};
}

bool BandReplay::replay() {
  ends_.assign(lower_rim_.size() + upper_rim_.size(), 0);
  for (Worker* strip : {&band_.below, &band_.above}) go_back(*strip);
  for (const Movers& movers : {lower_, upper_}) {
    for (std::uint32_t mover = movers.begin; mover < movers.end; ++mover) gas_.reset(mover);
  }
  std::size_t count = 0;
  for (std::size_t& end : ends_) end = count += end;
  recorded_.resize(count);
  // Filled from behind, so that each one's next moves from the end of its records to the first.
  next_ = ends_;
  for (Worker* strip : {&band_.below, &band_.above}) recall(*strip);
  const EventOrder earlier(bodies_);
  std::ranges::sort(script_, [&](const Past* x, const Past* y) { return earlier(x->predicted, y->predicted); });
  const int border = band_.border;
  band_.worker.open(clock_.window_start, clock_.window_end, {border - k_half_band, border + k_half_band},
                    (lower_.size() + upper_.size()) / 4);
  const int up = border % gas_.grid().rows();
  gas_.predict_rows(band_.worker, border - k_half_band, border);
  gas_.predict_rows(band_.worker, up, up + k_half_band);
  return go_forward();
}

/// All of the band to the window's start; counts the flights of each disc of a rim.
void BandReplay::go_back(Worker& strip) {
  std::vector<Change>& changes = strip.history.changes;
  for (std::size_t i = changes.size(); i-- > 0;) {
    Change& change = changes[i];
    if (!in_band(change.ref)) continue;
    std::swap(change.other, bodies_.sweep(change.ref));
    change.undone = true;
    if (in_rim(change.ref)) ++ends_[in_rims(change.ref)];
  }
}

/// Which contacts are to be found anew, and which to be repeated.
void BandReplay::recall(Worker& strip) {
  for (Past& past : strip.history.pasts) {
    const auto is_outside = [&](BodyRef ref) { return ref.is_mover() && !in_band(ref); };
    if (!in_band(past.predicted.first) && !in_band(past.predicted.second)) continue;
    if (is_outside(past.predicted.first) || is_outside(past.predicted.second)) {
      script_.push_back(&past);
    } else {
      past.cancelled = true;
    }
  }
  std::vector<Change>& changes = strip.history.changes;
  for (std::size_t i = changes.size(); i-- > 0;) {
    if (in_rim(changes[i].ref)) recorded_[--next_[in_rims(changes[i].ref)]] = &changes[i];
  }
}

bool BandReplay::go_forward() {
  const EventOrder before(bodies_);
  Worker& worker = band_.worker;
  std::size_t next = 0;
  for (;;) {
    const PredictedEvent* first = worker.queue.front(before);
    const Past* scripted = next < script_.size() ? script_[next] : nullptr;
    if (first == nullptr && scripted == nullptr) break;
    if (scripted != nullptr && (first == nullptr || before(scripted->predicted, *first))) {
      if (!repeat(*scripted)) return false;
      ++next;
      continue;
    }
    const PredictedEvent predicted = *worker.queue.pop(before);
    if (is_void(bodies_, predicted)) continue;
    if (context_.guard.pause(1)) return false;
    player_.happen(worker, predicted);
    if (worker.rows.too_far || !as_recorded(predicted.first) || !as_recorded(predicted.second)) return false;
  }
  // One that has a record left did not meet what it had met.
  return next_ == ends_;
}

/// The next recorded flight of a disc in a rim; null when there is none.
Change* BandReplay::next_recorded(BodyRef ref) {
  const std::size_t k = in_rims(ref);
  return next_[k] < ends_[k] ? recorded_[next_[k]++] : nullptr;
}

/// After a contact within the band.
bool BandReplay::as_recorded(BodyRef ref) {
  if (!in_rim(ref)) return true;
  const Change* change = next_recorded(ref);
  return change != nullptr && same_flight(change->other, bodies_.sweep(ref));
}

/// A contact with the outside, where it has been played already.
bool BandReplay::repeat(const Past& past) {
  const BodyRef ref = in_band(past.predicted.first) ? past.predicted.first : past.predicted.second;
  Change* change = next_recorded(ref);
  if (change == nullptr || change->other.since != past.predicted.t) return false;
  Worker& worker = band_.worker;
  worker.now = past.predicted.t;
  std::swap(change->other, bodies_.sweep(ref));
  change->undone = false;
  gas_.update(worker, ref.index());
  gas_.predict(worker, ref.index(), past.predicted.t);
  return !worker.rows.too_far;
}

}  // namespace carom::detail
