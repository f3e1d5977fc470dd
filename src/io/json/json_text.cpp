#include "io/json/json_text.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace carom::io {

std::string number_text(double value) { return fmt::format("{}", value); }

void append_number(std::string& text, double value) {
  constexpr std::size_t most = 32;
  std::array<char, most> digits{};
  const char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), value);
  text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void append_json_number(std::string& text, double value) {
  constexpr std::size_t most = 32;
  std::array<char, most> digits{};
  // The longest double, -2.2250738585072014e-308, has 24. A bare pointer is what fmt writes to the fastest.
  const char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), value);
  const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));
  text += number;
  if (number.find_first_of(".e") == std::string_view::npos) text += ".0";
}

std::string json_number(double value) {
  std::string text;
  append_json_number(text, value);
  return text;
}

std::string json_string(std::string_view text) {
  // Most are names of letters and digits.
  const auto is_itself = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, is_itself)) return std::string(1, '"').append(text).append(1, '"');
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, replace);
}

std::string clipped(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; };
  while (end > 0 && continues(end)) --end;
  return std::string(text.substr(0, end)).append("…");
}

std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char c : clipped(key)) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

}  // namespace carom::io
