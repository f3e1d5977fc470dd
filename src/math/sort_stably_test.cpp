#include "math/sort_stably.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

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

TEST(SortStably, ByAnOrderAndAProjection) {
  std::vector<std::string> words = {"seven", "one", "three", "to", "nine", "a", "eleven", "four", "b", "an", "it"};
  sort_stably(words, std::greater<>(), &std::string::size);
  const std::vector<std::string> expected = {"eleven", "seven", "three", "nine", "four", "one",
                                             "to",     "an",    "it",    "a",    "b"};
  EXPECT_EQ(words, expected);
}

TEST(SortStably, ManyRecordsInRunsOfEqualOnes) {
  std::vector<std::pair<int, int>> records;
  for (int k = 0; k < 1000; ++k) records.emplace_back(k * 7919 % 101, k);
  sort_stably(records, {}, &std::pair<int, int>::first);
  EXPECT_TRUE(std::ranges::is_sorted(records)) << "equal ones are in order of their numbers";
}

TEST(SortStably, ASortedOneIsNotTouched) {
  std::vector<double> values = {1, 2, 2, 3};
  EXPECT_TRUE(stable_order(4, nullptr, [](const void*, std::size_t x, std::size_t y) { return x < y; }).empty());
  sort_stably(values);
  EXPECT_EQ(values, (std::vector<double>{1, 2, 2, 3}));
}

}  // namespace
}  // namespace carom::detail
