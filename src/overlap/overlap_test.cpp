#include "carom/overlap/overlap.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

Kind any_kind(Random& random) { return static_cast<Kind>(random.below(k_kinds)); }

TEST(Overlap, TwoBordersAreNoQuestion) {
  EXPECT_FALSE(overlap(Border{Axis::x, 0}, Border{Axis::y, 0}));
  EXPECT_FALSE(overlap(Border{Axis::x, 0}, Border{Axis::x, 0}));
}

TEST(Overlap, EveryOtherPairIsAnswered) {
  // Shapes that all overlap each other, apart from the point, which only overlaps what is solid.
  const std::vector<Rest> shapes{disc(2, {0, 0.5}),          ring(2, {0.5, 0}),
                                 border(Axis::x, 0.25),      segment({-5, 0}, {5, 1}),
                                 box(-2, -2, 1, 1),          box(-1.75, -1.25, 4, 4, true),
                                 segment({0, -5}, {0.5, 5}), polygon({{-3, -3}, {3, -3}, {0.25, 0}, {3, 3}})};
  for (const Rest& a : shapes) {
    for (const Rest& b : shapes) {
      if (&a == &b) continue;
      const auto o = overlap(a.shape(), b.shape());
      ASSERT_TRUE(o);
      EXPECT_TRUE(is_sound(*o));
      EXPECT_GT(o->depth, 0);
      EXPECT_TRUE(swaps(a, b));
    }
  }
}

TEST(Overlap, APointOverlapsWhatIsSolid) {
  const Shape p = Circle{0, {1, 1}, false};
  EXPECT_TRUE(overlap(p, disc(2, {0, 0}).shape()));
  EXPECT_TRUE(overlap(box(0, 0, 3, 3).shape(), p));
  EXPECT_FALSE(overlap(p, ring(2, {0, 0}).shape()));
  EXPECT_FALSE(overlap(p, box(0, 0, 3, 3, true).shape()));
  EXPECT_FALSE(overlap(p, segment({0, 0}, {2, 2}).shape()));
  EXPECT_FALSE(overlap(p, Border{Axis::x, 1}));
  EXPECT_FALSE(overlap(p, p));
}

RC_GTEST_PROP(Overlap, AgreesWithTheOracle, (std::uint64_t seed)) {
  Random random(seed);
  const Kind first = any_kind(random);
  Kind second = any_kind(random);
  if (first == Kind::border && second == Kind::border) second = Kind::disc;
  RC_ASSERT(agrees_with_oracle(lattice_rest(random, first), lattice_rest(random, second)));
  RC_ASSERT(agrees_with_oracle(random_rest(random, first, 2), random_rest(random, second, 2)));
}

RC_GTEST_PROP(Overlap, SwapsAndScales, (std::uint64_t seed)) {
  Random random(seed);
  const Kind first = any_kind(random);
  Kind second = any_kind(random);
  if (first == Kind::border && second == Kind::border) second = Kind::disc;
  const Rest a = random_rest(random, first, 1);
  const Rest b = random_rest(random, second, 1);
  RC_ASSERT(swaps(a, b));
  RC_ASSERT(scales(a, b, std::ldexp(1, random.range(-400, 190))));
}

RC_GTEST_PROP(Overlap, ManyNearlyTouchingPairsAreSound, (std::uint64_t seed)) {
  // Moved apart by the depth and back by a few last places: depths of the size of rounding.
  Random random(seed);
  const Rest a = random_rest(random, random.one_in(2) ? Kind::disc : Kind::concave, 1);
  const Rest b = random_rest(random, static_cast<Kind>(random.range(5, 8)), 1);
  const auto o = overlap(a.shape(), b.shape());
  if (!o) return;
  const Rest near = moved(a, (o->depth - random.uniform(-1e-15, 1e-15)) * o->normal);
  const auto left = overlap(near.shape(), b.shape());
  RC_ASSERT(!left || (is_sound(*left) && left->depth < 1e-13));
}

}  // namespace
}  // namespace carom::resting
