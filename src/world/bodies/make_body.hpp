#pragma once

#include <optional>
#include <string>

#include "carom/shapes/checked.hpp"
#include "carom/world/body.hpp"

namespace carom::detail {

/// The body that `def` describes, its shape turned and weighed, at the scene time `now`. The settings must be good ones. The
/// error's place is the key as in a scene, after `place`: "/circle/radius", "/mass". Whether the name is free is not asked.
[[nodiscard]] Checked<Body> make_body(BodyDef def, const WorldSettings& settings, double now,
                                      const std::string& place = {});

/// What make_body would make a body like this one from, but for its lifetime.
[[nodiscard]] BodyDef definition_of(const Body& body);

/// What is wrong with a shape as it was given, before it is turned: the same as make_body says.
[[nodiscard]] std::optional<Error> check_shape(const BodyShape& shape);

/// Why a body that another world has made cannot be in one with these settings; nothing: it can.
[[nodiscard]] std::optional<Error> check_belongs(const Body& body, const WorldSettings& settings);

/// Radians in a step: every turn costs its time.
inline constexpr double k_most_turn = 1000;
[[nodiscard]] bool spin_allowed(double spin, const WorldSettings& settings) noexcept;
/// True if a world with these settings has to turn bodies once this one is in it: it spins, rubs or is turned by contacts.
[[nodiscard]] bool asks_for_rotating(const Body& body, const WorldSettings& settings) noexcept;

}  // namespace carom::detail
