#include <algorithm>
#include <cmath>

#include "worlds/turning_step.hpp"

// Who is near whom within the step.
namespace carom::detail {

namespace {

/// Units of work (StepGuard) of looking where two touch.
constexpr std::uint64_t k_place_work = 16;

/// Dealt out to so many hands, to each in the order in which they come. `ends`: where those of each hand end.
template <class Hand>
void deal(std::span<const SpottedPair> from, std::span<SpottedPair> to, std::vector<std::uint32_t>& ends,
          std::size_t hands, const Hand& hand) {
  ends.assign(hands + 1, 0);
  for (const SpottedPair& pair : from) ++ends[hand(pair) + 1];
  for (std::size_t k = 1; k < ends.size(); ++k) ends[k] += ends[k - 1];
  // Every count moves on to where the next hand's begin.
  for (const SpottedPair& pair : from) to[ends[hand(pair)]++] = pair;
}

}  // namespace

/// By member, then by the other, then by the shift. Dealt out twice: nobody is compared with anybody.
void TurningStep::sort_spotted() {
  auto& spotted = workspace_->spotted;
  auto& dealt = workspace_->dealt;
  if (dealt.size() < spotted.size()) dealt.resize(spotted.size());
  const auto members = static_cast<std::uint32_t>(members_.size());
  const auto to = std::span(dealt).first(spotted.size());
  deal(spotted, to, workspace_->ends, members + 4U,
       [&](const SpottedPair& pair) { return is_edge(pair.b) ? members + (pair.b - k_turning_edge) : pair.b; });
  deal(to, spotted, first_near_, members, [](const SpottedPair& pair) { return pair.a; });
  if (!period_) return;
  std::uint32_t first = 0;
  for (const std::uint32_t end : std::span(first_near_).first(members)) {
    std::ranges::sort(std::span(spotted).subspan(first, end - first), [](const SpottedPair& x, const SpottedPair& y) {
      if (x.b != y.b) return x.b < y.b;
      return x.shift.x != y.shift.x ? x.shift.x < y.shift.x : x.shift.y < y.shift.y;
    });
    first = end;
  }
}

void TurningStep::take_spotted() {
  near_.reserve(workspace_->spotted.size());
  for (const SpottedPair& pair : workspace_->spotted) {
    NearTurning& near = near_.emplace_back();
    near.a = pair.a;
    near.b = pair.b;
    near.shift = pair.shift;
    near.widest = box_gap(near);
    near.apart = near.widest.gap;
  }
}

/// Two of whom one can be moved, in order.
std::optional<SpottedPair> TurningStep::pair_of(std::uint32_t p, std::uint32_t q, Vec2 shift) const noexcept {
  if (!(member(p).movable() || (!is_edge(q) && member(q).movable()))) return std::nullopt;
  return p < q ? SpottedPair{p, q, shift} : SpottedPair{q, p, -shift};
}

/// If they are not known to be near each other.
void TurningStep::spot_later(std::uint32_t p, std::uint32_t q, Vec2 shift) {
  const auto pair = pair_of(p, q, shift);
  if (!pair) return;
  NearTurning near{pair->a, pair->b, pair->shift};
  const auto is_same = [&](const NearTurning& other) { return other.b == near.b && other.shift == near.shift; };
  const std::uint32_t first = near.a == 0 ? 0 : first_near_[near.a - 1];
  if (std::ranges::any_of(std::span(near_).subspan(first, first_near_[near.a] - first), is_same)) return;
  if (!near_later_.insert({near.a, near.b, near.shift.x, near.shift.y}).second) return;
  near.widest = box_gap(near);
  near.apart = std::max(near.widest.gap, 0.0);
  near_.push_back(near);
}

/// The borders, which nothing else finds, and the edges.
void TurningStep::take_lines() {
  lines_.clear();
  for (const std::uint32_t border : boundless_) {
    const auto line = line_of(border);
    const Vec2 frame = member(border).velocity;
    lines_.push_back({border, line.has_value(), line.value_or(Border{}), line ? coordinate(frame, line->axis) : 0});
  }
  if (!state_.settings.bounds || state_.settings.bounds->edges != Edges::rebound) return;
  for (std::uint32_t k = k_turning_edge; k < k_turning_edge + 4; ++k) lines_.push_back({k, true, edge(k), 0});
}

/// Might it come to a line within the step, or be held there?
template <class See>
void TurningStep::for_each_near_line(std::uint32_t who, double radius, const See& see) const {
  const TurningMember& m = member(who);
  const double reach = radius * (1 + 1e-9);
  for (const NearLine& line : lines_) {
    const double start = coordinate(m.at, line.line.axis) - line.line.at;
    const double end = start + dt_ * (coordinate(m.velocity, line.line.axis) - line.speed);
    if (line.known && !(std::min(start, end) <= reach && std::max(start, end) >= -reach)) continue;
    see(line.who);
  }
}

/// Who is near whom within the step, and where those touch that may rest on each other.
void TurningStep::look() {
  auto& flights = workspace_->flights;
  auto& gridded = workspace_->gridded;
  auto& pairs = workspace_->pairs;
  flights.clear();
  gridded.clear();
  pairs.clear();
  auto& spotted = workspace_->spotted;
  spotted.clear();
  const auto spot = [&](std::uint32_t p, std::uint32_t q, Vec2 shift) {
    if (const auto pair = pair_of(p, q, shift)) spotted.push_back(*pair);
  };
  for (std::uint32_t who = 0; who < members_.size(); ++who) {
    if (members_[who].boundless) continue;
    flights.push_back(flight(members_[who]));
    members_[who].looked = members_[who].velocity;
    gridded.push_back(who);
  }
  grid_.build(flights, dt_, box_);
  at_place_.clear();
  for (const std::uint32_t index : grid_.order()) {
    members_[gridded[index]].place = static_cast<std::uint32_t>(at_place_.size());
    at_place_.push_back(gridded[index]);
  }
  grid_.pairs(pairs, &guard());
  if (guard().stopped()) return;
  spotted.reserve(pairs.size());
  for (const NearPair& pair : pairs) {
    spot(at_place_[pair.first], at_place_[pair.second], shift_of(pair.image_x, pair.image_y));
  }
  take_lines();
  for (std::size_t k = 0; k < gridded.size(); ++k) {
    for_each_near_line(gridded[k], flights[k].radius, [&](std::uint32_t line) { spot(gridded[k], line, {}); });
  }
  sort_spotted();
  take_spotted();
  count_heaps();
  for (NearTurning& near : near_) {
    find_points(near);
    if (work(k_place_work)) return;
  }
  (void)exceeds();
}

/// How many movable bodies might meet each other within the step, directly or through others.
void TurningStep::count_heaps() {
  heap_of_.resize(members_.size());
  for (std::uint32_t k = 0; k < members_.size(); ++k) heap_of_[k] = k;
  const auto first_of = [&](std::uint32_t who) {
    while (heap_of_[who] != who) who = heap_of_[who] = heap_of_[heap_of_[who]];
    return who;
  };
  for (const NearTurning& near : near_) {
    if (is_edge(near.b) || heap_of_[near.a] == heap_of_[near.b]) continue;
    if (!member(near.a).movable() || !member(near.b).movable()) continue;
    const std::uint32_t a = first_of(near.a);
    const std::uint32_t b = first_of(near.b);
    if (a == b) continue;
    if (near.apart > 0 && near.apart > dt_ * fastest_approach(near) + near_gap(near.a, near.b)) continue;
    heap_of_[std::max(a, b)] = std::min(a, b);
    member(std::min(a, b)).heap += member(std::max(a, b)).heap;
    crowded_ = crowded_ || member(std::min(a, b)).heap >= k_crowd;
  }
  for (std::uint32_t k = 0; k < members_.size(); ++k) members_[k].heap = members_[first_of(k)].heap;
}

/// Who goes elsewhere by more than was looked for is looked for again.
void TurningStep::stray() {
  for (std::uint32_t who = 0; who < members_.size(); ++who) {
    if (work(1)) return;
    TurningMember& m = member(who);
    if (!m.moved || m.boundless || !m.movable()) continue;
    const double looked_for = 0.5 * (flight(m).radius - m.reach);
    if (dt_ * length(m.velocity - m.looked) < looked_for) continue;
    m.looked = m.velocity;
    grid_.change(m.place, flight(m), 0);
    near_scratch_.clear();
    grid_.near(m.place, flight(m), 0, near_scratch_);
    for (const Near& one : near_scratch_) {
      spot_later(who, at_place_[one.place], shift_of(one.image_x, one.image_y));
    }
    for_each_near_line(who, flight(m).radius, [&](std::uint32_t line) { spot_later(who, line, {}); });
  }
}

}  // namespace carom::detail
