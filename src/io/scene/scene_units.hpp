#pragma once

#include <optional>
#include <string>

#include "carom/io/units.hpp"
#include "io/json/fields.hpp"

/// The key `units` of a scene.
namespace carom::io {

/// Nothing, and no fault, where `node` is null.
[[nodiscard]] SceneUnits read_units(Reading& in, const JsonNode* node);

/// As it stands in a scene.
[[nodiscard]] std::string units_text(const SceneUnits& units);

}  // namespace carom::io
