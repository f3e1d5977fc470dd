#include "io/json/nearest_word.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

namespace carom::io {
namespace {

constexpr std::size_t k_most_slips = 2;

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Optimal string alignment distance, row by row.
std::size_t slips(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> before_last(width);
  std::vector<std::size_t> last(width);
  std::vector<std::size_t> row(width);
  for (std::size_t j = 0; j < width; ++j) last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const bool same = lower(from[i - 1]) == lower(to[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && lower(from[i - 1]) == lower(to[j - 2]) && lower(from[i - 2]) == lower(to[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[to.size()];
}

}  // namespace

std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> known) {
  std::optional<std::string_view> nearest;
  std::size_t fewest = k_most_slips + 1;
  for (const std::string_view candidate : known) {
    if (word.size() > candidate.size() + k_most_slips) continue;
    const std::size_t count = slips(word, candidate);
    if (count >= std::min(fewest, candidate.size())) continue;
    fewest = count;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace carom::io
