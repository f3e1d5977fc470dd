#pragma once

#include <cstdint>

/// How often each level of the ladder decided. Counting costs time in the hottest loops, so it exists only in builds
/// with CAROM_COUNT_DECISIONS; bench/tools/decision_levels prints the table in docs/mathematics.md.
namespace carom {

enum class DecisionLevel : std::uint8_t { plain, double_double, exact };

struct DecisionCounts {
  std::uint64_t plain = 0;
  std::uint64_t double_double = 0;
  std::uint64_t exact = 0;
};

#ifdef CAROM_COUNT_DECISIONS
inline thread_local DecisionCounts decision_counts;

inline void count_decision(DecisionLevel level) noexcept {
  switch (level) {
    case DecisionLevel::plain: ++decision_counts.plain; break;
    case DecisionLevel::double_double: ++decision_counts.double_double; break;
    case DecisionLevel::exact: ++decision_counts.exact; break;
  }
}
#else
inline constexpr void count_decision(DecisionLevel) noexcept {}
#endif

}  // namespace carom
