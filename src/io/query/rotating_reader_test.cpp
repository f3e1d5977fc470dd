#include "io/query/rotating_reader.hpp"

#include <gtest/gtest.h>

#include "io/query/shape_reader.hpp"

namespace carom::io {
namespace {

std::optional<QueryShape> read(std::string_view text, std::string* fault = nullptr) {
  const auto tree = JsonTree::parse(text);
  Reading in(tree.value());
  auto shape = read_shape(in, &tree.value().root());
  if (fault != nullptr && in.first_fault()) *fault = in.first_fault()->place + ": " + in.first_fault()->reason;
  return shape;
}

TEST(RotatingReader, Polygons) {
  const auto shape = read(
      R"({"polygon":{"vertices":[[0,0],[1,0],[0,1]],"from":{"at":[1,2],"angle":3},"to":{"at":[4,5],"angle":-6},"hollow":true}})");
  ASSERT_TRUE(shape);
  const auto& polygon = std::get<QueryRotatingPolygon>(*shape);
  EXPECT_EQ(polygon.turn.from, (Pose{{1, 2}, 3}));
  EXPECT_EQ(polygon.turn.to, (Pose{{4, 5}, -6}));
  EXPECT_TRUE(polygon.polygon.hollow());
  EXPECT_EQ(polygon.polygon.vertices()[1], (Vec2{1, 0}));
  EXPECT_EQ(std::get<RotatingPolygon>(*rotating(*shape)).turn.from, polygon.turn.from);
}

TEST(RotatingReader, WhatIsLeftOut) {
  const auto resting = read(R"({"segment":{"ends":[[0,0],[1,0]],"from":{"at":[1,2],"angle":3}}})");
  ASSERT_TRUE(resting);
  EXPECT_EQ(std::get<RotatingSegment>(*resting).turn.to, (Pose{{1, 2}, 3}));
  const auto sliding = read(R"({"segment":{"ends":[[0,0],[1,0]],"from":{"at":[1,2],"angle":3},"to":{"at":[0,0]}}})");
  ASSERT_TRUE(sliding);
  EXPECT_EQ(std::get<RotatingSegment>(*sliding).turn.to, (Pose{{0, 0}, 3}));
  const auto upright = read(R"({"segment":{"ends":[[0,0],[1,0]],"from":{"at":[1,2]}}})");
  ASSERT_TRUE(upright);
  EXPECT_EQ(std::get<RotatingSegment>(*upright).turn.from.angle, 0);
}

TEST(RotatingReader, WhatIsWrong) {
  std::string fault;
  EXPECT_FALSE(read(R"({"segment":{"ends":[[0,0],[1,0]],"from":{"at":[1,2],"angle":2e4}}})", &fault));
  EXPECT_EQ(fault, "/segment/from/angle: expected an angle from -1e4 to 1e4, found 20000");
  EXPECT_FALSE(read(R"({"segment":{"ends":[[0,0],[1e-120,0]],"from":{"at":[1,2]}}})", &fault));
  EXPECT_EQ(fault, "/segment/ends: expected a point at least 1e-100 from \"at\", found none");
}

TEST(RotatingReader, WhatStandsStillBecomesABodyAboutItsMiddle) {
  const auto tree = JsonTree::parse("{}");
  Reading in(tree.value());
  QueryShape shape = *read(R"({"polygon":{"from":[[1000,0],[1002,0],[1002,4]]}})");
  let_turn(in, shape, "/a");
  const auto& polygon = std::get<QueryRotatingPolygon>(shape);
  EXPECT_EQ(polygon.turn.from.at, (Vec2{1001, 2}));
  EXPECT_EQ(polygon.turn.from, polygon.turn.to);
  EXPECT_EQ(polygon.polygon.vertices()[2], (Vec2{1, 2}));
  QueryShape segment = *read(R"({"segment":{"from":[[1000,0],[1002,0]]}})");
  let_turn(in, segment, "/a");
  EXPECT_EQ(std::get<RotatingSegment>(segment).segment.ends[0], (Vec2{-1, 0}));
  QueryShape circle = MovingCircle{1, {0, 0}, {1, 0}};
  let_turn(in, circle, "/a");
  EXPECT_TRUE(std::holds_alternative<MovingCircle>(circle));
  EXPECT_EQ(in.first_fault(), nullptr);
}

TEST(RotatingReader, WhatGoesVertexByVertexCannotMeetABodyThatTurns) {
  const auto tree = JsonTree::parse("{}");
  Reading in(tree.value());
  QueryShape shape = *read(R"({"segment":{"from":[[0,0],[1,0]],"to":[[0,0],[2,0]]}})");
  let_turn(in, shape, "/b");
  ASSERT_NE(in.first_fault(), nullptr);
  EXPECT_EQ(in.first_fault()->place, "/b/segment/to");
}

}  // namespace
}  // namespace carom::io
