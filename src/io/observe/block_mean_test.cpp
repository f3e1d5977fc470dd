#include "io/observe/block_mean.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "carom/math/random.hpp"

namespace carom::io {
namespace {

TEST(BlockMean, OfFewSamplesEachIsABlock) {
  BlockMean mean(2);
  EXPECT_FALSE(mean.mean(0).mean);
  mean.add(std::array{1.0, 5.0});
  EXPECT_EQ(mean.mean(0).mean, 1.0);
  EXPECT_FALSE(mean.mean(0).error);
  mean.add(std::array{3.0, 5.0});
  mean.add(std::array{2.0, 5.0});
  EXPECT_DOUBLE_EQ(*mean.mean(0).mean, 2);
  EXPECT_DOUBLE_EQ(*mean.mean(0).error, std::sqrt(2.0 / 6));
  EXPECT_EQ(mean.mean(1).error, 0.0);
  EXPECT_DOUBLE_EQ(*mean.ratio(0, 1).mean, 6.0 / 15);
}

/// The error of the mean of independent numbers is their deviation over the root of their number, however many blocks
/// have been joined; of numbers that remember, x' = a x + noise, it is larger by √((1 + a) / (1 - a)), which a plain
/// standard error does not see.
TEST(BlockMean, TheErrorIsRightAlsoOfWhatRemembers) {
  for (const double memory : {0.0, 0.9}) {
    double ratio = 0;
    constexpr int repeats = 60;
    constexpr int samples = 20'000;
    for (int k = 0; k < repeats; ++k) {
      Random random(static_cast<std::uint64_t>(k) + 1);
      BlockMean mean(1);
      double x = 0;
      for (int n = 0; n < samples; ++n) {
        x = memory * x + (random.uniform() - 0.5);
        mean.add(std::array{x});
      }
      ratio += *mean.mean(0).error / repeats;
    }
    const double deviation = std::sqrt(1.0 / 12 / (1 - memory * memory));
    const double expected = deviation * std::sqrt((1 + memory) / (1 - memory) / samples);
    EXPECT_NEAR(ratio / expected, 1, 0.06) << memory;
  }
}

TEST(BlockMean, ComesBackFromItsBytes) {
  BlockMean mean(1);
  for (int k = 0; k < 77; ++k) mean.add(std::array{0.1 * k});
  detail::ByteWriter out;
  out("mean", mean);
  const auto bytes = out.take();
  BlockMean again(1);
  detail::ByteReader in(bytes);
  in("mean", again);
  ASSERT_FALSE(in.error());
  for (BlockMean* one : {&mean, &again}) {
    for (int k = 0; k < 50; ++k) one->add(std::array{3.0});
  }
  EXPECT_EQ(mean.mean(0).mean, again.mean(0).mean);
  EXPECT_EQ(mean.mean(0).error, again.mean(0).error);
}

}  // namespace
}  // namespace carom::io
