#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "carom/world/settings.hpp"
#include "io/json/fields.hpp"

namespace carom::io {

/// The keys that the bodies of a scene, those of a fill and those that an effect spawns have in common, after `own`.
[[nodiscard]] std::vector<std::string_view> with_traits(std::initializer_list<std::string_view> own);
/// Reads them into `body`.
void read_traits(Reading& in, const Fields& fields, BodyDef& body);

/// A body of the scene, or one that an effect spawns.
[[nodiscard]] BodyDef read_body(Reading& in, const JsonNode& node);

/// Borders and segments are fixed unless they say otherwise.
[[nodiscard]] bool fixed_by_default(const BodyShape& shape) noexcept;

}  // namespace carom::io
