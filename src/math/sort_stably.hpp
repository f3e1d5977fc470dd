#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace carom::detail {

/// Sorts by index, so that each large record is moved once; equal ones stay in order. (With libstdc++,
/// std::stable_sort uses what clang takes for deprecated.)
template <class T, class Earlier>
void sort_stably(std::vector<T>& records, const Earlier& earlier) {
  if (std::ranges::is_sorted(records, earlier)) return;
  std::vector<std::size_t> order(records.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t x, std::size_t y) {
    if (earlier(records[x], records[y])) return true;
    return !earlier(records[y], records[x]) && x < y;
  });
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const std::size_t k : order) sorted.push_back(std::move(records[k]));
  records.swap(sorted);
}

}  // namespace carom::detail
