#pragma once

#include <optional>

#include "carom/io/query.hpp"
#include "io/json/fields.hpp"

/// Shapes that turn: {"vertices" or "ends": as seen from "at", at angle 0; "from" and "to": {"at": [x, y], "angle": radians}}.
namespace carom::io {

/// Is it given as a body that turns, rather than vertex by vertex?
[[nodiscard]] bool is_rotating(Reading& in, const JsonNode& node);

[[nodiscard]] std::optional<QueryRotatingPolygon> read_rotating_polygon(Reading& in, const JsonNode& node);
[[nodiscard]] RotatingSegment read_rotating_segment(Reading& in, const JsonNode& node);

/// Two shapes of one question: where one turns, the other must be one that has a kernel with it. Something that was
/// given by its vertices and does not move is turned into a body that does not turn either. `place`: of `shape`.
void let_turn(Reading& in, QueryShape& shape, std::string_view place);

}  // namespace carom::io
