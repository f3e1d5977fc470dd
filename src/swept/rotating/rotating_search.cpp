#include <algorithm>
#include <cmath>
#include <numeric>

#include "carom/broadphase/good_window.hpp"
#include "swept/rotating/rotating_step.hpp"

// Pairs of bodies that are near each other within the step.
namespace carom::detail {

namespace {

/// Units of work (StepGuard) of looking where two touch.
constexpr std::uint64_t k_place_work = 16;
/// Of a window, and of sorting a body into it.
constexpr std::uint64_t k_window_work = 64;
constexpr std::uint64_t k_sort_work = 8;
/// Of the reach: what flies farther in a step meets others one by one, each at its moment.
constexpr double k_fast_way = 2;

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

/// By body, then by the other, then by the shift. A radix sort: pairs are dealt out twice, and never compared.
void RotatingStep::sort_spotted() {
  auto& spotted = workspace_->spotted;
  auto& dealt = workspace_->dealt;
  if (dealt.size() < spotted.size()) dealt.resize(spotted.size());
  const auto body_data = static_cast<std::uint32_t>(body_data_.size());
  const auto to = std::span(dealt).first(spotted.size());
  deal(spotted, to, workspace_->ends, body_data + 4U,
       [&](const SpottedPair& pair) { return is_edge(pair.b) ? body_data + (pair.b - k_rotating_edge) : pair.b; });
  deal(to, spotted, first_near_, body_data, [](const SpottedPair& pair) { return pair.a; });
  if (!period_) return;
  std::uint32_t first = 0;
  for (const std::uint32_t end : std::span(first_near_).first(body_data)) {
    std::ranges::sort(std::span(spotted).subspan(first, end - first), [](const SpottedPair& x, const SpottedPair& y) {
      if (x.b != y.b) return x.b < y.b;
      return x.shift.x != y.shift.x ? x.shift.x < y.shift.x : x.shift.y < y.shift.y;
    });
    first = end;
  }
}

void RotatingStep::take_spotted() {
  near_.reserve(workspace_->spotted.size());
  PairSet::Reader touching(state_.now.touching);
  for (const SpottedPair& pair : workspace_->spotted) {
    NearRotating& near = near_.emplace_back();
    near.a = pair.a;
    near.b = pair.b;
    near.shift = pair.shift;
    near.widest = box_gap(near);
    near.apart = near.widest.gap;
    near.touched = touching.contains(key(near.a, near.b));
    near.sure = is_sure(near);
  }
}

/// True if the search finds this pair whatever windows and cells it has, which depend on bodies elsewhere: what they fly in
/// the step comes near each other, and neither flies far.
bool RotatingStep::is_sure(const NearRotating& near) const noexcept {
  if (is_fast(near.a) || is_fast(near.b)) return false;
  if (is_edge(near.b) || data_of(near.a).infinite || data_of(near.b).infinite) return true;
  const RotatingBody& a = data_of(near.a);
  const RotatingBody& b = data_of(near.b);
  const Vec2 way = dt_ * (a.velocity - b.velocity);
  const Vec2 between = a.at - b.at - near.shift;
  const double square = dot(way, way);
  const double nearest = square > 0 ? std::clamp(-dot(between, way) / square, 0.0, 1.0) : 0;
  const Vec2 least = between + nearest * way;
  const double reach = a.reach + b.reach + search_margin(a) + search_margin(b);
  return dot(least, least) <= reach * reach;
}

/// Bodies that may meet within the step, directly or through others, and how many pairs of them are in touch.
void RotatingStep::find_neighbourhoods() {
  std::vector<std::uint32_t>& parents = workspace_->neighbourhoods;
  parents.resize(body_data_.size());
  std::iota(parents.begin(), parents.end(), 0U);
  const auto root = [&](std::uint32_t who) {
    while (parents[who] != who) who = parents[who] = parents[parents[who]];
    return who;
  };
  for (const NearRotating& near : near_) {
    if (!near.sure || is_edge(near.b) || !data_of(near.a).movable() || !data_of(near.b).movable()) continue;
    const std::uint32_t a = root(near.a);
    const std::uint32_t b = root(near.b);
    parents[std::max(a, b)] = std::min(a, b);
  }
  for (RotatingBody& m : body_data_) m.touches_around = 0;
  for (const NearRotating& near : near_) {
    // Another image of a pair in touch is no contact, and only some windows show it.
    const bool counts = near.sure || is_fast(near.a) || is_fast(near.b);
    if (near.touched && counts) ++body_data_[root(data_of(near.a).movable() ? near.a : near.b)].touches_around;
  }
  for (std::uint32_t who = 0; who < body_data_.size(); ++who) {
    body_data_[who].touches_around = body_data_[root(who)].touches_around;
  }
}

/// Two of whom one can be moved, in order.
std::optional<SpottedPair> RotatingStep::pair_of(std::uint32_t p, std::uint32_t q, Vec2 shift) const noexcept {
  if (!(data_of(p).movable() || (!is_edge(q) && data_of(q).movable()))) return std::nullopt;
  return p < q ? SpottedPair{p, q, shift} : SpottedPair{q, p, -shift};
}

/// The borders, which nothing else finds, and the edges.
void RotatingStep::take_lines() {
  lines_.clear();
  for (const std::uint32_t border : infinite_) {
    const auto line = line_of(border);
    const Vec2 frame = data_of(border).velocity;
    lines_.push_back({border, line.has_value(), line.value_or(Border{}), line ? coordinate(frame, line->axis) : 0});
  }
  if (!state_.settings.bounds || state_.settings.bounds->edges != Edges::rebound) return;
  for (std::uint32_t k = k_rotating_edge; k < k_rotating_edge + 4; ++k) lines_.push_back({k, true, edge(k), 0});
}

/// Might it come to a line within the step, or be held there?
template <class See>
void RotatingStep::for_each_near_line(std::uint32_t who, double radius, const See& see) const {
  const RotatingBody& m = data_of(who);
  const double reach = radius * (1 + 1e-9);
  for (const NearLine& line : lines_) {
    const double start = coordinate(m.at, line.line.axis) - line.line.at;
    const double end = start + dt_ * (coordinate(m.velocity, line.line.axis) - line.speed);
    if (line.known && !(std::min(start, end) <= reach && std::max(start, end) >= -reach)) continue;
    see(line.who);
  }
}

/// Of all that has a place.
void RotatingStep::take_flights() {
  auto& flights = workspace_->flights;
  auto& gridded = workspace_->gridded;
  flights.clear();
  gridded.clear();
  for (std::uint32_t who = 0; who < body_data_.size(); ++who) {
    if (body_data_[who].infinite || body_data_[who].gone) continue;
    flights.push_back(flight(body_data_[who]));
    gridded.push_back(who);
  }
}

void RotatingStep::sort_into_grid() {
  grid_.build(workspace_->flights, window_end_ - window_start_, box_);
  at_place_.clear();
  for (const std::uint32_t index : grid_.order()) {
    const std::uint32_t who = workspace_->gridded[index];
    body_data_[who].place = static_cast<std::uint32_t>(at_place_.size());
    at_place_.push_back(who);
  }
}

/// Fast bodies cross many others in a step: they are sorted again where they are, and only what they meet soon is kept. What
/// two bodies do does not depend on it: their contact is searched for in all that is left of the step.
void RotatingStep::open_window() {
  const double length = window_end_ - window_start_;
  window_start_ = now_ = window_end_;
  window_end_ = window_start_ + length < dt_ - 0.5 * length ? window_start_ + length : dt_;
  if (work(k_window_work + k_sort_work * body_data_.size())) return;
  take_flights();
  sort_into_grid();
  std::vector<std::uint32_t> all;
  for (std::uint32_t who = 0; who < body_data_.size(); ++who) {
    if (!data_of(who).gone && (data_of(who).movable() || data_of(who).clump)) all.push_back(who);
  }
  predict_flights(all);
}

/// By how much farther than its flight goes it is searched for in the first window.
double RotatingStep::search_margin(const RotatingBody& m) const noexcept {
  return 2 * dt_ * dt_ * m.pulled + (m.touches > 0 ? k_island_margin * m.reach : 0);
}

/// Pairs that are near each other within the step, and the contact points of those that may rest on each other.
void RotatingStep::search() {
  auto& flights = workspace_->flights;
  auto& gridded = workspace_->gridded;
  auto& pairs = workspace_->pairs;
  pairs.clear();
  auto& spotted = workspace_->spotted;
  spotted.clear();
  const auto spot = [&](std::uint32_t p, std::uint32_t q, Vec2 shift) {
    if (const auto pair = pair_of(p, q, shift)) spotted.push_back(*pair);
  };
  for (RotatingBody& m : body_data_) m.fast = !m.infinite && dt_ * length(m.velocity) > k_fast_way * m.reach;
  take_flights();
  // Windows cost a sort each: more of them than searches for every pair would cost never pay.
  const double most_windows = static_cast<double>(k_search_work * std::max<std::size_t>(flights.size(), 1));
  window_end_ = std::max(good_window(statistics_of(flights), dt_), dt_ / most_windows);
  // Resting contacts are solved after this: they may take back the fields' kick, and turn it round. What may meet an island is
  // found whatever the window.
  for (std::size_t k = 0; k < gridded.size(); ++k) {
    const RotatingBody& m = body_data_[gridded[k]];
    flights[k].radius += search_margin(m);
    if (!m.fast) flights[k].radius += (dt_ - window_end_) * length(m.velocity);
  }
  sort_into_grid();
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
  find_neighbourhoods();
  for (NearRotating& near : near_) {
    find_points(near);
    if (work(k_place_work)) return;
  }
  (void)exceeds();
}

}  // namespace carom::detail
