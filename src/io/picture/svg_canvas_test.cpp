#include "io/picture/svg_canvas.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

TEST(SvgCanvas, StylesAreNamedOnce) {
  SvgCanvas canvas(100, 50);
  const Style red{.fill = Colour{0xff0000, 0.5}};
  const Style line{.stroke = Colour{0x00ff00}, .width = 2, .dash = Dash::dots};
  canvas.circle({1, 2}, 3, red);
  canvas.polyline(std::vector<Vec2>{{0, 0}, {10, 5.555}}, line);
  canvas.circle({4, 5}, 6, red);
  const std::string svg = canvas.take();
  EXPECT_NE(svg.find("width=\"100\" height=\"50\""), std::string::npos);
  EXPECT_NE(svg.find(".s0{fill:#ff0000;fill-opacity:0.5}\n.s1{fill:none;stroke:#00ff00;stroke-width:2;"
                     "stroke-linejoin:round;stroke-dasharray:2 5}\n</style>"),
            std::string::npos);
  EXPECT_NE(svg.find("<circle class=\"s0\" cx=\"4.00\" cy=\"5.00\" r=\"6.00\"/>"), std::string::npos);
  EXPECT_NE(svg.find("<polyline class=\"s1\" points=\"0.00,0.00 10.00,5.55\"/>"), std::string::npos);
}

TEST(SvgCanvas, TextIsEscapedAndClipsAreClosed) {
  SvgCanvas canvas(10, 10);
  canvas.begin_clip({0, 0}, {5, 5});
  canvas.text({1, 2}, 13, {0x123456}, "<&>\n", Anchor::end);
  canvas.end_clip();
  const std::string svg = canvas.take();
  EXPECT_NE(svg.find("fill=\"#123456\" text-anchor=\"end\">&lt;&amp;&gt; </text>\n</g>"), std::string::npos);
}

TEST(Colour, Mixes) {
  EXPECT_EQ(mixed({0x000000}, {0xffffff}, 0).rgb, 0x000000U);
  EXPECT_EQ(mixed({0x000000}, {0xff8000}, 0.5).rgb, 0x804000U);
  EXPECT_EQ(mixed({0x000000}, {0xffffff}, 1).rgb, 0xffffffU);
}

}  // namespace
}  // namespace carom::io
