#include "io/scene/scene_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "io/json/json_text.hpp"
#include "io/scene/scene_body.hpp"
#include "io/scene/scene_names.hpp"
#include "io/scene/scene_observe.hpp"
#include "io/scene/scene_words.hpp"
#include "math/sort_stably.hpp"
#include "world/rules/capabilities.hpp"

namespace carom::io {
namespace {

std::string point_text(Vec2 p) { return fmt::format("[{}, {}]", number_text(p.x), number_text(p.y)); }

/// What the scene asks for and its world does not have.
void check_features(const Scene& scene, std::vector<Error>& faults) {
  for (const Error& error : detail::missing_features(scene.world)) {
    faults.push_back({(error.place.starts_with("/rules") ? "" : "/world") + error.place, error.reason});
  }
  const auto check = [&](const BodyDef& body, const std::string& place) {
    for (const Error& error : detail::missing_features(body, scene.world)) {
      faults.push_back({place + error.place, error.reason});
    }
  };
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) check(scene.bodies[k], fmt::format("/bodies/{}", k));
  for (std::size_t k = 0; k < scene.fills.size(); ++k) check(scene.fills[k].def.body, fmt::format("/fill/{}", k));
}

/// Around what is hollow nothing is pulled: world/shells.hpp.
bool hollow(const BodyShape& shape) noexcept {
  if (const auto* const circle = std::get_if<Circle>(&shape)) return circle->hollow;
  const auto* const polygon = std::get_if<Polygon>(&shape);
  return polygon != nullptr && polygon->hollow();
}

/// Two in one place pull each other infinitely hard, in no direction.
void check_places(const Scene& scene, std::vector<Error>& faults) {
  if (!scene.world.attraction || scene.world.attraction->softening > 0) return;
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const BodyShape& shape = scene.bodies[k].shape;
    if (!std::holds_alternative<Border>(shape) && !hollow(shape)) order.push_back(k);
  }
  const auto key = [&](std::size_t k) { return std::pair(scene.bodies[k].at.x, scene.bodies[k].at.y); };
  detail::sort_stably(order, {}, key);
  for (std::size_t n = 1; n < order.size(); ++n) {
    const std::size_t first = order[n - 1];
    const std::size_t second = order[n];
    if (scene.bodies[first].at != scene.bodies[second].at) continue;
    faults.push_back(
        {fmt::format("/bodies/{}/at", second),
         fmt::format("expected a place of its own, because bodies attract each other and \"softening\" is 0, "
                     "found {}, where /bodies/{} is",
                     point_text(scene.bodies[second].at), first)});
  }
}

/// A mass that a density makes has the same limit as one that is given.
void check_mass(const BodyDef& body, const BodyShape& shape, const std::string& place, std::vector<Error>& faults) {
  double area = 0;
  if (const auto* const circle = std::get_if<Circle>(&shape)) area = mass_properties(*circle).area;
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) area = mass_properties(*polygon).area;
  if (const auto* const compound = std::get_if<Compound>(&shape)) area = covered_area(*compound);
  if (body.mass || body.density * area <= k_coordinate_limit) return;
  faults.push_back({place + "/density",
                    fmt::format("expected a mass up to 1e60, found {}: {} times the area {}",
                                number_text(body.density * area), number_text(body.density), number_text(area))});
}

void check_masses(const Scene& scene, std::vector<Error>& faults) {
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    check_mass(scene.bodies[k], scene.bodies[k].shape, fmt::format("/bodies/{}", k), faults);
  }
  for (std::size_t k = 0; k < scene.fills.size(); ++k) {
    const FillDef& fill = scene.fills[k].def;
    check_mass(fill.body, Circle{fill.radius_max, {}, false}, fmt::format("/fill/{}", k), faults);
  }
}

