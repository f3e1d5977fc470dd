#pragma once

#include <span>
#include <string>
#include <string_view>

#include "carom/io/picture_paths.hpp"
#include "io/picture/canvas.hpp"

namespace carom::io {

/// The part of the plane that is shown, and where it lies on the sheet. Up in the plane is up on the sheet.
struct View {
  Vec2 min;
  Vec2 max;
  double scale = 1;  ///< pixels a unit
  double left = 24;
  double top = 76;

  [[nodiscard]] double width() const { return (max.x - min.x) * scale; }
  [[nodiscard]] double height() const { return (max.y - min.y) * scale; }
  [[nodiscard]] double x(double plane) const { return left + (plane - min.x) * scale; }
  [[nodiscard]] double y(double plane) const { return top + (max.y - plane) * scale; }
  [[nodiscard]] Vec2 point(Vec2 plane) const { return {x(plane.x), y(plane.y)}; }
};

/// All of the paths, the bodies and the bounds, with a margin, at a size fit for a page.
[[nodiscard]] View view_of(const Paths& paths);

/// A length of 1, 2 or 5 times a power of ten that takes about a fifth of the picture's width.
[[nodiscard]] double scale_length(const View& view);

/// A shape at `at`; a border goes from side to side.
void draw_shape(Canvas& canvas, const View& view, const BodyShape& shape, Vec2 at, const Style& style);

void draw_path(Canvas& canvas, const View& view, std::span<const Vec2> points, const Style& style);

/// Whether a shape has no inside that could be filled.
[[nodiscard]] bool is_line(const BodyShape& shape);

/// Words of a small film are not smaller than one can read.
inline constexpr double k_least_words = 10;

/// A bar of scale_length with its length; `at` is the left end of the bar.
/// `unit`: pixels of what is one in a picture of the usual size; `length_unit`: what lengths are given in.
void draw_scale(Canvas& canvas, const View& view, Vec2 at, Colour line, Colour words, std::string_view length_unit,
                double unit = 1);

}  // namespace carom::io
