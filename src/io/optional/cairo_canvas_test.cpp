#include "io/optional/cairo_canvas.hpp"

#include <gtest/gtest.h>

#include <array>

namespace carom::io {
namespace {

class CairoCanvas : public testing::Test {
 protected:
  void SetUp() override {
    if (cairo_version().empty()) GTEST_SKIP() << "built without cairo";
  }
};

std::uint32_t pixel(PixelSheet& sheet, std::size_t width, std::size_t x, std::size_t y) {
  const auto pixels = sheet.pixels();
  const auto byte = [&](std::size_t k) { return std::to_integer<std::uint32_t>(pixels[4 * (y * width + x) + k]); };
  return byte(2) << 16U | byte(1) << 8U | byte(0);
}

TEST_F(CairoCanvas, PixelsHaveTheColourOfWhatIsThere) {
  PixelSheet sheet(100, 60);
  ASSERT_EQ(sheet.pixels().size(), 100U * 60 * 4);
  Canvas& canvas = sheet.canvas();
  canvas.rectangle({0, 0}, {100, 60}, {.fill = Colour{0xffffff}});
  canvas.circle({20, 30}, 10, {.fill = Colour{0xff0000}});
  canvas.polygon(std::array<Vec2, 3>{{{50, 10}, {70, 10}, {60, 50}}}, {.fill = Colour{0x00ff00}});
  canvas.polyline(std::array<Vec2, 2>{{{80, 0}, {80, 60}}}, {.stroke = Colour{0x0000ff}, .width = 4});
  EXPECT_EQ(pixel(sheet, 100, 20, 30), 0xff0000U);
  EXPECT_EQ(pixel(sheet, 100, 60, 20), 0x00ff00U);
  EXPECT_EQ(pixel(sheet, 100, 80, 5), 0x0000ffU);
  EXPECT_EQ(pixel(sheet, 100, 40, 5), 0xffffffU);
  canvas.begin_clip({0, 0}, {10, 10});
  canvas.rectangle({0, 0}, {100, 60}, {.fill = Colour{0x000000}});
  canvas.end_clip();
  EXPECT_EQ(pixel(sheet, 100, 5, 5), 0x000000U);
  EXPECT_EQ(pixel(sheet, 100, 20, 30), 0xff0000U);
}

TEST_F(CairoCanvas, TextOfAnyBytesDrawsAndDrawingGoesOn) {
  PixelSheet sheet(50, 50);
  sheet.canvas().text({2, 20}, 12, {0xffffff}, "\xff\xc3(\n ü", Anchor::middle);
  sheet.canvas().rectangle({0, 0}, {50, 50}, {.fill = Colour{0x123456}});
  EXPECT_EQ(pixel(sheet, 50, 25, 25), 0x123456U);
}

TEST_F(CairoCanvas, PngAndPdfHoldTheirMetadata) {
  const auto draw = [](Canvas& canvas) { canvas.circle({10, 10}, 5, {.fill = Colour{0xff0000}}); };
  const std::string png = png_of({20, 30}, 2, "{\"version\":\"1\"}", draw);
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_EQ(png[19], 40);  // the width, twice that of the sheet
  EXPECT_EQ(png[23], 60);
  EXPECT_NE(png.find("tEXtComment" + std::string(1, '\0') + "{\"version\":\"1\"}"), std::string::npos);
  EXPECT_EQ(png_of({20, 30}, 2, "{\"version\":\"1\"}", draw), png);
  const std::string pdf = pdf_of({20, 30}, "Title", "x", draw);
  EXPECT_EQ(pdf.substr(0, 4), "%PDF");
  EXPECT_NE(pdf.find("Title"), std::string::npos);
}

}  // namespace
}  // namespace carom::io
