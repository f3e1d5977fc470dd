// Every public vector, read as `carom query` reads it and answered by the kernels.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "carom/io/query.hpp"
#include "carom/toi/time_of_impact.hpp"

namespace carom {
namespace {

std::string in_words(Outcome outcome) {
  return outcome == Outcome::hit ? "hit" : outcome == Outcome::miss ? "miss" : "overlap";
}

/// The answer told from b: the same, with the normal mirrored.
void expect_mirrored(const Impact& impact, const Impact& swapped) {
  EXPECT_EQ(impact.outcome, swapped.outcome);
  EXPECT_EQ(impact.contact.t, swapped.contact.t);
  EXPECT_EQ(impact.contact.point, swapped.contact.point);
  EXPECT_EQ(impact.contact.normal, -swapped.contact.normal);
  EXPECT_EQ(impact.contact.side, swapped.contact.side);
  EXPECT_EQ(impact.contact.depth, swapped.contact.depth);
}

struct Worst {
  double t = 0;
  double normal = 0;
};

void expect_answer(const nlohmann::json& expect, const Impact& impact, Worst& worst) {
  ASSERT_EQ(in_words(impact.outcome), expect["result"].get<std::string>());
  if (expect.contains("t")) {
    const double error = std::abs(impact.contact.t - expect["t"].get<double>());
    EXPECT_LE(error, 1e-13);
    worst.t = std::max(worst.t, error);
  }
  if (expect.contains("normal")) {
    const Vec2 normal{expect["normal"][0].get<double>(), expect["normal"][1].get<double>()};
    const double error = length(impact.contact.normal - normal);
    EXPECT_LE(error, 1e-9);
    worst.normal = std::max(worst.normal, error);
  }
  if (expect.contains("side")) {
    EXPECT_EQ(impact.contact.side == Side::inner ? "inner" : "outer", expect["side"].get<std::string>());
  }
}

TEST(Vectors, EveryPublicOneIsAnsweredRight) {
  std::ifstream file(std::string(CAROM_SOURCE_DIR) + "/tests/vectors/query.jsonl");
  ASSERT_TRUE(file);
  Worst worst;
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    SCOPED_TRACE(line);
    const QueryLine question = read_query(line);
    ASSERT_TRUE(question.query.ok());
    const MovingShape a = *moving(question.query.value().a);
    const MovingShape b = *moving(question.query.value().b);
    const Impact impact = time_of_impact(a, b);
    expect_answer(nlohmann::json::parse(line)["expect"], impact, worst);
    expect_mirrored(impact, time_of_impact(b, a));
  }
  EXPECT_EQ(count, 1520);
  std::printf("vectors: %d answered, t within %.2e, normals within %.2e\n", count, worst.t, worst.normal);
}

}  // namespace
}  // namespace carom
