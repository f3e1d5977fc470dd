#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace carom::detail {

/// Whether record `x` of what `context` points to stands before record `y`.
using StandsBefore = bool (*)(const void* context, std::size_t x, std::size_t y);

/// The numbers 0 … count - 1 in the order of their records; equal ones stay in order. Empty: that is the order already.
[[nodiscard]] std::vector<std::size_t> stable_order(std::size_t count, const void* context, StandsBefore before);

/// Sorts; equal records stay in order, so that every library gives the same. One merge sort of indices serves all types of
/// records: std::sort, made anew for each type, would be a twelfth of the WebAssembly module. Loops that sort in every step
/// have std::sort all the same.
template <std::ranges::contiguous_range Records, class Before = std::less<>, class Projection = std::identity>
void sort_stably(Records&& records, const Before& before = {}, const Projection& projection = {}) {
  using Record = std::ranges::range_value_t<Records>;
  const std::span<Record> all(records);
  struct Context {
    const Record* records;
    const Before& before;
    const Projection& projection;
  } const context{all.data(), before, projection};
  std::vector<std::size_t> order =
      stable_order(all.size(), &context, [](const void* given, std::size_t x, std::size_t y) {
        const auto& [data, earlier, key] = *static_cast<const Context*>(given);
        return static_cast<bool>(std::invoke(earlier, std::invoke(key, data[x]), std::invoke(key, data[y])));
      });
  // Along each cycle of the permutation, so that every record is moved once.
  for (std::size_t first = 0; first < order.size(); ++first) {
    if (order[first] == first) continue;
    Record held = std::move(all[first]);
    std::size_t to = first;
    for (std::size_t from = order[to]; from != first; from = order[to]) {
      all[to] = std::move(all[from]);
      order[to] = to;
      to = from;
    }
    all[to] = std::move(held);
    order[to] = to;
  }
}

}  // namespace carom::detail
