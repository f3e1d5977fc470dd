#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/io/scene.hpp"
#include "io/json/fields.hpp"

/// The key `observe` of a scene's world.
namespace carom::io {

/// The most samples that a correlation looks back.
inline constexpr std::uint64_t k_most_lags = 1000;

/// Nothing, and no fault, where `node` is null.
[[nodiscard]] std::optional<ObserveSettings> read_observe(Reading& in, const JsonNode* node);

/// What is asked for and cannot be measured in this world.
void check_observe(const Scene& scene, std::vector<Error>& faults);

/// As it stands in a scene.
[[nodiscard]] std::string observe_text(const ObserveSettings& settings);

}  // namespace carom::io
