#include "contact/law.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

struct LawState : World::State {
  explicit LawState(double restitution, std::vector<Rule> of = {}) {
    settings.restitution = restitution;
    settings.rules = std::move(of);
    rules = RuleTable(settings.rules);
  }
};

RuleClass class_of(World::State& state, std::string name) {
  Body body;
  body.name = std::move(name);
  return state.rules.class_of(body);
}

TEST(Law, RestitutionIsTheWorldsOrThePairsOwn) {
  const LawState state(0.7);
  const double low = 0.2;
  const double high = 0.9;
  EXPECT_EQ(law_between(state, {}, {}).restitution, 0.7);
  EXPECT_EQ(law_between(state, {&high, false, 0}, {}).restitution, 0.9);
  EXPECT_EQ(law_between(state, {&high, false, 0}, {&low, false, 0}).restitution, 0.2);
  EXPECT_EQ(law_between(state, {}, {}).response, Response::impulse);
  EXPECT_EQ(law_between(state, {}, {}).rule, nullptr);
}

TEST(Law, RestitutionByTheSpeed) {
  LawState state(0.7, {{{"ball", "*"}, Response::impulse, 0.5, {}, {}},
                       {{"felt", "*"}, Response::impulse, {}, {}, {}, Viscoelastic{0.25}}});
  state.settings.restitution_law = RestitutionTable{{1, 1}, {3, 0}};
  const double own = 0.2;
  const ContactSide other{nullptr, false, class_of(state, "other")};
  const ContactSide ball{nullptr, false, class_of(state, "ball")};
  const ContactSide felt{&own, false, class_of(state, "felt")};
  EXPECT_EQ(law_between(state, other, other).at_speed(2).restitution, 0.5) << "the world's law, not its number";
  EXPECT_EQ(law_between(state, other, {&own, false, other.rules}).at_speed(2).restitution, 0.2) << "a body's own";
  EXPECT_EQ(law_between(state, ball, other).at_speed(2).restitution, 0.5) << "a rule's number";
  EXPECT_EQ(law_between(state, ball, other).restitution_law, nullptr);
  EXPECT_EQ(law_between(state, felt, ball).at_speed(32).restitution, 0.5) << "a rule's law before a body's own";
  const Law met = law_between(state, other, other).at_speed(2);
  EXPECT_EQ(met.restitution_law, nullptr);
  EXPECT_EQ(met.at_speed(9).restitution, 0.5) << "it has been asked";
  EXPECT_TRUE(takes_energy(state.settings));
  EXPECT_FALSE(takes_energy(WorldSettings{}));
}

TEST(Law, AOneWayRuleStopsTheSecondFromOneSide) {
  LawState state(1, {{{"ramp", "ball"}, Response::impulse, {}, {}, {}, {}, Vec2{1, 2}}});
  const ContactSide ramp{nullptr, false, class_of(state, "ramp")};
  const ContactSide ball{nullptr, false, class_of(state, "ball")};
  const Law ball_is_a = law_between(state, ball, ramp);
  const Law ball_is_b = law_between(state, ramp, ball);
  for (const Vec2 normal : {Vec2{0, 1}, Vec2{1, 0}, Vec2{-0.6, 0.8}, Vec2{0.8, -0.6}, Vec2{0, -1}, Vec2{2, -1}}) {
    const bool stops = dot(normal, Vec2{1, 2}) > 0;
    EXPECT_EQ(ball_is_a.lets_pass(normal), !stops);
    EXPECT_EQ(ball_is_b.lets_pass(-normal), !stops);
  }
  EXPECT_FALSE(ball_is_a.lets_pass()) << "without a normal it is not known";
  EXPECT_FALSE(law_between(state, ball, ball).lets_pass(Vec2{0, -1}));
}

TEST(Law, FrictionIsTheWorldsOrThePairsOwn) {
  LawState state(1);
  state.settings.friction = 0.3;
  ContactSide low;
  low.friction = 0.25;
  ContactSide high;
  high.friction = 4;
  EXPECT_EQ(law_between(state, {}, {}).friction, 0.3);
  EXPECT_EQ(law_between(state, high, {}).friction, 4);
  EXPECT_EQ(law_between(state, {}, low).friction, 0.25);
  EXPECT_EQ(law_between(state, high, low).friction, 1);
}

