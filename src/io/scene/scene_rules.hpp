#pragma once

#include "carom/world/settings.hpp"
#include "io/json/fields.hpp"

namespace carom::io {

[[nodiscard]] Rule read_rule(Reading& in, const JsonNode& node);

}  // namespace carom::io
