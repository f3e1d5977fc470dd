#include "columns.hpp"

#include "boundary.hpp"
#include "carom/math/elementary.hpp"

namespace carom::c {
namespace {

std::uint8_t flags_of(const Body& body) noexcept {
  return static_cast<std::uint8_t>((body.fixed() ? CAROM_FIXED : 0) | (is_hollow(body.shape) ? CAROM_HOLLOW : 0) |
                                   (body.sensor ? CAROM_SENSOR : 0));
}

/// Corners of a circle that is drawn as a polygon, one that is a part of a body.
constexpr int k_round_corners = 48;

/// Of a border two points that it goes through.
void append_outline(const Border& border, std::vector<carom_vec2>& points) {
  const bool upright = border.axis == Axis::x;
  points.push_back(upright ? carom_vec2{border.at, 0} : carom_vec2{0, border.at});
  points.push_back(upright ? carom_vec2{border.at, 1} : carom_vec2{1, border.at});
}
void append_outline(const Segment& segment, std::vector<carom_vec2>& points) {
  for (const Vec2 end : segment.ends) points.push_back(vec(end));
}
void append_outline(const Polygon& polygon, std::vector<carom_vec2>& points) {
  for (const Vec2 vertex : polygon.vertices()) points.push_back(vec(vertex));
}
void append_outline(const Circle& circle, std::vector<carom_vec2>& points) {
  for (int k = 0; k < k_round_corners; ++k) {
    const SinCos direction = sin_cos(2 * k_pi * k / k_round_corners);
    points.push_back(vec(circle.center + circle.radius * Vec2{direction.cos, direction.sin}));
  }
}

}  // namespace

bool is_hollow(const BodyShape& shape) noexcept {
  const auto* const circle = std::get_if<Circle>(&shape);
  const auto* const polygon = std::get_if<Polygon>(&shape);
  return (circle != nullptr && circle->hollow) || (polygon != nullptr && polygon->hollow());
}

double radius_of(const Body& body) noexcept {
  const auto* const circle = std::get_if<Circle>(&body.shape);
  return circle != nullptr ? circle->radius : body.reach;
}

void BodyColumns::fill(const World& world, std::span<const BodyId> ids, std::uint64_t number) {
  const auto resize = [n = ids.size()](auto&... columns) { (columns.resize(n), ...); };
  resize(body_, kind_, flags_, at_, velocity_, angle_, spin_, radius_, mass_);
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const Body& one = *world.body(ids[k]);
    body_[k] = one.serial;
    kind_[k] = static_cast<std::uint8_t>(one.shape.index());
    flags_[k] = flags_of(one);
    at_[k] = vec(one.state.at);
    velocity_[k] = vec(one.state.velocity);
    angle_[k] = one.state.angle;
    spin_[k] = one.state.spin;
    radius_[k] = radius_of(one);
    mass_[k] = one.mass;
  }
  static_cast<carom_bodies&>(*this) = {ids.size(),    number,         body_.data(),     kind_.data(),
                                       flags_.data(), at_.data(),     velocity_.data(), angle_.data(),
                                       spin_.data(),  radius_.data(), mass_.data()};
}

void OutlineColumns::fill(const World& world, std::span<const BodyId> ids) {
  body_.clear();
  points_.clear();
  start_.assign(1, 0);
  for (const BodyId id : ids) {
    const Body& one = *world.body(id);
    const auto add = [&](const auto& shape) {
      append_outline(shape, points_);
      body_.push_back(one.serial);
      start_.push_back(static_cast<std::uint32_t>(points_.size()));
    };
    if (const auto* const border = std::get_if<Border>(&one.upright)) add(*border);
    if (const auto* const segment = std::get_if<Segment>(&one.upright)) add(*segment);
    if (const auto* const polygon = std::get_if<Polygon>(&one.upright)) add(*polygon);
    if (const auto* const compound = std::get_if<Compound>(&one.upright)) {
      for (const Part& part : compound->parts) std::visit(add, part);
    }
  }
  static_cast<carom_outlines&>(*this) = {body_.size(), body_.data(), start_.data(), points_.data()};
}

void EventColumns::fill(std::span<const ContactEvent> events) {
  const auto resize = [n = events.size()](auto&... columns) { (columns.resize(n), ...); };
  resize(t_, a_, b_, point_, normal_, speed_, impulse_, response_, effects_);
  for (std::size_t k = 0; k < events.size(); ++k) {
    const ContactEvent& event = events[k];
    t_[k] = event.t;
    a_[k] = handle_of(event.a);
    b_[k] = handle_of(event.b);
    point_[k] = vec(event.point);
    normal_[k] = vec(event.normal);
    speed_[k] = event.speed;
    impulse_[k] = event.impulse;
    response_[k] = static_cast<std::uint8_t>(event.response);
    effects_[k] = static_cast<std::uint32_t>(event.effects.size());
  }
  static_cast<carom_events&>(*this) = {events.size(),    t_.data(),      a_.data(),     b_.data(),
                                       point_.data(),    normal_.data(), speed_.data(), impulse_.data(),
                                       response_.data(), effects_.data()};
}

}  // namespace carom::c
