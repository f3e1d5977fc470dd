#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "carom/math/vec2.hpp"

/// What pictures, plots and films are drawn on. One drawing code, several back ends: svg_canvas.hpp, cairo_canvas.hpp.
namespace carom::io {

struct Colour {
  std::uint32_t rgb = 0;  ///< 0xrrggbb
  double alpha = 1;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Between two colours; share 0 … 1.
[[nodiscard]] constexpr Colour mixed(Colour a, Colour b, double share) noexcept {
  const auto part = [&](unsigned shift) {
    const double from = a.rgb >> shift & 0xffU;
    const double to = b.rgb >> shift & 0xffU;
    return static_cast<std::uint32_t>(from + (to - from) * share + 0.5) << shift;
  };
  return {part(16) | part(8) | part(0), a.alpha + (b.alpha - a.alpha) * share};
}

enum class Dash : std::uint8_t { none, dashes, dots };

struct Style {
  std::optional<Colour> fill = {};
  std::optional<Colour> stroke = {};
  double width = 1;  ///< of the stroke, in pixels
  Dash dash = Dash::none;
  friend bool operator==(const Style&, const Style&) = default;
};

enum class Anchor : std::uint8_t { start, middle, end };

/// In pixels, from the top left corner.
class Canvas {
 public:
  Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  virtual ~Canvas() = default;

  virtual void circle(Vec2 center, double radius, const Style& style) = 0;
  virtual void polygon(std::span<const Vec2> points, const Style& style) = 0;
  virtual void polyline(std::span<const Vec2> points, const Style& style) = 0;
  virtual void rectangle(Vec2 corner, Vec2 size, const Style& style) = 0;
  /// `at` is on the base line.
  virtual void text(Vec2 at, double size, Colour colour, std::string_view text, Anchor anchor = Anchor::start) = 0;
  /// Nothing outside of it is drawn until end_clip(); clips may be nested.
  virtual void begin_clip(Vec2 corner, Vec2 size) = 0;
  virtual void end_clip() = 0;
};

}  // namespace carom::io
