#pragma once

#include "carom/io/scene.hpp"
#include "io/json/fields.hpp"

namespace carom::io {

[[nodiscard]] SceneFill read_fill(Reading& in, const JsonNode& node);

}  // namespace carom::io
