#include "io/json/json_text.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace carom::io {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

/// A character, or what may be the beginning of one up to the byte that cannot go on with it.
struct Utf8 {
  std::size_t bytes = 1;
  bool whole = false;
};

/// After RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF.
Utf8 utf8_at(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  if (lead < 0x80U) return {1, true};
  if (lead < 0xC2U || lead > 0xF4U) return {1, false};
  const std::size_t size = lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
  unsigned low = lead == 0xE0U ? 0xA0U : lead == 0xF0U ? 0x90U : 0x80U;
  unsigned high = lead == 0xEDU ? 0x9FU : lead == 0xF4U ? 0x8FU : 0xBFU;
  for (std::size_t k = 1; k < size; ++k) {
    if (at + k == text.size() || byte_at(text, at + k) < low || byte_at(text, at + k) > high) return {k, false};
    low = 0x80U;
    high = 0xBFU;
  }
  return {size, true};
}

/// Of a character that may not stand in a string as it is; empty: it may.
std::string_view escaped(char c, std::array<char, 6>& room) {
  constexpr std::string_view named = "\"\\\b\t\n\f\r";
  constexpr std::string_view names = "\"\\btnfr";
  constexpr std::string_view digits = "0123456789abcdef";
  if (const auto which = named.find(c); which != std::string_view::npos) {
    room = {'\\', names[which]};
    return {room.data(), 2};
  }
  const auto code = static_cast<unsigned char>(c);
  if (code >= ' ') return {};
  room = {'\\', 'u', '0', '0', digits[code / 16U], digits[code % 16U]};
  return {room.data(), room.size()};
}

}  // namespace

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
  std::string json(1, '"');
  std::array<char, 6> room{};
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = utf8_at(text, at);
    const std::string_view escape = escaped(text[at], room);
    json += !character.whole ? "\xEF\xBF\xBD" : !escape.empty() ? escape : text.substr(at, character.bytes);
    at += character.bytes;
  }
  return json.append(1, '"');
}

std::vector<std::string_view> member_texts(std::string_view object) {
  std::vector<std::string_view> members;
  std::size_t depth = 0;
  std::size_t begin = 0;
  const auto end_member = [&](std::size_t end) {
    const std::string_view member = object.substr(begin, end - begin);
    if (member.find('"') != std::string_view::npos) members.push_back(member);
    begin = end + 1;
  };
  for (std::size_t k = 0; k < object.size(); ++k) {
    const char c = object[k];
    if (c == '"') {
      while (object[++k] != '"') k += object[k] == '\\' ? 1U : 0U;
    } else if (c == '{' || c == '[') {
      if (++depth == 1) begin = k + 1;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) end_member(k);
    } else if (c == ',' && depth == 1) {
      end_member(k);
    }
  }
  return members;
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
