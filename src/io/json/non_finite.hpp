#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace carom::io {

/// A number that is none: `ordinal` counts all numbers of the text from 0.
struct NonFinite {
  std::size_t ordinal = 0;
  std::string token;
};

/// A text in which each NaN, infinity and number too large for a double has given way to 0 and blanks, so that every
/// other byte stays where it was.
struct FiniteText {
  std::string text;
  std::vector<NonFinite> replaced;
};

/// JSON parsers stop at such numbers, before the rest of the line (and its id) is seen, and without saying where they
/// stand. This makes them readable as a value of their own kind.
[[nodiscard]] FiniteText without_non_finite(std::string_view text);

}  // namespace carom::io
