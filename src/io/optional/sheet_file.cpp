#include "io/optional/sheet_file.hpp"

#include "io/picture/svg_canvas.hpp"

namespace carom::io {

Checked<SheetFormat> sheet_format(std::string_view file, bool is_stream) {
  if (file.ends_with(".svg")) return SheetFormat::svg;
  const bool png = file.ends_with(".png");
  if (png || file.ends_with(".pdf")) {
    if (!cairo_version().empty()) return png ? SheetFormat::png : SheetFormat::pdf;
    return Error{"",
                 "this program was built without cairo, which .png and .pdf need: install libcairo2-dev and build "
                 "again, or take .svg"};
  }
  if (is_stream) return SheetFormat::svg;
  return Error{"", "the format is told by the ending: expected .svg, .png or .pdf"};
}

std::string sheet_file(SheetFormat format, SheetSize size, const SheetText& text, const Draw& draw) {
  constexpr double pixels_a_unit = 2;  // sharp on the screens of today
  if (format == SheetFormat::png) return png_of(size, pixels_a_unit, text.provenance, draw);
  if (format == SheetFormat::pdf) return pdf_of(size, text.title, text.provenance, draw);
  SvgCanvas canvas(size.width, size.height);
  draw(canvas);
  return canvas.take();
}

}  // namespace carom::io
