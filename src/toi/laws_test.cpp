// The contract of the kernels as laws, for every kind of pair.
#include "toi/laws_test.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/state.hpp"
#include "toi/judged_test.hpp"
#include "toi/remade_test.hpp"

namespace carom {
namespace {

using laws::expect_law;
using laws::Finding;
using laws::holds;
using laws::k_does_not_apply;
using oracle::Case;
using oracle::Random;
using oracle::State;
using oracle::state_at;
using remade::remade;

/// The quartic is allowed another time, and near a graze another answer: the oracle then judges both by themselves.
bool has_rotating_edge(const Case& q) { return !oracle::truth(q.a, q.b).exact; }
bool both_stand(const remade::Remade& a, const remade::Remade& b) {
  return judged::judged(a.shape, b.shape).wrong.empty();
}
double time_limit(const Case& q) { return has_rotating_edge(q) ? judged::k_free_edge_time_error : k_time_error; }

/// A shape laid on itself: no direction of parting is better than its opposite.
bool same_at_start(const MovingShape& a, const MovingShape& b) {
  if (a.index() != b.index()) return false;
  if (const auto* circle = std::get_if<MovingCircle>(&a)) {
    const auto& other = std::get<MovingCircle>(b);
    return circle->from == other.from && circle->radius == other.radius && circle->hollow == other.hollow;
  }
  if (const auto* segment = std::get_if<MovingSegment>(&a)) {
    return segment->from.ends == std::get<MovingSegment>(b).from.ends;
  }
  const auto* polygon = std::get_if<MovingPolygon>(&a);
  return polygon == nullptr || std::ranges::equal(polygon->from, std::get<MovingPolygon>(b).from);
}

bool finite(Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); }

TEST(Laws, EveryAnswerIsSound) {
  expect_law(20000, [](const Case& q, Random&) -> Finding {
    const auto [outcome, contact] = time_of_impact(q.a, q.b);
    if (outcome == Outcome::unanswerable) return "every pair has an answer";
    if (outcome == Outcome::miss) return holds(contact.t == 0 && contact.normal == Vec2{}, "a miss has no contact");
    if (!(contact.t >= 0 && contact.t <= 1)) return "t is within the step";
    if (!finite(contact.point) || !finite(contact.normal)) return "numbers are finite";
    if (!(std::abs(length(contact.normal) - 1) <= 1e-15)) return "the normal has length 1";
    if (outcome == Outcome::hit) return holds(contact.depth == 0, "only an overlap has a depth");
    return holds(contact.t == 0 && contact.depth >= 0 && std::isfinite(contact.depth),
                 "an overlap has a depth, and t = 0");
  });
}

TEST(Laws, SwappingMirrorsTheNormalAndNothingElse) {
  expect_law(20000, [](const Case& q, Random&) -> Finding {
    const Impact one = time_of_impact(q.a, q.b);
    const Impact other = time_of_impact(q.b, q.a);
    if (one.outcome != other.outcome) return "another outcome";
    if (one.contact.t != other.contact.t) return "another time";
    if (one.contact.point != other.contact.point) return "another point";
    if (one.contact.side != other.contact.side) return "another side";
    if (one.contact.depth != other.contact.depth) return "another depth";
    if (one.outcome == Outcome::overlap && same_at_start(q.a, q.b)) return std::string();
    return holds(one.contact.normal == -other.contact.normal, "the normal is not the opposite one");
  });
}

TEST(Laws, ScalingByAPowerOfTwoIsExact) {
  expect_law(6000, [](const Case& q, Random& random) -> Finding {
    remade::Magnitudes before;
    before.add(q.a);
    before.add(q.b);
    const double factor = std::ldexp(1.0, random.range(-80, 80));
    // Terms of degree four must neither overflow nor come near the smallest doubles, where rounding is another one.
    const auto in_range = [](double x) { return x > 0x1p-100 && x < 0x1p190; };
    if (!in_range(before.least) || !in_range(before.greatest)) return k_does_not_apply;
    if (!in_range(factor * before.least) || !in_range(factor * before.greatest)) return k_does_not_apply;
    const auto a = remade(q.a, remade::Scaled{factor});
    const auto b = remade(q.b, remade::Scaled{factor});
    const Impact one = time_of_impact(q.a, q.b);
    const Impact other = time_of_impact(a.shape, b.shape);
    if (one.outcome != other.outcome) return "another outcome";
    if (one.contact.t != other.contact.t) return "another time";
    if (one.contact.normal != other.contact.normal) return "another normal";
    if (one.contact.side != other.contact.side) return "another side";
    if (factor * one.contact.depth != other.contact.depth) return "another depth";
    return holds(factor * one.contact.point == other.contact.point, "another point");
  });
}

TEST(Laws, MovingBothMovesThePointAlone) {
  expect_law(6000, [](const Case& q, Random& random) -> Finding {
    remade::Magnitudes size;
    size.add(q.a);
    size.add(q.b);
    const double unit = std::ldexp(1.0, std::ilogb(std::max(size.greatest, 1e-290)) + random.range(-8, 24));
    const Vec2 by{unit * random.range(-9, 9), unit * random.range(-9, 9)};
    const auto a = remade(q.a, remade::Translated{by});
    const auto b = remade(q.b, remade::Translated{by});
    if (!a.exact || !b.exact) return k_does_not_apply;
    const Impact one = time_of_impact(q.a, q.b);
    const Impact other = time_of_impact(a.shape, b.shape);
    if (one.outcome != other.outcome) return "another outcome";
    if (one.outcome != Outcome::hit) return std::string();
    if (one.contact.t != other.contact.t) return "another time";
    if (one.contact.normal != other.contact.normal) return "another normal";
    if (one.contact.side != other.contact.side) return "another side";
    const double off = length(other.contact.point - (one.contact.point + by));
    return holds(off <= 1e-15 * (size.greatest + length(by)) * 4, "another point");
  });
}

// A hit later in the step is still there, a miss still a miss. (A graze exactly at the new start would be none.)
TEST(Laws, StartingLaterAgrees) {
  expect_law(3000, [](const Case& q, Random& random) -> Finding {
    const Impact whole = time_of_impact(q.a, q.b);
    if (whole.outcome == Outcome::overlap) return k_does_not_apply;
    const double s = 0.125 * random.range(1, 7);
    if (whole.outcome == Outcome::hit && s >= whole.contact.t - 1e-12) return k_does_not_apply;
    const auto a = remade(q.a, remade::StartedLater{s});
    const auto b = remade(q.b, remade::StartedLater{s});
    if (!a.exact || !b.exact) return k_does_not_apply;
    const Impact rest = time_of_impact(a.shape, b.shape);
    const double expected = (whole.contact.t - s) / (1 - s);
    const double error = time_limit(q) * (1 + 1 / (1 - s));
    const bool same = rest.outcome == whole.outcome &&
                      (rest.outcome == Outcome::miss || std::abs(rest.contact.t - expected) <= error);
    if (same) return holds(rest.contact.side == whole.contact.side, "another side");
    return holds(has_rotating_edge(q) && both_stand(a, b), "another answer");
  });
}

// Apart at both ends, they meet forwards exactly if they meet backwards, and the way out is not before the way in; what
// overlaps at the start and not at the end is met at its exit when time runs backwards.
TEST(Laws, ReversingTimeTurnsEntryIntoExit) {
  expect_law(2000, [](const Case& q, Random& random) -> Finding {
    const auto a = remade(q.a, remade::Backwards{});
    const auto b = remade(q.b, remade::Backwards{});
    if (!a.exact || !b.exact) return k_does_not_apply;
    const Impact forwards = time_of_impact(q.a, q.b);
    const Impact backwards = time_of_impact(a.shape, b.shape);
    const State start = state_at(q.a, q.b, 0);
    const State end = state_at(q.a, q.b, 1);
    if ((start == State::overlap) != (forwards.outcome == Outcome::overlap)) return "overlap at the start";
    if ((end == State::overlap) != (backwards.outcome == Outcome::overlap)) return "overlap at the end";
    if (start == State::apart && end == State::overlap) return holds(forwards.outcome == Outcome::hit, "no way in");
    if (end != State::apart) return std::string();
    const double limit = time_limit(q);
    const double exit = 1 - backwards.contact.t;
    if (start == State::apart) {
      if (forwards.outcome != backwards.outcome) {
        return holds(has_rotating_edge(q) && both_stand(a, b), "met one way only");
      }
      if (forwards.outcome == Outcome::miss) return std::string();
      return holds(exit >= forwards.contact.t - 2 * limit, "out before in");
    }
    if (start != State::overlap) return std::string();
    if (backwards.outcome != Outcome::hit) return "no way out";
    const double later = exit + 2 * limit + random.uniform(0, 1) * (1 - exit);
    return holds(later >= 1 || has_rotating_edge(q) || state_at(q.a, q.b, later) == State::apart, "not yet out");
  });
}

TEST(Laws, NothingOverlapsBeforeTheHit) {
  expect_law(2000, [](const Case& q, Random& random) -> Finding {
    const Impact impact = time_of_impact(q.a, q.b);
    if (impact.outcome == Outcome::overlap) return holds(state_at(q.a, q.b, 0) == State::overlap, "no overlap");
    const bool apart = state_at(q.a, q.b, 0) == State::apart;
    const double last = impact.outcome == Outcome::hit ? impact.contact.t - time_limit(q) : 1;
    for (int i = 0; i < 4; ++i) {
      const double t = i == 0 ? last : random.uniform(0, 1) * last;
      if (t < 0) continue;
      const State state = state_at(q.a, q.b, t);
      if (state == State::overlap) return "overlap before the hit";
      if (apart && state != State::apart) return "touch before the hit";
    }
    return std::string();
  });
}

}  // namespace
}  // namespace carom
