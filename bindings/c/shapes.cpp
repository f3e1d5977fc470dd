#include "shapes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "world/rules/faults.hpp"

namespace carom::c {
namespace {

std::string index(const std::string& place, size_t k) { return place + "/" + std::to_string(k); }

Checked<std::vector<Vec2>> points(const std::string& place, const carom_vec2* given, size_t count, size_t least,
                                  size_t most) {
  if (count < least || count > most) {
    const std::string range = least == most ? std::to_string(least) : "at least " + std::to_string(least);
    return Error{place, "expected " + range + " points, found " + std::to_string(count)};
  }
  if (given == nullptr) return Error{place, "expected an address, found NULL"};
  std::vector<Vec2> result(count);
  for (size_t k = 0; k < count; ++k) {
    result[k] = vec(given[k]);
    if (!allowed(result[k])) return not_allowed(index(place, k), result[k]);
  }
  return result;
}

/// More corners would overflow the size of an allocation before they could be read.
constexpr size_t k_most_vertices = size_t{1} << 24U;

Checked<Segment> segment_of(const std::string& place, const carom_vec2* given, size_t count) {
  const auto ends = points(place, given, count, 2, 2);
  if (!ends) return ends.error();
  if (ends.value()[0] == ends.value()[1]) {
    return Error{place, "expected two different ends, found the same one twice"};
  }
  return Segment{{ends.value()[0], ends.value()[1]}};
}

Checked<Polygon> polygon_of(const std::string& place, const carom_vec2* given, size_t count, bool hollow) {
  auto vertices = points(place, given, count, 3, k_most_vertices);
  if (!vertices) return vertices.error();
  auto polygon = Polygon::make(std::move(vertices).value(), hollow);
  if (polygon) return polygon;
  std::string within;  // "[3]" as "/3"
  for (const char c : polygon.error().place) {
    if (c != ']') within += c == '[' ? '/' : c;
  }
  return Error{place + within, polygon.error().reason};
}

Error no_kind(const std::string& place, int found) {
  return {place + "/kind", "expected a circle, border, segment or polygon, found " + std::to_string(found)};
}

template <class Shape, class Result>
Checked<Result> as(Checked<Shape> shape) {
  if (!shape) return shape.error();
  return Result(std::move(shape).value());
}

std::optional<Error> first(const detail::Faults& faults) { return faults.first(); }

Checked<BodyShape> shape_at(const std::string& place, const carom_shape& shape) {
  detail::Faults faults(place);
  switch (number_in(shape.kind)) {
    case CAROM_CIRCLE:
      faults.not_negative("/circle/radius", shape.radius);
      if (const auto fault = first(faults)) return *fault;
      return BodyShape(Circle{shape.radius, {}, shape.hollow});
    case CAROM_BORDER:
      faults.number(shape.horizontal ? "/border/y" : "/border/x", shape.offset);
      if (const auto fault = first(faults)) return *fault;
      return BodyShape(Border{shape.horizontal ? Axis::y : Axis::x, shape.offset});
    case CAROM_SEGMENT:
      return as<Segment, BodyShape>(segment_of(place + "/segment/ends", shape.vertices, shape.vertex_count));
    case CAROM_POLYGON:
      return as<Polygon, BodyShape>(
          polygon_of(place + "/polygon/vertices", shape.vertices, shape.vertex_count, shape.hollow));
    default: break;
  }
  return no_kind(place, number_in(shape.kind));
}

Checked<Part> part_of(const std::string& place, const carom_part& part) {
  const auto shape = shape_at(place, part.shape);
  if (!shape) return shape.error();
  detail::Faults faults(place);
  faults.point("/at", vec(part.at));
  faults.number("/angle", part.angle);
  if (const auto fault = first(faults)) return *fault;
  std::optional<Part> own;
  if (const auto* const circle = std::get_if<Circle>(&shape.value())) own = *circle;
  if (const auto* const segment = std::get_if<Segment>(&shape.value())) own = *segment;
  if (const auto* const polygon = std::get_if<Polygon>(&shape.value())) own = *polygon;
  if (!own) return Error{place + "/border", "expected a circle, segment or polygon"};
  auto result = placed(*own, part.angle, vec(part.at));
  if (!result) return Error{place + result.error().place, result.error().reason};
  return result;
}

Turn turn_of(const carom_moving& moving) {
  return {{vec(moving.from_pose.at), moving.from_pose.angle}, {vec(moving.to_pose.at), moving.to_pose.angle}};
}

void check_turn(detail::Faults& faults, const Turn& turn) {
  faults.point("/from/at", turn.from.at);
  faults.number("/from/angle", turn.from.angle);
  faults.point("/to/at", turn.to.at);
  faults.number("/to/angle", turn.to.angle);
}

Checked<QueryShape> moving_circle(const carom_moving& moving, const std::string& place) {
  detail::Faults faults(place + "/circle");
  faults.not_negative("/radius", moving.radius);
  if (const auto fault = first(faults)) return *fault;
  const auto from = points(place + "/circle/from", moving.from, moving.count, 1, 1);
  if (!from) return from.error();
  const auto to = points(place + "/circle/to", moving.to != nullptr ? moving.to : moving.from, moving.count, 1, 1);
  if (!to) return to.error();
  return QueryShape(MovingCircle{moving.radius, from.value()[0], to.value()[0], moving.hollow});
}

Checked<QueryShape> moving_segment(const carom_moving& moving, const std::string& place) {
  if (moving.rotating) {
    const auto segment = segment_of(place + "/segment/ends", moving.from, moving.count);
    if (!segment) return segment.error();
    detail::Faults faults(place + "/segment");
    check_turn(faults, turn_of(moving));
    if (const auto fault = first(faults)) return *fault;
    return QueryShape(RotatingSegment{segment.value(), turn_of(moving)});
  }
  const auto from = segment_of(place + "/segment/from", moving.from, moving.count);
  if (!from) return from.error();
  const auto to = segment_of(place + "/segment/to", moving.to != nullptr ? moving.to : moving.from, moving.count);
  if (!to) return to.error();
  return QueryShape(MovingSegment{from.value(), to.value(), {}});
}

Checked<QueryShape> moving_polygon(const carom_moving& moving, const std::string& place) {
  if (moving.rotating) {
    auto polygon = polygon_of(place + "/polygon/vertices", moving.from, moving.count, moving.hollow);
    if (!polygon) return polygon.error();
    detail::Faults faults(place + "/polygon");
    check_turn(faults, turn_of(moving));
    if (const auto fault = first(faults)) return *fault;
    return QueryShape(QueryRotatingPolygon{std::move(polygon).value(), turn_of(moving)});
  }
  auto from = polygon_of(place + "/polygon/from", moving.from, moving.count, moving.hollow);
  if (!from) return from.error();
  if (moving.to == nullptr) return QueryShape(QueryPolygon{std::move(from).value(), std::nullopt});
  auto to = polygon_of(place + "/polygon/to", moving.to, moving.count, moving.hollow);
  if (!to) return to.error();
  // One that stays where it is keeps its shape, and so the fast path for convex ones.
  if (std::ranges::equal(from.value().vertices(), to.value().vertices())) {
    return QueryShape(QueryPolygon{std::move(from).value(), std::nullopt});
  }
  return QueryShape(QueryPolygon{std::move(from).value(), std::move(to).value()});
}

bool rotates(const QueryShape& shape) {
  return std::holds_alternative<RotatingSegment>(shape) || std::holds_alternative<QueryRotatingPolygon>(shape);
}

/// What stands still is a body that does not rotate either.
std::optional<Error> let_rotate(QueryShape& shape, const std::string& place) {
  if (auto* const polygon = std::get_if<QueryPolygon>(&shape)) {
    if (polygon->to) return Error{place + "/polygon/to", "goes vertex by vertex while the other one rotates"};
    shape = QueryRotatingPolygon{std::move(polygon->from), {}};
  } else if (const auto* const segment = std::get_if<MovingSegment>(&shape)) {
    if (segment->from.ends != segment->to.ends) {
      return Error{place + "/segment/to", "goes end by end while the other one rotates"};
    }
    shape = RotatingSegment{segment->from, {}};
  }
  return std::nullopt;
}

}  // namespace

Checked<BodyShape> body_shape(const carom_shape& shape) { return shape_at("", shape); }

Checked<BodyShape> body_shape(const carom_part* parts, size_t count) {
  if (count > k_most_vertices) return Error{"/shapes", "expected fewer, found " + std::to_string(count)};
  Compound compound;
  for (size_t k = 0; k < count; ++k) {
    auto part = part_of(index("/shapes", k), parts[k]);
    if (!part) return part.error();
    compound.parts.push_back(std::move(part).value());
  }
  return BodyShape(std::move(compound));
}

Checked<QueryShape> query_shape(const carom_moving& moving, const std::string& place) {
  switch (number_in(moving.kind)) {
    case CAROM_CIRCLE: return moving_circle(moving, place);
    case CAROM_BORDER: {
      detail::Faults faults(place + "/border");
      faults.number(moving.horizontal ? "/y" : "/x", moving.offset);
      if (const auto fault = first(faults)) return *fault;
      return QueryShape(Border{moving.horizontal ? Axis::y : Axis::x, moving.offset});
    }
    case CAROM_SEGMENT: return moving_segment(moving, place);
    case CAROM_POLYGON: return moving_polygon(moving, place);
    default: break;
  }
  return no_kind(place, number_in(moving.kind));
}

Checked<Query> query(const carom_moving& a, const carom_moving& b, const std::string& place) {
  auto first_shape = query_shape(a, place + "/a");
  if (!first_shape) return first_shape.error();
  auto second_shape = query_shape(b, place + "/b");
  if (!second_shape) return second_shape.error();
  Query question{{}, std::move(first_shape).value(), std::move(second_shape).value()};
  if (std::holds_alternative<Border>(question.a) && std::holds_alternative<Border>(question.b)) {
    return Error{place + "/b/border", "two borders have no time of impact: expected a circle, segment or polygon"};
  }
  if (rotates(question.a) || rotates(question.b)) {
    if (auto error = let_rotate(question.a, place + "/a")) return *std::move(error);
    if (auto error = let_rotate(question.b, place + "/b")) return *std::move(error);
  }
  return question;
}

}  // namespace carom::c
