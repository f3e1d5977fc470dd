#include "io/picture/picture_view.hpp"

#include <gtest/gtest.h>

#include "io/picture/svg_canvas.hpp"

namespace carom::io {
namespace {

TracedBody at_rest(BodyShape shape, Vec2 at) {
  TracedBody body;
  body.shape = body.last_shape = std::move(shape);
  body.start = body.last = at;
  body.strokes = {{at}};
  return body;
}

TEST(PictureView, HoldsAllThatIsDrawn) {
  Paths paths;
  paths.bodies = {at_rest(Circle{1, {}, false}, {0, 0}), at_rest(Segment{{Vec2{0, 0}, Vec2{4, 1}}}, {2, 0})};
  paths.bodies[0].strokes[0].push_back({0, 9});
  const View view = view_of(paths);
  EXPECT_LT(view.min.x, -1);
  EXPECT_GT(view.max.x, 6);
  EXPECT_LT(view.min.y, -1);
  EXPECT_GT(view.max.y, 9);
  EXPECT_LT(view.y(9), view.y(0));  // up is up
  EXPECT_LE(view.width(), 961);
  EXPECT_LE(view.height(), 901);
}

TEST(PictureView, BoundsThatHoldEverythingAreTheView) {
  Paths paths;
  paths.bounds = Bounds{{0, 0}, {2, 1}, Edges::periodic};
  paths.bodies = {at_rest(Circle{0.1, {}, false}, {1, 0.5})};
  paths.bodies[0].strokes[0].push_back({50, 0});  // beyond the edge of a periodic world
  EXPECT_LT(view_of(paths).max.x, 2.2);
}

TEST(PictureView, NothingAndBordersAloneHaveAViewToo) {
  Paths paths;
  EXPECT_GT(view_of(paths).width(), 0);
  paths.bodies = {at_rest(Border{Axis::y, 3}, {})};
  const View view = view_of(paths);
  EXPECT_GT(view.max.y, 3);
  SvgCanvas canvas(100, 100);
  draw_shape(canvas, view, paths.bodies[0].shape, {}, {.stroke = Colour{}});
  EXPECT_NE(canvas.take().find("<polyline"), std::string::npos);
}

TEST(PictureView, TheScaleIsARoundNumber) {
  View view{{0, 0}, {5, 5}, 100, 0, 0};
  EXPECT_DOUBLE_EQ(scale_length(view), 1);
  view.max.x = 12;
  EXPECT_DOUBLE_EQ(scale_length(view), 2);
  view.max.x = 0.26;
  EXPECT_DOUBLE_EQ(scale_length(view), 0.05);
}

TEST(PictureView, SmallBodiesAreStillSeen) {
  const View view{{0, 0}, {1000, 1000}, 1, 0, 0};
  SvgCanvas canvas(1000, 1000);
  draw_shape(canvas, view, Circle{0.001, {}, false}, {500, 500}, {});
  draw_path(canvas, view, std::vector<Vec2>{{0, 1000}, {1, 0}}, {});
  const std::string svg = canvas.take();
  EXPECT_NE(svg.find("cx=\"500.00\" cy=\"500.00\" r=\"1.60\"/>"), std::string::npos);
  EXPECT_NE(svg.find("points=\"0.00,0.00 1.00,1000.00\"/>"), std::string::npos);
}

}  // namespace
}  // namespace carom::io
