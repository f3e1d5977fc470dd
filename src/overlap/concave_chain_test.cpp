#include <gtest/gtest.h>

#include "overlap/concave.hpp"
#include "overlap/proposals.hpp"
#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

detail::Move move_of(const Rest& a, const Rest& b) {
  const Chain x = chain_of_rest(a);
  const Chain y = chain_of_rest(b);
  return detail::concave_move(x, y, detail::separating_move(x, y));
}

TEST(ConcaveChain, TwoHooksInEachOther) {
  // Two Cs, one turned around, each with a jaw in the other's mouth; the jaws overlap by 0.5.
  const Rest right = polygon({{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 8}, {10, 8}, {10, 10}, {0, 10}});
  const Rest left = polygon({{14, 6.5}, {4, 6.5}, {4, 8.5}, {12, 8.5}, {12, 14.5}, {4, 14.5}, {4, 16.5}, {14, 16.5}});
  const detail::Move move = move_of(left, right);
  EXPECT_EQ(move.depth, 0.5);
  EXPECT_EQ(move.normal, (Vec2{0, -1}));
}

TEST(ConcaveChain, AKeyInItsLock) {
  // A T whose foot is in a slot that is wider by 1, 0.25 too far to the left and 0.5 too deep.
  const Rest lock = polygon({{0, 0}, {10, 0}, {10, 6}, {6, 6}, {6, 2}, {4, 2}, {4, 6}, {0, 6}});
  const Rest key = polygon({{3.75, 1.5}, {4.75, 1.5}, {4.75, 7}, {8, 7}, {8, 9}, {1, 9}, {1, 7}, {3.75, 7}});
  const detail::Move move = move_of(key, lock);
  EXPECT_NEAR(move.depth, std::sqrt(0.25 + 0.0625), 1e-15);
  EXPECT_FALSE(overlaps(moved(key, (move.depth + 1e-14) * move.normal), lock));
}

TEST(ConcaveChain, ABlockInAConcaveArena) {
  const Rest arena = polygon({{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}}, true);
  const detail::Move move = move_of(box(3, 1.5, 4, 2.25), arena);
  EXPECT_EQ(move.depth, 0.25);
  EXPECT_EQ(move.normal, (Vec2{0, -1}));
  const detail::Move corner = move_of(box(4.5, 1.25, 6.5, 2.25), arena);
  EXPECT_NEAR(corner.depth, std::sqrt(0.25 + 0.0625), 1e-15);
}

TEST(ConcaveChain, KeepsTheShortestProposals) {
  detail::BestMoves best(100);
  for (int i = 40; i > 0; --i) best.add(detail::proposal(compass(i, 40), i, 1e-10));
  for (int i = 40; i > 0; --i) best.add(detail::proposal(compass(i, 40), i, 1e-10));  // again: nothing new
  ASSERT_EQ(best.proposals().size(), 16U);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(best.proposals()[i].move.depth, static_cast<double>(i + 1));
  EXPECT_FALSE(best.wants(16));
  EXPECT_TRUE(best.wants(15));
}

TEST(ConcaveChain, IsNeverLongerThanOutOfTheHulls) {
  Random random(23);
  int shorter = 0;
  for (int i = 0; i < 300; ++i) {
    const Rest a = random_rest(random, i % 2 == 0 ? Kind::concave : Kind::concave_arena, 1);
    const Rest b = random_rest(random, i % 3 == 0 ? Kind::convex : Kind::concave, 1);
    if (!overlaps(a, b)) continue;
    const detail::Move hull = detail::separating_move(chain_of_rest(a), chain_of_rest(b));
    const detail::Move best = move_of(a, b);
    EXPECT_LE(best.depth, hull.depth);
    EXPECT_TRUE(parts(a, b, 4)) << i;
    shorter += best.depth < hull.depth ? 1 : 0;
  }
  EXPECT_GT(shorter, 30);
}

}  // namespace
}  // namespace carom::resting
