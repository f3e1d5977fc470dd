#include "carom/fill/fill.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "fill/fill_lattice.hpp"
#include "fill/fill_orbits.hpp"
#include "fill/fill_random.hpp"
#include "fill/fill_velocities.hpp"

namespace carom {
namespace {

bool is_coordinate(double x) noexcept { return std::abs(x) <= k_coordinate_limit; }

/// To three digits behind the point.
std::string fraction_text(double fraction) {
  const auto thousandths = static_cast<std::int64_t>(std::floor(1000 * fraction + 0.5));
  const std::string digits = std::to_string(1000 + thousandths % 1000);
  return std::to_string(thousandths / 1000) + "." + digits.substr(1);
}

std::optional<Error> wrong_number(const FillDef& def) {
  if (def.count >= std::numeric_limits<std::uint32_t>::max()) return Error{"/count", "expected less than 2^32 - 1"};
  if (!(def.radius_min > 0) || !(def.radius_max <= k_coordinate_limit) || !(def.radius_min <= def.radius_max)) {
    return Error{"/circle/radius", "expected a radius greater than 0, or a range [least, most] of them"};
  }
  const bool finite =
      is_coordinate(def.min.x) && is_coordinate(def.min.y) && is_coordinate(def.max.x) && is_coordinate(def.max.y);
  const Vec2 size = def.max - def.min;
  if (const auto& ring = def.annulus) {
    const bool good = is_coordinate(ring->center.x) && is_coordinate(ring->center.y) && ring->inner >= 0 &&
                      ring->inner < ring->outer && ring->outer <= k_coordinate_limit;
    if (!good) return Error{"/region", "expected 0 <= inner < outer"};
  }
  if (!finite || !(size.x > 0) || !(size.y > 0) || !(size.x * size.y > 0)) {
    return Error{"/region", "expected min below max in x and y"};
  }
  if (!(def.speed >= 0) || !std::isfinite(def.speed)) return Error{"/speed", "expected a number that is not negative"};
  const double weight = def.body.mass.value_or(def.body.density);
  if (!(weight > 0) || !std::isfinite(weight)) {
    return Error{def.body.mass ? "/mass" : "/density", "expected a number greater than 0"};
  }
  for (const double radius : {def.radius_min, def.radius_max}) {
    const double mass = def.body.mass.value_or(def.body.density * mass_properties(Circle{radius, {}, false}).area);
    if (mass > 0 && std::isfinite(mass)) continue;
    return Error{"/circle/radius", std::string("expected a radius that makes a mass: the square of this one is too ") +
                                       (mass > 0 ? "large" : "small") + " for a number"};
  }
  return std::nullopt;
}

std::optional<Error> too_large(const FillDef& def, const detail::Region& region) {
  const double diameter = 2 * def.radius_max;
  double width = std::min(region.size().x, region.size().y);
  if (region.annulus && region.annulus->inner > 0) width = region.annulus->outer - region.annulus->inner;
  if (region.periodic && !(diameter < 0.5 * width)) {
    return Error{"/circle/radius", "expected bodies smaller than half the periodic box"};
  }
  if (diameter > width) return Error{"/circle/radius", "expected bodies no larger than the region"};
  return std::nullopt;
}

Error too_full(const FillDef& def, const detail::Region& region, double reached, double asked) {
  constexpr const char* k_names[] = {"random", "hexagonal", "square"};
  return Error{"/count", "the region is too full for " + std::to_string(def.count) + " bodies, arrangement " +
                             k_names[static_cast<std::size_t>(def.arrangement)] + ": they would cover " +
                             fraction_text(asked / region.area()) + " of its area, and " +
                             fraction_text(reached / region.area()) +
                             " was reached; expected fewer or smaller bodies, or a larger region"};
}

std::vector<double> draw_radii(const FillDef& def, Random random) {
  std::vector<double> radii(static_cast<std::size_t>(def.count), def.radius_min);
  if (def.radius_min < def.radius_max) {
    for (double& radius : radii) radius = random.uniform(def.radius_min, def.radius_max);
  }
  return radii;
}

detail::Arranged arranged(const FillDef& def, detail::Room& room, std::span<const double> radii, Random random) {
  switch (def.arrangement) {
    case Arrangement::random: return detail::arrange_randomly(room, radii, random);
    case Arrangement::hexagonal: return detail::arrange_on_lattice(room, detail::Lattice::hexagonal, radii);
    case Arrangement::square: return detail::arrange_on_lattice(room, detail::Lattice::square, radii);
  }
  return {};
}

std::vector<BodyDef> bodies_of(const FillDef& def, std::span<const double> radii, std::span<const Vec2> centers,
                               Random random) {
  std::vector<double> masses(radii.size());
  for (std::size_t k = 0; k < radii.size(); ++k) {
    masses[k] = def.body.mass.value_or(def.body.density * mass_properties(Circle{radii[k], {}, false}).area);
  }
  const std::vector<Vec2> velocities = detail::draw_velocities(def.velocities, def.speed, masses, random);
  BodyDef body = def.body;
  body.name.clear();
  std::vector<BodyDef> bodies(radii.size(), body);
  for (std::size_t k = 0; k < radii.size(); ++k) {
    bodies[k].shape = Circle{radii[k], {}, false};
    bodies[k].at = centers[k];
    bodies[k].velocity = velocities[k];
  }
  return bodies;
}

}  // namespace

Checked<std::vector<BodyDef>> fill(const FillDef& def, const WorldSettings& settings,
                                   std::span<const BodyDef> already_there) {
  if (auto error = wrong_number(def)) return *error;
  const std::optional<Bounds>& bounds = settings.bounds;
  const bool periodic = bounds && bounds->edges == Edges::periodic && bounds->min == def.min && bounds->max == def.max;
  const detail::Region region{def.min, def.max, periodic && !def.annulus, def.annulus};
  if (auto error = too_large(def, region)) return *error;
  if (def.count == 0) return std::vector<BodyDef>{};
  // Before anything is made of so many.
  const double least = static_cast<double>(def.count) * k_pi * def.radius_min * def.radius_min;
  if (least > region.area()) return too_full(def, region, 0, least);

  auto obstacles = detail::Obstacles::make(already_there, bounds, region, def.radius_max);
  if (!obstacles) return obstacles.error();
  // Each purpose has numbers of its own: a place more or less does not change the velocities.
  Random random(def.seed);
  const std::uint64_t seeds[] = {random.bits(), random.bits(), random.bits()};
  const std::vector<double> radii = draw_radii(def, Random(seeds[0]));
  detail::Room room{region, std::move(obstacles).value(), detail::DiscGrid(region, def.radius_max, radii.size())};
  const detail::Arranged places = arranged(def, room, radii, Random(seeds[1]));
  if (places.centers.size() < radii.size()) {
    double asked = 0;
    for (const double radius : radii) asked += k_pi * radius * radius;
    return too_full(def, region, places.area, asked);
  }
  std::vector<BodyDef> bodies = bodies_of(def, radii, places.centers, Random(seeds[2]));
  if (def.velocities == Velocities::orbit) {
    detail::put_on_orbits(bodies, def.about.value_or(region.middle()), settings, already_there);
  }
  return bodies;
}

}  // namespace carom
