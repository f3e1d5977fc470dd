#include "worlds/make_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "carom/shapes/mass.hpp"
#include "worlds/advance.hpp"
#include "worlds/faults.hpp"
#include "worlds/shape_box.hpp"

namespace carom::detail {
namespace {

/// A body's keys that hold its shape.
constexpr const char* k_radius = "/circle/radius";
constexpr const char* k_vertices = "/polygon/vertices";
constexpr const char* k_ends = "/segment/ends";

std::span<const Vec2> corners(const BodyShape& shape) noexcept {
  if (const auto* segment = std::get_if<Segment>(&shape)) return segment->ends;
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return polygon->vertices();
  return {};
}

void check_shape(Faults& faults, const BodyShape& shape) {
  if (const auto* circle = std::get_if<Circle>(&shape)) {
    faults.not_negative(k_radius, circle->radius);
    if (circle->center != Vec2{})
      faults.fault("/circle/center", "expected [0, 0]: the centre stands at the body's place");
  } else if (const auto* border = std::get_if<Border>(&shape)) {
    faults.number(border->axis == Axis::x ? "/border/x" : "/border/y", border->at);
  }
  const char* const place = std::holds_alternative<Segment>(shape) ? k_ends : k_vertices;
  const std::span<const Vec2> points = corners(shape);
  for (std::size_t k = 0; k < points.size(); ++k) faults.point(place + ("/" + std::to_string(k)), points[k]);
  if (std::holds_alternative<Segment>(shape) && points[0] == points[1]) {
    faults.fault(k_ends, "expected two different ends, found the same one twice");
  }
}

/// Only the swept world turns bodies, and only where it does not follow attraction.
void check_turning(Faults& faults, const BodyDef& def, const WorldSettings& settings) {
  if (const char* const why = reason_not_to_turn(settings)) {
    faults.zero("/spin", def.spin, why);
    if (def.friction) faults.zero("/friction", *def.friction, why);
  }
  if (std::holds_alternative<Border>(def.shape)) faults.zero("/spin", def.spin, "a border is not turned");
  if (!spin_allowed(def.spin, settings)) {
    faults.fault("/spin", "expected at most 1000 radians a step of " + number_text(settings.dt) + ", found " +
                              number_text(def.spin) + " a second");
  }
}

void check_traits(Faults& faults, const BodyDef& def, Detection detection) {
  if (!def.name.empty()) faults.label("/name", def.name);
  faults.point("/at", def.at);
  faults.point("/velocity", def.velocity);
  faults.number("/angle", def.angle);
  faults.number("/spin", def.spin);
  if (def.mass) faults.positive("/mass", *def.mass);
  faults.positive("/density", def.density);
  if (def.restitution) faults.fraction("/restitution", *def.restitution);
  if (def.friction) faults.not_negative("/friction", *def.friction);
  for (std::size_t k = 0; k < def.tags.size(); ++k) faults.label("/tags/" + std::to_string(k), def.tags[k]);
  if (def.health) faults.positive("/health", *def.health);
  if (def.lifetime) faults.positive("/lifetime", *def.lifetime);
  faults.not_negative("/damping", def.damping);
  if (detection == Detection::event) faults.zero("/damping", def.damping, "a world without steps has no damping");
}

/// The shape turned about its origin; as it was, and a fault, if it cannot be.
BodyShape turned_shape(Faults& faults, const BodyDef& def) {
  if (std::holds_alternative<Border>(def.shape)) faults.zero("/angle", def.angle, "a border is not turned");
  if (const auto* segment = std::get_if<Segment>(&def.shape)) {
    const auto result = turned(*segment, def.angle);
    if (result) return result.value();
    faults.fault("/angle", result.error().reason);
  } else if (const auto* polygon = std::get_if<Polygon>(&def.shape)) {
    auto result = turned(*polygon, def.angle);
    if (result) return std::move(result).value();
    faults.fault("/angle", "turned by it: " + result.error().place + " " + result.error().reason);
  }
  return def.shape;
}

double area(const BodyShape& shape) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return mass_properties(*circle).area;
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return mass_properties(*polygon).area;
  return 0;
}

/// Weighed before it was turned, so that a body weighs the same at every angle.
double mass(Faults& faults, const BodyDef& def, bool fixed) {
  const double whole_area = area(def.shape);
  const double result = def.mass.value_or(def.density * whole_area);
  if (fixed || (result > 0 && std::isfinite(result) && std::isfinite(1 / result))) return result;
  if (def.mass) {
    faults.fault("/mass", "expected a mass with a finite inverse, found " + number_text(result));
  } else if (whole_area > 0) {
    faults.fault("/mass", "expected a mass: density " + number_text(def.density) + " times area " +
                              number_text(whole_area) + " makes " + number_text(result));
  } else {
    faults.fault("/mass", "expected a mass: a shape without area that is not fixed needs one");
  }
  return result;
}

MassProperties properties(const BodyShape& shape) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return mass_properties(*circle);
  if (const auto* segment = std::get_if<Segment>(&shape)) return mass_properties(*segment);
  return mass_properties(std::get<Polygon>(shape));
}

