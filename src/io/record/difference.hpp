#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/recorded.hpp"

/// Where two results differ first, and by how much: what `carom diff` prints.
namespace carom::io {

/// How many doubles lie between two finite ones, plus one; 0: the same bits, or 0 and -0.
[[nodiscard]] std::uint64_t ulps_between(double a, double b) noexcept;

/// "1 and 1.0000000000000002, by 2.22e-16 (1 ulp)".
[[nodiscard]] std::string two_numbers(double a, double b);

struct JsonDifference {
  std::string place;        ///< a JSON pointer
  std::string text;         ///< "1 and 2, by 1 (… ulp)"
  std::uint64_t count = 0;  ///< of all values that differ
};

/// Members of objects in `ignored` are not looked at, wherever they are. Nothing: they are the same, bit for bit.
[[nodiscard]] std::optional<JsonDifference> json_difference(const nlohmann::ordered_json& a,
                                                            const nlohmann::ordered_json& b,
                                                            const std::vector<std::string_view>& ignored);

/// One frame against another; nothing: the same bits.
[[nodiscard]] std::optional<std::string> frame_difference(const RecordedFrame& a, const RecordedFrame& b);

/// The largest distance of a body in one from the same body in the other, over those that both have.
[[nodiscard]] double largest_distance(const RecordedFrame& a, const RecordedFrame& b);

}  // namespace carom::io
