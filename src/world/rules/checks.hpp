#pragma once

#include <optional>

#include "carom/shapes/checked.hpp"
#include "carom/world/settings.hpp"
#include "world/bodies/make_body.hpp"

/// Everything that a world refuses when it is given it. Of a body: make_body.
namespace carom::detail {

/// What is wrong with the settings, the bodies that rules spawn included; nothing: they make a world. The place is the key
/// as in a scene: "/dt", "/bounds/max", "/rules/0/after/1/spawn/circle/radius".
[[nodiscard]] std::optional<Error> check_settings(const WorldSettings& settings);

}  // namespace carom::detail
