#include "toi/rotating/rotating_search.hpp"

#include <gtest/gtest.h>

#include <array>

namespace carom::detail {
namespace {

constexpr std::array<Vec2, 2> k_rod = {{{-1, 0}, {1, 0}}};
constexpr std::array<Vec2, 4> k_square = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
const RotatingPart k_rod_part{k_rod.data(), 2, 1};
const RotatingPart k_square_part{k_square.data(), 4, 1.5};

std::optional<SearchHit> search(const RotatingPart& a, const Turn& a_turn, const RotatingPart& b, const Turn& b_turn,
                                const SearchRange& range = {}, double from = 0) {
  const RotatingPair pair(a_turn, a.reach, b_turn, b.reach, 0);
  RotatingParts parts(pair, a, b, pair.moment(from));
  return first_arrival(pair, parts, range);
}

TEST(RotatingSearch, EndsBetweenHalfTheToleranceAndAll) {
  const Turn falling{{{0.3, 5}, 0.2}, {{0.3, -3}, 3}};
  const auto arrival = search(k_square_part, falling, k_square_part, {});
  ASSERT_TRUE(arrival);
  const RotatingPair pair(falling, 1.5, {}, 1.5, 0);
  const RotatingParts parts(pair, k_square_part, k_square_part, pair.moment(arrival->t));
  const double gap = parts.nearest_axis().gap;
  EXPECT_LE(gap, pair.tolerance);
  EXPECT_GE(gap, 0.49 * pair.tolerance);
}

TEST(RotatingSearch, LooksNoFurtherThanItIsAsked) {
  const Turn falling{{{0, 5}, 0}, {{0, -5}, 0}};  // meets at 0.3
  EXPECT_FALSE(search(k_square_part, falling, k_square_part, {}, {0.29, false}));
  EXPECT_TRUE(search(k_square_part, falling, k_square_part, {}, {0.31, false}, 0.1));
}

TEST(RotatingSearch, OnlyWhatRestsMaySlide) {
  // Tip to tip along one line: a contact, unless they touched before; then it is a seam.
  const Turn coming{{{-3, 0}, 0}, {{3, 0}, 0}};
  const auto arrival = search(k_rod_part, coming, k_rod_part, {});
  ASSERT_TRUE(arrival);
  EXPECT_NEAR(arrival->t, 1.0 / 6, 1e-10);
  EXPECT_FALSE(search(k_rod_part, coming, k_rod_part, {}, {1, true}));
}

TEST(RotatingSearch, FlatThingsThatRestAndTurnMeetAtOnce) {
  const Turn on_top{{{0, 2}, 0}, {{0, 2}, 0.5}};
  const auto arrival = search(k_square_part, on_top, k_square_part, {}, {1, true});
  ASSERT_TRUE(arrival);
  EXPECT_EQ(arrival->t, 0);
  const Turn lifted{{{0, 2}, 0}, {{0, 4}, 0.5}};
  EXPECT_FALSE(search(k_square_part, lifted, k_square_part, {}, {1, true}));
}

TEST(RotatingSearch, AlongOneDirectionTheRestDoesNotCount) {
  const Turn sinking{{{50, 3}, 0}, {{90, -1}, 0}};
  const RotatingPair pair(sinking, 1.5, {}, 1.5, 0);
  RotatingParts parts(pair, k_square_part, k_square_part, pair.moment(0));
  const auto arrival = first_arrival_along(pair, parts, {{0, 1}, Frame::plane, 0}, {});
  ASSERT_TRUE(arrival);
  EXPECT_NEAR(arrival->t, 0.25, 1e-10);
  EXPECT_LT(arrival->t, 0.25);
}

}  // namespace
}  // namespace carom::detail
