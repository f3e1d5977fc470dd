#pragma once

#include <algorithm>
#include <string>

/// What CLI11 lets through: it takes nothing at all for an option that is not given, and -1 for the largest whole number.
namespace carom::app {

[[nodiscard]] inline std::string expect_number(const std::string& text) {
  return text.empty() ? "expected a number, found \"\"" : "";
}

[[nodiscard]] inline std::string expect_whole(const std::string& text) {
  const bool digits = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return digits ? "" : "expected a whole number from 0 on, found " + (text.empty() ? "\"\"" : text);
}

}  // namespace carom::app
