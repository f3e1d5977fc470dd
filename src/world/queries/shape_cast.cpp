#include "world/queries/shape_cast.hpp"

#include <cmath>
#include <utility>

#include "carom/toi/rotating.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "world/bodies/body_shape.hpp"

namespace carom::detail {
namespace {

/// Bodies are passed over unasked only if they are further off than by this fraction of the distances.
constexpr double k_cast_slack = 1e-9;

MovingShape unmoved(const Border& border) noexcept { return border; }
template <class Part>
MovingShape unmoved(const Part& part) noexcept {
  return still(part);
}

/// The same for the kernels that know turning shapes.
RotatingShape unturned(const Circle& circle) noexcept {
  return MovingCircle{circle.radius, circle.center, circle.center, circle.hollow};
}
RotatingShape unturned(const Border& border) noexcept { return border; }
RotatingShape unturned(const Segment& segment) noexcept { return RotatingSegment{segment, {}}; }
RotatingShape unturned(const Polygon& polygon) noexcept { return rotating(polygon, {}); }

/// A part of a shape whose origin goes from `from` to `to`; a polygon refers to `memory`. Nothing: the corners of a polygon, so
/// far away, make none any more.
std::optional<MovingShape> moved(const Circle& circle, Vec2 from, Vec2 to, std::optional<Polygon>&) noexcept {
  if (circle.center == Vec2{}) return MovingCircle{circle.radius, from, to, circle.hollow};
  return MovingCircle{circle.radius, circle.center + from, circle.center + to, circle.hollow};
}
std::optional<MovingShape> moved(const Segment& segment, Vec2 from, Vec2 to, std::optional<Polygon>&) noexcept {
  return sliding(Segment{{segment.ends[0] + from, segment.ends[1] + from}}, to - from);
}
std::optional<MovingShape> moved(const Polygon& polygon, Vec2 from, Vec2 to, std::optional<Polygon>& memory) {
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& vertex : vertices) vertex = vertex + from;
  auto made = Polygon::make(std::move(vertices), polygon.hollow());
  if (!made) return std::nullopt;
  memory = std::move(made).value();
  return sliding(*memory, to - from);
}
std::optional<MovingShape> moved(const Border&, Vec2, Vec2, std::optional<Polygon>&) noexcept { return std::nullopt; }

/// The same of one that turns.
RotatingShape carried(const Circle& circle, const Turn& turn) noexcept {
  return RotatingCircle{circle.radius, circle.center, turn};
}
RotatingShape carried(const Segment& segment, const Turn& turn) noexcept { return RotatingSegment{segment, turn}; }
RotatingShape carried(const Polygon& polygon, const Turn& turn) noexcept { return rotating(polygon, turn); }
RotatingShape carried(const Border& border, const Turn&) noexcept { return border; }

/// A circle that turns about its centre looks the same at every angle.
bool looks_the_same(const Circle& circle) noexcept { return circle.center == Vec2{}; }
template <class Part>
bool looks_the_same(const Part&) noexcept {
  return false;
}

}  // namespace

CastSearch::CastSearch(BodyShape shape, const Turn& way, bool turns)
    : shape_(std::move(shape)), reach_(reach_around(shape_, {})), way_(way), turns_(turns) {}

Checked<CastSearch> CastSearch::make(const BodyShape& shape, const Pose& from, const Pose& to) {
  if (from.angle != to.angle) return CastSearch(shape, {from, to}, true);
  auto at_angle = turned(shape, from.angle);
  if (!at_angle) return Error{"/from/angle", "turned by it: " + at_angle.error().reason};
  return CastSearch(std::move(at_angle).value(), {from, to}, false);
}

void CastSearch::meet(const Body& body, Vec2 at) {
  if (passes_by(at - way_.from.at, body.reach + reach_)) return;
  for_each_part(shape_, [&](const auto& own) {
    for_each_part(body.shape, [&](const auto& part) { take(body, impact(own, part, at), at); });
  });
}

template <class Own, class Part>
Impact CastSearch::impact(const Own& own, const Part& part, Vec2 at) const {
  const Vec2 from = way_.from.at - at;
  const Vec2 to = way_.to.at - at;
  if (turns_ && !looks_the_same(own)) {
    return rotating_impact(carried(own, {{from, way_.from.angle}, {to, way_.to.angle}}), unturned(part));
  }
  std::optional<Polygon> memory;
  const auto way = moved(own, from, to, memory);
  return way ? time_of_impact(*way, unmoved(part)) : Impact{};
}

void CastSearch::take(const Body& body, const Impact& impact, Vec2 at) noexcept {
  const Contact& contact = impact.contact;
  const bool ray = reach_ == 0;
  if (impact.outcome == Outcome::overlap && ray) {
    keep(body, {body.id, 0, way_.from.at, -unit(way_.to.at - way_.from.at), 0});
  } else if (impact.outcome == Outcome::overlap) {
    keep(body, {body.id, 0, contact.point + at, contact.normal, 0});
  } else if (impact.outcome == Outcome::hit) {
    keep(body, {body.id, contact.t * length_of_way(), contact.point + at, contact.normal, contact.t});
  }
}

/// Certainly further off than `reach`, with room for rounding.
bool CastSearch::passes_by(Vec2 way_to_body, double reach) const noexcept {
  const Vec2 way = way_.to.at - way_.from.at;
  const double sideways = std::abs(cross(way_to_body, way));
  return sideways > (reach + k_cast_slack * (reach + length(way_to_body))) * length_of_way();
}

void CastSearch::keep(const Body& body, const RayHit& hit) noexcept {
  if (hit_ && (hit.t > hit_->t || (hit.t == hit_->t && body.serial >= serial_))) return;
  serial_ = body.serial;
  hit_ = hit;
}

}  // namespace carom::detail
