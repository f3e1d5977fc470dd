#include "math/parallel.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace carom::detail {
namespace {

TEST(Parallel, EveryPieceOnce) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
      std::vector<int> calls(count, 0);
      parallel_for(count, threads, [&](std::size_t k) { ++calls[k]; });
      EXPECT_EQ(calls, std::vector<int>(count, 1)) << count << " by " << threads;
    }
  }
}

TEST(Parallel, PortionsCoverEverythingOnce) {
  for (const unsigned threads : {1U, 2U}) {
    for (const std::size_t count : {0U, 1U, 6U, 7U, 8U, 1000U}) {
      std::vector<int> calls(count, 0);
      parallel_portions(count, 7, threads, [&](std::size_t first, std::size_t last) {
        EXPECT_LT(first, last);
        EXPECT_LE(last - first, 7U);
        for (std::size_t k = first; k < last; ++k) ++calls[k];
      });
      EXPECT_EQ(calls, std::vector<int>(count, 1)) << count << " by " << threads;
    }
  }
}

}  // namespace
}  // namespace carom::detail
