#include "io/query/shape_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace carom::io {
namespace {

/// The shape in `text`, which must be right.
QueryShape shape(std::string_view text) {
  const auto tree = JsonTree::parse(text);
  Reading in(tree.value());
  auto read = read_shape(in, &tree.value().root());
  EXPECT_TRUE(read) << in.first_fault()->reason;
  return read ? *std::move(read) : Border{};
}

std::string fault(std::string_view text) {
  const auto tree = JsonTree::parse(text);
  Reading in(tree.value());
  const auto read = read_shape(in, &tree.value().root());
  EXPECT_EQ(read.has_value(), !in.first_fault());
  return in.first_fault() ? in.first_fault()->place + ": " + in.first_fault()->reason : "";
}

TEST(ShapeReader, Circles) {
  const auto disc = std::get<MovingCircle>(shape(R"({"circle":{"radius":2,"from":[1,-3]}})"));
  EXPECT_EQ(disc.radius, 2);
  EXPECT_EQ(disc.from, (Vec2{1, -3}));
  EXPECT_EQ(disc.to, disc.from);
  EXPECT_FALSE(disc.hollow);
  const auto ring = std::get<MovingCircle>(shape(R"({"circle":{"hollow":true,"to":[4,5],"from":[1,-3],"radius":0}})"));
  EXPECT_EQ(ring.to, (Vec2{4, 5}));
  EXPECT_TRUE(ring.hollow);
}

TEST(ShapeReader, Borders) {
  const auto upright = std::get<Border>(shape(R"({"border":{"x":-2.5}})"));
  EXPECT_EQ(upright.axis, Axis::x);
  EXPECT_EQ(upright.at, -2.5);
  EXPECT_EQ(std::get<Border>(shape(R"({"border":{"y":0}})")).axis, Axis::y);
}

TEST(ShapeReader, Segments) {
  const auto still = std::get<MovingSegment>(shape(R"({"segment":{"from":[[0,1],[2,3]]}})"));
  EXPECT_EQ(still.from.ends, still.to.ends);
  EXPECT_EQ(still.shift, Vec2{});
  const auto rotating = std::get<MovingSegment>(shape(R"({"segment":{"from":[[0,1],[2,3]],"to":[[2,3],[0,1]]}})"));
  EXPECT_EQ(rotating.to.ends[0], (Vec2{2, 3}));
  EXPECT_EQ(rotating.shift, Vec2{});
}

TEST(ShapeReader, Polygons) {
  const auto still = shape(R"({"polygon":{"from":[[0,0],[1,0],[0,1]],"hollow":true}})");
  EXPECT_FALSE(std::get<QueryPolygon>(still).to);
  EXPECT_TRUE(std::get<MovingPolygon>(*moving(still)).hollow);
  EXPECT_TRUE(std::get<MovingPolygon>(*moving(still)).convex);

  const auto going_nowhere = shape(R"({"polygon":{"from":[[0,0],[1,0],[0,1]],"to":[[0,-0.0],[1,0],[0,1]]}})");
  EXPECT_FALSE(std::get<QueryPolygon>(going_nowhere).to);

  const auto going = shape(R"({"polygon":{"from":[[0,0],[1,0],[0,1]],"to":[[2,0],[3,0],[2,1]]}})");
  const auto view = std::get<MovingPolygon>(*moving(going));
  EXPECT_EQ(view.from[1], (Vec2{1, 0}));
  EXPECT_EQ(view.to[1], (Vec2{3, 0}));
  EXPECT_EQ(view.shift, Vec2{});
}

TEST(ShapeReader, ExactlyOneShape) {
  const std::string expected = R"(: expected exactly one of "circle", "border", "segment" and "polygon", found )";
  EXPECT_EQ(fault("{}"), expected + "none");
  EXPECT_EQ(fault(R"({"border":{"x":1},"circle":{}})"), expected + R"("circle" and "border")");
  EXPECT_EQ(fault(R"({"border":{"x":1},"border":{"x":1}})"), R"(/border: the key "border" is there twice)");
  EXPECT_EQ(fault(R"({"boarder":{"x":1}})"), R"(/boarder: unknown key "boarder", did you mean "border"?)");
  EXPECT_EQ(fault("7"), ": expected an object, found 7");
}

TEST(ShapeReader, BordersHaveOneAxis) {
  EXPECT_EQ(fault(R"({"border":{}})"), R"(/border: expected exactly one of "x" and "y", found neither)");
  EXPECT_EQ(fault(R"({"border":{"y":1,"x":1}})"), R"(/border: expected exactly one of "x" and "y", found both)");
}

TEST(ShapeReader, SegmentsHaveALength) {
  EXPECT_EQ(fault(R"({"segment":{"from":[[1,2],[1,2]]}})"),
            "/segment/from: expected two different ends, found [1, 2] twice");
  EXPECT_EQ(fault(R"({"segment":{"from":[[1,2],[1,3]],"to":[[0,0],[-0.0,0]]}})"),
            "/segment/to: expected two different ends, found [0, 0] twice");
  EXPECT_EQ(fault(R"({"segment":{"from":[[1,2],[1,2.0000000000000004]]}})"), "");
}

TEST(ShapeReader, PolygonsAreSimpleAtBothEnds) {
  const std::string square = R"({"polygon":{"from":[[0,0],[2,0],[2,2],[0,2]],"to":)";
  EXPECT_EQ(fault(square + "[[0,0],[2,0],[2,2]]}}"),
            "/polygon/to: expected 4 vertices, as many as in \"from\", found 3");
  EXPECT_EQ(fault(square + "[[0,0],[2,2],[2,0],[0,2]]}}"),
            "/polygon/to: edges [0] and [2] cross or touch, expected a simple polygon");
  EXPECT_EQ(fault(square + "[[0,0],[1,0],[2,0],[3,0]]}}"),
            "/polygon/to: all vertices lie on one line, expected an area greater than zero");
  EXPECT_EQ(fault(square + "[[0,0],[2,0],[2,2],[2,0]]}}"),
            "/polygon/to/3: repeats vertex [1], expected different vertices");
  EXPECT_EQ(fault(R"({"polygon":{"from":[[0,0],[1,1]],"to":[[0,0]]}})"),
            "/polygon/from: expected at least 3 vertices, found 2");
  EXPECT_EQ(fault(R"({"polygon":{"from":[[0,0],[1,1],[2,2]],"to":7}})"),
            "/polygon/from: all vertices lie on one line, expected an area greater than zero");
  // In between the vertices go as given: this one turns inside out.
  EXPECT_EQ(fault(square + "[[2,2],[0,2],[0,0],[2,0]]}}"), "");
  // A bad vertex reads as (0, 0), which must not pass for the right one.
  EXPECT_EQ(fault(square + "[null,[2,0],[2,2],[0,2]]}}"), "/polygon/to/0: expected a point [x, y], found null");
}

TEST(ShapeReader, PartsMakeNoFaultsOfFaults) {
  const auto faults = [](std::string_view text, auto read) {
    const auto tree = JsonTree::parse(text);
    Reading in(tree.value(), 9);
    read(in, tree.value().root());
    return in.faults().size();
  };
  const auto ends = [](Reading& in, const JsonNode& node) { (void)read_ends(in, &node); };
  EXPECT_EQ(faults("[[0, true], [0, 0]]", ends), 1U);
  EXPECT_EQ(faults("[[0, 1], [0, 1]]", ends), 1U);
  const auto border = [](Reading& in, const JsonNode& node) { (void)read_border(in, node); };
  EXPECT_EQ(faults("3", border), 1U);
  EXPECT_EQ(faults(R"({"z": 1})", border), 1U);
  EXPECT_EQ(faults("{}", border), 1U);
  const auto vertices = [](Reading& in, const JsonNode& node) { (void)read_vertices(in, &node, false); };
  EXPECT_EQ(faults("[[0, true], [0, 0]]", vertices), 1U);
  EXPECT_EQ(faults("[[0, 0], [1, 0]]", vertices), 1U);
  EXPECT_EQ(faults("[[0, 0], [1, 0], [2, 0]]", vertices), 1U);
  EXPECT_EQ(faults("[[0, 0], [1, 0], [2, 1]]", vertices), 0U);
}

}  // namespace
}  // namespace carom::io
