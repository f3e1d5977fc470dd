#include <algorithm>
#include <functional>
#include <tuple>

#include "math/sort_stably.hpp"
#include "solver/push_at.hpp"
#include "swept/rotating/rotating_step.hpp"

// Impacts that the solved drift still leads to: they join their islands, and these are solved again.
namespace carom::detail {
namespace {

/// How often islands are solved again. What is met after that is resolved at its moment.
constexpr int k_most_passes = 8;
/// Sweeps of an island that is solved again: it goes on from impulses that are nearly right.
constexpr int k_most_rounds_again = 30;

}  // namespace

/// What only a window of the search shows is left to its moment: the windows depend on bodies elsewhere.
bool RotatingStep::is_surely_near(const PredictedRotatingEvent& predicted) const noexcept {
  const auto pair = [](const NearRotating& near) { return std::pair(near.a, near.b); };
  const auto found = std::ranges::equal_range(near_, std::pair(predicted.a, predicted.b), {}, pair);
  return std::ranges::any_of(found,
                             [&](const NearRotating& near) { return near.sure && near.shift == predicted.shift; });
}

/// True if an impact is solved with the island of its bodies: no rebound without loss, nobody called back about it, nothing
/// that changes more than velocities.
bool RotatingStep::joins_island(const PredictedRotatingEvent& predicted, double closing, const Law& how) const {
  if (!(closing > 0) || !(how.restitution < 1) || how.response == Response::merge) return false;
  if (!is_surely_near(predicted)) return false;
  if (!(resting_speed(predicted.a, predicted.b) > 0) || contacts_.changes_total_momentum(how)) return false;
  return in_island(predicted.a, predicted.b, state_.now.touching.contains(key(predicted.a, predicted.b)));
}

/// The places at which two would meet, as points of their island. A point stands where the two meet: how far apart it was
/// when the step began follows from the motion that led there.
void RotatingStep::join_island(const BodyImpact& touch, double closing, double rebound) {
  const double hold = contact_skin(touch.a, touch.b);
  std::vector<ContactPoint> found = points_of(touch, hold);
  const auto tells = [&](const ContactPoint& p) { return dot(p.normal, touch.contact.normal) > k_same_normal; };
  if (std::ranges::none_of(found, tells)) {
    found.push_back(point_met(touch));
    found.back().target = hold;
  }
  const bool edge = is_edge(touch.b);
  const auto motion = [&](std::uint32_t who) {
    if (is_edge(who)) return ContactBody{};
    const RotatingBody& m = data_of(who);
    return ContactBody{m.velocity, m.spin, 0, 0};
  };
  for (ContactPoint& p : found) {
    p.gap -= touch.t * dot(relative_velocity(p, motion(touch.a), motion(touch.b)), p.normal);
    p.a = touch.a;
    p.b = edge ? static_cast<std::uint32_t>(body_data_.size()) : touch.b;
    p.least = least_speed(p, dt_);
    points_.push_back(p);
    resting_.push_back({touch.a, touch.b, 0, closing, rebound});
  }
}

/// Takes from the queue what joins an island; whether anything does.
bool RotatingStep::join_predicted() {
  const std::size_t before = points_.size();
  std::vector<PredictedRotatingEvent> waiting;
  std::vector<PredictedRotatingEvent> joining;
  for (const PredictedRotatingEvent& predicted : queue_) {
    if (is_void(predicted)) continue;
    (predicted.what == RotatingEventKind::meet ? joining : waiting).push_back(predicted);
  }
  const auto order = [](const auto& one) { return std::tuple(one.a, one.b, one.t, one.shift.x, one.shift.y); };
  std::ranges::sort(joining, {}, order);
  // What strays has been asked twice about some.
  const auto [first, last] = std::ranges::unique(joining, {}, order);
  joining.erase(first, last);
  for (const PredictedRotatingEvent& predicted : joining) {
    BodyImpact touch{predicted.a, predicted.b, predicted.t, predicted.shift, predicted.contact};
    touch.contact.t = touch.t;
    const double closing = closing_at(touch);
    const Law how = law(touch.a, touch.b).at_speed(std::max(closing, 0.0));
    if (!joins_island(predicted, closing, how) || work(k_search_work)) {
      waiting.push_back(predicted);
      continue;
    }
    const double rebound = how.restitution * closing;
    const bool noticed = rebound > resting_speed(touch.a, touch.b);
    join_island(touch, closing, noticed ? rebound : 0);
    if (!silent(touch, closing)) joined_.push_back({touch, closing, noticed ? rebound : 0, {}});
  }
  queue_ = std::move(waiting);
  return points_.size() > before;
}

/// Solves the islands again that points from `first` on belong to.
void RotatingStep::solve_joined(std::size_t first) {
  islands_.for_each(
      bodies_, points_, [&](auto indices) { return indices.back() >= first; },
      [&](auto bodies, auto points, auto indices) {
        ContactSolver::Effort effort = effort_of(indices);
        effort.most_rounds = k_most_rounds_again;
        solver_.solve_again(bodies, points, effort);
      });
}

/// Predicts again what has another motion than with these versions.
void RotatingStep::predict_changed(std::span<const std::uint32_t> versions) {
  const auto changed = [&](std::uint32_t who) { return !is_edge(who) && data_of(who).version != versions[who]; };
  std::vector<std::uint32_t> strays;
  for (std::uint32_t who = 0; who < body_data_.size(); ++who) {
    if (!changed(who)) continue;
    follow(data_of(who), 0);
    if (data_of(who).strays) strays.push_back(who);
  }
  if (!strays.empty()) predict_flights(strays);
  const auto strayed = [&](std::uint32_t who) { return changed(who) && data_of(who).strays; };
  for (NearRotating& near : near_) {
    if (!changed(near.a) && !changed(near.b)) continue;
    if (!near.sure && (strayed(near.a) || strayed(near.b))) continue;
    predict_near_pair(near);
    if (work(1)) return;
  }
}

/// Impacts that the drift still leads to, of bodies that are part of islands: they are solved with them, and what moves
/// otherwise by that is predicted again. After some passes the rest is resolved at its moment.
void RotatingStep::solve_predicted_impacts() {
  const std::size_t kept = points_.size();
  std::vector<std::uint32_t> versions;
  for (int pass = 0; pass < k_most_passes && !guard().stopped(); ++pass) {
    const std::size_t first = points_.size();
    if (!join_predicted()) break;
    solve_joined(first);
    correct_positions(kept);
    versions.clear();
    for (const RotatingBody& m : body_data_) versions.push_back(m.version);
    take_motions();
    predict_changed(versions);
  }
  drop_beyond_window();
  close_island_impacts(kept);
}

/// From now on events are resolved, window by window.
void RotatingStep::drop_beyond_window() {
  playing_ = true;
  std::erase_if(queue_, [&](const PredictedRotatingEvent& one) {
    return one.what != RotatingEventKind::expire && one.t > window_end_;
  });
  const auto order = [this](const PredictedRotatingEvent& x, const PredictedRotatingEvent& y) { return later(x, y); };
  std::ranges::make_heap(queue_, order);
}

/// Which impacts there were, and what they and all that rests have done. The points that joined are dropped: as the step ends
/// their places are found anew.
void RotatingStep::close_island_impacts(std::size_t kept) {
  const auto by_pair = [](const IslandImpact& one) { return std::tuple(one.touch.a, one.touch.b); };
  sort_stably(joined_, std::ranges::less{}, by_pair);
  const std::size_t known = island_impacts_.size();
  for (const IslandImpact& one : joined_) {
    const auto first = std::span(island_impacts_).first(known);
    const bool is_known = std::ranges::binary_search(first, by_pair(one), {}, by_pair);
    const bool is_last = island_impacts_.size() > known && by_pair(island_impacts_.back()) == by_pair(one);
    if (!is_known && !is_last) island_impacts_.push_back(one);
  }
  sort_stably(island_impacts_, std::ranges::less{}, by_pair);
  sum_island_impulses();
  record_resting_work(before_);
  for (std::size_t k = kept; k < points_.size(); ++k) {
    if (points_[k].impulse > 0) settled_.insert({resting_[k].a, resting_[k].b});
  }
  points_.resize(kept);
  resting_.resize(kept);
}

}  // namespace carom::detail
