#include "carom/io/picture.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

Paths some_paths() {
  Paths paths;
  paths.body_total = 2;
  TracedBody& ball = paths.bodies.emplace_back();
  ball.shape = ball.last_shape = Circle{1, {}, false};
  ball.last = {4, 0};
  ball.strokes = {{{0, 0}, {2, 2}}};
  TracedBody& floor = paths.bodies.emplace_back();
  floor.serial = 1;
  floor.shape = floor.last_shape = Border{Axis::y, -1};
  floor.fixed = true;
  floor.strokes = {{{0, 0}}};
  paths.hits = {{2, 3}};
  paths.hit_total = 1;
  paths.time = paths.traced_until = 5;
  return paths;
}

TEST(Picture, IsOneSvgWithEverythingInIt) {
  const std::string svg = picture_svg(some_paths(), "A <b> & \"c\"");
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("A &lt;b&gt; &amp; \"c\""), std::string::npos);
  EXPECT_EQ(count(svg, "<polyline"), 1U);
  EXPECT_EQ(count(svg, "<line"), 1U);
  EXPECT_EQ(count(svg, "<circle"), 6U);  // start, end, hit, and three in the legend
  EXPECT_EQ(count(svg, "<g"), count(svg, "</g>"));
  EXPECT_NE(svg.find("t = 0 to 5, 2 bodies, 1 collision<"), std::string::npos);
}

TEST(Picture, APathEndsWhereTheBodyIs) {
  Paths paths = some_paths();
  const auto points = [&] {
    const std::string svg = picture_svg(paths, "");
    const std::size_t at = svg.find("<polyline points=\"");
    return count(svg.substr(at, svg.find("\" stroke", at) - at), ",");
  };
  EXPECT_EQ(points(), 3U);
  paths.traced_until = 4;  // the points ran out: where it went from there is not known
  EXPECT_EQ(points(), 2U);
}

TEST(Picture, AWellIsMarked) {
  Paths paths = some_paths();
  const std::size_t before = count(picture_svg(paths, ""), "<path");
  paths.sources = {{{1, 1}, 5}, {{2, 1}, 5}};
  EXPECT_EQ(count(picture_svg(paths, ""), "<path"), before + 2);
}

TEST(Picture, SaysWhatItLeavesOut) {
  Paths paths = some_paths();
  paths.body_total = 5000;
  paths.hit_total = 99;
  paths.traced_hits = 7;
  paths.traced_until = 2.5;
  EXPECT_NE(picture_svg(paths, "").find(
                "5000 bodies, 99 collisions; 2 bodies shown, with their hits; the first 1 hits shown; "
                "paths up to t = 2.5<"),
            std::string::npos);
}

TEST(Picture, ABodyThatIsGoneHasNoEnd) {
  Paths paths = some_paths();
  paths.bodies[0].gone = true;
  EXPECT_EQ(count(picture_svg(paths, ""), "<circle"), 5U);
}

}  // namespace
}  // namespace carom
