#include <gtest/gtest.h>

#include "carom/io/answer.hpp"

namespace carom {
namespace {

/// The words for shape `a` of a request.
std::string words(const std::string& shape) {
  const auto line = read_query(R"({"id":"","b":{"circle":{"radius":1,"from":[0,0]}},"a":)" + shape + "}");
  return line.query ? in_words(line.query.value().a) : line.query.error().reason;
}

TEST(Readable, ShapesInWords) {
  EXPECT_EQ(words(R"({"circle":{"radius":1,"from":[-5,0],"to":[5,0.25]}})"),
            "disc of radius 1 from (-5, 0) to (5, 0.25)");
  EXPECT_EQ(words(R"({"circle":{"radius":1.5,"from":[0,0],"hollow":true}})"), "ring of radius 1.5 at (0, 0)");
  EXPECT_EQ(words(R"({"circle":{"radius":0,"from":[0,0]}})"), "point at (0, 0)");
  EXPECT_EQ(words(R"({"border":{"y":-1}})"), "border y = -1");
  EXPECT_EQ(words(R"({"segment":{"from":[[0,0],[1,0]]}})"), "segment (0, 0) (1, 0)");
  EXPECT_EQ(words(R"({"segment":{"from":[[0,0],[1,0]],"to":[[0,0],[0,1]]}})"),
            "segment (0, 0) (1, 0), going to (0, 0) (0, 1)");
  EXPECT_EQ(words(R"({"polygon":{"from":[[0,0],[1,0],[0,1]],"to":[[2,1],[3,1],[2,2]]}})"),
            "triangle (0, 0) (1, 0) (0, 1), moving by (2, 1)");
  EXPECT_EQ(words(R"({"polygon":{"from":[[0,0],[1,0],[1,1],[0,1]],"hollow":true}})"),
            "arena (0, 0) (1, 0) (1, 1) (0, 1)");
  EXPECT_EQ(words(R"({"polygon":{"from":[[0,0],[1,0],[2,1],[2,2],[1,3],[0,3],[-1,1]]}})"),
            "polygon (0, 0) (1, 0) (2, 1) (2, 2) (1, 3) (0, 3) …");
}

TEST(Readable, RotatingShapesInWords) {
  EXPECT_EQ(words(R"({"polygon":{"vertices":[[0,0],[1,0],[0,1]],"from":{"at":[2,1]},"to":{"at":[3,1],"angle":0.5}}})"),
            "triangle (0, 0) (1, 0) (0, 1), from (2, 1) turned by 0 to (3, 1) turned by 0.5");
  EXPECT_EQ(words(R"({"segment":{"ends":[[0,0],[1,0]],"from":{"at":[2,1],"angle":3}}})"),
            "segment (0, 0) (1, 0), at (2, 1) turned by 3");
}

TEST(Readable, QuestionAndAnswer) {
  const auto question =
      read_query(R"({"id":"two\u001b[31m","a":{"circle":{"radius":1,"from":[0,0]}},"b":{"border":{"x":0.5}}})");
  EXPECT_EQ(readable_answer(question, Impact{Outcome::overlap, {0, {0.5, 0}, {-1, -0.0}, Side::outer, 0.5}}),
            "two\\x1b[31m\n"
            "  a:  disc of radius 1 at (0, 0)\n"
            "  b:  border x = 0.5\n"
            "  overlap at t = 0, point (0.5, 0), normal (-1, 0), outer side, depth 0.5\n");
  EXPECT_EQ(readable_answer(question, Impact{}),
            "two\\x1b[31m\n"
            "  a:  disc of radius 1 at (0, 0)\n"
            "  b:  border x = 0.5\n"
            "  miss\n");
}

TEST(Readable, Errors) {
  const auto question = read_query("{}");
  EXPECT_EQ(readable_answer(question, question.query.error()), "(no id)\n  error: /id: missing key \"id\"\n");
}

}  // namespace
}  // namespace carom