/// Bodies of a fill outside of edges that they rebound from or that wrap them would be nowhere.
void check_regions(const Scene& scene, std::vector<Error>& faults) {
  if (!scene.world.bounds || scene.world.bounds->edges == Edges::remove) return;
  const Bounds& bounds = *scene.world.bounds;
  for (std::size_t k = 0; k < scene.fills.size(); ++k) {
    const FillDef& fill = scene.fills[k].def;
    if (fill.min.x < bounds.min.x || fill.min.y < bounds.min.y) {
      faults.push_back({fmt::format("/fill/{}/region/min", k),
                        fmt::format("expected a corner inside the bounds, from {} on, found {}", point_text(bounds.min),
                                    point_text(fill.min))});
    }
    if (fill.max.x > bounds.max.x || fill.max.y > bounds.max.y) {
      faults.push_back(
          {fmt::format("/fill/{}/region/max", k), fmt::format("expected a corner inside the bounds, up to {}, found {}",
                                                              point_text(bounds.max), point_text(fill.max))});
    }
  }
}

/// Points of which one is at each side of the shape, turned by its body's angle; none for a border, which has no sides.
std::vector<Vec2> outermost(const Circle& circle, double angle) {
  const Vec2 center = circle.center == Vec2{} ? Vec2{} : turned(circle.center, sin_cos(angle));
  const double r = circle.radius;
  return {center - Vec2{r, r}, center + Vec2{r, r}};
}
std::vector<Vec2> outermost(const Segment& segment, double angle) {
  const auto ends = turned(segment, angle);
  if (!ends) return {};
  return {ends.value().ends.begin(), ends.value().ends.end()};
}
std::vector<Vec2> outermost(const Polygon& polygon, double angle) {
  const auto result = turned(polygon, angle);
  if (!result) return {};
  return {result.value().vertices().begin(), result.value().vertices().end()};
}
std::vector<Vec2> outermost(const Border&, double) { return {}; }
std::vector<Vec2> outermost(const Compound& compound, double angle) {
  std::vector<Vec2> points;
  for (const Part& part : compound.parts) {
    const auto own = std::visit([&](const auto& shape) { return outermost(shape, angle); }, part);
    points.insert(points.end(), own.begin(), own.end());
  }
  return points;
}

/// The corners of the smallest box around a body in its place; nothing for a border, which has none.
std::optional<Bounds> box_around(const BodyDef& body) {
  const auto points = std::visit([&](const auto& shape) { return outermost(shape, body.angle); }, body.shape);
  if (points.empty()) return std::nullopt;
  const auto [left, right] = std::ranges::minmax(points, {}, &Vec2::x);
  const auto [low, high] = std::ranges::minmax(points, {}, &Vec2::y);
  return Bounds{body.at + Vec2{left.x, low.y}, body.at + Vec2{right.x, high.y}};
}

bool passes_edges(const Rule& rule) {
  const auto meets_edges = [](const std::string& side) { return side == k_bounds || side == k_anything; };
  const bool lets_pass = rule.response == Response::none || rule.response == Response::ignore;
  return lets_pass && (meets_edges(rule.between[0]) || meets_edges(rule.between[1]));
}

/// A body cannot rebound from an edge that it already stands in. A state is taken as it is: the run has its reasons.
void check_inside(const Scene& scene, std::vector<Error>& faults) {
  if (!scene.world.bounds || scene.world.bounds->edges != Edges::rebound || scene.created) return;
  if (std::ranges::any_of(scene.world.rules, passes_edges)) return;
  const Bounds& bounds = *scene.world.bounds;
  const Vec2 size = bounds.max - bounds.min;
  const double slack = 1e-9 * std::max(size.x, size.y);  // of what 0.7 + 0.1 is rounded to
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const BodyDef& body = scene.bodies[k];
    const auto box = body.fixed.value_or(fixed_by_default(body.shape)) ? std::nullopt : box_around(body);
    if (!box) continue;
    const Vec2 below = bounds.min - box->min;
    const Vec2 above = box->max - bounds.max;
    if (std::max({below.x, below.y, above.x, above.y}) <= slack) continue;
    faults.push_back(
        {fmt::format("/bodies/{}/at", k),
         fmt::format("expected a body inside the bounds, from {} to {}, found one from {} to {}",
                     point_text(bounds.min), point_text(bounds.max), point_text(box->min), point_text(box->max))});
  }
}

}  // namespace

std::vector<Error> contradictions(const Scene& scene) {
  std::vector<Error> faults;
  check_features(scene, faults);
  check_observe(scene, faults);
  check_places(scene, faults);
  check_names(scene, faults);
  check_masses(scene, faults);
  check_inside(scene, faults);
  check_regions(scene, faults);
  return faults;
}

}  // namespace carom::io
