// Every public vector, recomputed: the oracle must agree before anything is measured against it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "oracle.hpp"

namespace carom::oracle {
namespace {

using Json = nlohmann::json;

[[nodiscard]] Vec2 point(const Json& j) { return {j[0].get<double>(), j[1].get<double>()}; }

[[nodiscard]] std::vector<Vec2> points(const Json& j) {
  std::vector<Vec2> result;
  for (const Json& p : j) result.push_back(point(p));
  return result;
}

// Owns what a polygon's view refers to.
struct Parsed {
  std::vector<Vec2> from;
  std::vector<Vec2> to;
  MovingShape shape;
};

[[nodiscard]] std::unique_ptr<Parsed> parse(const Json& j) {
  auto result = std::make_unique<Parsed>();
  if (j.contains("border")) {
    const Json& b = j["border"];
    result->shape = b.contains("x") ? Border{Axis::x, b["x"]} : Border{Axis::y, b["y"]};
    return result;
  }
  const Json& s = j.begin().value();
  const Json& to = s.contains("to") ? s["to"] : s["from"];
  const bool hollow = s.value("hollow", false);
  if (j.contains("circle")) {
    result->shape = MovingCircle{s["radius"], point(s["from"]), point(to), hollow};
    return result;
  }
  result->from = points(s["from"]);
  result->to = points(to);
  if (j.contains("segment")) {
    result->shape = MovingSegment{{{result->from[0], result->from[1]}}, {{result->to[0], result->to[1]}}, {}};
  } else {
    result->shape = MovingPolygon{result->from, result->to, {}, hollow, false, Winding::counterclockwise};
  }
  return result;
}

[[nodiscard]] std::filesystem::path vectors_path() {
  if (const char* given = std::getenv("CAROM_VECTORS")) return given;
#ifdef CAROM_SOURCE_DIR
  return std::filesystem::path(CAROM_SOURCE_DIR) / "tests/vectors/query.jsonl";
#else
  return std::filesystem::path(__FILE__).parent_path().parent_path() / "vectors/query.jsonl";
#endif
}

TEST(OracleSlow, AgreesWithEveryPublicVector) {
  std::ifstream file(vectors_path());
  ASSERT_TRUE(file) << "no vectors at " << vectors_path();
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    const Json j = Json::parse(line);
    const Json& expect = j["expect"];
    const auto a = parse(j["a"]);
    const auto b = parse(j["b"]);
    const Truth truth_ab = truth(a->shape, b->shape);
    const Truth truth_ba = truth(b->shape, a->shape);
    const std::string result = truth_ab.outcome == Outcome::hit    ? "hit"
                               : truth_ab.outcome == Outcome::miss ? "miss"
                                                                   : "overlap";
    EXPECT_EQ(result, expect["result"].get<std::string>()) << line;
    EXPECT_EQ(truth_ab.outcome, truth_ba.outcome) << line;
    EXPECT_EQ(truth_ab.t, truth_ba.t) << line;
    if (expect.contains("t")) {
      EXPECT_NEAR(truth_ab.t, expect["t"].get<double>(), 1e-13) << line;
    }
    if (expect.contains("side")) {
      EXPECT_EQ(truth_ab.side == Side::inner ? "inner" : "outer", expect["side"].get<std::string>()) << line;
    }
    ++count;
  }
  EXPECT_EQ(count, 1520);
}

}  // namespace
}  // namespace carom::oracle
