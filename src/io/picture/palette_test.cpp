#include "io/picture/palette.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iomanip>
#include <limits>
#include <sstream>

namespace carom::io {
namespace {

TEST(Palette, SpeedsGoFromOneEndToTheOther) {
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    EXPECT_EQ(speed_colour(p, 0), p.speeds.front());
    EXPECT_EQ(speed_colour(p, 0.25), p.speeds[1]);
    EXPECT_EQ(speed_colour(p, 1), p.speeds.back());
    EXPECT_EQ(speed_colour(p, 7), p.speeds.back());
    EXPECT_EQ(speed_colour(p, -1), p.speeds.front());
    EXPECT_EQ(speed_colour(p, std::numeric_limits<double>::quiet_NaN()), p.speeds.front());
  }
}

/// A picture and the page show one thing in one colour.
TEST(Palette, IsThatOfThePage) {
  std::ifstream file(CAROM_SOURCE_DIR "/web/src/stage/palette.ts");
  std::stringstream text;
  text << file.rdbuf();
  const auto has = [&](Colour colour) {
    std::ostringstream hex;
    hex << "0x" << std::hex << std::setw(6) << std::setfill('0') << colour.rgb;
    return text.str().find(hex.str()) != std::string::npos;
  };
  for (const bool dark : {false, true}) {
    const Palette& p = palette(dark);
    for (const Colour colour : {p.paper, p.grid, p.ink, p.wall}) EXPECT_TRUE(has(colour)) << std::hex << colour.rgb;
    for (const Colour colour : p.speeds) EXPECT_TRUE(has(colour)) << std::hex << colour.rgb;
    for (const Colour colour : p.kinds) EXPECT_TRUE(has(colour)) << std::hex << colour.rgb;
  }
}

/// Those of its panels and plots.
TEST(Palette, IsThatOfThePagesStyle) {
  std::ifstream file(CAROM_SOURCE_DIR "/web/src/style/base.css");
  std::stringstream text;
  text << file.rdbuf();
  const std::string light = text.str().substr(0, text.str().find(":root.dark"));
  const std::string dark = text.str().substr(light.size());
  const auto line = [](std::string_view name, Colour colour) {
    std::ostringstream css;
    css << "--" << name << ": #" << std::hex << std::setw(6) << std::setfill('0') << colour.rgb << ";";
    return css.str();
  };
  for (const bool is_dark : {false, true}) {
    const Palette& p = palette(is_dark);
    const std::string& css = is_dark ? dark : light;
    for (const std::string& wanted :
         {line("paper", p.paper), line("card", p.card), line("ink", p.ink), line("soft", p.soft),
          line("accent", p.accent), line("kinetic", p.kinetic), line("potential", p.potential)}) {
      EXPECT_NE(css.find(wanted), std::string::npos) << wanted;
    }
  }
}

}  // namespace
}  // namespace carom::io
