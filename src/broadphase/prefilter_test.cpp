#include "broadphase/prefilter.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr PrefilterScale k_plain{1.02F, 1.03F, 0.01F, 20, 15};

PrefilterDisc any_disc(Random& random) {
  const auto number = [&](double size) { return static_cast<float>(random.uniform(-size, size)); };
  const float x = number(3);
  const float y = number(3);
  const float vx = number(2);
  const float vy = number(2);
  return {x, y, vx, vy};
}

TEST(Prefilter, OfOne) {
  const PrefilterQuery look{{0, 0, 1, 0}, 0, 2};
  const auto seen = [&](const PrefilterDisc& other) { return sees(other, k_plain, look, false); };
  EXPECT_TRUE(seen({1.9F, 0, 0, 0})) << "it gets there";
  EXPECT_FALSE(seen({2.6F, 0, 0, 0})) << "not within the window";
  EXPECT_TRUE(seen({2.6F, 0, -1, 0})) << "that one comes to meet it";
  EXPECT_FALSE(seen({-1.9F, 0, 0, 0})) << "it flies away";
  EXPECT_FALSE(seen({1.5F, 1.2F, 0, 0})) << "it passes by";
  EXPECT_TRUE(seen({1, 0, 1, 0})) << "side by side, touching";
  EXPECT_FALSE(seen({-1, 0, 0.9F, 0})) << "touching, and parting";
  EXPECT_TRUE(sees({1.9F, 0, 0, 0}, k_plain, {{0, 0, 1, 0}, 0.5F, 1}, false)) << "on its way";
  EXPECT_FALSE(sees({2.4F, 0, 0, 0}, k_plain, {{0, 0, 1, 0}, 0.9F, 0.2F}, false)) << "later there is less time";
}

TEST(Prefilter, OfAnImage) {
  const PrefilterQuery look{{-9.5F, 7, -1, 0}, 0, 2};
  EXPECT_TRUE(sees({9, 7, 0, 0}, k_plain, look, true));
  EXPECT_FALSE(sees({9, 7, 0, 0}, k_plain, look, false));
  EXPECT_TRUE(sees({-10, -7.5F, 0, 0}, k_plain, look, true)) << "above is below";
}

/// Three rows at once, each of any length: the same as one by one.
TEST(Prefilter, OfEightInThreeRows) {
  Random random(11);
  std::size_t yes = 0;
  for (int k = 0; k < 20'000; ++k) {
    std::vector<PrefilterDisc> discs;
    for (int n = 0; n < 40; ++n) discs.push_back(any_disc(random));
    const auto now = static_cast<float>(random.uniform(0, 1));
    const PrefilterQuery look{any_disc(random), now, 2 * (1 - now)};
    PrefilterRows rows;
    for (std::size_t row = 0; row < 3; ++row) {
      rows.first[row] = static_cast<std::uint32_t>(random.uniform(0, 31));
      rows.last[row] = rows.first[row] + static_cast<std::uint32_t>(random.uniform(0, 9));
    }
    for (const bool around : {false, true}) {
      const std::uint32_t seen =
          around ? prefilter_around(discs.data(), k_plain, look, rows) : prefilter(discs.data(), k_plain, look, rows);
      for (std::uint32_t bit = 0; bit < 32; ++bit) {
        const std::uint32_t row = bit / 8;
        const bool there = row < 3 && rows.first[row] + bit % 8 < rows.last[row];
        const bool expected = there && sees(discs[rows.first[row] + bit % 8], k_plain, look, around);
        ASSERT_EQ((seen >> bit) & 1U, expected ? 1U : 0U) << "bit " << bit;
        yes += expected ? 1U : 0U;
      }
    }
  }
  EXPECT_GT(yes, 1000U);
}

/// Two searches at once find what each of them finds alone.
TEST(Prefilter, OfTwo) {
  Random random(13);
  for (int k = 0; k < 2000; ++k) {
    std::vector<PrefilterDisc> discs;
    for (int n = 0; n < 40; ++n) discs.push_back(any_disc(random));
    const auto any_rows = [&] {
      PrefilterRows rows;
      for (std::size_t row = 0; row < 3; ++row) {
        rows.first[row] = static_cast<std::uint32_t>(random.uniform(0, 31));
        rows.last[row] = rows.first[row] + static_cast<std::uint32_t>(random.uniform(0, 9));
      }
      return rows;
    };
    const PrefilterQuery a{any_disc(random), 0.25F, 1.5F};
    const PrefilterQuery b{any_disc(random), 0.25F, 1.5F};
    const PrefilterRows rows_a = any_rows();
    const PrefilterRows rows_b = any_rows();
    const TwoSeen seen = prefilter_two(discs.data(), k_plain, {a, b}, {rows_a, rows_b});
    ASSERT_EQ(seen.a, prefilter(discs.data(), k_plain, a, rows_a));
    ASSERT_EQ(seen.b, prefilter(discs.data(), k_plain, b, rows_b));
  }
}

TEST(Prefilter, RowsGoOn) {
  PrefilterRows rows{{0, 10, 20}, {17, 13, 20}};
  EXPECT_TRUE(rows.crowded());
  EXPECT_TRUE(rows.go_on());
  EXPECT_EQ(rows.first[0], 8U);
  EXPECT_EQ(rows.first[1], 13U) << "it is over";
  EXPECT_TRUE(rows.go_on());
  EXPECT_FALSE(rows.crowded());
  EXPECT_FALSE(rows.go_on());
}

}  // namespace
}  // namespace carom::detail
