#include "io/json_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace carom::io {

std::string number_text(double value) { return fmt::format("{}", value); }

std::string json_number(double value) {
  std::string text = number_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string json_string(std::string_view text) {
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
