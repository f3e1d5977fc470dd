#include "world/rule_book.hpp"

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

TEST(RuleBook, WithoutRulesAllBodiesAreAlikeAndNothingMatches) {
  RuleBook book;
  EXPECT_TRUE(book.empty());
  const RuleClass ball = book.class_of(body("ball", {"round"}));
  EXPECT_EQ(ball, book.class_of(body("", {}, 7)));
  EXPECT_NE(ball, RuleBook::edges_class());
  EXPECT_EQ(book.match(ball, ball).rule, nullptr);
  EXPECT_EQ(book.match(ball, RuleBook::edges_class()).rule, nullptr);
}

TEST(RuleBook, AWordIsANameOrATagAndOtherWordsDoNotCount) {
  RuleBook book({rule("rocket", "wall")});
  EXPECT_FALSE(book.empty());
  const RuleClass rocket = book.class_of(body("rocket"));
  const RuleClass wall = book.class_of(body("brick", {"red", "wall"}));
  EXPECT_EQ(wall, book.class_of(body("wall")));
  EXPECT_NE(rocket, wall);
  EXPECT_NE(book.match(rocket, wall).rule, nullptr);
  EXPECT_EQ(book.match(rocket, rocket).rule, nullptr);
  EXPECT_EQ(book.match(wall, wall).rule, nullptr);
  EXPECT_EQ(book.match(rocket, book.class_of(body("tree"))).rule, nullptr);
  EXPECT_EQ(book.match(rocket, RuleBook::edges_class()).rule, nullptr);
}

TEST(RuleBook, SaysWhoIsFirst) {
  RuleBook book({rule("rocket", "wall")});
  const RuleClass rocket = book.class_of(body("rocket"));
  const RuleClass wall = book.class_of(body("wall"));
  EXPECT_TRUE(book.match(rocket, wall).first_is_a);
  EXPECT_FALSE(book.match(wall, rocket).first_is_a);
  // Both are both: a is first, whichever way round they are asked.
  const RuleClass one = book.class_of(body("one", {"rocket", "wall"}));
  EXPECT_TRUE(book.match(one, one).first_is_a);
  EXPECT_TRUE(book.match(one, wall).first_is_a);
  EXPECT_FALSE(book.match(wall, one).first_is_a);
}

TEST(RuleBook, AnythingIsAnyBodyAndTheEdges) {
  RuleBook book({rule("*", "ball")});
  const RuleClass ball = book.class_of(body("ball"));
  const RuleClass tree = book.class_of(body("tree"));
  EXPECT_FALSE(book.match(ball, tree).first_is_a);
  EXPECT_TRUE(book.match(tree, ball).first_is_a);
  EXPECT_FALSE(book.match(ball, RuleBook::edges_class()).first_is_a);
  EXPECT_NE(book.match(ball, RuleBook::edges_class()).rule, nullptr);
  EXPECT_EQ(book.match(tree, RuleBook::edges_class()).rule, nullptr);
}

TEST(RuleBook, TheEdgesAreNoTag) {
  RuleBook book({rule("ball", "bounds")});
  const RuleClass ball = book.class_of(body("ball"));
  const RuleClass liar = book.class_of(body("tree", {"bounds", "*"}));
  EXPECT_NE(book.match(ball, RuleBook::edges_class()).rule, nullptr);
  EXPECT_TRUE(book.match(ball, RuleBook::edges_class()).first_is_a);
  EXPECT_EQ(book.match(ball, liar).rule, nullptr);
  EXPECT_EQ(liar, book.class_of(body("stone")));
}

TEST(RuleBook, ABodyWithoutNameIsMeantByItsNumber) {
  RuleBook book({rule("#12", "*")});
  const RuleClass meant = book.class_of(body("", {}, 12));
  EXPECT_NE(book.match(meant, RuleBook::edges_class()).rule, nullptr);
  EXPECT_EQ(book.match(book.class_of(body("", {}, 1)), RuleBook::edges_class()).rule, nullptr);
  EXPECT_EQ(book.match(book.class_of(body("ball", {}, 12)), RuleBook::edges_class()).rule, nullptr);
}

TEST(RuleBook, TheLastRuleWinsAlsoOverAMoreSpecialOne) {
  RuleBook book({rule("ball", "wall", Response::slide), rule("*", "*", Response::rebound)});
  const RuleClass ball = book.class_of(body("ball"));
  const RuleClass wall = book.class_of(body("wall"));
  EXPECT_EQ(book.match(ball, wall).rule->response, Response::rebound);
  EXPECT_TRUE(book.match(wall, ball).first_is_a);
}

TEST(RuleBook, ACopyAnswersFromItsOwnRules) {
  RuleBook copy;
  RuleClass ball = 0;
  {
    RuleBook book({rule("ball", "*", Response::slide)});
    ball = book.class_of(body("ball"));
    copy = book;
    EXPECT_NE(copy.match(ball, ball).rule, book.match(ball, ball).rule);
  }
  EXPECT_EQ(copy.match(ball, ball).rule->response, Response::slide);
  EXPECT_EQ(copy.class_of(body("ball")), ball);
}

TEST(RuleBook, MoreClassesThanTheTableHolds) {
  std::vector<Rule> rules;
  constexpr std::uint64_t k_many = 700;
  for (std::uint64_t k = 0; k + 1 < k_many; ++k) {
    rules.push_back(rule("#" + std::to_string(k), "#" + std::to_string(k + 1)));
  }
  RuleBook book(rules);
  std::vector<RuleClass> classes;
  for (std::uint64_t k = 0; k < k_many; ++k) classes.push_back(book.class_of(body("", {}, k)));
  for (std::size_t k = 0; k + 1 < k_many; ++k) {
    ASSERT_NE(book.match(classes[k], classes[k + 1]).rule, nullptr);
    EXPECT_EQ(book.match(classes[k], classes[k + 1]).rule->between[0], "#" + std::to_string(k));
    EXPECT_TRUE(book.match(classes[k], classes[k + 1]).first_is_a);
    EXPECT_FALSE(book.match(classes[k + 1], classes[k]).first_is_a);
    EXPECT_EQ(book.match(classes[k], classes[(k + 2) % k_many]).rule, nullptr);
  }
}

/// The sentence of the scene file, word by word.
bool means(const std::string& word, const Body* body) {
  if (word == "*") return true;
  if (body == nullptr) return word == "bounds";
  return word != "bounds" && (body->name == word || body->has_tag(word));
}

RC_GTEST_PROP(RuleBook, FindsWhatReadingAllRulesFinds, ()) {
  const auto words = rc::gen::elementOf(std::vector<std::string>{"*", "bounds", "x", "y", "z"});
  const auto pairs = *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(words, words));
  std::vector<Rule> rules;
  for (const auto& [first, second] : pairs) rules.push_back(rule(first, second));
  RuleBook book(rules);

  const auto some_body = [&] {
    return body(*rc::gen::element<std::string>("x", "y", "other"),
                *rc::gen::container<std::vector<std::string>>(words));
  };
  const Body a = some_body();
  const Body b = some_body();
  const bool edges = *rc::gen::arbitrary<bool>();
  const Body* second = edges ? nullptr : &b;
  const RuleClass class_a = book.class_of(a);
  const RuleClass class_b = edges ? RuleBook::edges_class() : book.class_of(b);

  const RuleBook::Match found = book.match(class_a, class_b);
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
