#include "world/pairs/pair_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace carom::detail {
namespace {

TEST(PairSet, InOrderAndOnce) {
  std::vector<PairKey> keys{{3, 4}, {1, 2}, {3, 4}, {1, 1}};
  PairSet set;
  set.insert({9, 9});
  set.take(keys);
  ASSERT_EQ(keys, (std::vector<PairKey>{{9, 9}})) << "what it had";
  set.insert({2, 7});
  set.insert({2, 7});
  const std::vector<PairKey> found(set.begin(), set.end());
  EXPECT_EQ(found, (std::vector<PairKey>{{1, 1}, {1, 2}, {2, 7}, {3, 4}}));
  EXPECT_TRUE(set.contains({2, 7}));
  EXPECT_FALSE(set.contains({7, 2}));
  EXPECT_EQ(erase_if(set, [](const PairKey& key) { return key.a == 1; }), 2U);
  EXPECT_EQ(set.size(), 2U);
}

/// As when all are sorted.
TEST(PairSet, WhatStandsBehindIsMergedIn) {
  for (std::uint64_t sorted = 0; sorted <= 12; ++sorted) {
    std::vector<PairKey> keys;
    for (std::uint64_t k = 0; k < sorted; ++k) keys.push_back({k, 1});
    for (std::uint64_t k = 0; k < 9; ++k) keys.push_back({7 * k % 9, k % 3});
    const std::set<PairKey> expected(keys.begin(), keys.end());
    PairSet set;
    set.take(keys);
    EXPECT_TRUE(std::ranges::equal(set, expected)) << sorted;
  }
}

/// In order, out of order and what is not there: a reader finds what the set has.
TEST(PairSet, AReaderFindsWhatIsThere) {
  std::vector<PairKey> keys;
  for (std::uint64_t k = 0; k < 200; ++k) keys.push_back({k / 3, 7 * k % 11 + k});
  const PairSet set(keys.begin(), keys.end());
  PairSet::Reader reader(set);
  for (std::uint64_t a = 0; a < 70; ++a) {
    for (std::uint64_t b = 0; b < 220; ++b) ASSERT_EQ(reader.contains({a, b}), set.contains({a, b})) << a << ' ' << b;
  }
  for (const std::uint64_t k : {150U, 3U, 199U, 0U, 77U, 76U}) EXPECT_TRUE(reader.contains(keys[k])) << k;
  EXPECT_FALSE(reader.contains({1000, 0}));
  EXPECT_TRUE(reader.contains(keys.front()));
  const PairSet none;
  EXPECT_FALSE(PairSet::Reader(none).contains({0, 0}));
}

}  // namespace
}  // namespace carom::detail
