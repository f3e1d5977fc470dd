#pragma once

#include <string>
#include <string_view>

#include "carom/io/picture_paths.hpp"

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
};

/// All of the paths, the bodies and the bounds, with a margin, at a size fit for a page.
[[nodiscard]] View view_of(const Paths& paths);

/// A length of 1, 2 or 5 times a power of ten that takes about a fifth of the picture's width.
[[nodiscard]] double scale_length(const View& view);

/// The outline of a shape at `at` as an SVG element that ends in `style`; a border goes from side to side.
[[nodiscard]] std::string shape_element(const View& view, const BodyShape& shape, Vec2 at, std::string_view style);

[[nodiscard]] std::string polyline(const View& view, const std::vector<Vec2>& points, std::string_view style);

}  // namespace carom::io