TEST(Law, TheLastRuleThatMatchesCounts) {
  LawState state(1, {{{"ball", "*"}, Response::slide, {}, {}, {}},
                     {{"wall", "ball"}, Response::rebound, 0.5, {}, {}},
                     {{"wall", "door"}, Response::none, {}, {}, {}}});
  const double own = 0.25;
  const ContactSide ball{&own, false, class_of(state, "ball")};
  const ContactSide wall{nullptr, false, class_of(state, "wall")};
  const Law met = law_between(state, ball, wall);
  EXPECT_EQ(met.rule, &state.rules.match(ball.rules, wall.rules).rule[0]);
  EXPECT_EQ(met.response, Response::rebound);
  EXPECT_EQ(met.restitution, 0.5) << "a rule's counts before the bodies' own";
  EXPECT_FALSE(met.first_is_a) << "the rule names the wall first";
  EXPECT_TRUE(law_between(state, wall, ball).first_is_a);
  const Law edge = law_between(state, ball, {});
  EXPECT_EQ(edge.response, Response::slide) << "edges are anything too";
  EXPECT_EQ(edge.restitution, 0.25);
}

TEST(Law, SensorsMoveNothingWhateverTheRuleSays) {
  LawState state(
      1, {{{"ball", "ball"}, Response::impulse, {}, {}, {}}, {{"ball", "ghost"}, Response::ignore, {}, {}, {}}});
  const ContactSide ball{nullptr, false, class_of(state, "ball")};
  const ContactSide feeler{nullptr, true, class_of(state, "ball")};
  const ContactSide ghost{nullptr, true, class_of(state, "ghost")};
  EXPECT_EQ(law_between(state, ball, feeler).response, Response::none);
  EXPECT_NE(law_between(state, ball, feeler).rule, nullptr) << "its effects run";
  EXPECT_EQ(law_between(state, ball, ghost).response, Response::ignore);
  EXPECT_EQ(law_between(state, ball, ball).response, Response::impulse);
}

TEST(Law, PairsThatPass) {
  const auto lets_pass = [](Response response) {
    Law law;
    law.response = response;
    return law.lets_pass();
  };
  EXPECT_TRUE(lets_pass(Response::none));
  EXPECT_TRUE(lets_pass(Response::ignore));
  EXPECT_FALSE(lets_pass(Response::impulse));
  EXPECT_FALSE(lets_pass(Response::rebound));
  EXPECT_FALSE(lets_pass(Response::slide));
}

TEST(Law, ACustomResponseMovesNoFixedBody) {
  const Encounter e{{1, 0}, {-2, 0}, {1, 0}, 0.5, 0, 1};
  const Aftermath after = custom_aftermath({{4, 1}, {9, 9}}, e);
  EXPECT_EQ(after.velocity_a, (Vec2{4, 1}));
  EXPECT_EQ(after.velocity_b, (Vec2{1, 0}));
  EXPECT_EQ(after.impulse, 2 * length(Vec2{6, 1}));
}

TEST(Law, EnergyAndMomentumThatAContactBrought) {
  const Encounter e{{1, 0}, {-2, 0}, {1, 0}, 0.5, 1, 1};
  const Aftermath after{{1, 1}, {3, 0}, 0};
  EXPECT_EQ(energy_gained(e, after), 0.5 * 2 * (2 - 4) + 0.5 * (9 - 1));
  EXPECT_EQ(momentum_gained(e, after), (Vec2{2 * 3 + 2, 2}));
  EXPECT_EQ(energy_gained({{1, 0}, {-2, 0}, {1, 0}, 0, 0, 1}, after), 0) << "two fixed bodies have none";
  const Aftermath exchanged = respond(Response::impulse, e);
  EXPECT_NEAR(energy_gained(e, exchanged), 0, 1e-15);
  EXPECT_NEAR(length(momentum_gained(e, exchanged)), 0, 1e-15);
}

}  // namespace
}  // namespace carom::detail
