#pragma once

#include <string>

#include "carom/io/picture_paths.hpp"
#include "carom/io/units.hpp"

namespace carom {
namespace io {
class Canvas;
}

struct PictureOptions {
  std::string title = {};
  bool dark = false;
  bool contacts = false;  ///< at each hit shown its normal, as long as its impulse is large
  SceneUnits units = {};
};

/// Pixels.
struct SheetSize {
  double width = 0;
  double height = 0;
};

[[nodiscard]] SheetSize picture_size(const Paths& paths);

/// A run as one picture: bodies light where they started and solid where they ended, their paths, a dot for each hit, the
/// bounds, what is fixed, a scale. A picture of a sample says so.
void draw_picture(io::Canvas& canvas, const Paths& paths, const PictureOptions& options);

/// The same as SVG.
[[nodiscard]] std::string picture_svg(const Paths& paths, const PictureOptions& options);

}  // namespace carom
