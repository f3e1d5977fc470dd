#include "io/json/non_finite.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace carom::io {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool belongs_to_word(char c) {
  return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z') || c == '+' || c == '-' || c == '.';
}

/// NaN and the infinities, the way other languages print them.
bool is_non_finite_name(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  std::string name(word);
  std::ranges::transform(name, name.begin(), lower_case);
  return name == "nan" || name == "inf" || name == "infinity";
}

/// Drops the digits in front and says whether there were any.
bool drop_digits(std::string_view& word) {
  const auto count = std::min(word.find_first_not_of("0123456789"), word.size());
  word.remove_prefix(count);
  return count > 0;
}

bool drop(std::string_view& word, std::string_view any_of) {
  if (word.empty() || any_of.find(word.front()) == std::string_view::npos) return false;
  word.remove_prefix(1);
  return true;
}

bool is_json_number(std::string_view word) {
  drop(word, "-");
  if (!drop(word, "0") && !drop_digits(word)) return false;
  if (drop(word, ".") && !drop_digits(word)) return false;
  if (drop(word, "eE")) {
    drop(word, "+-");
    if (!drop_digits(word)) return false;
  }
  return word.empty();
}

/// The end of the string that opens at `begin`, past its closing quote.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  return std::min(at + 1, text.size());
}

}  // namespace

FiniteText without_non_finite(std::string_view text) {
  FiniteText result{std::string(text), {}};
  std::size_t ordinal = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      at = end_of_string(text, at);
      continue;
    }
    const auto rest = text.substr(at);
    const auto end = std::ranges::find_if_not(rest, belongs_to_word);
    const std::string word(rest.begin(), end);
    const bool number = is_json_number(word);
    if (is_non_finite_name(word) || (number && std::isinf(std::strtod(word.c_str(), nullptr)))) {
      result.replaced.push_back({ordinal++, word});
      result.text.replace(at, word.size(), word.size(), ' ');
      result.text[at] = '0';
    } else if (number) {
      ++ordinal;
    }
    at += std::max<std::size_t>(word.size(), 1);
  }
  return result;
}

}  // namespace carom::io
