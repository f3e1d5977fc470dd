#include "math/sort_stably.hpp"

#include <algorithm>
#include <numeric>

namespace carom::detail {

std::vector<std::size_t> stable_order(std::size_t count, const void* context, StandsBefore before) {
  std::size_t sorted = 1;
  while (sorted < count && !before(context, sorted, sorted - 1)) ++sorted;
  if (sorted >= count) return {};

  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Short runs by insertion, then runs of twice the length until there is one.
  constexpr std::size_t k_run = 8;
  for (std::size_t begin = 0; begin < count; begin += k_run) {
    const std::size_t end = std::min(begin + k_run, count);
    for (std::size_t k = begin + 1; k < end; ++k) {
      const std::size_t record = order[k];
      std::size_t to = k;
      for (; to > begin && before(context, record, order[to - 1]); --to) order[to] = order[to - 1];
      order[to] = record;
    }
  }
  std::vector<std::size_t> merged(count);
  for (std::size_t run = k_run; run < count; run *= 2) {
    for (std::size_t begin = 0; begin < count; begin += 2 * run) {
      const std::size_t middle = std::min(begin + run, count);
      const std::size_t end = std::min(begin + 2 * run, count);
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t to = begin; to < end; ++to) {
        const bool take_right = left == middle || (right < end && before(context, order[right], order[left]));
        merged[to] = order[take_right ? right++ : left++];
      }
    }
    order.swap(merged);
  }
  return order;
}

}  // namespace carom::detail
