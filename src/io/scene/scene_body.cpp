#include "io/scene/scene_body.hpp"

#include <fmt/format.h>

#include "io/json/json_text.hpp"
#include "io/query/shape_reader.hpp"
#include "io/scene/scene_values.hpp"

namespace carom::io {
namespace {

constexpr std::string_view k_shapes[] = {"circle", "polygon", "segment", "border", "shapes"};
constexpr std::string_view k_parts[] = {"circle", "polygon", "segment"};

Circle read_circle(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"radius", "hollow"});
  const double radius = read_number(in, fields.require("radius"), Takes::positive, 1);
  return {radius, {}, read_flag(in, fields.find("hollow"))};
}

std::optional<Polygon> read_polygon(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"vertices", "hollow"});
  const bool hollow = read_flag(in, fields.find("hollow"));
  return read_vertices(in, fields.require("vertices"), hollow);
}

Segment read_segment(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"ends"});
  return read_ends(in, fields.require("ends"));
}

/// The key of the only shape. None is no fault of its own beside an unknown key, which may be one misspelt.
std::optional<std::string_view> key_of_shape(Reading& in, const JsonNode& node, const Fields& fields,
                                             std::span<const std::string_view> kinds, bool keys_known) {
  std::vector<std::string_view> found;
  for (const std::string_view shape : kinds) {
    if (fields.find(shape) != nullptr) found.push_back(shape);
  }
  if (found.size() == 1) return found.front();
  if (found.empty() && !keys_known) return std::nullopt;
  const auto names = found.empty() ? "none" : fmt::format("\"{}\"", fmt::join(found, "\" and \""));
  in.fault(node, fmt::format("expected exactly one shape, {}, found {}", alternatives(kinds), names));
  return std::nullopt;
}

template <class Shape>
std::optional<Shape> read_simple(Reading& in, std::string_view kind, const JsonNode& node) {
  if (kind == "circle") return read_circle(in, node);
  if (kind == "segment") return read_segment(in, node);
  auto polygon = read_polygon(in, node);
  if (!polygon) return std::nullopt;
  return *std::move(polygon);
}

/// A shape with its place in the body.
std::optional<Part> read_part(Reading& in, const JsonNode& node) {
  const std::size_t faults = in.faults().size();
  const Fields fields(in, node, {"circle", "polygon", "segment", "at", "angle"});
  if (node.kind != JsonKind::object) return std::nullopt;
  const auto kind = key_of_shape(in, node, fields, k_parts, in.faults().size() == faults);
  const Vec2 at = read_point(in, fields.find("at"));
  const double angle = read_number(in, fields.find("angle"), Takes::any, 0);
  if (!kind) return std::nullopt;
  const auto shape = read_simple<Part>(in, *kind, *fields.find(*kind));
  if (!shape || in.faults().size() != faults) return std::nullopt;
  auto part = placed(*shape, angle, at);
  if (part) return std::move(part).value();
  in.fault(node, "where it stands: " + part.error().place + part.error().reason);
  return std::nullopt;
}

std::optional<BodyShape> read_parts(Reading& in, const JsonNode& node) {
  const std::size_t faults = in.faults().size();
  Compound compound;
  for (const JsonNode* const element : read_elements(in, &node, "an array of shapes")) {
    if (auto part = read_part(in, *element)) compound.parts.push_back(*std::move(part));
  }
  if (in.faults().size() != faults || in.full()) return std::nullopt;
  if (!compound.parts.empty()) return compound;
  in.unexpected(node, "at least one shape");
  return std::nullopt;
}

/// Nothing unless there is exactly one.
std::optional<BodyShape> read_shape_of(Reading& in, const JsonNode& body, const Fields& fields, bool keys_known) {
  const auto kind = key_of_shape(in, body, fields, k_shapes, keys_known);
  if (!kind) return std::nullopt;
  const JsonNode& node = *fields.find(*kind);
  if (*kind == "border") return read_border(in, node);
  if (*kind == "shapes") return read_parts(in, node);
  return read_simple<BodyShape>(in, *kind, node);
}

/// A line has no area that a density could make a mass of.
void check_movable_line(Reading& in, const JsonNode& node, const BodyDef& body) {
  if (!fixed_by_default(body.shape) || body.fixed.value_or(true) || body.mass || in.full()) return;
  const auto kind = std::holds_alternative<Border>(body.shape) ? "border" : "segment";
  in.fault(in.tree().pointer(node) + "/mass",
           fmt::format("missing key \"mass\": a {} that is not fixed has no area to make a mass of", kind));
}

}  // namespace

bool fixed_by_default(const BodyShape& shape) noexcept {
  return std::holds_alternative<Border>(shape) || std::holds_alternative<Segment>(shape);
}

std::vector<std::string_view> with_traits(std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys(own);
  keys.insert(keys.end(), {"mass", "density", "fixed", "restitution", "friction", "turns", "tags", "health", "lifetime",
                           "sensor", "category", "mask", "damping"});
  return keys;
}

void read_traits(Reading& in, const Fields& fields, BodyDef& body) {
  constexpr WholeRange bits{0, UINT32_MAX};
  body.mass = read_optional(in, fields.find("mass"), Takes::positive);
  body.density = read_number(in, fields.find("density"), Takes::positive, 1);
  if (body.mass && fields.find("density") != nullptr) {
    in.fault(*fields.find("density"), "expected one of \"mass\" and \"density\", found both");
  }
  if (const JsonNode* const fixed = fields.find("fixed")) body.fixed = read_flag(in, fixed);
  body.restitution = read_optional(in, fields.find("restitution"), Takes::fraction);
  body.friction = read_optional(in, fields.find("friction"), Takes::not_negative);
  if (const JsonNode* const turns = fields.find("turns")) body.turns = read_flag(in, turns);
  body.tags = read_labels(in, fields.find("tags"));
  body.health = read_optional(in, fields.find("health"), Takes::positive);
  body.lifetime = read_optional(in, fields.find("lifetime"), Takes::positive);
  body.sensor = read_flag(in, fields.find("sensor"));
  body.category = static_cast<std::uint32_t>(read_whole(in, fields.find("category"), bits, 1));
  body.mask = static_cast<std::uint32_t>(read_whole(in, fields.find("mask"), bits, UINT32_MAX));
  body.damping = read_number(in, fields.find("damping"), Takes::not_negative, 0);
}

BodyDef read_body(Reading& in, const JsonNode& node) {
  BodyDef body;
  const std::size_t faults = in.faults().size();
  const Fields fields(
      in, node,
      with_traits({"name", "circle", "polygon", "segment", "border", "shapes", "at", "velocity", "angle", "spin"}));
  if (node.kind != JsonKind::object) return body;
  const auto shape = read_shape_of(in, node, fields, in.faults().size() == faults);
  body.name = read_label(in, fields.find("name"));
  body.at = read_point(in, fields.find("at"));
  body.velocity = read_point(in, fields.find("velocity"));
  body.angle = read_number(in, fields.find("angle"), Takes::any, 0);
  body.spin = read_number(in, fields.find("spin"), Takes::any, 0);
  read_traits(in, fields, body);
  if (!shape) return body;
  body.shape = *shape;
  check_movable_line(in, node, body);
  return body;
}

}  // namespace carom::io
