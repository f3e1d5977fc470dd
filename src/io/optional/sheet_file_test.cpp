#include "io/optional/sheet_file.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

TEST(SheetFile, TheEndingTellsTheFormat) {
  EXPECT_EQ(sheet_format("a.svg", false).value(), SheetFormat::svg);
  EXPECT_EQ(sheet_format("/dev/stdout", true).value(), SheetFormat::svg);
  ASSERT_FALSE(sheet_format("a.gif", false));
  EXPECT_NE(sheet_format("a.gif", false).error().reason.find("expected .svg, .png or .pdf"), std::string::npos);
  const auto png = sheet_format("a.png", false);
  if (cairo_version().empty()) {
    EXPECT_NE(png.error().reason.find("built without cairo"), std::string::npos);
  } else {
    EXPECT_EQ(png.value(), SheetFormat::png);
    EXPECT_EQ(sheet_format("a.pdf", true).value(), SheetFormat::pdf);
  }
}

TEST(SheetFile, EachFormatIsWhatItSays) {
  const auto draw = [](Canvas& canvas) { canvas.circle({10, 10}, 5, {.fill = Colour{0xff0000}}); };
  EXPECT_TRUE(sheet_file(SheetFormat::svg, {20, 20}, {}, draw).starts_with("<svg "));
  if (cairo_version().empty()) GTEST_SKIP() << "built without cairo";
  EXPECT_TRUE(sheet_file(SheetFormat::png, {20, 20}, {}, draw).starts_with("\x89PNG"));
  EXPECT_TRUE(sheet_file(SheetFormat::pdf, {20, 20}, {"t", "p"}, draw).starts_with("%PDF"));
}

}  // namespace
}  // namespace carom::io
