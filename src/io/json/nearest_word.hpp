#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace carom::io {

/// The word that was probably meant: the one of `known` that is at most two slips away (a letter too many, missing, wrong
/// or swapped with its neighbour; capitals do not count), fewer than its own length.
[[nodiscard]] std::optional<std::string_view> nearest_word(std::string_view word,
                                                           std::span<const std::string_view> known);

}  // namespace carom::io
