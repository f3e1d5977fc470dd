#pragma once

#include <optional>

#include "carom/io/query.hpp"
#include "io/fields.hpp"

namespace carom::io {

/// Nothing where the shape, or something read before it, is wrong; `in` then says what.
[[nodiscard]] std::optional<QueryShape> read_shape(Reading& in, const JsonNode* node);

}  // namespace carom::io
