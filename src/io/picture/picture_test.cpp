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
  paths.hits = {{{2, 3}, {1, 0}, 2}};
  paths.hit_total = 1;
  paths.time = paths.traced_until = 5;
  return paths;
}

TEST(Picture, NamesTheUnitsOfTheScene) {
  const std::string svg = picture_svg(some_paths(), {.units = {"µm", "ms", ""}});
  EXPECT_NE(svg.find(" µm</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find(" ms, "), std::string::npos);
  EXPECT_EQ(picture_svg(some_paths(), {}).find("µm"), std::string::npos);
}

TEST(Picture, IsOneSvgWithEverythingInIt) {
  const std::string svg = picture_svg(some_paths(), {.title = "A <b> & \"c\""});
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("A &lt;b&gt; &amp; \"c\""), std::string::npos);
  EXPECT_EQ(count(svg, "<polyline"), 3U);  // the path, the floor, and the scale
  EXPECT_EQ(count(svg, "<circle"), 6U);    // start, end, hit, and three in the legend
  EXPECT_EQ(count(svg, "<g"), count(svg, "</g>"));
  EXPECT_NE(svg.find("t = 0 to 5, 2 bodies, 1 collision<"), std::string::npos);
}

TEST(Picture, APathEndsWhereTheBodyIs) {
  Paths paths = some_paths();
  const auto points = [&] {
    const std::string svg = picture_svg(paths, {});
    const std::size_t floor = svg.find("<polyline");  // then the path
    const std::size_t at = svg.find("<polyline", floor + 1);
    return count(svg.substr(at, svg.find("/>", at) - at), ",");
  };
  EXPECT_EQ(points(), 3U);
  paths.traced_until = 4;  // the points ran out: where it went from there is not known
  EXPECT_EQ(points(), 2U);
}

TEST(Picture, AWellIsMarked) {
  Paths paths = some_paths();
  const std::size_t before = count(picture_svg(paths, {}), "<polyline");
  paths.sources = {{{1, 1}, 5}, {{2, 1}, 5}};
  EXPECT_EQ(count(picture_svg(paths, {}), "<polyline"), before + 8);  // four rays each
}

TEST(Picture, SaysWhatItLeavesOut) {
  Paths paths = some_paths();
  paths.body_total = 5000;
  paths.hit_total = 99;
  paths.traced_hits = 7;
  paths.traced_until = 2.5;
  EXPECT_NE(picture_svg(paths, {}).find(
                "5000 bodies, 99 collisions; 2 bodies shown, with their hits; the first 1 hits shown; "
                "paths up to t = 2.5<"),
            std::string::npos);
}

TEST(Picture, ABodyThatIsGoneHasNoEnd) {
  Paths paths = some_paths();
  paths.bodies[0].gone = true;
  EXPECT_EQ(count(picture_svg(paths, {}), "<circle"), 5U);
}

TEST(Picture, ContactsAreShownOnRequest) {
  Paths paths = some_paths();
  const std::size_t lines = count(picture_svg(paths, {}), "<polyline");
  EXPECT_EQ(count(picture_svg(paths, {.contacts = true}), "<polyline"), lines + 3);  // shaft, head, legend
  paths.hits[0].impulse = 0;  // a contact that moved nothing has no arrow
  EXPECT_EQ(count(picture_svg(paths, {.contacts = true}), "<polyline"), lines + 1);
}

TEST(Picture, DarkAndLightDifferInColoursAlone) {
  const std::string light = picture_svg(some_paths(), {});
  const std::string dark = picture_svg(some_paths(), {.dark = true});
  EXPECT_NE(light.find("fill:#fbfaf7"), std::string::npos);
  EXPECT_NE(dark.find("fill:#12161d"), std::string::npos);
  EXPECT_EQ(light.size(), dark.size());
}

}  // namespace
}  // namespace carom
