#include "carom/io/query.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "carom/io/answer.hpp"

namespace carom {
namespace {

std::string answered(std::string_view line) {
  const QueryLine question = read_query(line);
  return answer_line(question.id, answer(question));
}

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(std::string(CAROM_SOURCE_DIR) + file, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

constexpr std::string_view k_rotating_line =
    R"({"id":"","a":{"segment":{"ends":[[0,0],[2,0]],"from":{"at":[0,0]},"to":{"at":[0,0],"angle":1}}},)"
    R"("b":{"segment":{"from":[[4,1],[9,1]]}}})";

TEST(Query, AnswersEveryKindOfShape) {
  const std::string ball = R"({"circle":{"radius":1,"from":[-5,0],"to":[5,0]}})";
  for (const std::string other : {R"({"border":{"x":1}})", R"({"segment":{"from":[[1,-2],[1,2]]}})",
                                  R"({"polygon":{"from":[[1,-2],[3,-2],[3,2],[1,2]]}})"}) {
    const auto line = R"({"id":"q","a":)" + ball + R"(,"b":)" + other + "}";
    const auto json = nlohmann::json::parse(answered(line));
    EXPECT_EQ(json["result"], "hit") << line;
    EXPECT_NEAR(json["t"].get<double>(), 0.5, 1e-13) << line;
  }
}

TEST(Query, BodiesThatTurn) {
  // A quarter turn of a rod about its end; it stands at 60° when it meets the disc.
  const std::string rod =
      R"({"segment":{"ends":[[0,0],[2,0]],"from":{"at":[5,0]},"to":{"at":[5,0],"angle":1.5707963267948966}}})";
  const auto json =
      nlohmann::json::parse(answered(R"({"id":"q","a":)" + rod + R"(,"b":{"circle":{"radius":0.5,"from":[5,1]}}})"));
  EXPECT_EQ(json["result"], "hit");
  EXPECT_NEAR(json["t"].get<double>(), 2.0 / 3, 1e-9);
  EXPECT_NEAR(json["point"][0].get<double>(), 5 + 0.5 * std::sqrt(0.75), 1e-9);
  // With every kind of shape that does not turn; those given by their vertices stand still.
  for (const std::string other : {R"({"border":{"y":1}})", R"({"segment":{"from":[[4,1],[9,1]]}})",
                                  R"({"polygon":{"from":[[4,1],[9,1],[9,2],[4,2]]}})"}) {
    const auto line = R"({"id":"q","a":)" + other + R"(,"b":)" + rod + "}";
    const auto meets = nlohmann::json::parse(answered(line));
    EXPECT_EQ(meets["result"], "hit") << line;
    EXPECT_NEAR(meets["t"].get<double>(), 1.0 / 3, 1e-9) << line;
  }
}

TEST(Query, AQuestionKnowsWhoseKernelsItIsFor) {
  const auto rotating_query = read_query(k_rotating_line);
  ASSERT_TRUE(rotating_query.query);
  EXPECT_FALSE(moving(rotating_query.query.value().a));
  EXPECT_TRUE(rotating(rotating_query.query.value().a));
  EXPECT_TRUE(rotating(rotating_query.query.value().b));  // it stands still, as a body
  const Query mixed{"", MovingSegment{{{{{0, 0}, {1, 0}}}}, {{{{0, 0}, {2, 0}}}}, {}}, rotating_query.query.value().a};
  EXPECT_FALSE(answer(mixed));
}

TEST(Query, EveryWrongRequestIsAnsweredWithItsReason) {
  const auto requests = lines_of("/tests/query/bad_requests.jsonl");
  const auto expected = lines_of("/tests/query/bad_requests.expected.jsonl");
  ASSERT_GT(requests.size(), 100U);
  ASSERT_EQ(requests.size(), expected.size());
  for (std::size_t k = 0; k < requests.size(); ++k) EXPECT_EQ(answered(requests[k]), expected[k]) << "line " << k + 1;
}

TEST(Query, TheIdIsKeptWhereverItStands) {
  EXPECT_EQ(read_query(R"({"a":{"circle":{"radius":NaN}},"id":"late"})").id, "late");
  EXPECT_EQ(read_query(R"({"id":"","a":1})").id, "");
  EXPECT_EQ(read_query(R"({"\u0069d":"escaped key"})").id, "escaped key");
  EXPECT_EQ(read_query(R"({"id":1})").id, std::nullopt);
  EXPECT_EQ(read_query(R"({"id":"one","id":"two"})").id, std::nullopt);
  EXPECT_EQ(read_query(R"({"id":"cut off")").id, std::nullopt);
  EXPECT_EQ(read_query(R"([{"id":"not here"}])").id, std::nullopt);
}

TEST(Query, ExpectIsIgnoredWhateverItHolds) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  for (const std::string& expect :
       {std::string("null"), std::string(R"({"t":0,"t":1})"), std::string("[NaN,1e999]"), deep}) {
    const auto line = read_query(R"({"id":"e","expect":)" + expect +
                                 R"(,"a":{"border":{"x":0}},"b":{"circle":{"radius":1,"from":[0,0]}}})");
    EXPECT_TRUE(line.query) << line.query.error().reason;
  }
}

TEST(Query, BlanksAndLineEndsDoNotMatter) {
  const auto line = read_query(
      " {\t\"id\" : \"x\" , \"a\":{\"border\":{\"x\": 0 }}, \"b\":{\"circle\":{\"radius\":1,\"from\":[ 0,0 ]}}} \r");
  EXPECT_TRUE(line.query);
}

/// Is `text` an answer of `carom query`?
void check_answer(const std::string& text) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  RC_ASSERT(json.is_object());
  std::string keys;
  for (const auto& [key, value] : json.items()) keys += key + " ";
  const bool known = keys == "id error " || keys == "id result " || keys == "id result t point normal side " ||
                     keys == "id result t point normal side depth ";
  RC_ASSERT(known);
  const bool reasoned = keys != "id error " || !json["error"].get<std::string>().empty();
  RC_ASSERT(reasoned);
}

const std::array<std::string, 7> k_valid{
    R"({"id":"1","a":{"circle":{"radius":1,"from":[-5,0],"to":[5,0],"hollow":false}},"b":{"border":{"x":1}}})",
    R"({"id":"2","a":{"segment":{"from":[[0,0],[1,0]],"to":[[0,5],[1,6]]}},"b":{"border":{"y":-1e-3}},"expect":{"t":1}})",
    R"({"id":"3","a":{"polygon":{"from":[[0,0],[2,0],[2,2],[0,2]]}},"b":{"circle":{"radius":0,"from":[9,9],"to":[1,1]}}})",
    R"({"id":"4","a":{"polygon":{"from":[[0,0],[1,0],[0,1]],"to":[[4,4],[5,4],[4,5]],"hollow":true}},)"
    R"("b":{"segment":{"from":[[9,9],[8,9]]}}})",
    R"({"id":"5","a":{"circle":{"radius":3,"from":[0,0],"hollow":true}},"b":{"circle":{"radius":1,"from":[0,0],"to":[7,0]}}})",
    R"({"id":"6","a":{"polygon":{"vertices":[[-1,-1],[1,-1],[1,1]],"from":{"at":[0,3],"angle":1},"to":{"at":[0,-3],"angle":9}}},)"
    R"("b":{"segment":{"from":[[-9,0],[9,0]]}}})",
    R"({"id":"7","a":{"segment":{"ends":[[0,0],[2,0]],"from":{"at":[0,0]},"to":{"at":[0,0],"angle":-3}}},)"
    R"("b":{"circle":{"radius":0.5,"from":[0,-1]}}})"};

const std::array<std::string, 24> k_scraps{"NaN",
                                           "1e999",
                                           "-1",
                                           "0",
                                           "1e60",
                                           "[",
                                           "]",
                                           "{",
                                           "}",
                                           "\"",
                                           ",",
                                           ":",
                                           "\\",
                                           "null",
                                           "true",
                                           "[[0,0],[1,0]]",
                                           "\xff",
                                           "\"id\"",
                                           "1e-320",
                                           "Infinity",
                                           "\xEF\xBB\xBF",
                                           " ",
                                           "\"to\":[0,0],",
                                           "e"};

RC_GTEST_PROP(Query, ByteSoupIsAnswered, (const std::string& soup)) { check_answer(answered(soup)); }

RC_GTEST_PROP(Query, MutatedRequestsAreAnswered, ()) {
  std::string line = *rc::gen::elementOf(k_valid);
  const int edits = *rc::gen::inRange(1, 6);
  for (int k = 0; k < edits; ++k) {
    const auto at = *rc::gen::inRange<std::size_t>(0, line.size() + 1);
    const auto length = *rc::gen::inRange<std::size_t>(0, 4);
    line.replace(at, length, *rc::gen::element<bool>(true, false) ? *rc::gen::elementOf(k_scraps) : "");
  }
  check_answer(answered(line));
}

}  // namespace
}  // namespace carom