/// What it turns about, and how easily.
void weigh_turning(Body& body, bool turns) {
  if (body.fixed() || !std::isfinite(body.reach)) return;
  const MassProperties shape = properties(body.upright);
  if (!std::holds_alternative<Circle>(body.upright)) body.center = shape.centroid;
  const double inertia_of_it = inertia(shape, body.mass);
  if (turns && inertia_of_it > 0 && std::isfinite(1 / inertia_of_it)) body.inverse_inertia = 1 / inertia_of_it;
}

double reach(const BodyShape& shape) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) return circle->radius;
  if (std::holds_alternative<Border>(shape)) return std::numeric_limits<double>::infinity();
  double result = 0;
  for (const Vec2 corner : corners(shape)) result = std::max(result, length(corner));
  // Up by more than length() may round down: nobody may stand outside of the circle that he is looked for in.
  return result * (1 + 4 * std::numeric_limits<double>::epsilon());
}

/// A larger body could meet two images of another, or itself.
void check_fits_period(Faults& faults, const BodyShape& shape, const Bounds& bounds, std::optional<Vec2> turns_about) {
  if (std::holds_alternative<Border>(shape)) {
    return faults.fault("/border", "expected a shape that ends: a border has no images in a periodic box");
  }
  const Vec2 half = 0.5 * (bounds.max - bounds.min);
  const ShapeBox around = shape_box(shape);
  Vec2 size = around.high - around.low;
  if (turns_about) {
    double reach_of_it = 0;
    for (const Vec2 corner : corners(shape)) reach_of_it = std::max(reach_of_it, length(corner - *turns_about));
    size = {2 * reach_of_it, 2 * reach_of_it};
  }
  if (size.x < half.x && size.y < half.y) return;
  const auto by = [](Vec2 v) { return number_text(v.x) + " by " + number_text(v.y); };
  const bool circle = std::holds_alternative<Circle>(shape);
  faults.fault(circle                                   ? k_radius
               : std::holds_alternative<Segment>(shape) ? k_ends
                                                        : k_vertices,
               "expected a body smaller than half the periodic box, " + by(half) + ", found " + by(size));
}

Body assembled(BodyDef def, BodyShape shape, double mass, bool fixed, double now) {
  const bool turns = def.turns;
  Body body;
  body.name = std::move(def.name);
  body.reach = reach(shape);
  body.shape = std::move(shape);
  body.upright = std::move(def.shape);
  body.state = {def.at, def.velocity, def.angle, def.spin};
  body.mass = mass;
  body.inverse_mass = fixed ? 0 : 1 / mass;
  body.damping = def.damping;
  body.restitution = def.restitution;
  body.friction = def.friction;
  body.health = def.health;
  if (def.lifetime) body.expires = now + *def.lifetime;
  body.tags = std::move(def.tags);
  body.category = def.category;
  body.mask = def.mask;
  body.sensor = def.sensor;
  body.user_data = def.user_data;
  weigh_turning(body, turns);
  return body;
}

}  // namespace

const char* reason_not_to_turn(const WorldSettings& settings) noexcept {
  if (settings.detection != Detection::swept) return "bodies spin and rub in the swept world only";
  if (integrates(settings)) return "bodies spin and rub where steps are leapfrog's and nothing attracts";
  return nullptr;
}

bool spin_allowed(double spin, const WorldSettings& settings) noexcept {
  constexpr double most = 1000;  // radians a step: every turn costs its time
  return std::abs(spin) * settings.dt <= most;
}

bool asks_for_turning(const Body& body) noexcept {
  const bool circle = std::holds_alternative<Circle>(body.upright);
  return body.state.spin != 0 || body.friction.value_or(0) > 0 || (body.inverse_inertia > 0 && !circle);
}

Checked<Body> make_body(BodyDef def, const WorldSettings& settings, double now, const std::string& place) {
  Faults faults(place);
  check_shape(faults, def.shape);
  check_traits(faults, def, settings.detection);
  check_turning(faults, def, settings);
  if (faults.first()) return *faults.first();

  const bool line = std::holds_alternative<Border>(def.shape) || std::holds_alternative<Segment>(def.shape);
  const bool fixed = def.fixed.value_or(line);
  const double weight = mass(faults, def, fixed);
  BodyShape shape = turned_shape(faults, def);
  check_shape(faults, shape);  // again: turned, a corner may lie further out along an axis
  if (settings.bounds && settings.bounds->edges == Edges::periodic) {
    std::optional<Vec2> turns_about;
    const bool turns = (def.turns && !fixed) || def.spin != 0;
    const bool chain = std::holds_alternative<Polygon>(shape) || std::holds_alternative<Segment>(shape);
    if (turns && chain && reason_not_to_turn(settings) == nullptr) {
      turns_about = fixed ? Vec2{} : properties(shape).centroid;
    }
    check_fits_period(faults, shape, *settings.bounds, turns_about);
  }
  if (faults.first()) return *faults.first();
  return assembled(std::move(def), std::move(shape), weight, fixed, now);
}

}  // namespace carom::detail
