#include "math/parallel.hpp"

#include <gtest/gtest.h>

#include <thread>
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

TEST(Parallel, LoopsWithinLoopsAndByOtherNumbersOfThreads) {
  for (int again = 0; again < 50; ++again) {
    for (const unsigned threads : {2U, 3U, 4U}) {
      std::vector<int> calls(64, 0);
      parallel_for(8, threads,
                   [&](std::size_t k) { parallel_for(8, threads - 1, [&](std::size_t n) { ++calls[8 * k + n]; }); });
      EXPECT_EQ(calls, std::vector<int>(64, 1)) << threads;
    }
  }
}

TEST(Parallel, SeveralCallersAtOnce) {
  std::vector<std::thread> callers;
  std::vector<std::vector<int>> calls(4, std::vector<int>(1000, 0));
  for (std::vector<int>& own : calls) {
    callers.emplace_back([&own] {
      for (int again = 0; again < 20; ++again) parallel_for(own.size(), 2, [&](std::size_t k) { ++own[k]; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const std::vector<int>& own : calls) EXPECT_EQ(own, std::vector<int>(1000, 20));
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
