// Every decision against exact rationals, on cases made to be hard: none may be wrong, and no time off by more than the
// headers promise. The normal run judges a million cases in all tests of this file together; CAROM_LONG=1 twenty times as
// many others. Each prints a line that docs/mathematics.md quotes.
#include <gtest/gtest.h>

#include <cstdio>

#include "math/effort_test.hpp"
#include "toi/judged_test.hpp"

namespace carom {
namespace {

using oracle::Flavour;
using oracle::PairKind;

/// `cases` of one kind, the same number of each flavour.
void expect_exact(PairKind kind, long cases, std::uint64_t first_seed) {
  if (test::is_long_run()) {
    cases *= 20;
    first_seed += 10'000'000;
  }
  const long seeds = (cases + oracle::k_flavours - 1) / oracle::k_flavours;
  long hits = 0;
  long tolerated = 0;
  int wrong = 0;
  double worst = 0;
  for (int flavour = 0; flavour < oracle::k_flavours; ++flavour) {
    for (long i = 0; i < seeds; ++i) {
      const auto question =
          adversarial_case(kind, static_cast<Flavour>(flavour), first_seed + static_cast<std::uint64_t>(i));
      const judged::Verdict verdict = judged::judged(question.a, question.b);
      hits += verdict.truth == Outcome::hit ? 1 : 0;
      tolerated += verdict.tolerated ? 1 : 0;
      worst = std::max(worst, verdict.time_error);
      if (verdict.wrong.empty()) continue;
      if (++wrong <= 5) ADD_FAILURE() << question.flavour << ": " << verdict.wrong << '\n' << to_json_line(question);
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(hits, seeds);  // otherwise the cases would not be worth much
  const std::string_view kind_name = name(kind);
  std::printf("exactness: %-15.*s %8ld cases %8ld hits %5ld within tolerance %d wrong, t within %.2e\n",
              static_cast<int>(kind_name.size()), kind_name.data(), seeds * oracle::k_flavours, hits, tolerated, wrong,
              worst);
}

TEST(Exactness, EveryKindInBrief) {
  for (int kind = 0; kind < oracle::k_pair_kinds; ++kind)
    expect_exact(static_cast<PairKind>(kind), test::is_short_run() ? 40 : 200, 1);
}

/// The kinds that the generator does not have, made from those it has: without radius, or hollow.
void change(MovingShape& shape, bool no_radius, bool hollow) {
  if (auto* circle = std::get_if<MovingCircle>(&shape); circle != nullptr && no_radius) circle->radius = 0;
  if (auto* polygon = std::get_if<MovingPolygon>(&shape); polygon != nullptr && hollow) polygon->hollow = true;
}

TEST(Exactness, PointsAmongThemselvesAndInArenas) {
  const std::uint64_t seeds = test::is_short_run() ? 120 : 600;
  for (const PairKind kind : {PairKind::circle_circle, PairKind::circle_in_ring, PairKind::circle_border,
                              PairKind::point_polygon, PairKind::ring_polygon, PairKind::segment_polygon}) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      auto question = adversarial_case(kind, static_cast<Flavour>(seed % oracle::k_flavours), seed);
      const bool both = kind == PairKind::circle_circle && seed % 3 == 0;
      change(question.a, kind != PairKind::ring_polygon, true);
      if (both || !std::holds_alternative<MovingCircle>(question.a))
        change(question.b, kind != PairKind::ring_polygon, true);
      EXPECT_EQ(judged::judged(question.a, question.b).wrong, "") << to_json_line(question);
    }
  }
}

class ExactnessSlow : public testing::TestWithParam<std::pair<PairKind, long>> {};

TEST_P(ExactnessSlow, OfKind) { expect_exact(GetParam().first, GetParam().second, 1000); }

// What the oracle finds cheap gets most of the million.
INSTANTIATE_TEST_SUITE_P(
    , ExactnessSlow,
    testing::Values(std::pair{PairKind::circle_circle, 300'000L}, std::pair{PairKind::circle_in_ring, 150'000L},
                    std::pair{PairKind::ring_ring, 100'000L}, std::pair{PairKind::circle_border, 300'000L},
                    std::pair{PairKind::circle_segment, 10'000L}, std::pair{PairKind::ring_segment, 10'000L},
                    std::pair{PairKind::circle_polygon, 5'000L}, std::pair{PairKind::ring_polygon, 5'000L},
                    std::pair{PairKind::circle_arena, 5'000L}, std::pair{PairKind::point_segment, 30'000L},
                    std::pair{PairKind::point_polygon, 10'000L}, std::pair{PairKind::segment_segment, 10'000L},
                    std::pair{PairKind::segment_border, 60'000L}, std::pair{PairKind::segment_polygon, 5'000L},
                    std::pair{PairKind::segment_arena, 5'000L}, std::pair{PairKind::polygon_border, 30'000L},
                    std::pair{PairKind::polygon_polygon, 5'000L}, std::pair{PairKind::arena_polygon, 5'000L},
                    std::pair{PairKind::arena_arena, 5'000L}),
    [](const auto& test) { return std::string(name(test.param.first)); });

}  // namespace
}  // namespace carom
