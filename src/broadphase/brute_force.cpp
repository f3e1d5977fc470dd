#include "carom/broadphase/brute_force.hpp"

#include <numeric>

#include "broadphase/collect.hpp"
#include "broadphase/grid_walk.hpp"

namespace carom {

detail::Way BruteForce::way(const Flight& flight, double now) const noexcept {
  return detail::way_of(flight, now, window_, detail::image_extent(box_));
}

void BruteForce::build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box) {
  window_ = window;
  box_ = box;
  order_.resize(flights.size());
  std::iota(order_.begin(), order_.end(), 0U);
  members_.clear();
  for (const Flight& flight : flights) members_.push_back({way(flight, 0), true});
}

void BruteForce::pairs(std::vector<NearPair>& out) const {
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const Member& a = members_[i];
    if (!a.present) continue;
    for (std::uint32_t j = i + 1; j < members_.size(); ++j) {
      const Member& b = members_[j];
      if (!b.present) continue;
      detail::for_images_of(box_, b.way, a.way, [&](detail::Image image) {
        out.push_back({i, j, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)});
      });
    }
  }
}

void BruteForce::near(std::uint32_t place, const Flight& flight, double now, std::vector<Near>& out) const {
  look_around(place, way(flight, now), out);
}

void BruteForce::near(const Flight& flight, double now, std::vector<Near>& out) const {
  look_around(detail::k_no_place, way(flight, now), out);
}

void BruteForce::look_around(std::uint32_t self, const detail::Way& own, std::vector<Near>& out) const {
  for (std::uint32_t j = 0; j < members_.size(); ++j) {
    if (j == self || !members_[j].present) continue;
    detail::for_images_of(box_, members_[j].way, own, [&](detail::Image image) {
      out.push_back({j, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)});
    });
  }
}

void BruteForce::change(std::uint32_t place, const Flight& flight, double now) {
  members_[place].way = way(flight, now);
}

std::uint32_t BruteForce::insert(const Flight& flight) {
  members_.push_back({way(flight, 0), true});
  return static_cast<std::uint32_t>(members_.size() - 1);
}

}  // namespace carom
