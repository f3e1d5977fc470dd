#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "carom/io/picture.hpp"
#include "io/picture/canvas.hpp"

/// Pictures as PNG and PDF, and as pixels for films. cairo is optional: without it none of this may be called but
/// cairo_version().
namespace carom::io {

/// "1.16.0"; empty: built without cairo.
[[nodiscard]] std::string cairo_version();

using Draw = std::function<void(Canvas&)>;

/// What `draw` draws on a sheet of `size`, each of its pixels `scale` wide. `metadata` is kept in the file and not shown.
[[nodiscard]] std::string png_of(SheetSize size, double scale, std::string_view metadata, const Draw& draw);
[[nodiscard]] std::string pdf_of(SheetSize size, std::string_view title, std::string_view metadata, const Draw& draw);

/// A sheet in memory that is drawn again and again.
class PixelSheet {
 public:
  PixelSheet(int width, int height);
  PixelSheet(const PixelSheet&) = delete;
  PixelSheet& operator=(const PixelSheet&) = delete;
  ~PixelSheet();

  [[nodiscard]] Canvas& canvas() noexcept;
  /// Four bytes a pixel, blue, green, red and one that means nothing; rows from the top, without gaps.
  [[nodiscard]] std::span<const std::byte> pixels();

 private:
  struct Surface;
  std::unique_ptr<Surface> surface_;
};

}  // namespace carom::io
