#include "math/large_array.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace carom::detail {
namespace {

/// From a few bytes to several large pages, grown and moved.
TEST(LargeArray, IsAnArrayOfAnySize) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 19U, std::size_t{3'000'017}}) {
    LargeArray<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    LargeArray<std::uint32_t> copy = numbers;
    copy.push_back(7);
    numbers.swap(copy);
    EXPECT_EQ(numbers.size(), count + 1);
    EXPECT_EQ(numbers[count / 2], count / 2);
    EXPECT_EQ(numbers.back(), 7U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % 64, 0U) << "a cache line is not cut in two";
  }
}

TEST(LargeArray, RoomIsLittleMoreThanAskedFor) {
  LargeArray<std::uint32_t> numbers;
  for (const std::size_t count : {std::size_t{100}, std::size_t{110}, std::size_t{1'000'000}, std::size_t{5}}) {
    const std::size_t before = numbers.size();
    make_room(numbers, count);
    EXPECT_GE(numbers.size(), count);
    EXPECT_LE(numbers.capacity(), std::max(before, count + count / 32));
  }
}

TEST(LargeArray, KeepsTheAlignmentOfItsItems) {
  struct alignas(128) Wide {
    double number = 0;
  };
  const LargeArray<Wide> wide(3);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(wide.data()) % 128, 0U);
}

}  // namespace
}  // namespace carom::detail
