#include "world/pairs/window_queue.hpp"

#include <limits>

#include "math/wide.hpp"

namespace carom::detail {

CAROM_WIDE_CLONES bool rank_times(double* times, std::size_t count, std::uint32_t* ranks) noexcept {
  using FourCounts = long long __attribute__((vector_size(32)));
  // What fills up the last four is later than all others.
  for (std::size_t k = count; k % 4 != 0; ++k) times[k] = std::numeric_limits<double>::infinity();
  std::size_t sum = 0;
  for (std::size_t k = 0; k < count; k += 4) {
    Four four;
    load(times + k, four);
    FourCounts earlier{};
    for (std::size_t j = 0; j < count; ++j) earlier -= Four{} + times[j] < four;
    for (std::size_t lane = 0; lane < 4; ++lane) {
      ranks[k + lane] = static_cast<std::uint32_t>(earlier[lane]);
      if (k + lane < count) sum += ranks[k + lane];
    }
  }
  // Of two that are equal neither is counted.
  return 2 * sum == count * count - count;
}

}  // namespace carom::detail
