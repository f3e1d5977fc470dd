#include "io/record/difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::io {
namespace {

using Json = nlohmann::ordered_json;

TEST(Difference, Ulps) {
  EXPECT_EQ(ulps_between(1, 1), 0U);
  EXPECT_EQ(ulps_between(1, std::nextafter(1, 2)), 1U);
  EXPECT_EQ(ulps_between(std::nextafter(1, 0), std::nextafter(1, 2)), 2U);
  EXPECT_EQ(ulps_between(0.0, -0.0), 0U);
  EXPECT_EQ(ulps_between(-5e-324, 5e-324), 2U);
  EXPECT_EQ(two_numbers(1, std::nextafter(1, 2)), "1 and 1.0000000000000002, by 2.22e-16 (1 ulp)");
}

TEST(Difference, OfJsonNamesThePlace) {
  const auto a = Json::parse(R"({"x":[1,{"y":2.5}],"w":1,"s":"a","only":0})");
  auto b = a;
  EXPECT_FALSE(json_difference(a, b, {}));
  b["w"] = 9;
  EXPECT_FALSE(json_difference(a, b, {"w"}));
  b["x"][1]["y"] = 3.5;
  b["s"] = "b";
  const auto found = json_difference(a, b, {"w"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->place, "/x/1/y");
  EXPECT_EQ(found->text.substr(0, 19), "2.5 and 3.5, by 1 (");
  EXPECT_EQ(found->count, 2U);
  b = a;
  b.erase("only");
  EXPECT_EQ(json_difference(a, b, {})->text, "0 and nothing");
  EXPECT_EQ(json_difference(b, a, {})->place, "/only");
  b = a;
  b["x"].push_back(1);
  EXPECT_EQ(json_difference(a, b, {})->text, "2 and 3 entries");
}

TEST(Difference, TheSignOfZeroCounts) { EXPECT_TRUE(json_difference(Json(0.0), Json(-0.0), {})); }

TEST(Difference, OfFrames) {
  const RecordedFrame a{1, {{0, {{1, 2}, {3, 4}, 5, 6}}, {3, {{7, 8}, {}, 0, 0}}}};
  RecordedFrame b = a;
  EXPECT_FALSE(frame_difference(a, b));
  b.bodies[1].state.at = {10, 12};
  EXPECT_EQ(frame_difference(a, b)->substr(0, 27), "x of body #3: 7 and 10, by ");
  EXPECT_EQ(largest_distance(a, b), 5);
  b = a;
  b.bodies.erase(b.bodies.begin());
  EXPECT_EQ(*frame_difference(a, b), "body #0 is only in the first one");
  EXPECT_EQ(largest_distance(a, b), 0);
  b = a;
  b.bodies.pop_back();
  EXPECT_EQ(*frame_difference(a, b), "2 and 1 bodies");
  b = a;
  b.t = 2;
  EXPECT_EQ(frame_difference(a, b)->substr(0, 24), "the times of the frames:");
}

}  // namespace
}  // namespace carom::io
