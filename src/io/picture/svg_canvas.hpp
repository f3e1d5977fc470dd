#pragma once

#include <string>
#include <vector>

#include "io/picture/canvas.hpp"

namespace carom::io {

/// A picture as SVG text. Styles that occur are classes, so that ten thousand discs of one kind name theirs in a letter.
class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(double width, double height) : width_(width), height_(height) {}

  void circle(Vec2 center, double radius, const Style& style) override;
  void polygon(std::span<const Vec2> points, const Style& style) override;
  void polyline(std::span<const Vec2> points, const Style& style) override;
  void rectangle(Vec2 corner, Vec2 size, const Style& style) override;
  void text(Vec2 at, double size, Colour colour, std::string_view text, Anchor anchor) override;
  void begin_clip(Vec2 corner, Vec2 size) override;
  void end_clip() override;

  /// The whole picture.
  [[nodiscard]] std::string take();

 private:
  /// Its class, by a letter and its number.
  std::string class_of(const Style& style);

  double width_;
  double height_;
  std::string body_;
  std::vector<Style> styles_;
  std::size_t clips_ = 0;
};

/// For the inside of an element.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace carom::io
