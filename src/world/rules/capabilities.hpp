#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/shapes/checked.hpp"
#include "carom/world/settings.hpp"

/// Which feature works in which world, and why not: the one table from which refusals and the docs are made.
namespace carom::detail {

/// What not every world has.
enum class Feature : std::uint8_t {
  circle_rotation,  ///< spin of circles, and contacts that turn them
  rotation,         ///< of all other shapes
  friction,
  shapes,  ///< several in one body
  merge,   ///< the response
  damping,
  force,    ///< World::apply_force
  gravity,  ///< a uniform field
  sources,
  attraction,
  border,
  pressure,  ///< measured by the momentum that contacts exchange
};

/// Which of the two kinds of rotation a body of this shape asks for.
[[nodiscard]] inline Feature rotation_of(const BodyShape& shape) noexcept {
  return std::holds_alternative<Circle>(shape) ? Feature::circle_rotation : Feature::rotation;
}

/// Why a world with these settings does not have it; empty: it has. Reads well after "because".
[[nodiscard]] std::string reason_against(Feature feature, const WorldSettings& settings);
[[nodiscard]] bool has(Feature feature, const WorldSettings& settings) noexcept;

/// Paths bend in a way that needs more than one leapfrog's drift, or more than fields.
[[nodiscard]] bool integrates(const WorldSettings& settings) noexcept;

/// "expected 0, because …, found 0.5".
[[nodiscard]] std::string refusal(std::string_view expected, std::string_view why, std::string_view found);

/// All that these settings ask for and their world does not support. Places are keys as in a scene: "/attraction",
/// "/rules/2/response".
[[nodiscard]] std::vector<Error> missing_features(const WorldSettings& settings);
/// And of a shape or a body in such a world: "/shapes", "/spin".
[[nodiscard]] std::vector<Error> missing_features(const BodyShape& shape, const WorldSettings& settings);
[[nodiscard]] std::vector<Error> missing_features(const BodyDef& body, const WorldSettings& settings);

enum class Reasons : std::uint8_t { numbered, none };
/// The table in Markdown: docs/scenes.md has it with the reasons, README.md without.
[[nodiscard]] std::string capability_table(Reasons reasons);

}  // namespace carom::detail
