#include "math/wide.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

template <class Wide>
class WideVectors : public testing::Test {};
using Widths = testing::Types<Two, Four, Eight>;
TYPED_TEST_SUITE(WideVectors, Widths);

TYPED_TEST(WideVectors, Transpose) {
  constexpr std::size_t width = k_width<TypeParam>;
  TypeParam row[width];
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = 0; j < width; ++j) row[i][j] = static_cast<double>(10 * i + j);
  }
  TypeParam column[width];
  transpose(row, column);
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = 0; j < width; ++j) EXPECT_EQ(column[j][i], row[i][j]);
  }
}

TYPED_TEST(WideVectors, Turn) {
  constexpr std::size_t width = k_width<TypeParam>;
  constexpr std::size_t count = 8 / width;
  TypeParam parts[count];
  for (std::size_t k = 0; k < 8; ++k) parts[k / width][k % width] = static_cast<double>(k);
  for (std::size_t turns = 1; turns <= 8; ++turns) {
    turn(parts);
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(parts[k / width][k % width], static_cast<double>((k + turns) % 8));
  }
}

TYPED_TEST(WideVectors, LoadAndStore) {
  constexpr std::size_t width = k_width<TypeParam>;
  double from[width + 1];
  double to[width + 1] = {};
  for (std::size_t k = 0; k <= width; ++k) from[k] = static_cast<double>(k);
  TypeParam numbers;
  load(from + 1, numbers);
  store(numbers + 0.5, to);
  for (std::size_t k = 0; k < width; ++k) EXPECT_EQ(to[k], static_cast<double>(k) + 1.5);
  EXPECT_EQ(to[width], 0) << "stored too much";
}

}  // namespace
}  // namespace carom::detail
