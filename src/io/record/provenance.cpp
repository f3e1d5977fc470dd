#include "carom/io/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/json/json_text.hpp"
#include "io/record/sha256.hpp"

namespace carom {
namespace {

using io::json_string;

std::string members(const Provenance& p, std::string_view from) {
  std::string text = fmt::format(
      R"("program":"carom","version":{},"commit":{},"compiler":{},"seed":{},"scene_sha256":{},"command":{})",
      json_string(p.version), json_string(p.commit), json_string(p.compiler), p.seed, json_string(p.scene_sha256),
      json_string(p.command));
  if (!from.empty()) text.append(",\"from\":").append(from);
  return text;
}

}  // namespace

std::string scene_sha256(std::string_view scene_text) { return io::sha256_hex(scene_text); }

std::string provenance_json(const Provenance& provenance, std::string_view from) {
  return "{" + members(provenance, from) + "}";
}

std::string provenance_file(const Provenance& provenance, std::string_view scene_text, std::string_view from) {
  return fmt::format("{{{},\"scene\":{}}}\n", members(provenance, from), json_string(scene_text));
}

std::string shell_word(std::string_view argument) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string_view::npos) return std::string(argument);
  std::string word = "'";
  for (const char c : argument) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace carom
