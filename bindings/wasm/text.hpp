#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/shapes/checked.hpp"

/// Text between JavaScript and the engine: it is written to a room, and answers are read from where they stand.
namespace carom::wasm {

/// What JavaScript has written to the room.
[[nodiscard]] std::string_view given() noexcept;

/// Leaves a text for JavaScript.
void answer(std::string text);

/// As JSON: [{"place", "reason", "message"}, …].
[[nodiscard]] std::string faults_text(const std::vector<Error>& faults);

}  // namespace carom::wasm
