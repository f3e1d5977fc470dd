#include "carom/io/answer.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

const Contact k_contact{.t = 0.5, .point = {1, -0.0}, .normal = {-1, 1e-320}, .side = Side::inner, .depth = 1e60};

TEST(Answer, AMissHasIdAndResultOnly) {
  EXPECT_EQ(answer_line("m", Impact{Outcome::miss, k_contact}), R"({"id":"m","result":"miss"})");
}

TEST(Answer, AHitHasAllButDepth) {
  EXPECT_EQ(answer_line("h", Impact{Outcome::hit, k_contact}),
            R"({"id":"h","result":"hit","t":0.5,"point":[1.0,-0.0],"normal":[-1.0,1e-320],"side":"inner"})");
}

TEST(Answer, AnOverlapHasAll) {
  Contact contact = k_contact;
  contact.t = 0;
  contact.side = Side::outer;
  EXPECT_EQ(answer_line("o", Impact{Outcome::overlap, contact}),
            R"({"id":"o","result":"overlap","t":0.0,"point":[1.0,-0.0],"normal":[-1.0,1e-320],"side":"outer",)"
            R"("depth":1e+60})");
}

TEST(Answer, AnErrorSaysWhereAndWhat) {
  EXPECT_EQ(answer_line("e", Error{"/a/circle/radius", "expected a number, found \"1\""}),
            R"({"id":"e","error":"/a/circle/radius: expected a number, found \"1\""})");
  EXPECT_EQ(answer_line(std::nullopt, Error{"", "expected an object"}), R"({"id":null,"error":"expected an object"})");
}

TEST(Answer, IdsComeBackAsTheyWere) {
  EXPECT_EQ(answer_line("", Impact{}), R"({"id":"","result":"miss"})");
  EXPECT_EQ(answer_line("line\n\"quote\" \\ é", Impact{}),
            "{\"id\":\"line\\n\\\"quote\\\" \\\\ é\",\"result\":\"miss\"}");
}

}  // namespace
}  // namespace carom
