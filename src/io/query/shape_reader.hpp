#pragma once

#include <optional>

#include "carom/io/query.hpp"
#include "io/json/fields.hpp"

namespace carom::io {

/// Nothing where the shape, or something read before it, is wrong; `in` then says what.
[[nodiscard]] std::optional<QueryShape> read_shape(Reading& in, const JsonNode* node);

// The parts that scenes have too. Null: the default.
[[nodiscard]] Border read_border(Reading& in, const JsonNode& node);
/// Two different ends.
[[nodiscard]] Segment read_ends(Reading& in, const JsonNode* node);
[[nodiscard]] std::optional<Polygon> read_vertices(Reading& in, const JsonNode* node, bool hollow);

}  // namespace carom::io
