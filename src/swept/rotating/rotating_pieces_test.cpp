#include "swept/rotating/rotating_pieces.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "world/bodies/body_shape.hpp"

namespace carom::detail {
namespace {

const Polygon k_box = Polygon::make({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}).value();
const Turn k_turn{{{10, 20}, 0.5}, {{11, 21}, 0.75}};

TEST(RotatingPieces, ABodyOfOneShapeIsOnePiece) {
  RotatingPieces pieces;
  const auto disc = pieces.add(Circle{2, {}, true}, {});
  const auto box = pieces.add(k_box, {0.25, 0});
  EXPECT_EQ(disc.count, 1U);
  EXPECT_EQ(box.first, 1U);
  const auto circle = std::get<MovingCircle>(pieces.shape(disc.first, k_turn));
  EXPECT_EQ(circle.radius, 2);
  EXPECT_TRUE(circle.hollow);
  EXPECT_EQ(circle.to, (Vec2{11, 21}));
  const auto polygon = std::get<RotatingPolygon>(pieces.shape(box.first, k_turn));
  EXPECT_EQ(polygon.vertices[0], (Vec2{-1.25, -1}));
  EXPECT_TRUE(polygon.convex);
  EXPECT_EQ(pieces.place(box, {0, 1}).low, (Vec2{-1.25, -1}));
  EXPECT_EQ(pieces.place(disc, {0, 1}).high, (Vec2{2, 2}));
}

TEST(RotatingPieces, ABorderStandsWhereItsBodyDoes) {
  RotatingPieces pieces;
  const auto border = pieces.add(Border{Axis::y, 3}, {});
  EXPECT_EQ(std::get<Border>(pieces.shape(border.first, k_turn)).at, 23);
}

TEST(RotatingPieces, CornersAreCountedOn) {
  RotatingPieces pieces;
  pieces.add(k_box, {});
  const Vec2 center{0.5, 0};
  const auto body = pieces.add(Compound{{k_box, Circle{1, {3, 0}}, Segment{{{{0, 0}, {0, 5}}}}}}, center);
  ASSERT_EQ(body.count, 3U);
  EXPECT_EQ(pieces.first_corner(body.first), 0U);
  EXPECT_EQ(pieces.first_corner(body.first + 1), 4U);
  EXPECT_EQ(pieces.first_corner(body.first + 2), 5U);
  EXPECT_EQ(pieces.hub(body.first), (Vec2{}));
  EXPECT_EQ(pieces.hub(body.first + 1), (Vec2{2.5, 0}));
  const auto circle = std::get<RotatingCircle>(pieces.shape(body.first + 1, k_turn));
  EXPECT_EQ(circle.center, (Vec2{2.5, 0}));
  EXPECT_EQ(std::get<RotatingSegment>(pieces.shape(body.first + 2, k_turn)).segment.ends[1], (Vec2{-0.5, 5}));
  EXPECT_EQ(pieces.place(body, {0, 1}).high, (Vec2{3.5, 5}));
  EXPECT_EQ(pieces.place(body, {0, 1}).low, (Vec2{-1.5, -1}));
}

/// However many come after it.
TEST(RotatingPieces, AnOutlineStandsWhereItWasPlaced) {
  RotatingPieces pieces;
  const auto box = pieces.add(k_box, {0.25, 0});
  pieces.place(box, {1, 0});
  EXPECT_TRUE(pieces.is_hull(box));
  for (int k = 0; k < 100; ++k) pieces.place(pieces.add(Circle{1, {}}, {}), {0, 1});
  pieces.place(pieces.add(k_box, {}), {0, 1});
  const PlacedOutline& outline = pieces.outline(box);
  ASSERT_EQ(outline.count, 4);
  EXPECT_EQ(outline.places[0], (Vec2{1, -1.25}));
  EXPECT_EQ(outline.normals[0], (Vec2{1, 0}));
  EXPECT_EQ(outline.offsets[1], 0.75);
  EXPECT_EQ(outline.corners, 0xfU);
}

/// Around the centre, as reach_around has it, whether the shape is new or not.
TEST(RotatingPieces, Reach) {
  RotatingPieces pieces;
  const Vec2 center{0.25, 0};
  const BodyShape box = k_box;
  const BodyShape both = Compound{{k_box, Circle{1, {3, 0}}}};
  const BodyShape less = Compound{{k_box}};
  for (const BodyShape* shape : {&box, &box, &both, &both, &less, &box}) {
    pieces.begin();
    EXPECT_EQ(pieces.reach(pieces.add(*shape, center)), reach_around(*shape, center));
  }
}

/// From step to step most are the same; where one is another one, all behind it are made anew.
TEST(RotatingPieces, AreKeptAsLongAsTheyAreTheSame) {
  const Polygon flat = Polygon::make({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}).value();
  RotatingPieces kept;
  const std::pair<const Polygon*, double> steps[] = {{&k_box, 1}, {&k_box, 1}, {&flat, 1}, {&flat, 3}, {&k_box, 3}};
  for (const auto& [second, radius] : steps) {
    RotatingPieces fresh;
    kept.begin();
    std::vector<RotatingPieces::Range> ranges;
    for (RotatingPieces* pieces : {&fresh, &kept}) {
      ranges = {pieces->add(k_box, {}), pieces->add(*second, {0.5, 0}), pieces->add(Circle{radius, {}}, {})};
      EXPECT_EQ(ranges[1].first, 1U);
      EXPECT_EQ(ranges[2].first, 2U);
    }
    for (const auto& range : ranges) {
      EXPECT_EQ(kept.place(range, {0, 1}).low, fresh.place(range, {0, 1}).low);
      EXPECT_EQ(kept.place(range, {0, 1}).high, fresh.place(range, {0, 1}).high);
    }
    EXPECT_EQ(kept.outline(ranges[1]).inner, fresh.outline(ranges[1]).inner);
    EXPECT_EQ(kept.outline(ranges[1]).reach, fresh.outline(ranges[1]).reach);
    EXPECT_EQ(std::get<MovingCircle>(kept.shape(ranges[2].first, k_turn)).radius, radius);
  }
}

}  // namespace
}  // namespace carom::detail
