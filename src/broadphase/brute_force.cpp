#include "carom/broadphase/brute_force.hpp"

#include <algorithm>
#include <numeric>

#include "broadphase/grid_walk.hpp"

namespace carom {

detail::Way BruteForce::way(const Flight& flight, double now) const noexcept {
  return detail::way_of(flight, now, window_, detail::image_extent(box_));
}

BruteForce::Member BruteForce::member(const Flight& flight) const noexcept {
  const auto strip = std::upper_bound(strip_ends_.begin(), strip_ends_.end(), flight.at.y) - strip_ends_.begin();
  return {way(flight, 0), static_cast<std::uint8_t>(strip), true};
}

void BruteForce::build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box,
                       unsigned strips) {
  window_ = window;
  box_ = box;
  order_.resize(flights.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return flights[a].at.y < flights[b].at.y || (flights[a].at.y == flights[b].at.y && a < b);
  });
  strip_ends_.clear();
  for (std::size_t s = 1; s < strips && !flights.empty(); ++s) {
    strip_ends_.push_back(flights[order_[s * flights.size() / strips]].at.y);
  }
  members_.clear();
  for (const std::uint32_t id : order_) members_.push_back(member(flights[id]));
}

void BruteForce::pairs(unsigned strip, std::vector<NearPair>& out) const {
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const Member& a = members_[i];
    if (a.strip != strip || !a.present) continue;
    for (std::uint32_t j = i + 1; j < members_.size(); ++j) {
      const Member& b = members_[j];
      if (b.strip != strip || !b.present) continue;
      detail::for_images_of(box_, b.way, a.way, [&](detail::Image image) {
        out.push_back({i, j, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)});
      });
    }
  }
}

void BruteForce::near(std::uint32_t place, const Flight& flight, double now, Scope scope,
                      std::vector<Near>& out) const {
  const detail::Way own = way(flight, now);
  for (std::uint32_t j = 0; j < members_.size(); ++j) {
    const Member& b = members_[j];
    const bool elsewhere = scope == Scope::strip && b.strip != members_[place].strip;
    if (j == place || elsewhere || !b.present) continue;
    detail::for_images_of(box_, b.way, own, [&](detail::Image image) {
      out.push_back({j, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)});
    });
  }
}

void BruteForce::near(const Flight& flight, double now, std::vector<Near>& out) const {
  const detail::Way own = way(flight, now);
  for (std::uint32_t j = 0; j < members_.size(); ++j) {
    if (!members_[j].present) continue;
    detail::for_images_of(box_, members_[j].way, own, [&](detail::Image image) {
      out.push_back({j, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)});
    });
  }
}

void BruteForce::change(std::uint32_t place, const Flight& flight, double now) {
  members_[place].way = way(flight, now);
}

std::uint32_t BruteForce::insert(const Flight& flight) {
  members_.push_back(member(flight));
  return static_cast<std::uint32_t>(members_.size() - 1);
}

}  // namespace carom
