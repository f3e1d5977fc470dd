#include "io/record/picture_facts.hpp"

#include <gtest/gtest.h>

#include "io/optional/cairo_canvas.hpp"
#include "io/picture/svg_canvas.hpp"

namespace carom::io {
namespace {

constexpr auto k_words = R"({"command":"carom run 'a (b) \\ c'","seed":7})";

void draw_little(Canvas& canvas) { canvas.circle({3, 4}, 2, {.fill = Colour{0xff0000}}); }

TEST(PictureFacts, OfSvg) {
  SvgCanvas canvas(300, 200);
  draw_little(canvas);
  const std::string svg = canvas.take();
  const auto facts = svg_facts(svg);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts.value().width, 300);
  EXPECT_EQ(facts.value().height, 200);
  EXPECT_FALSE(svg_facts(std::string_view(svg).substr(0, svg.size() - 8)));
}

TEST(PictureFacts, OfPng) {
  if (cairo_version().empty()) GTEST_SKIP() << "built without cairo";
  const std::string png = png_of({300, 200}, 2, k_words, draw_little);
  const auto facts = png_facts(png);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts.value().width, 600);
  EXPECT_EQ(facts.value().height, 400);
  EXPECT_EQ(facts.value().comment, k_words);
  EXPECT_FALSE(png_facts(std::string_view(png).substr(0, png.size() - 10)));
}

TEST(PictureFacts, OfPdf) {
  if (cairo_version().empty()) GTEST_SKIP() << "built without cairo";
  for (const std::string words : {k_words, "größer – \xf0\x9f\x8e\xb1"}) {
    const std::string pdf = pdf_of({300, 200}, "A title", words, draw_little);
    const auto facts = pdf_facts(pdf);
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts.value().width, 225);
    EXPECT_EQ(facts.value().height, 150);
    EXPECT_EQ(facts.value().comment, words);
  }
  EXPECT_FALSE(pdf_facts("%PDF-1.5 cut off"));
}

}  // namespace
}  // namespace carom::io
