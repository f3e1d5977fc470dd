#include "carom/broadphase/brute_force.hpp"

#include <algorithm>
#include <numeric>

#include "broadphase/may_touch.hpp"

namespace carom {
namespace {

constexpr double k_last_image = 127;

/// The images of a point `distance` away that come within `reach` of here; one too many is no harm.
struct Images {
  int first = 0;
  int last = 0;

  Images(double distance, double reach, double size) noexcept
      : first(static_cast<int>(std::clamp(std::floor((-reach - distance) / size), -k_last_image, k_last_image))),
        last(static_cast<int>(std::clamp(std::ceil((reach - distance) / size), -k_last_image, k_last_image))) {}
  Images() noexcept = default;
};

/// Calls report(image_x, image_y, shift) for every image that may be within `reach`.
template <class Report>
void for_images(const std::optional<PeriodicBox>& box, Vec2 distance, double reach, const Report& report) {
  if (!box) return report(0, 0, Vec2{});
  const Vec2 size = box->max - box->min;
  const Images across(distance.x, reach, size.x);
  const Images up(distance.y, reach, size.y);
  for (int j = up.first; j <= up.last; ++j) {
    for (int i = across.first; i <= across.last; ++i) report(i, j, Vec2{i * size.x, j * size.y});
  }
}

/// Calls report(image_x, image_y) for every image of b that a may touch.
template <class Report>
void for_touching(const Flight& a, double padded_a, const Flight& b, double padded_b, double now, double window,
                  const std::optional<PeriodicBox>& box, const Report& report) {
  const Vec2 apart = b.velocity - a.velocity;
  const double far = padded_a + padded_b + 2 * window * (std::abs(apart.x) + std::abs(apart.y));
  for_images(box, b.at - a.at, far, [&](int i, int j, Vec2 shift) {
    const Vec2 d = b.at - (a.at - shift);
    if (detail::may_touch(d.x, d.y, apart.x, apart.y, padded_a + padded_b, a.disc && b.disc ? 1 : 0, now,
                          window - now)) {
      report(static_cast<std::int8_t>(i), static_cast<std::int8_t>(j));
    }
  });
}

}  // namespace

BruteForce::Member BruteForce::member(const Flight& flight) const noexcept {
  Member m{flight, detail::padded(flight, window_, detail::image_extent(box_)), 0, true};
  const auto strip = std::upper_bound(strip_ends_.begin(), strip_ends_.end(), flight.at.y) - strip_ends_.begin();
  m.strip = static_cast<std::uint8_t>(strip);
  return m;
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
      for_touching(a.flight, a.padded, b.flight, b.padded, 0, window_, box_,
                   [&](std::int8_t x, std::int8_t y) { out.push_back({i, j, x, y}); });
    }
  }
}

void BruteForce::near(std::uint32_t place, double now, Scope scope, std::vector<Near>& out) const {
  const Member& a = members_[place];
  for (std::uint32_t j = 0; j < members_.size(); ++j) {
    const Member& b = members_[j];
    if (j == place || (scope == Scope::strip && b.strip != a.strip) || !b.present) continue;
    for_touching(a.flight, a.padded, b.flight, b.padded, now, window_, box_,
                 [&](std::int8_t x, std::int8_t y) { out.push_back({j, x, y}); });
  }
}

void BruteForce::near(const Flight& flight, double now, std::vector<Near>& out) const {
  const double padded = detail::padded(flight, window_, detail::image_extent(box_));
  for (std::uint32_t j = 0; j < members_.size(); ++j) {
    const Member& b = members_[j];
    if (!b.present) continue;
    for_touching(flight, padded, b.flight, b.padded, now, window_, box_,
                 [&](std::int8_t x, std::int8_t y) { out.push_back({j, x, y}); });
  }
}

void BruteForce::change(std::uint32_t place, const Flight& flight, double /*now*/) {
  members_[place].flight = flight;
  members_[place].padded = detail::padded(flight, window_, detail::image_extent(box_));
}

std::uint32_t BruteForce::insert(const Flight& flight) {
  members_.push_back(member(flight));
  return static_cast<std::uint32_t>(members_.size() - 1);
}

}  // namespace carom
