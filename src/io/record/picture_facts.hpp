#pragma once

#include <string>
#include <string_view>

#include "carom/shapes/checked.hpp"

/// What a picture says about itself, as far as carom writes pictures: SVG, PNG (RFC 2083), PDF (ISO 32000-1).
namespace carom::io {

struct PictureFacts {
  double width = 0;  ///< pixels; of PDF points
  double height = 0;
  std::string comment;  ///< where it comes from; SVG has that in a file beside it
};

/// Of all bytes of a file. The error has no place.
[[nodiscard]] Checked<PictureFacts> svg_facts(std::string_view bytes);
[[nodiscard]] Checked<PictureFacts> png_facts(std::string_view bytes);
[[nodiscard]] Checked<PictureFacts> pdf_facts(std::string_view bytes);

}  // namespace carom::io
