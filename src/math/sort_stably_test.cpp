#include "math/sort_stably.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom::detail {
namespace {

RC_GTEST_PROP(SortStably, LikeInsertion, (const std::vector<std::uint8_t>& keys)) {
  std::vector<std::pair<int, std::size_t>> records;
  for (std::size_t k = 0; k < keys.size(); ++k) records.emplace_back(keys[k] % 8, k);
  auto expected = records;
  std::ranges::sort(expected);
  sort_stably(records, [](const auto& x, const auto& y) { return x.first < y.first; });
  RC_ASSERT(records == expected);
}

}  // namespace
}  // namespace carom::detail
