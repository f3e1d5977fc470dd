#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/shapes/mass.hpp"
#include "toi/rotating/hull_gap.hpp"

/// Convex polygons as they stand, for tests.
namespace carom::outline_test {

/// Counterclockwise, every vertex a corner.
struct Standing {
  Standing(const Polygon& polygon, double angle) {
    double least = std::numeric_limits<double>::infinity();
    for (const Vec2 p : polygon.vertices()) places.push_back(turned(p, sin_cos(angle)));
    for (std::size_t i = 0; i < places.size(); ++i) {
      normals.push_back(-perpendicular(unit(places[(i + 1) % places.size()] - places[i])));
      offsets.push_back(dot(normals[i], places[i]));
      least = std::min(least, offsets[i]);
    }
    view = {places.data(),
            normals.data(),
            offsets.data(),
            ~std::uint64_t{0} >> (64 - places.size()),
            static_cast<int>(places.size()),
            Winding::counterclockwise,
            reach_of(polygon.vertices()),
            least};
  }
  Standing(const Standing&) = delete;
  Standing& operator=(const Standing&) = delete;

  std::vector<Vec2> places;
  std::vector<Vec2> normals;
  std::vector<double> offsets;
  detail::PlacedOutline view;
};

inline Polygon some_hull(Random& random, double size, int corners = 0) {
  const int count = corners > 0 ? corners : 3 + static_cast<int>(random.below(5));
  std::vector<Vec2> vertices;
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * k_pi * (k + random.uniform(0, 0.3)) / count;
    vertices.push_back({size * std::cos(angle), size * std::sin(angle)});
  }
  return Polygon::make(std::move(vertices)).value();
}

}  // namespace carom::outline_test
