#include "world/rules/effects.hpp"

#include <gtest/gtest.h>

/// Effects as they run in a world: two discs that overlap, one step, one rule that changes no motion.
namespace carom {
namespace {

BodyDef disc(std::string name, Vec2 at, std::vector<std::string> tags = {}) {
  BodyDef def;
  def.name = std::move(name);
  def.at = at;
  def.tags = std::move(tags);
  return def;
}

BodyDef healthy(BodyDef def, double health) {
  def.health = health;
  return def;
}

Rule rule(std::string first, std::string second, std::vector<Effect> after) {
  Rule made;
  made.between = {std::move(first), std::move(second)};
  made.response = Response::none;
  made.after = std::move(after);
  return made;
}

World world_of(std::vector<Rule> rules, const std::vector<BodyDef>& bodies, std::optional<Bounds> bounds = {}) {
  WorldSettings settings;
  settings.detection = Detection::overlap;
  settings.rules = std::move(rules);
  settings.bounds = bounds;
  World world = World::make(std::move(settings)).value();
  for (const BodyDef& def : bodies) EXPECT_TRUE(world.add(def).ok());
  return world;
}

/// "destroy cue, mark #1 charred, …"
std::string told(const std::vector<Effect>& effects) {
  struct Teller {
    std::string operator()(const SoundEffect& e) const { return "sound " + e.sound; }
    std::string operator()(const NotifyEffect& e) const { return "notify " + e.text; }
    std::string operator()(const DestroyEffect& e) const { return "destroy " + e.who; }
    std::string operator()(const SpawnEffect& e) const { return "spawn " + e.body.name; }
    std::string operator()(const MarkEffect& e) const { return "mark " + e.who + " " + e.as; }
    std::string operator()(const DamageEffect& e) const { return "damage " + e.to; }
  };
  std::string all;
  for (const Effect& effect : effects) all += (all.empty() ? "" : ", ") + std::visit(Teller{}, effect);
  return all;
}

/// Runs one step in which one contact must happen, and tells its effects.
std::string step(World& world) {
  world.step();
  EXPECT_EQ(world.events().size(), 1U);
  return world.events().empty() ? "no event" : told(world.events()[0].effects);
}

/// `rocket` hits `brick`, a wall; `bystander` is called wall too, but far away.
std::string crash(World& world, const std::vector<Effect>& effects, std::string first = "rocket",
                  std::string second = "wall") {
  world = world_of(
      {rule(std::move(first), std::move(second), effects)},
      {disc("rocket", {0, 0}, {"fast"}), disc("brick", {1.5, 0}, {"wall"}), disc("bystander", {9, 0}, {"wall"})});
  return step(world);
}

class Effects : public ::testing::Test {
 protected:
  World world = world_of({}, {});
};

TEST_F(Effects, SoundsAndMessagesAreTold) {
  EXPECT_EQ(crash(world, {SoundEffect{"bang"}, NotifyEffect{"hello"}}), "sound bang, notify hello");
}

TEST_F(Effects, DestroyByNameTagAndRole) {
  EXPECT_EQ(crash(world, {DestroyEffect{"rocket"}}), "destroy rocket");
  EXPECT_FALSE(world.find("rocket"));
  EXPECT_EQ(world.body_count(), 2U);
  EXPECT_EQ(crash(world, {DestroyEffect{"wall"}}), "destroy brick");
  EXPECT_TRUE(world.find("bystander"));
  EXPECT_EQ(crash(world, {DestroyEffect{"first"}}), "destroy rocket");
  EXPECT_EQ(crash(world, {DestroyEffect{"second"}}), "destroy brick");
}

TEST_F(Effects, RolesFollowTheRuleNotTheOrderOfCreation) {
  EXPECT_EQ(crash(world, {DestroyEffect{"first"}}, "wall", "rocket"), "destroy brick");
  EXPECT_EQ(crash(world, {DestroyEffect{"second"}}, "wall", "rocket"), "destroy rocket");
  EXPECT_EQ(crash(world, {DestroyEffect{"first"}}, "*", "*"), "destroy rocket");
}

TEST_F(Effects, ANameReachesABodyThatIsElsewhere) {
  EXPECT_EQ(crash(world, {DestroyEffect{"bystander"}, MarkEffect{"#7", "lost"}}), "destroy bystander");
  EXPECT_FALSE(world.find("bystander"));
}

TEST_F(Effects, OfTwoWithTheTagBothAreMeant) {
  world = world_of({rule("ball", "ball", {DestroyEffect{"ball"}})},
                   {disc("", {0, 0}, {"ball"}), disc("", {1, 0}, {"ball"}), disc("", {9, 0}, {"ball"})});
  EXPECT_EQ(step(world), "destroy #0, destroy #1");
  EXPECT_EQ(world.body_count(), 1U);
}

TEST_F(Effects, ABodyThatIsGoneIsNotTouchedAgain) {
  EXPECT_EQ(crash(world, {DestroyEffect{"first"}, DestroyEffect{"rocket"}, MarkEffect{"first", "late"},
                          MarkEffect{"fast", "late"}, SoundEffect{"end"}}),
            "destroy rocket, sound end");
}

TEST_F(Effects, MarkAddsATagOnce) {
  EXPECT_EQ(crash(world, {MarkEffect{"wall", "charred"}, MarkEffect{"second", "charred"}}),
            "mark brick charred, mark brick charred");
  EXPECT_EQ(world.body(*world.find("brick"))->tags, (std::vector<std::string>{"wall", "charred"}));
  EXPECT_EQ(world.body(*world.find("bystander"))->tags, std::vector<std::string>{"wall"});
}

TEST_F(Effects, SpawnStandsAtTheContactPoint) {
  BodyDef smoke = disc("smoke", {0, 3});
  smoke.lifetime = 0.3;
  EXPECT_EQ(crash(world, {SpawnEffect{smoke}}), "spawn smoke");
  const Vec2 point = world.events()[0].point;
  const Body* body = world.body(*world.find("smoke"));
  EXPECT_EQ(body->state.at, (Vec2{point.x, point.y + 3}));
  EXPECT_EQ(body->serial, 3U);
  EXPECT_TRUE(body->expires.has_value());
}

TEST_F(Effects, SpawnsGetNamesThatAreFree) {
  EXPECT_EQ(crash(world, {SpawnEffect{disc("rocket", {0, 5})}, SpawnEffect{disc("rocket", {0, 8})},
                          SpawnEffect{disc("", {0, 11})}}),
            "spawn rocket#2, spawn rocket#3, spawn #5");
  EXPECT_TRUE(world.find("rocket#3"));
}

TEST_F(Effects, ASpawnTakesTheNameOfOneDestroyedBefore) {
  EXPECT_EQ(crash(world, {DestroyEffect{"rocket"}, SpawnEffect{disc("rocket", {0, 5})}}),
            "destroy rocket, spawn rocket");
  EXPECT_EQ(world.body(*world.find("rocket"))->serial, 3U);
}

/// Health of the soldiers after a blast at about (0.75, 0) of 30 over a radius of 4.
std::vector<double> blasted(World& world, const DamageEffect& damage, std::string& effects) {
  world = world_of({rule("rocket", "wall", {damage})},
                   {disc("rocket", {0, 0}), disc("brick", {1.5, 0}, {"wall"}),
                    healthy(disc("near", {-2.5, 0}, {"soldier"}), 100), healthy(disc("far", {-6, 0}, {"soldier"}), 100),
                    healthy(disc("weak", {0.75, 3.5}, {"soldier"}), 30), disc("statue", {0.75, -3}, {"soldier"})});
  effects = step(world);
  std::vector<double> health;
  for (const char* const name : {"near", "far", "weak"}) {
    const auto id = world.find(name);
    health.push_back(id ? *world.body(*id)->health : 0);
  }
  return health;
}

TEST_F(Effects, DamageHurtsThoseWithinItsRadiusAndRemovesTheDead) {
  std::string effects;
  EXPECT_EQ(blasted(world, {30, 4, "soldier"}, effects), (std::vector<double>{70, 100, 0}));
  EXPECT_EQ(effects, "damage near, damage weak");
  EXPECT_FALSE(world.find("weak"));
  EXPECT_TRUE(world.find("statue"));
  EXPECT_EQ(blasted(world, {29, 4, "weak"}, effects), (std::vector<double>{100, 100, 1}));
  EXPECT_EQ(effects, "damage weak");
}

TEST_F(Effects, DamageThatHitsNothingIsReportedAsWritten) {
  std::string effects;
  EXPECT_EQ(blasted(world, {30, 1, "soldier"}, effects), (std::vector<double>{100, 100, 30}));
  EXPECT_EQ(effects, "damage soldier");
  blasted(world, {30, 4, "first"}, effects);  // has no health
  EXPECT_EQ(effects, "damage first");
}

TEST_F(Effects, DamageByRole) {
  world = world_of({rule("wall", "rocket", {DamageEffect{5, 10, "first"}})},
                   {healthy(disc("rocket", {0, 0}), 20), healthy(disc("wall", {1.5, 0}), 20)});
  EXPECT_EQ(step(world), "damage wall");
  EXPECT_EQ(world.body(*world.find("wall"))->health, 15);
  EXPECT_EQ(world.body(*world.find("rocket"))->health, 20);
}

TEST_F(Effects, DamageReachesAcrossPeriodicEdges) {
  world = world_of({rule("rocket", "wall", {DamageEffect{5, 3, "soldier"}})},
                   {disc("rocket", {0.5, 5}), disc("wall", {2, 5}), healthy(disc("left", {18.5, 5}, {"soldier"}), 20),
                    healthy(disc("middle", {10, 5}, {"soldier"}), 20)},
                   Bounds{{0, 0}, {20, 20}, Edges::periodic});
  EXPECT_EQ(step(world), "damage left");
  EXPECT_EQ(world.body(*world.find("left"))->health, 15);
}

TEST_F(Effects, TheEdgesAreNoBody) {
  const std::vector<Effect> effects = {DestroyEffect{"second"}, MarkEffect{"bounds", "hit"}, DestroyEffect{"first"}};
  world =
      world_of({rule("ball", "bounds", effects)}, {disc("ball", {0.5, 5})}, Bounds{{0, 0}, {10, 10}, Edges::rebound});
  EXPECT_EQ(step(world), "destroy ball");
  world =
      world_of({rule("bounds", "ball", effects)}, {disc("ball", {0.5, 5})}, Bounds{{0, 0}, {10, 10}, Edges::rebound});
  EXPECT_EQ(step(world), "destroy ball");
}

}  // namespace
}  // namespace carom
