#include "swept/band_replay.hpp"

#include <algorithm>
#include <bit>

namespace carom::detail {
namespace {

bool same_bits(Vec2 a, Vec2 b) noexcept {
  using Bits = std::uint64_t;
  return std::bit_cast<Bits>(a.x) == std::bit_cast<Bits>(b.x) && std::bit_cast<Bits>(a.y) == std::bit_cast<Bits>(b.y);
}

bool same_flight(const Flier& a, const Flier& b) noexcept {
  return a.since == b.since && same_bits(a.at, b.at) && same_bits(a.velocity, b.velocity);
}

}  // namespace

BandReplay::BandReplay(SweptStep& step, Lane& lane, Lane& below, Lane& above, int border)
    : s_(step), w_(step.w_), lane_(lane), below_(below), above_(above), border_(border) {
  const auto start = [&](int row) { return w_.gas.row_start(row); };
  // Above the last row of a periodic box the first ones follow.
  const int up = border % w_.gas.rows();
  lower_ = {start(border - k_half_band), start(border)};
  upper_ = {start(up), start(up + k_half_band)};
  lower_rim_ = {lower_.begin, start(border - k_core_rows)};
  upper_rim_ = {start(up + k_core_rows), upper_.end};
}

bool BandReplay::replay() {
  ends_.assign(lower_rim_.size() + upper_rim_.size(), 0);
  for (Lane* strip : {&below_, &above_}) go_back(*strip);
  for (const Places& places : {lower_, upper_}) {
    for (std::uint32_t place = places.begin; place < places.end; ++place) {
      w_.gas.change(place, s_.way_of(w_.movers[place], s_.window_start_), w_.movers[place].velocity, 0);
    }
  }
  std::size_t count = 0;
  for (std::size_t& end : ends_) end = count += end;
  recorded_.resize(count);
  // Filled from behind, so that each one's next moves from the end of its records to the first.
  next_ = ends_;
  for (Lane* strip : {&below_, &above_}) recall(*strip);
  std::ranges::sort(script_, [&](const Past* x, const Past* y) { return s_.before(x->item, y->item); });
  s_.open_lane(lane_, {border_ - k_half_band, border_ + k_half_band}, (lower_.size() + upper_.size()) / 4);
  const int up = border_ % w_.gas.rows();
  s_.foretell_rows(lane_, border_ - k_half_band, border_);
  s_.foretell_rows(lane_, up, up + k_half_band);
  return go_forward();
}

/// Everybody of the band to the window's start, and how many flights there are of each disc of a rim.
void BandReplay::go_back(Lane& strip) {
  for (std::size_t i = strip.changes.size(); i-- > 0;) {
    Change& change = strip.changes[i];
    if (change.place >= k_fixture_base || !in_band(change.place)) continue;
    std::swap(change.other, w_.movers[change.place]);
    change.undone = true;
    if (in_rim(change.place)) ++ends_[in_rims(change.place)];
  }
}

/// Which contacts are to be found anew, and which to be repeated.
void BandReplay::recall(Lane& strip) {
  for (Past& past : strip.pasts) {
    const auto is = [&](std::uint32_t place) { return place < k_fixture_base && in_band(place); };
    const auto outside = [&](std::uint32_t place) { return place < k_fixture_base && !in_band(place); };
    if (!is(past.item.first) && !is(past.item.second)) continue;
    if (outside(past.item.first) || outside(past.item.second)) {
      script_.push_back(&past);
    } else {
      past.cancelled = true;
    }
  }
  for (std::size_t i = strip.changes.size(); i-- > 0;) {
    Change& change = strip.changes[i];
    if (change.place < k_fixture_base && in_rim(change.place)) recorded_[--next_[in_rims(change.place)]] = &change;
  }
}

bool BandReplay::go_forward() {
  const auto before = [&](const Item& x, const Item& y) { return s_.before(x, y); };
  std::size_t next = 0;
  for (;;) {
    const Item* first = lane_.queue.front(before);
    const Past* scripted = next < script_.size() ? script_[next] : nullptr;
    if (first == nullptr && scripted == nullptr) break;
    if (scripted != nullptr && (first == nullptr || before(scripted->item, *first))) {
      if (!repeat(*scripted)) return false;
      ++next;
      continue;
    }
    const Item item = *lane_.queue.pop(before);
    if (s_.is_void(item)) continue;
    if (s_.guard().pause(1)) return false;
    s_.happen(lane_, item);
    if (lane_.too_far || !as_recorded(item.first) || !as_recorded(item.second)) return false;
  }
  // Whoever has a record left did not meet whom it had met.
  return next_ == ends_;
}

/// The next recorded flight of a disc in a rim; null when there is none.
Change* BandReplay::next_recorded(std::uint32_t place) {
  const std::size_t k = in_rims(place);
  return next_[k] < ends_[k] ? recorded_[next_[k]++] : nullptr;
}

/// After a contact within the band.
bool BandReplay::as_recorded(std::uint32_t place) {
  if (place >= k_fixture_base || !in_rim(place)) return true;
  const Change* change = next_recorded(place);
  return change != nullptr && same_flight(change->other, w_.movers[place]);
}

/// A contact with the outside, which knows of it already.
bool BandReplay::repeat(const Past& past) {
  const bool first = past.item.first < k_fixture_base && in_band(past.item.first);
  const std::uint32_t place = first ? past.item.first : past.item.second;
  Change* change = next_recorded(place);
  if (change == nullptr || change->other.since != past.item.t) return false;
  lane_.now = past.item.t;
  std::swap(change->other, w_.movers[place]);
  change->undone = false;
  s_.tell_gas(lane_, place);
  s_.foretell_in_gas(lane_, place, past.item.t);
  return !lane_.too_far;
}

}  // namespace carom::detail
