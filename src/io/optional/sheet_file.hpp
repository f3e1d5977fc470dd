#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "carom/shapes/checked.hpp"
#include "io/optional/cairo_canvas.hpp"

namespace carom::io {

enum class SheetFormat : std::uint8_t { svg, png, pdf };

/// By the ending of the file's name; SVG where it has none of the three and `is_stream`. The error has no place.
[[nodiscard]] Checked<SheetFormat> sheet_format(std::string_view file, bool is_stream);

/// What a file states that is not drawn. SVG is text, and has the same bytes wherever it comes from: it has neither.
struct SheetText {
  std::string title;
  std::string provenance;
};

/// All bytes of the file: what `draw` draws on a sheet of `size`.
[[nodiscard]] std::string sheet_file(SheetFormat format, SheetSize size, const SheetText& text, const Draw& draw);

}  // namespace carom::io
