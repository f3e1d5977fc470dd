#include "io/query/shape_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/json/json_text.hpp"
#include "io/query/rotating_reader.hpp"

namespace carom::io {
namespace {

/// `to` left out means that it does not move.
const JsonNode* to_or_from(const Fields& fields) {
  const JsonNode* const to = fields.find("to");
  return to != nullptr ? to : fields.require("from");
}

MovingCircle read_circle(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"radius", "from", "to", "hollow"});
  const double radius = read_radius(in, fields.require("radius"));
  const Vec2 from = read_point(in, fields.require("from"));
  const Vec2 to = read_point(in, to_or_from(fields));
  return {radius, from, to, read_flag(in, fields.find("hollow"))};
}

MovingSegment read_segment(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"from", "to"});
  const Segment from = read_ends(in, fields.require("from"));
  return {from, read_ends(in, to_or_from(fields)), {}};
}

/// `Polygon::make` names a place within the polygon as "[3]".
std::string as_pointer(std::string_view place) {
  std::string pointer;
  for (const char c : place) {
    if (c != ']') pointer += c == '[' ? '/' : c;
  }
  return pointer;
}

std::optional<Polygon> make_polygon(Reading& in, const JsonNode& node, std::vector<Vec2> vertices, bool hollow) {
  if (vertices.size() < 3 && node.kind == JsonKind::array) {
    in.fault(node, fmt::format("expected at least 3 vertices, found {}", vertices.size()));
  }
  if (vertices.size() < 3 || in.full()) return std::nullopt;
  auto polygon = Polygon::make(std::move(vertices), hollow);
  if (polygon) return std::move(polygon).value();
  in.fault(in.tree().pointer(node) + as_pointer(polygon.error().place), polygon.error().reason);
  return std::nullopt;
}

std::optional<QueryPolygon> read_polygon(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"from", "to", "hollow"});
  const JsonNode* const from_node = fields.require("from");
  if (from_node == nullptr) return std::nullopt;
  const bool hollow = read_flag(in, fields.find("hollow"));
  auto from = make_polygon(in, *from_node, read_points(in, from_node), hollow);

  const JsonNode* const to_node = fields.find("to");
  auto vertices = read_points(in, to_node);
  if (!from) return std::nullopt;
  if (to_node == nullptr || std::ranges::equal(vertices, from->vertices())) return QueryPolygon{*std::move(from), {}};
  if (to_node->kind == JsonKind::array && vertices.size() != from->vertices().size()) {
    in.fault(*to_node, fmt::format("expected {} vertices, as many as in \"from\", found {}", from->vertices().size(),
                                   vertices.size()));
  }
  auto to = make_polygon(in, *to_node, std::move(vertices), hollow);
  if (!to) return std::nullopt;
  return QueryPolygon{*std::move(from), std::move(to)};
}

std::optional<QueryShape> read_kind(Reading& in, std::string_view kind, const JsonNode& node) {
  if (kind == "circle") return read_circle(in, node);
  if (kind == "border") return read_border(in, node);
  if (kind == "segment" && is_rotating(in, node)) return read_rotating_segment(in, node);
  if (kind == "segment") return read_segment(in, node);
  if (is_rotating(in, node)) return read_rotating_polygon(in, node);
  return read_polygon(in, node);
}

}  // namespace

Border read_border(Reading& in, const JsonNode& node) {
  const std::size_t faults = in.faults().size();
  const Fields fields(in, node, {"x", "y"});
  const JsonNode* const x = fields.find("x");
  const JsonNode* const y = fields.find("y");
  if ((x == nullptr) == (y == nullptr) && in.faults().size() == faults) {
    in.fault(node, fmt::format("expected exactly one of \"x\" and \"y\", found {}", x == nullptr ? "neither" : "both"));
  }
  return x != nullptr ? Border{Axis::x, read_coordinate(in, x)} : Border{Axis::y, read_coordinate(in, y)};
}

Segment read_ends(Reading& in, const JsonNode* node) {
  if (node == nullptr) return {};
  if (node->kind != JsonKind::array || node->children.size() != 2) {
    in.unexpected(*node, "two ends [[x, y], [x, y]]");
    return {};
  }
  const std::size_t faults = in.faults().size();
  const std::vector<Vec2> ends = read_points(in, node);
  if (ends[0] == ends[1] && in.faults().size() == faults) {
    in.fault(*node, fmt::format("expected two different ends, found [{}, {}] twice", number_text(ends[0].x),
                                number_text(ends[0].y)));
  }
  return {{ends[0], ends[1]}};
}

std::optional<Polygon> read_vertices(Reading& in, const JsonNode* node, bool hollow) {
  if (node == nullptr) return std::nullopt;
  const std::size_t faults = in.faults().size();
  std::vector<Vec2> vertices = read_points(in, node);
  if (in.faults().size() > faults) return std::nullopt;
  return make_polygon(in, *node, std::move(vertices), hollow);
}

std::optional<QueryShape> read_shape(Reading& in, const JsonNode* node) {
  if (node == nullptr) return std::nullopt;
  const Fields fields(in, *node, {"circle", "border", "segment", "polygon"});
  const auto kinds = fields.present();
  if (kinds.size() != 1) {
    const auto found = kinds.empty() ? "none" : fmt::format("\"{}\"", fmt::join(kinds, "\" and \""));
    in.fault(*node, fmt::format("expected exactly one of \"circle\", \"border\", \"segment\" and \"polygon\", found {}",
                                found));
    return std::nullopt;
  }
  auto shape = read_kind(in, kinds.front(), *fields.find(kinds.front()));
  if (in.first_fault()) return std::nullopt;
  return shape;
}

}  // namespace carom::io
