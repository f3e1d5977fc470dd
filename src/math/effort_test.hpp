#pragma once

#include <cstddef>
#include <cstdlib>

/// How much a run of the tests asks: everything with CAROM_LONG, little with CAROM_SHORT (the sanitizers' run, where each
/// case takes ten times as long).
namespace carom::test {

inline bool is_long_run() { return std::getenv("CAROM_LONG") != nullptr; }
inline bool is_short_run() { return std::getenv("CAROM_SHORT") != nullptr && !is_long_run(); }

/// Whether a table asks its case `number`: one in so many. A stride that has no factor in common with the lengths of the
/// table's inner loops comes by all of their values.
struct Strides {
  std::size_t normal = 1;
  std::size_t brief = 1;  ///< with CAROM_SHORT

  [[nodiscard]] bool ask(std::size_t number) const {
    return is_long_run() || number % (is_short_run() ? brief : normal) == 0;
  }
};

}  // namespace carom::test
