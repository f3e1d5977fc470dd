#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "carom/math/elementary.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/world/settings.hpp"
#include "fill/fill_room.hpp"

/// How the tests of fills judge them: by the library's exact kernels, without grids.
namespace carom::detail {

inline Room empty_room(const Region& region, double largest_radius, std::size_t count,
                       std::span<const BodyDef> bodies = {}) {
  return {region, Obstacles::make(bodies, std::nullopt, region, largest_radius).value(),
          DiscGrid(region, largest_radius, count)};
}

inline std::vector<Circle> discs_of(std::span<const double> radii, std::span<const Vec2> centers) {
  std::vector<Circle> discs;
  for (std::size_t k = 0; k < centers.size(); ++k) discs.push_back({radii[k], centers[k], false});
  return discs;
}

inline std::vector<Circle> discs_of(std::span<const BodyDef> bodies) {
  std::vector<Circle> discs;
  for (const BodyDef& b : bodies) discs.push_back({std::get<Circle>(b.shape).radius, b.at, false});
  return discs;
}

/// Of the discs and, where the region is periodic, of all their images around it.
inline int overlapping_pairs(std::vector<Circle> discs, const Region& region) {
  const std::size_t count = discs.size();
  const Vec2 size = region.size();
  for (std::size_t k = 0; k < count && region.periodic; ++k) {
    for (const double i : {-1, 0, 1}) {
      for (const double j : {-1, 0, 1}) {
        if (i == 0 && j == 0) continue;
        discs.push_back({discs[k].radius, discs[k].center + Vec2{i * size.x, j * size.y}, false});
      }
    }
  }
  double largest = 0;
  for (const Circle& disc : discs) largest = std::max(largest, disc.radius);
  std::ranges::sort(discs, {}, [](const Circle& c) { return c.center.x; });
  int found = 0;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    for (std::size_t j = i + 1; j < discs.size(); ++j) {
      if (discs[j].center.x - discs[i].center.x > 2.001 * largest) break;
      if (std::abs(discs[j].center.y - discs[i].center.y) > 2.001 * largest) continue;
      found += overlap(discs[i], discs[j]) ? 1 : 0;
    }
  }
  return found;
}

inline int outside(const std::vector<Circle>& discs, const Region& region) {
  return static_cast<int>(std::ranges::count_if(discs, [&](const Circle& disc) { return !region.holds(disc); }));
}

inline double covered(const std::vector<Circle>& discs, const Region& region) {
  double sum = 0;
  for (const Circle& disc : discs) sum += k_pi * disc.radius * disc.radius;
  return sum / region.area();
}

inline std::uint64_t hash_of(std::span<const Vec2> values) {
  std::uint64_t hash = 0;
  for (const Vec2 v : values) {
    for (const double x : {v.x, v.y}) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 29U;
    }
  }
  return hash;
}

/// The radius at which `count` equal discs cover this part of the region.
inline double radius_covering(const Region& region, double part, std::size_t count) {
  return std::sqrt(part * region.area() / (k_pi * static_cast<double>(count)));
}

}  // namespace carom::detail
