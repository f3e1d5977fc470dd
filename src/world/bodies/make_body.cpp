#include "world/bodies/make_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "carom/shapes/mass.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/rules/capabilities.hpp"
#include "world/rules/faults.hpp"

namespace carom::detail {
namespace {

/// A body's keys that hold its shape.
constexpr const char* k_radius = "/circle/radius";
constexpr const char* k_vertices = "/polygon/vertices";
constexpr const char* k_ends = "/segment/ends";
constexpr const char* k_shapes = "/shapes";

void check_part(Faults& faults, const std::string& place, const Circle& circle) {
  faults.not_negative(place + k_radius, circle.radius);
  faults.point(place + "/at", circle.center);
}
void check_part(Faults& faults, const std::string& place, const Border& border) {
  faults.number(place + (border.axis == Axis::x ? "/border/x" : "/border/y"), border.at);
}
void check_part(Faults& faults, const std::string& place, const Segment& segment) {
  for (std::size_t k = 0; k < 2; ++k) faults.point(place + k_ends + "/" + std::to_string(k), segment.ends[k]);
  if (segment.ends[0] == segment.ends[1]) {
    faults.fault(place + k_ends, "expected two different ends, found the same one twice");
  }
}
void check_part(Faults& faults, const std::string& place, const Polygon& polygon) {
  const auto vertices = polygon.vertices();
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    faults.point(place + k_vertices + "/" + std::to_string(k), vertices[k]);
  }
}

void check_shape(Faults& faults, const BodyShape& shape) {
  const auto* const circle = std::get_if<Circle>(&shape);
  if (circle != nullptr && circle->center != Vec2{}) {
    faults.fault("/circle/center", "expected [0, 0]: the centre stands at the body's place");
  }
  const auto* const compound = std::get_if<Compound>(&shape);
  if (compound == nullptr) return for_each_part(shape, [&](const auto& part) { check_part(faults, "", part); });
  if (compound->parts.empty()) faults.fault(k_shapes, "expected at least one shape, found none");
  for (std::size_t k = 0; k < compound->parts.size(); ++k) {
    const std::string place = k_shapes + ("/" + std::to_string(k));
    std::visit([&](const auto& part) { check_part(faults, place, part); }, compound->parts[k]);
    const auto* const round = std::get_if<Circle>(&compound->parts[k]);
    if (round != nullptr && round->hollow) {
      faults.fault(place + "/circle/hollow", "expected false: a ring is a body of its own, found true");
    }
    const auto* const polygon = std::get_if<Polygon>(&compound->parts[k]);
    if (polygon != nullptr && polygon->hollow()) {
      faults.fault(place + "/polygon/hollow", "expected false: an arena is a body of its own, found true");
    }
  }
}

/// What this world does not have, and how fast it can turn a body.
void check_features(Faults& faults, const BodyDef& def, const WorldSettings& settings) {
  for (Error& error : missing_features(def, settings)) faults.fault(error.place, std::move(error.reason));
  if (std::holds_alternative<Border>(def.shape)) faults.zero("/spin", def.spin, "a border is not turned");
  if (!spin_allowed(def.spin, settings)) {
    faults.fault("/spin", "expected at most " + number_text(k_most_turn) + " radians a step of " +
                              number_text(settings.dt) + ", found " + number_text(def.spin) + " a second");
  }
}

void check_traits(Faults& faults, const BodyDef& def) {
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
}

/// The shape turned about its origin; as it was, and a fault, if it cannot be.
BodyShape turned_shape(Faults& faults, const BodyDef& def) {
  if (std::holds_alternative<Border>(def.shape)) faults.zero("/angle", def.angle, "a border is not turned");
  auto result = turned(def.shape, def.angle);
  if (result) return std::move(result).value();
  const std::string where = result.error().place.empty() ? "" : "turned by it: " + result.error().place + " ";
  faults.fault("/angle", where + result.error().reason);
  return def.shape;
}

/// Below this a double loses digits, and a quotient may overflow.
constexpr double k_least_normal = std::numeric_limits<double>::min();

bool is_sound(double value) noexcept { return value >= k_least_normal && std::isfinite(value); }

/// The key of a shape.
const char* key_of_shape(const BodyShape& shape) noexcept {
  constexpr const char* places[] = {k_radius, "/border", k_ends, k_vertices, k_shapes};
  static_assert(std::size(places) == std::variant_size_v<BodyShape>);
  return places[shape.index()];
}

/// What follows from an area has to be a number: the centre of mass, and how hard it is to turn where bodies turn.
void check_moments(Faults& faults, const BodyDef& def, double mass, bool turns) {
  const bool round = std::holds_alternative<Circle>(def.shape);
  if (round || std::holds_alternative<Border>(def.shape)) return;
  const MassProperties shape = mass_properties(def.shape);
  const bool has_center = std::isfinite(shape.centroid.x) && std::isfinite(shape.centroid.y);
  if (!has_center || !is_sound(shape.area)) {
    return faults.fault(key_of_shape(def.shape),
                        "expected a shape with an area or length of at least " + number_text(k_least_normal) +
                            ", so that its centre of mass can be told, found " + number_text(shape.area));
  }
  const double hard = inertia(shape, mass);
  if (!turns || (is_sound(hard) && is_sound(1 / hard))) return;
  faults.fault(key_of_shape(def.shape), "expected a shape and a mass that make a moment of inertia from " +
                                            number_text(k_least_normal) + " on, found " + number_text(hard) +
                                            ": such a body cannot be turned by contacts, say \"turns\": false");
}

/// Weighed before it was turned, so that a body weighs the same at every angle.
double mass(Faults& faults, const BodyDef& def, bool fixed) {
  const double whole_area = covered_area(def.shape);
  const double result = def.mass.value_or(def.density * whole_area);
  if (fixed || (is_sound(result) && is_sound(1 / result))) return result;
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

/// What it turns about, and how easily.
void weigh_rotating(Body& body, bool turns) {
  if (body.fixed() || !std::isfinite(body.reach)) return;
  const MassProperties shape = mass_properties(body.upright);
  if (!std::holds_alternative<Circle>(body.upright)) body.center = shape.centroid;
  const double inertia_of_it = inertia(shape, body.mass);
  if (turns && inertia_of_it > 0 && std::isfinite(1 / inertia_of_it)) body.inverse_inertia = 1 / inertia_of_it;
}

/// A larger body could meet two images of another, or itself.
void check_fits_period(Faults& faults, const BodyShape& shape, const Bounds& bounds, std::optional<Vec2> turns_about) {
  const Vec2 half = 0.5 * (bounds.max - bounds.min);
  const ShapeBox around = shape_box(shape);
  Vec2 size = around.high - around.low;
  if (turns_about) {
    const double reach = reach_around(shape, *turns_about);
    size = {2 * reach, 2 * reach};
  }
  if (size.x < half.x && size.y < half.y) return;
  const auto by = [](Vec2 v) { return number_text(v.x) + " by " + number_text(v.y); };
  faults.fault(key_of_shape(shape),
               "expected a body smaller than half the periodic box, " + by(half) + ", found " + by(size));
}

Body assembled(BodyDef def, BodyShape shape, double mass, bool fixed, double now) {
  const bool turns = def.turns;
  Body body;
  body.name = std::move(def.name);
  // Of the upright shape, so that a body read back in the middle of its turning has the same.
  body.reach = reach_around(def.shape, {});
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
  weigh_rotating(body, turns);
  return body;
}

}  // namespace

BodyDef definition_of(const Body& body) {
  BodyDef def;
  def.name = body.name;
  def.shape = body.upright;
  def.at = body.state.at;
  def.velocity = body.state.velocity;
  def.angle = body.state.angle;
  def.spin = body.state.spin;
  if (body.mass > 0) {
    def.mass = body.mass;
  } else {
    def.density = std::numeric_limits<double>::denorm_min();  // whatever density made no mass, this one makes none
  }
  def.fixed = body.fixed();
  def.restitution = body.restitution;
  def.friction = body.friction;
  // What is not to be turned is as if it were endlessly hard to; of others only what is fixed, or has no end, is.
  def.turns = body.inverse_inertia > 0 || body.fixed() || std::holds_alternative<Border>(body.upright);
  def.tags = body.tags;
  def.health = body.health;
  def.sensor = body.sensor;
  def.category = body.category;
  def.mask = body.mask;
  def.damping = body.damping;
  def.user_data = body.user_data;
  return def;
}

std::optional<Error> check_shape(const BodyShape& shape) {
  Faults faults;
  check_shape(faults, shape);
  return faults.first();
}

std::optional<Error> check_belongs(const Body& body, const WorldSettings& settings) {
  auto missing = missing_features(body.upright, settings);
  return missing.empty() ? std::nullopt : std::optional(std::move(missing.front()));
}

bool spin_allowed(double spin, const WorldSettings& settings) noexcept {
  return std::abs(spin) * settings.dt <= k_most_turn;
}

bool asks_for_rotating(const Body& body, const WorldSettings& settings) noexcept {
  if (body.friction.value_or(0) > 0 && has(Feature::friction, settings)) return true;
  if (!has(rotation_of(body.upright), settings)) return false;
  const bool circle = std::holds_alternative<Circle>(body.upright);
  if (std::holds_alternative<Compound>(body.upright)) return true;
  return body.state.spin != 0 || (body.inverse_inertia > 0 && !circle);
}

Checked<Body> make_body(BodyDef def, const WorldSettings& settings, double now, const std::string& place) {
  Faults faults(place);
  check_shape(faults, def.shape);
  check_traits(faults, def);
  check_features(faults, def, settings);
  if (faults.first()) return *faults.first();

  const bool line = std::holds_alternative<Border>(def.shape) || std::holds_alternative<Segment>(def.shape);
  const bool fixed = def.fixed.value_or(line);
  const double weight = mass(faults, def, fixed);
  if (faults.first()) return *faults.first();
  // What is fixed has no centre of mass, unless it pulls from there.
  if (!fixed || settings.attraction) {
    check_moments(faults, def, weight, def.turns && !fixed && has(Feature::rotation, settings));
  }
  BodyShape shape = turned_shape(faults, def);
  check_shape(faults, shape);  // again: turned, a corner may lie further out along an axis
  if (settings.bounds && settings.bounds->edges == Edges::periodic) {
    std::optional<Vec2> turns_about;
    const bool turns = (def.turns && !fixed) || def.spin != 0;
    const bool seen_to_turn = !std::holds_alternative<Circle>(shape) && !std::holds_alternative<Border>(shape);
    if (turns && seen_to_turn && has(Feature::rotation, settings)) {
      turns_about = fixed ? Vec2{} : mass_properties(shape).centroid;
    }
    check_fits_period(faults, shape, *settings.bounds, turns_about);
  }
  if (faults.first()) return *faults.first();
  return assembled(std::move(def), std::move(shape), weight, fixed, now);
}

}  // namespace carom::detail
