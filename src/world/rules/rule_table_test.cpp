#include "world/rules/rule_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom::detail {
namespace {

Body body(std::string name, std::vector<std::string> tags = {}, std::uint64_t serial = 0) {
  Body made;
  made.serial = serial;
  made.name = std::move(name);
  made.tags = std::move(tags);
  return made;
}

Rule rule(std::string first, std::string second, Response response = Response::none) {
  Rule made;
  made.between = {std::move(first), std::move(second)};
  made.response = response;
  return made;
}

TEST(RuleTable, WithoutRulesAllBodiesAreAlikeAndNothingMatches) {
  RuleTable record_contact;
  EXPECT_TRUE(record_contact.empty());
  const RuleClass ball = record_contact.class_of(body("ball", {"round"}));
  EXPECT_EQ(ball, record_contact.class_of(body("", {}, 7)));
  EXPECT_NE(ball, RuleTable::edges_class());
  EXPECT_EQ(record_contact.match(ball, ball).rule, nullptr);
  EXPECT_EQ(record_contact.match(ball, RuleTable::edges_class()).rule, nullptr);
}

TEST(RuleTable, AWordIsANameOrATagAndOtherWordsDoNotCount) {
  RuleTable record_contact({rule("rocket", "wall")});
  EXPECT_FALSE(record_contact.empty());
  const RuleClass rocket = record_contact.class_of(body("rocket"));
  const RuleClass wall = record_contact.class_of(body("brick", {"red", "wall"}));
  EXPECT_EQ(wall, record_contact.class_of(body("wall")));
  EXPECT_NE(rocket, wall);
  EXPECT_NE(record_contact.match(rocket, wall).rule, nullptr);
  EXPECT_EQ(record_contact.match(rocket, rocket).rule, nullptr);
  EXPECT_EQ(record_contact.match(wall, wall).rule, nullptr);
  EXPECT_EQ(record_contact.match(rocket, record_contact.class_of(body("tree"))).rule, nullptr);
  EXPECT_EQ(record_contact.match(rocket, RuleTable::edges_class()).rule, nullptr);
}

TEST(RuleTable, SaysWhichIsFirst) {
  RuleTable record_contact({rule("rocket", "wall")});
  const RuleClass rocket = record_contact.class_of(body("rocket"));
  const RuleClass wall = record_contact.class_of(body("wall"));
  EXPECT_TRUE(record_contact.match(rocket, wall).first_is_a);
  EXPECT_FALSE(record_contact.match(wall, rocket).first_is_a);
  // Both are both: a is first, in either order of the two.
  const RuleClass one = record_contact.class_of(body("one", {"rocket", "wall"}));
  EXPECT_TRUE(record_contact.match(one, one).first_is_a);
  EXPECT_TRUE(record_contact.match(one, wall).first_is_a);
  EXPECT_FALSE(record_contact.match(wall, one).first_is_a);
}

TEST(RuleTable, AnythingIsAnyBodyAndTheEdges) {
  RuleTable record_contact({rule("*", "ball")});
  const RuleClass ball = record_contact.class_of(body("ball"));
  const RuleClass tree = record_contact.class_of(body("tree"));
  EXPECT_FALSE(record_contact.match(ball, tree).first_is_a);
  EXPECT_TRUE(record_contact.match(tree, ball).first_is_a);
  EXPECT_FALSE(record_contact.match(ball, RuleTable::edges_class()).first_is_a);
  EXPECT_NE(record_contact.match(ball, RuleTable::edges_class()).rule, nullptr);
  EXPECT_EQ(record_contact.match(tree, RuleTable::edges_class()).rule, nullptr);
}

TEST(RuleTable, TheEdgesAreNoTag) {
  RuleTable record_contact({rule("ball", "bounds")});
  const RuleClass ball = record_contact.class_of(body("ball"));
  const RuleClass liar = record_contact.class_of(body("tree", {"bounds", "*"}));
  EXPECT_NE(record_contact.match(ball, RuleTable::edges_class()).rule, nullptr);
  EXPECT_TRUE(record_contact.match(ball, RuleTable::edges_class()).first_is_a);
  EXPECT_EQ(record_contact.match(ball, liar).rule, nullptr);
  EXPECT_EQ(liar, record_contact.class_of(body("stone")));
}

TEST(RuleTable, ABodyWithoutNameIsMeantByItsNumber) {
  RuleTable record_contact({rule("#12", "*")});
  const RuleClass meant = record_contact.class_of(body("", {}, 12));
  EXPECT_NE(record_contact.match(meant, RuleTable::edges_class()).rule, nullptr);
  EXPECT_EQ(record_contact.match(record_contact.class_of(body("", {}, 1)), RuleTable::edges_class()).rule, nullptr);
  EXPECT_EQ(record_contact.match(record_contact.class_of(body("ball", {}, 12)), RuleTable::edges_class()).rule,
            nullptr);
}

TEST(RuleTable, TheLastRuleWinsAlsoOverAMoreSpecialOne) {
  RuleTable record_contact({rule("ball", "wall", Response::slide), rule("*", "*", Response::rebound)});
  const RuleClass ball = record_contact.class_of(body("ball"));
  const RuleClass wall = record_contact.class_of(body("wall"));
  EXPECT_EQ(record_contact.match(ball, wall).rule->response, Response::rebound);
  EXPECT_TRUE(record_contact.match(wall, ball).first_is_a);
}

TEST(RuleTable, ACopyAnswersFromItsOwnRules) {
  RuleTable copy;
  RuleClass ball = 0;
  {
    RuleTable record_contact({rule("ball", "*", Response::slide)});
    ball = record_contact.class_of(body("ball"));
    copy = record_contact;
    EXPECT_NE(copy.match(ball, ball).rule, record_contact.match(ball, ball).rule);
  }
  EXPECT_EQ(copy.match(ball, ball).rule->response, Response::slide);
  EXPECT_EQ(copy.class_of(body("ball")), ball);
}

TEST(RuleTable, MoreClassesThanTheTableHolds) {
  std::vector<Rule> rules;
  constexpr std::uint64_t k_many = 700;
  for (std::uint64_t k = 0; k + 1 < k_many; ++k) {
    rules.push_back(rule("#" + std::to_string(k), "#" + std::to_string(k + 1)));
  }
  RuleTable record_contact(rules);
  std::vector<RuleClass> classes;
  for (std::uint64_t k = 0; k < k_many; ++k) classes.push_back(record_contact.class_of(body("", {}, k)));
  for (std::size_t k = 0; k + 1 < k_many; ++k) {
    ASSERT_NE(record_contact.match(classes[k], classes[k + 1]).rule, nullptr);
    EXPECT_EQ(record_contact.match(classes[k], classes[k + 1]).rule->between[0], "#" + std::to_string(k));
    EXPECT_TRUE(record_contact.match(classes[k], classes[k + 1]).first_is_a);
    EXPECT_FALSE(record_contact.match(classes[k + 1], classes[k]).first_is_a);
    EXPECT_EQ(record_contact.match(classes[k], classes[(k + 2) % k_many]).rule, nullptr);
  }
}

/// The sentence of the scene file, word by word.
bool means(const std::string& word, const Body* body) {
  if (word == "*") return true;
  if (body == nullptr) return word == "bounds";
  return word != "bounds" && (body->name == word || body->has_tag(word));
}

RC_GTEST_PROP(RuleTable, FindsWhatReadingAllRulesFinds, ()) {
  const auto words = rc::gen::elementOf(std::vector<std::string>{"*", "bounds", "x", "y", "z"});
  const auto pairs = *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(words, words));
  std::vector<Rule> rules;
  for (const auto& [first, second] : pairs) rules.push_back(rule(first, second));
  RuleTable record_contact(rules);

  const auto some_body = [&] {
    return body(*rc::gen::element<std::string>("x", "y", "other"),
                *rc::gen::container<std::vector<std::string>>(words));
  };
  const Body a = some_body();
  const Body b = some_body();
  const bool edges = *rc::gen::arbitrary<bool>();
  const Body* second = edges ? nullptr : &b;
  const RuleClass class_a = record_contact.class_of(a);
  const RuleClass class_b = edges ? RuleTable::edges_class() : record_contact.class_of(b);

  const RuleTable::Match found = record_contact.match(class_a, class_b);
  for (std::size_t k = rules.size(); k-- > 0;) {
    const bool straight = means(rules[k].between[0], &a) && means(rules[k].between[1], second);
    const bool crossed = means(rules[k].between[1], &a) && means(rules[k].between[0], second);
    if (!straight && !crossed) continue;
    RC_ASSERT(found.rule != nullptr);
    RC_ASSERT(found.rule->between == rules[k].between);
    RC_ASSERT(found.first_is_a == straight);
    return;
  }
  RC_ASSERT(found.rule == nullptr);
}

}  // namespace
}  // namespace carom::detail
