#include "worlds/contact_leftovers.hpp"

#include <algorithm>
#include <bit>

namespace carom::detail {
namespace {

/// A point that is asked again is answered by so much more than it needs by itself: what it passes on comes back.
constexpr double k_over = 1.5;
/// Of the tolerance: who parts faster than that because of it is taken back.
constexpr double k_back = 4;

}  // namespace

void ContactLeftovers::meet(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  last_of_.assign(bodies.size(), k_none);
  change_of_.assign(bodies.size(), 0);
  known_ = 0;
  meet_more(bodies, points);
}

void ContactLeftovers::meet_more(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  // Rows are large: those that are there need not be made anew.
  if (rows_.size() < points.size()) rows_.resize(points.size() + points.size() / 4);
  before_.resize(2 * points.size());
  made_.resize(points.size());
  loaded_.resize(points.size());
  answered_.resize(points.size());
  for (; known_ < points.size(); ++known_) {
    const std::uint32_t k = known_;
    made_[k] = 0;
    loaded_[k] = 0;
    answered_[k] = 0;
    const std::uint32_t who[2] = {points[k].a, points[k].b};
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (!(bodies[who[side]].inverse_mass > 0)) continue;
      before_[2 * k + side] = last_of_[who[side]];
      last_of_[who[side]] = 2 * k + side;
    }
  }
}

/// All other points of one that has changed at a point: those behind it in this round, those before it in the next one.
void ContactLeftovers::ask_points_of(std::uint32_t who, std::uint32_t changed_at) {
  if (last_of_[who] == k_none) return;
  if (change_of_[who] != call_) changed_.push_back(who);
  change_of_[who] = call_;
  for (std::uint32_t at = last_of_[who]; at != k_none; at = before_[at]) {
    const std::uint32_t k = at / 2;
    if (k != changed_at) ask(k, k > changed_at ? asked_ : next_);
  }
}

template <class Load>
ContactRow& ContactLeftovers::row(std::uint32_t k, std::span<const ContactBody> bodies,
                                  std::span<const ContactPoint> points, std::span<const Load> loads) {
  if (loaded_[k] == call_) return rows_[k];
  if (made_[k] == 0) rows_[k] = row_of(points[k], bodies[points[k].a], bodies[points[k].b]);
  rows_[k].take(loads[k]);
  made_[k] = 1;
  loaded_[k] = call_;
  touched_.push_back(k);
  return rows_[k];
}

template <class Load>
int ContactLeftovers::solve(std::span<ContactBody> bodies, std::span<const ContactPoint> points, std::span<Load> loads,
                            std::span<const std::uint32_t> first, int most_rounds) {
  ++call_;
  touched_.clear();
  changed_.clear();
  asked_.assign((points.size() + 63) / 64, 0);
  next_.assign(asked_.size(), 0);
  for (const std::uint32_t k : first) ask(k, asked_);
  int round = 0;
  for (bool any = !first.empty(); any && round < most_rounds; ++round) {
    if (guard_ != nullptr && guard_->spend(points.size())) break;
    any = false;
    for (std::size_t word = 0; word < asked_.size(); ++word) {
      // More of them may be asked for while the first are answered.
      while (asked_[word] != 0) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(asked_[word]));
        asked_[word] &= asked_[word] - 1;
        const auto k = static_cast<std::uint32_t>(64 * word) + bit;
        ContactRow& asked = row<Load>(k, bodies, points, loads);
        const double lack = lack_of(asked, bodies[asked.a], bodies[asked.b]);
        const bool back = lack < -k_back * asked.tolerance && asked.impulse[0] > 0;
        if (lack < asked.tolerance && !back) continue;
        // What is taken back is taken back exactly.
        const bool over = !back && answered_[k] == call_;
        answer(asked, bodies, over ? k_over : 1);
        answered_[k] = call_;
        // It has gone too far on purpose: is that still needed then?
        if (over) ask(k, next_);
        any = true;
        ask_points_of(points[k].a, k);
        ask_points_of(points[k].b, k);
      }
    }
    asked_.swap(next_);
  }
  for (const std::uint32_t k : touched_) {
    loads[k].impulse = rows_[k].impulse[0];
    loads[k].friction_impulse = rows_[k].impulse[1];
  }
  return round;
}

template int ContactLeftovers::solve(std::span<ContactBody>, std::span<const ContactPoint>, std::span<ContactPoint>,
                                     std::span<const std::uint32_t>, int);
template int ContactLeftovers::solve(std::span<ContactBody>, std::span<const ContactPoint>, std::span<ContactLoad>,
                                     std::span<const std::uint32_t>, int);

}  // namespace carom::detail
