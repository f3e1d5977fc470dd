#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "io/picture/canvas.hpp"

/// The colours of the page (web/src/stage/palette.ts, web/src/style/base.css), light and dark.
namespace carom::io {

struct Palette {
  Colour paper;
  Colour card;  ///< what plots are drawn on
  Colour grid;
  Colour ink;
  Colour soft;  ///< words that are not the first to be read
  Colour wall;
  Colour accent;
  Colour kinetic;
  Colour potential;
  std::array<Colour, 5> speeds;  ///< from standing still to fast
  std::array<Colour, 7> kinds;
};

[[nodiscard]] const Palette& palette(bool dark) noexcept;

/// `share` 0 … 1 along the scale; beyond it the ends.
[[nodiscard]] Colour speed_colour(const Palette& palette, double share) noexcept;

/// Bodies with the same tag look the same.
[[nodiscard]] Colour tag_colour(const Palette& palette, std::string_view tag) noexcept;

}  // namespace carom::io
