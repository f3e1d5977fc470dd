#include "worlds/contact_leftovers.hpp"

#include <algorithm>
#include <bit>

namespace carom::detail {

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
  for (; known_ < points.size(); ++known_) {
    const std::uint32_t k = known_;
    made_[k] = 0;
    loaded_[k] = 0;
    const std::uint32_t who[2] = {points[k].a, points[k].b};
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (!(bodies[who[side]].inverse_mass > 0)) continue;
      before_[2 * k + side] = last_of_[who[side]];
      last_of_[who[side]] = 2 * k + side;
    }
  }
}

/// All points of one that has changed: in this round those behind `from`, in the next one all.
void ContactLeftovers::ask_points_of(std::uint32_t who, std::uint32_t from) {
  if (last_of_[who] == k_none) return;
  if (change_of_[who] != call_) changed_.push_back(who);
  change_of_[who] = call_;
  for (std::uint32_t at = last_of_[who]; at != k_none; at = before_[at]) {
    const std::uint32_t k = at / 2;
    next_[k / 64] |= std::uint64_t{1} << (k % 64);
    if (k > from) ask(k);
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
  for (const std::uint32_t k : first) ask(k);
  int round = 0;
  for (bool any = !first.empty(); any && round < most_rounds; ++round) {
    any = false;
    for (std::size_t word = 0; word < asked_.size(); ++word) {
      // More of them may be asked for while the first are answered.
      while (asked_[word] != 0) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(asked_[word]));
        asked_[word] &= asked_[word] - 1;
        const auto k = static_cast<std::uint32_t>(64 * word) + bit;
        ContactRow& asked = row<Load>(k, bodies, points, loads);
        if (lack_of(asked, bodies[asked.a], bodies[asked.b]) < asked.tolerance) continue;
        answer(asked, bodies);
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
