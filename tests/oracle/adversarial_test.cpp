// The generators keep their word, and the oracle its laws on what they make.
#include "adversarial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "carom/shapes/polygon.hpp"
#include "oracle.hpp"
#include "random.hpp"
#include "state.hpp"

namespace carom::oracle {
namespace {

void for_each_case(int seeds, const std::function<void(const Case&)>& check) {
  for (int kind = 0; kind < k_pair_kinds; ++kind) {
    for (int flavour = 0; flavour < k_flavours; ++flavour) {
      for (int seed = 0; seed < seeds; ++seed) {
        check(adversarial_case(static_cast<PairKind>(kind), static_cast<Flavour>(flavour),
                               static_cast<std::uint64_t>(seed)));
      }
    }
  }
}

void expect_valid(const MovingShape& shape, const std::string& line) {
  const auto* moving = std::get_if<MovingPolygon>(&shape);
  if (moving == nullptr) return;
  for (const auto& side : {moving->from, moving->to}) {
    const auto polygon = Polygon::make({side.begin(), side.end()}, moving->hollow);
    ASSERT_TRUE(polygon.ok()) << line;
    if (side.data() != moving->from.data()) continue;
    EXPECT_EQ(polygon.value().winding(), moving->winding) << line;
    const bool keeps_shape = moving->to.data() == moving->from.data();
    EXPECT_EQ(keeps_shape && polygon.value().convex(), moving->convex) << line;
  }
}

TEST(AdversarialSlow, PolygonsAreValidAndSayTheTruthAboutThemselves) {
  for_each_case(12, [](const Case& q) {
    expect_valid(q.a, to_json_line(q));
    expect_valid(q.b, to_json_line(q));
  });
}

TEST(Adversarial, CasesRepeatAndMoveWithTheirVertices) {
  for_each_case(2, [](const Case& q) {
    const std::string line = to_json_line(q);
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["id"], q.flavour);
    EXPECT_TRUE(json.contains("a") && json.contains("b"));
  });
  Case first = adversarial_case(PairKind::polygon_polygon, Flavour::graze, 7);
  const std::string line = to_json_line(first);
  const Case moved = std::move(first);
  EXPECT_EQ(to_json_line(moved), line);
  EXPECT_EQ(to_json_line(adversarial_case(PairKind::polygon_polygon, Flavour::graze, 7)), line);
}

TEST(AdversarialSlow, EveryFlavourOfEveryKindHasHitsAndMisses) {
  for (int kind = 0; kind < k_pair_kinds; ++kind) {
    for (int flavour = 0; flavour < k_flavours; ++flavour) {
      int hits = 0;
      int misses = 0;
      for (std::uint64_t seed = 0; seed < 150 && (hits == 0 || misses == 0); ++seed) {
        const Case q = adversarial_case(static_cast<PairKind>(kind), static_cast<Flavour>(flavour), seed);
        const Outcome outcome = truth(q.a, q.b).outcome;
        hits += outcome == Outcome::hit ? 1 : 0;
        misses += outcome == Outcome::miss ? 1 : 0;
      }
      EXPECT_TRUE(hits > 0 && misses > 0) << name(static_cast<PairKind>(kind)) << name(static_cast<Flavour>(flavour));
    }
  }
}

TEST(OracleLawsSlow, SwappingChangesNothing) {
  for_each_case(8, [](const Case& q) {
    const Truth one = truth(q.a, q.b);
    const Truth other = truth(q.b, q.a);
    EXPECT_EQ(one.outcome, other.outcome) << to_json_line(q);
    EXPECT_EQ(one.t, other.t) << to_json_line(q);
    EXPECT_EQ(one.side, other.side) << to_json_line(q);
  });
}

// Looked at at many instants, the pair never contradicts the answer: this does not use the critical times.
TEST(OracleLawsSlow, NothingOverlapsBeforeTheHit) {
  Random random(1);
  for_each_case(8, [&](const Case& q) {
    const Truth found = truth(q.a, q.b);
    const State start = state_at(q.a, q.b, 0);
    EXPECT_EQ(found.outcome == Outcome::overlap, start == State::overlap) << to_json_line(q);
    if (found.outcome == Outcome::overlap) return;
    for (int i = 0; i < 12; ++i) {
      double t = random.uniform(0, 1);
      if (found.outcome == Outcome::hit) t *= found.t;
      if (i == 0) t = found.outcome == Outcome::hit ? std::nextafter(found.t, 0) : 1;
      if (found.outcome == Outcome::hit && !(Real(t) < found.t_exact - found.t_error)) continue;
      const State state = state_at(q.a, q.b, t);
      EXPECT_NE(state, State::overlap) << t << " " << to_json_line(q);
      if (start == State::apart) {
        EXPECT_EQ(state, State::apart) << t << " " << to_json_line(q);
      }
    }
  });
}

// At a hit by the quartic the two are in touch as far as the digits go.
TEST(OracleLaws, ClearanceVanishesAtAHit) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Case q = adversarial_case(PairKind::circle_segment, Flavour::morph, seed);
    const Truth found = truth(q.a, q.b);
    if (found.outcome != Outcome::hit) continue;
    const bool a_is_circle = std::holds_alternative<MovingCircle>(q.a);
    const double radius = std::get<MovingCircle>(a_is_circle ? q.a : q.b).radius;
    EXPECT_LT(abs(clearance(q.a, q.b, found.t, found.side)), 1e-10 * radius) << to_json_line(q);
  }
}

}  // namespace
}  // namespace carom::oracle
