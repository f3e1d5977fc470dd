#include "io/query/rotating_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "io/json/json_text.hpp"
#include "io/query/shape_reader.hpp"

namespace carom::io {
namespace {

constexpr std::string_view k_angle = "an angle from -1e4 to 1e4";

double read_angle(Reading& in, const JsonNode* node, double otherwise) {
  return read_number(in, node, k_angle, [](double angle) { return std::abs(angle) <= k_angle_limit; }, otherwise);
}

/// An angle left out is `angle`.
Pose read_pose(Reading& in, const JsonNode* node, double angle) {
  if (node == nullptr) return {};
  const Fields fields(in, *node, {"at", "angle"});
  const Vec2 at = read_point(in, fields.require("at"));
  return {at, read_angle(in, fields.find("angle"), angle)};
}

/// "to" left out: it neither moves nor turns.
Turn read_turn(Reading& in, const Fields& fields) {
  const Pose from = read_pose(in, fields.require("from"), 0);
  const JsonNode* const to = fields.find("to");
  return {from, to != nullptr ? read_pose(in, to, from.angle) : from};
}

void check_size(Reading& in, const JsonNode* node, std::span<const Vec2> points) {
  if (node == nullptr || in.first_fault() != nullptr) return;
  if (reach_of(points) < k_rotating_least) {
    in.fault(*node, fmt::format("expected a point at least {} from \"at\", found none", number_text(k_rotating_least)));
  }
}

/// The middle of the box around the points.
Vec2 middle(std::span<const Vec2> points) {
  Vec2 low = points.front(), high = low;
  for (const Vec2 p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  return lerp(low, high, 0.5);
}

Turn standing(Vec2 at) { return {{at, 0}, {at, 0}}; }

/// About its own middle, so that the tolerance is that of its size, not of its distance from the origin. A polygon so thin
/// that it does not survive the rounding stays as it is.
QueryRotatingPolygon standing(const Polygon& polygon) {
  const Vec2 center = middle(polygon.vertices());
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& v : vertices) v = v - center;
  auto seen_from_center = Polygon::make(std::move(vertices), polygon.hollow());
  if (!seen_from_center) return {polygon, standing(Vec2{})};
  return {std::move(seen_from_center).value(), standing(center)};
}

RotatingSegment standing(const Segment& segment) {
  const Vec2 center = middle(segment.ends);
  const Segment seen = {{segment.ends[0] - center, segment.ends[1] - center}};
  if (seen.ends[0] == seen.ends[1]) return {segment, standing(Vec2{})};
  return {seen, standing(center)};
}

}  // namespace

bool is_rotating(Reading& in, const JsonNode& node) {
  if (node.kind != JsonKind::object) return false;
  for (std::size_t k = 0; k < node.children.size(); ++k) {
    const std::string_view key = in.tree().child(node, k).key;
    if (key == "vertices" || key == "ends") return true;
  }
  return false;
}

std::optional<QueryRotatingPolygon> read_rotating_polygon(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"vertices", "from", "to", "hollow"});
  const bool hollow = read_flag(in, fields.find("hollow"));
  const JsonNode* const vertices = fields.require("vertices");
  auto polygon = read_vertices(in, vertices, hollow);
  const Turn turn = read_turn(in, fields);
  if (!polygon) return std::nullopt;
  check_size(in, vertices, polygon->vertices());
  return QueryRotatingPolygon{*std::move(polygon), turn};
}

RotatingSegment read_rotating_segment(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"ends", "from", "to"});
  const JsonNode* const ends = fields.require("ends");
  const Segment segment = read_ends(in, ends);
  const Turn turn = read_turn(in, fields);
  check_size(in, ends, segment.ends);
  return {segment, turn};
}

void let_turn(Reading& in, QueryShape& shape, std::string_view place) {
  if (const auto* const polygon = std::get_if<QueryPolygon>(&shape)) {
    if (!polygon->to) {
      shape = standing(polygon->from);
      return;
    }
  } else if (const auto* const segment = std::get_if<MovingSegment>(&shape)) {
    if (segment->from.ends == segment->to.ends) {
      shape = standing(segment->from);
      return;
    }
  } else {
    return;
  }
  const bool polygon = std::holds_alternative<QueryPolygon>(shape);
  in.fault(fmt::format("{}/{}/to", place, polygon ? "polygon" : "segment"),
           fmt::format("goes vertex by vertex while the other one turns, expected \"{}\" with \"from\" and \"to\" as "
                       "{{\"at\": [x, y], \"angle\": a}}",
                       polygon ? "vertices" : "ends"));
}

}  // namespace carom::io
