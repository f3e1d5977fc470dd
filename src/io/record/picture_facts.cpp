#include "io/record/picture_facts.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace carom::io {
namespace {

Error damaged_picture() { return {"", "the file is cut off or damaged"}; }

/// The number that stands after `key`; nothing: there is none.
std::optional<double> number_after(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data() + at + key.size(), text.data() + text.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = at; k < at + 4; ++k) value = value << 8U | static_cast<unsigned char>(bytes[k]);
  return value;
}

void add_utf8(std::string& text, std::uint32_t code) {
  const auto byte = [&text](std::uint32_t value) { text += static_cast<char>(value); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xc0U | code >> 6U);
  } else {
    if (code < 0x10000) {
      byte(0xe0U | code >> 12U);
    } else {
      byte(0xf0U | code >> 18U);
      byte(0x80U | (code >> 12U & 0x3fU));
    }
    byte(0x80U | (code >> 6U & 0x3fU));
  }
  byte(0x80U | (code & 0x3fU));
}

/// <FEFF0041…>: UTF-16 in hexadecimal digits.
std::string pdf_hex_string(std::string_view digits) {
  std::string text;
  std::uint32_t high = 0;
  for (std::size_t at = 4; at + 4 <= digits.size(); at += 4) {
    std::uint32_t unit = 0;
    std::from_chars(digits.data() + at, digits.data() + at + 4, unit, 16);
    if (unit >= 0xd800 && unit < 0xdc00) {
      high = unit;
      continue;
    }
    const bool second = unit >= 0xdc00 && unit < 0xe000;
    add_utf8(text, second ? 0x10000 + ((high - 0xd800) << 10U) + (unit - 0xdc00) : unit);
  }
  return text;
}

/// (a text with \) escapes), up to the bracket that closes it.
std::string pdf_plain_string(std::string_view rest) {
  std::string text;
  int depth = 0;
  for (std::size_t k = 0; k < rest.size(); ++k) {
    const char c = rest[k];
    if (c == '\\' && k + 1 < rest.size()) {
      text += rest[++k];
      continue;
    }
    if (c == ')' && depth-- == 0) break;
    if (c == '(') ++depth;
    text += c;
  }
  return text;
}

std::string pdf_string_after(std::string_view bytes, std::string_view key) {
  std::size_t at = bytes.find(key);
  if (at == std::string_view::npos) return {};
  at = bytes.find_first_not_of(" \r\n", at + key.size());
  if (at == std::string_view::npos) return {};
  const std::string_view rest = bytes.substr(at + 1);
  return bytes[at] == '<' ? pdf_hex_string(rest.substr(0, rest.find('>'))) : pdf_plain_string(rest);
}

}  // namespace

Checked<PictureFacts> svg_facts(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, bytes.find('>'));
  const auto width = number_after(head, " width=\"");
  const auto height = number_after(head, " height=\"");
  if (!width || !height || bytes.find("</svg>") == std::string_view::npos) return damaged_picture();
  return PictureFacts{*width, *height, {}};
}

Checked<PictureFacts> png_facts(std::string_view bytes) {
  constexpr std::size_t header = 8 + 25;
  if (bytes.size() < header || bytes.find("IEND") == std::string_view::npos) return damaged_picture();
  PictureFacts facts{static_cast<double>(big_endian(bytes, 16)), static_cast<double>(big_endian(bytes, 20)), {}};
  constexpr std::string_view tag("tEXtComment\0", 12);
  const std::size_t begin = bytes.find(tag);
  if (begin != std::string_view::npos && begin >= 4) {
    const std::size_t size = big_endian(bytes, begin - 4);  // of key and text
    facts.comment = bytes.substr(begin + tag.size(), size + 4 - std::min(size + 4, tag.size()));
  }
  return facts;
}

Checked<PictureFacts> pdf_facts(std::string_view bytes) {
  constexpr std::string_view key = "/MediaBox [ 0 0 ";
  const auto width = number_after(bytes, key);
  if (!width) return damaged_picture();
  const std::string_view rest = bytes.substr(bytes.find(key) + key.size());
  const auto height = number_after(rest.substr(0, rest.find(']')), " ");
  if (!height) return damaged_picture();
  return PictureFacts{*width, *height, pdf_string_after(bytes, "/Subject")};
}

}  // namespace carom::io
