#include "io/scene/scene_rules.hpp"

#include <gtest/gtest.h>

#include "io/scene/scene_faults_test.hpp"

namespace carom {
namespace {

Rule rule_of(std::string_view text) {
  const auto scene = read_scene(R"({"carom": 1, "rules": [)" + std::string(text) + "]}");
  EXPECT_TRUE(scene);
  return scene ? scene.value().world.rules.front() : Rule();
}

std::string effect_fault(std::string_view effect) {
  return rule_faults(R"({"between": ["*", "*"], "after": [)" + std::string(effect) + "]}");
}

TEST(SceneRules, Defaults) {
  const Rule rule = rule_of(R"({"between": ["a", "bounds"]})");
  EXPECT_EQ(rule.between[0], "a");
  EXPECT_EQ(rule.between[1], "bounds");
  EXPECT_EQ(rule.response, Response::impulse);
  EXPECT_EQ(rule.restitution, std::nullopt);
  EXPECT_TRUE(rule.before.empty());
  EXPECT_TRUE(rule.after.empty());
}

TEST(SceneRules, OneWayIsReadAndWritten) {
  const auto scene = read_scene(
      R"({"carom": 1, "rules": [{"between": ["a", "b"], "one_way": [0.5, -1]}], "bodies": [{"circle": {"radius": 1}}]})");
  ASSERT_TRUE(scene);
  const std::string text = write_scene(scene.value());
  EXPECT_NE(text.find(R"("one_way": [0.5, -1.0])"), std::string::npos) << text;
  EXPECT_EQ(read_scene(text).value().world.rules.front().one_way, (Vec2{0.5, -1}));
  EXPECT_EQ(rule_faults(R"({"between": ["*", "*"], "one_way": [0, 0]})"),
            "/rules/0/one_way: expected a direction, found [0, 0]");
}

TEST(SceneRules, EffectsInTheirOrder) {
  const Rule rule = rule_of(R"({"between": ["a", "b"], "response": "slide", "restitution": 0.5,
    "before": [{"sound": "hit"}, {"notify": "hello"}],
    "after": [{"destroy": "a"}, {"spawn": {"circle": {"radius": 0.5}, "name": "e", "lifetime": 0.3, "at": [0, 1]}},
              {"mark": {"who": "second", "as": "charred"}}, {"damage": {"amount": 50, "radius": 4, "to": "c"}}]})");
  EXPECT_EQ(rule.response, Response::slide);
  EXPECT_EQ(rule.restitution, 0.5);
  ASSERT_EQ(rule.before.size(), 2U);
  ASSERT_EQ(rule.after.size(), 4U);
  EXPECT_EQ(std::get<SoundEffect>(rule.before[0]).sound, "hit");
  EXPECT_EQ(std::get<NotifyEffect>(rule.before[1]).text, "hello");
  EXPECT_EQ(std::get<DestroyEffect>(rule.after[0]).who, "a");
  EXPECT_EQ(std::get<SpawnEffect>(rule.after[1]).body.lifetime, 0.3);
  EXPECT_EQ(std::get<SpawnEffect>(rule.after[1]).body.at, (Vec2{0, 1}));
  EXPECT_EQ(std::get<MarkEffect>(rule.after[2]).who, "second");
  EXPECT_EQ(std::get<MarkEffect>(rule.after[2]).as, "charred");
  EXPECT_EQ(std::get<DamageEffect>(rule.after[3]).amount, 50);
  EXPECT_EQ(std::get<DamageEffect>(rule.after[3]).radius, 4);
  EXPECT_EQ(std::get<DamageEffect>(rule.after[3]).to, "c");
}

TEST(SceneRules, BetweenIsTwo) {
  EXPECT_EQ(rule_faults("{}"), "/rules/0/between: missing key \"between\"");
  EXPECT_EQ(rule_faults(R"({"between": ["a"]})"),
            R"(/rules/0/between: expected two names or tags ["a", "b"], found an array of 1)");
  EXPECT_EQ(rule_faults(R"({"between": ["a", 1]})"), "/rules/0/between/1: expected a string, found 1");
  EXPECT_EQ(rule_faults(R"({"between": ["first", "b"]})"),
            R"(/rules/0/between/0: expected a name, a tag, "*" or "bounds", found the string "first")");
  EXPECT_EQ(rule_faults(R"({"between": ["bounds", "bounds"]})"),
            "/rules/0/between: the edges of the world never meet themselves: expected a name, a tag or \"*\" beside "
            "\"bounds\"");
}

TEST(SceneRules, AnEffectIsOneOfSix) {
  EXPECT_EQ(
      effect_fault("{}"),
      R"(/rules/0/after/0: expected exactly one effect, "sound", "notify", "destroy", "spawn", "mark" or "damage", found none)");
  EXPECT_EQ(
      effect_fault(R"({"sound": "x", "destroy": "y"})"),
      R"(/rules/0/after/0: expected exactly one effect, "sound", "notify", "destroy", "spawn", "mark" or "damage", found "sound" and "destroy")");
  EXPECT_EQ(effect_fault(R"({"destory": "x"})"),
            R"(/rules/0/after/0/destory: unknown key "destory", did you mean "destroy"?)");
  EXPECT_EQ(effect_fault("1"), "/rules/0/after/0: expected an object, found 1");
}

TEST(SceneRules, EffectsAreChecked) {
  EXPECT_EQ(effect_fault(R"({"sound": 1})"), "/rules/0/after/0/sound: expected a string, found 1");
  EXPECT_EQ(effect_fault(R"({"destroy": "bounds"})"),
            R"(/rules/0/after/0/destroy: expected a name, a tag, "first" or "second", found the string "bounds")");
  EXPECT_EQ(effect_fault(R"({"mark": {"who": "a"}})"), "/rules/0/after/0/mark/as: missing key \"as\"");
  EXPECT_EQ(effect_fault(R"({"mark": {"who": "a", "as": "first"}})"),
            "/rules/0/after/0/mark/as: \"first\" has a meaning of its own in rules: expected another name");
  EXPECT_EQ(effect_fault(R"({"damage": {"amount": 1, "to": "a"}})"),
            "/rules/0/after/0/damage/radius: missing key \"radius\"");
  EXPECT_EQ(effect_fault(R"({"damage": {"amount": -1, "radius": 1, "to": "a"}})"),
            "/rules/0/after/0/damage/amount: expected a number from 0 to 1e60, found -1");
  EXPECT_EQ(effect_fault(R"({"spawn": {"circle": {"radius": 0}}})"),
            "/rules/0/after/0/spawn/circle/radius: expected a number above 0, up to 1e60, found 0");
  EXPECT_EQ(effect_fault(R"({"spawn": {"circle": {"radius": 1}, "name": "#3"}})"),
            "/rules/0/after/0/spawn/name: \"#3\" is what a body without a name is called: expected another name");
}

TEST(SceneRules, ResponsesAreWords) {
  EXPECT_EQ(
      rule_faults(R"({"between": ["a", "b"], "response": "bounce"})"),
      R"(/rules/0/response: expected "impulse", "rebound", "slide", "none", "ignore" or "merge", found the string "bounce")");
  EXPECT_EQ(rule_faults(R"({"between": ["a", "b"], "before": {}})"),
            "/rules/0/before: expected an array of effects, found an object");
}

}  // namespace
}  // namespace carom
