#include "io/picture/frame_picture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/picture/svg_canvas.hpp"
#include "io/record/trajectory_test_world.hpp"

namespace carom::io {
namespace {

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

constexpr Bounds k_box{{-4, -2}, {4, 2}, Edges::rebound};

std::unordered_map<std::uint64_t, BodyLook> two_looks() {
  return {{0, {Circle{0.5, {}, false}, 1, "ball", false}}, {7, {Segment{{Vec2{-1, 0}, Vec2{1, 0}}}, 1, "", true}}};
}

std::string drawn(FramePainter& painter, const RecordedFrame& frame, const std::vector<FrameContact>& contacts = {}) {
  SvgCanvas canvas(1280, 720);
  painter.draw(canvas, frame, two_looks(), contacts);
  return canvas.take();
}

TEST(FramePicture, BodiesAreWhereTheyAre) {
  FramePainter painter({.title = "A title"}, {k_box.min, k_box.max}, k_box, {});
  const std::string svg = drawn(painter, {1.5, {{0, {{1, 1}, {3, 4}, 0, 0}}, {7, {{0, 0}, {}, 0, 0}}}});
  const View& view = painter.view();
  const Vec2 at = view.point({1, 1});
  EXPECT_NE(svg.find(fmt::format("cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\"", at.x, at.y, 0.5 * view.scale)),
            std::string::npos);
  EXPECT_NE(svg.find(">A title<"), std::string::npos);
  EXPECT_NE(svg.find(">t = 1.50<"), std::string::npos);
  EXPECT_EQ(painter.fast_speed(), 10);  // twice the root mean square of what moves
  // All of the bounds are inside the frame, whatever its size.
  for (const double width : {64.0, 1280.0, 4000.0}) {
    const FramePainter other({.width = width, .height = 720}, {k_box.min, k_box.max}, k_box, {});
    EXPECT_GE(other.view().x(k_box.min.x), 0);
    EXPECT_LE(other.view().x(k_box.max.x), width);
    EXPECT_GE(other.view().y(k_box.max.y), 0);
    EXPECT_LE(other.view().y(k_box.min.y), 720);
  }
}

TEST(FramePicture, TrailsAreOfTheLastSecondsAndDoNotCrossAPeriodicBox) {
  const Bounds box{{-4, -2}, {4, 2}, Edges::periodic};
  FramePainter painter({.trails = 1}, {box.min, box.max}, box, {});
  const auto frame = [](double t, double x) { return RecordedFrame{t, {{0, {{x, 0}, {1, 0}, 0, 0}}}}; };
  const std::size_t before = count(drawn(painter, frame(0, 3)), "<polyline");
  EXPECT_EQ(count(drawn(painter, frame(0.5, 3.5)), "<polyline"), before + 1);
  EXPECT_EQ(count(drawn(painter, frame(0.6, -3.9)), "<polyline"), before + 1);  // one piece ends, none has begun
  EXPECT_EQ(count(drawn(painter, frame(9, -3)), "<polyline"), before);          // all of it is long ago
}

TEST(FramePicture, ContactsAreSeenForAMoment) {
  FramePainter painter({.contacts = true}, {k_box.min, k_box.max}, k_box, {});
  const std::vector<FrameContact> contacts{{1, {{0, 0}, {0, 1}, 5}}};
  const auto circles = [&](double t) { return count(drawn(painter, {t, {}}, contacts), "<circle"); };
  EXPECT_EQ(circles(0.9), 0U);
  EXPECT_EQ(circles(1), 1U);
  EXPECT_EQ(circles(1.2), 1U);
  EXPECT_EQ(circles(1.3), 0U);
}

TEST(FramePicture, ColoursBySpeedTagAndKind) {
  const RecordedFrame frame{0, {{0, {{1, 1}, {3, 4}, 0, 0}}}};
  const Palette& p = palette(true);
  const auto has = [&](Colouring colouring, Colour colour) {
    FramePainter painter({.dark = true, .colouring = colouring}, {k_box.min, k_box.max}, k_box, {});
    return drawn(painter, frame).find(fmt::format("fill:#{:06x};stroke", colour.rgb)) != std::string::npos;
  };
  EXPECT_TRUE(has(Colouring::speed, speed_colour(p, 0.5)));
  EXPECT_TRUE(has(Colouring::tag, tag_colour(p, "ball")));
  EXPECT_TRUE(has(Colouring::kind, p.kinds[0]));
}

TEST(FramePicture, AnOpenPlaneShowsAllBodiesWithRoom) {
  const RecordedFrame frame{0, {{0, {{1, 1}, {}, 0, 0}}, {7, {{5, 1}, {}, 0, 0}}}};
  const PlaneBox box = box_of(frame, two_looks(), {});
  EXPECT_LT(box.min.x, 0.5);
  EXPECT_GT(box.max.x, 6);
  EXPECT_LT(box.min.y, 0.5);
  const PlaneBox nothing = box_of({}, {}, {});
  EXPECT_GT(nothing.max.x, nothing.min.x);
  // Bodies that attract each other get room all around their centre of mass, (3, 1).
  WorldSettings pulling;
  pulling.attraction.emplace();
  const PlaneBox round = box_of(frame, two_looks(), pulling);
  EXPECT_LT(round.min.y, -1);
  EXPECT_GT(round.max.y, 3);
}

TEST(FramePicture, ShapesTurn) {
  const auto shape = turned_shape(Segment{{Vec2{-1, 0}, Vec2{1, 0}}}, 1.5707963267948966);
  EXPECT_NEAR(std::get<Segment>(shape).ends[1].y, 1, 1e-15);
}

TEST(FramePicture, LooksAreThoseOfTheWorld) {
  World world = open_world();
  BodyDef def = ball({0, 0}, {}, 2);
  def.mass = 3;
  def.tags = {"red", "hot"};
  ASSERT_TRUE(world.add(def));
  world.step(0.1);
  std::unordered_map<std::uint64_t, BodyLook> looks;
  add_looks(world, 0.05, looks);
  ASSERT_EQ(looks.size(), 1U);
  EXPECT_EQ(looks[0].tag, "red");
  EXPECT_EQ(looks[0].mass, 3);
  EXPECT_EQ(frame_at(world, 0.05).bodies.size(), 1U);
}

}  // namespace
}  // namespace carom::io
