#include "columns.hpp"

namespace carom::wasm {
namespace {

static_assert(sizeof(Vec2) == 2 * sizeof(double), "a column of points is read as one of numbers");

enum Flag : std::uint8_t { k_fixed = 1, k_hollow = 2, k_sensor = 4 };

std::uint8_t flags_of(const Body& body) {
  const auto* const circle = std::get_if<Circle>(&body.shape);
  const auto* const polygon = std::get_if<Polygon>(&body.shape);
  const bool hollow = (circle != nullptr && circle->hollow) || (polygon != nullptr && polygon->hollow());
  return static_cast<std::uint8_t>((body.fixed() ? k_fixed : 0) | (hollow ? k_hollow : 0) |
                                   (body.sensor ? k_sensor : 0));
}

double radius_of(const Body& body) {
  const auto* const circle = std::get_if<Circle>(&body.shape);
  return circle != nullptr ? circle->radius : body.reach;
}

/// Corners of a circle that is drawn as a polygon, one that is a part of a body.
constexpr int k_round_corners = 48;

/// Of a border two points that it goes through.
void append_outline(const Border& border, std::vector<Vec2>& points) {
  const bool upright = border.axis == Axis::x;
  points.push_back(upright ? Vec2{border.at, 0} : Vec2{0, border.at});
  points.push_back(upright ? Vec2{border.at, 1} : Vec2{1, border.at});
}
void append_outline(const Segment& segment, std::vector<Vec2>& points) {
  points.insert(points.end(), segment.ends.begin(), segment.ends.end());
}
void append_outline(const Polygon& polygon, std::vector<Vec2>& points) {
  points.insert(points.end(), polygon.vertices().begin(), polygon.vertices().end());
}
void append_outline(const Circle& circle, std::vector<Vec2>& points) {
  for (int k = 0; k < k_round_corners; ++k) {
    const SinCos direction = sin_cos(2 * k_pi * k / k_round_corners);
    points.push_back(circle.center + circle.radius * Vec2{direction.cos, direction.sin});
  }
}

std::uint32_t serial_of(const Party& party) { return static_cast<std::uint32_t>(party.serial); }

}  // namespace

void BodyColumns::fill(const World& world, std::span<const BodyId> ids) {
  const auto resize = [n = ids.size()](auto&... columns) { (columns.resize(n), ...); };
  resize(serial, kind, flags, at, velocity, angle, spin, radius, mass);
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const Body& body = *world.body(ids[k]);
    serial[k] = static_cast<std::uint32_t>(body.serial);
    kind[k] = static_cast<std::uint8_t>(body.shape.index());
    flags[k] = flags_of(body);
    at[k] = body.state.at;
    velocity[k] = body.state.velocity;
    angle[k] = body.state.angle;
    spin[k] = body.state.spin;
    radius[k] = radius_of(body);
    mass[k] = body.mass;
  }
}

void StateColumns::fill(const World& world, std::span<const BodyId> ids, double time) {
  const auto resize = [n = ids.size()](auto&... columns) { (columns.resize(n), ...); };
  resize(at, velocity, angle, spin);
  const std::vector<BodyState> states = world.states_at(ids, time);
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const BodyState& state = states[k];
    at[k] = state.at;
    velocity[k] = state.velocity;
    angle[k] = state.angle;
    spin[k] = state.spin;
  }
}

void OutlineColumns::fill(const World& world, std::span<const BodyId> ids) {
  serial.clear();
  points.clear();
  start.assign(1, 0);
  for (const BodyId id : ids) {
    const Body& body = *world.body(id);
    const auto add = [&](const auto& shape) {
      append_outline(shape, points);
      serial.push_back(static_cast<std::uint32_t>(body.serial));
      start.push_back(static_cast<std::uint32_t>(points.size()));
    };
    if (const auto* const border = std::get_if<Border>(&body.upright)) add(*border);
    if (const auto* const segment = std::get_if<Segment>(&body.upright)) add(*segment);
    if (const auto* const polygon = std::get_if<Polygon>(&body.upright)) add(*polygon);
    if (const auto* const compound = std::get_if<Compound>(&body.upright)) {
      for (const Part& part : compound->parts) std::visit(add, part);
    }
  }
}

void EventColumns::fill(std::span<const ContactEvent> events) {
  const auto resize = [n = events.size()](auto&... columns) { (columns.resize(n), ...); };
  resize(t, a, b, point, normal, speed, impulse, response, effects);
  for (std::size_t k = 0; k < events.size(); ++k) {
    const ContactEvent& event = events[k];
    t[k] = event.t;
    a[k] = serial_of(event.a);
    b[k] = event.b ? serial_of(*event.b) : k_edges;
    point[k] = event.point;
    normal[k] = event.normal;
    speed[k] = event.speed;
    impulse[k] = event.impulse;
    response[k] = static_cast<std::uint8_t>(event.response);
    effects[k] = static_cast<std::uint32_t>(event.effects.size());
  }
}

}  // namespace carom::wasm
