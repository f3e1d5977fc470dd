#include "worlds/pair_set.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace carom::detail
