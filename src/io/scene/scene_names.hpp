#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/scene.hpp"

namespace carom::io {

/// 5 for "#5", what a body without a name is called; nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> serial_in(std::string_view name);
/// "#5".
[[nodiscard]] std::string serial_name(std::uint64_t serial);

/// The place of each of scene.bodies in the order of creation. In a state, where others may have gone before, "#k" says
/// it and the named ones follow their neighbours; otherwise it is the place in the file. An error where that cannot be.
[[nodiscard]] Checked<std::vector<std::uint64_t>> serials(const Scene& scene);

/// What the body is called, given its place in the order of creation.
[[nodiscard]] std::string called(const BodyDef& body, std::uint64_t serial);

/// Names used twice, or taken from another body's number, and pairs of a state that name no body.
void check_names(const Scene& scene, std::vector<Error>& faults);

}  // namespace carom::io
