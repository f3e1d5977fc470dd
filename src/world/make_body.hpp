#pragma once

#include <string>

#include "carom/shapes/checked.hpp"
#include "carom/world/body.hpp"

namespace carom::detail {

/// The body that `def` describes, its shape turned and weighed, at the scene time `now`. The settings must be good ones. The
/// error's place is the key as in a scene, after `place`: "/circle/radius", "/mass". Whether the name is free is not asked.
[[nodiscard]] Checked<Body> make_body(BodyDef def, const WorldSettings& settings, double now,
                                      const std::string& place = {});

/// Why no body spins or rubs in a world with these settings; null: they may.
[[nodiscard]] const char* reason_not_to_turn(const WorldSettings& settings) noexcept;
[[nodiscard]] bool spin_allowed(double spin, const WorldSettings& settings) noexcept;
/// Does a world with this body need the step that turns bodies?
[[nodiscard]] bool asks_for_turning(const Body& body) noexcept;

}  // namespace carom::detail
