#include "io/optional/cairo_canvas.hpp"

#include <cairo-pdf.h>
#include <cairo.h>

#include <array>
#include <cstdint>
#include <new>
#include <numbers>
#include <stdexcept>

namespace carom::io {
namespace {

class CairoCanvas final : public Canvas {
 public:
  explicit CairoCanvas(cairo_surface_t* surface) : cairo_(cairo_create(surface)) {
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    cairo_select_font_face(cairo_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  }
  ~CairoCanvas() override { cairo_destroy(cairo_); }
  CairoCanvas(const CairoCanvas&) = delete;
  CairoCanvas& operator=(const CairoCanvas&) = delete;

  void scale(double factor) { cairo_scale(cairo_, factor, factor); }

  void circle(Vec2 center, double radius, const Style& style) override {
    cairo_new_path(cairo_);
    cairo_arc(cairo_, center.x, center.y, radius, 0, 2 * std::numbers::pi);
    paint(style);
  }
  void polygon(std::span<const Vec2> points, const Style& style) override {
    trace(points);
    cairo_close_path(cairo_);
    paint(style);
  }
  void polyline(std::span<const Vec2> points, const Style& style) override {
    trace(points);
    paint(style);
  }
  void rectangle(Vec2 corner, Vec2 size, const Style& style) override {
    cairo_new_path(cairo_);
    cairo_rectangle(cairo_, corner.x, corner.y, size.x, size.y);
    paint(style);
  }
  void text(Vec2 at, double size, Colour colour, std::string_view text, Anchor anchor) override {
    const std::string words = printable(text);
    cairo_set_font_size(cairo_, size);
    if (anchor != Anchor::start) {
      cairo_text_extents_t extents;
      cairo_text_extents(cairo_, words.c_str(), &extents);
      at.x -= anchor == Anchor::middle ? extents.x_advance / 2 : extents.x_advance;
    }
    set(colour);
    cairo_move_to(cairo_, at.x, at.y);
    cairo_show_text(cairo_, words.c_str());
  }
  void begin_clip(Vec2 corner, Vec2 size) override {
    cairo_save(cairo_);
    cairo_new_path(cairo_);
    cairo_rectangle(cairo_, corner.x, corner.y, size.x, size.y);
    cairo_clip(cairo_);
  }
  void end_clip() override { cairo_restore(cairo_); }

 private:
  /// cairo stops drawing for good at text that is not UTF-8.
  static std::string printable(std::string_view text) {
    std::string words;
    for (std::size_t k = 0; k < text.size();) {
      const auto lead = static_cast<unsigned char>(text[k]);
      const std::size_t size = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
      bool good = size > 0 && k + size <= text.size();
      for (std::size_t j = 1; good && j < size; ++j) good = (static_cast<unsigned char>(text[k + j]) & 0xc0U) == 0x80U;
      if (good && lead >= ' ') {
        words += text.substr(k, size);
      } else {
        words += good ? ' ' : '?';
      }
      k += good ? size : 1;
    }
    return words;
  }
  void set(Colour colour) {
    const auto part = [&](unsigned shift) { return static_cast<double>(colour.rgb >> shift & 0xffU) / 255; };
    cairo_set_source_rgba(cairo_, part(16), part(8), part(0), colour.alpha);
  }
  void trace(std::span<const Vec2> points) {
    cairo_new_path(cairo_);
    for (const Vec2 p : points) cairo_line_to(cairo_, p.x, p.y);
  }
  void paint(const Style& style) {
    if (style.fill) {
      set(*style.fill);
      if (style.stroke) {
        cairo_fill_preserve(cairo_);
      } else {
        cairo_fill(cairo_);
      }
    }
    if (!style.stroke) return cairo_new_path(cairo_);
    constexpr std::array dashes{9.0, 6.0};
    constexpr std::array dots{2.0, 5.0};
    cairo_set_dash(cairo_, style.dash == Dash::dots ? dots.data() : dashes.data(), style.dash == Dash::none ? 0 : 2, 0);
    set(*style.stroke);
    cairo_set_line_width(cairo_, style.width);
    cairo_stroke(cairo_);
  }

  cairo_t* cairo_;
};

struct SurfaceDeleter {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using SurfacePointer = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

void expect_good(cairo_surface_t* surface) {
  const cairo_status_t status = cairo_surface_status(surface);
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(std::string("cannot draw: ") + cairo_status_to_string(status));
  }
}

cairo_status_t append(void* to, const unsigned char* data, unsigned length) {
  for (unsigned k = 0; k < length; ++k) static_cast<std::string*>(to)->push_back(static_cast<char>(data[k]));
  return CAIRO_STATUS_SUCCESS;
}

std::string four_bytes(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xffU);
  return bytes;
}

/// As PNG wants it (ISO 3309).
std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ (0xedb88320U & (~(crc & 1U) + 1U));
  }
  return ~crc;
}

/// A tEXt chunk after the header, which is always the first and 25 bytes long.
void add_text(std::string& png, std::string_view key, std::string_view text) {
  constexpr std::size_t after_header = 8 + 25;
  const std::string content = std::string("tEXt").append(key).append(1, '\0').append(text);
  png.insert(after_header,
             four_bytes(static_cast<std::uint32_t>(content.size() - 4)) + content + four_bytes(crc32(content)));
}

}  // namespace

struct PixelSheet::Surface {
  explicit Surface(SurfacePointer made) : surface(std::move(made)), canvas(surface.get()) {}
  SurfacePointer surface;
  CairoCanvas canvas;
};

std::string cairo_version() { return cairo_version_string(); }

std::string png_of(SheetSize size, double scale, std::string_view metadata, const Draw& draw) {
  const SurfacePointer surface(cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(size.width * scale + 0.5), static_cast<int>(size.height * scale + 0.5)));
  expect_good(surface.get());
  {
    CairoCanvas canvas(surface.get());
    canvas.scale(scale);
    draw(canvas);
  }
  expect_good(surface.get());
  std::string png;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &png) != CAIRO_STATUS_SUCCESS) throw std::bad_alloc();
  if (!metadata.empty()) add_text(png, "Comment", metadata);
  add_text(png, "Software", "carom");
  return png;
}

std::string pdf_of(SheetSize size, std::string_view title, std::string_view metadata, const Draw& draw) {
  constexpr double points_a_pixel = 0.75;
  std::string pdf;
  {
    const SurfacePointer surface(
        cairo_pdf_surface_create_for_stream(append, &pdf, size.width * points_a_pixel, size.height * points_a_pixel));
    expect_good(surface.get());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, std::string(title).c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT, std::string(metadata).c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "carom");
    {
      CairoCanvas canvas(surface.get());
      canvas.scale(points_a_pixel);
      draw(canvas);
    }
    cairo_surface_finish(surface.get());
    expect_good(surface.get());
  }
  return pdf;
}

PixelSheet::PixelSheet(int width, int height) {
  SurfacePointer surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  expect_good(surface.get());
  surface_ = std::make_unique<Surface>(std::move(surface));
}

PixelSheet::~PixelSheet() = default;

Canvas& PixelSheet::canvas() noexcept { return surface_->canvas; }

std::span<const std::byte> PixelSheet::pixels() {
  cairo_surface_t* const surface = surface_->surface.get();
  cairo_surface_flush(surface);
  // Rows of RGB24 are four bytes a pixel, and so have no gaps.
  const auto size = static_cast<std::size_t>(cairo_image_surface_get_stride(surface)) *
                    static_cast<std::size_t>(cairo_image_surface_get_height(surface));
  return std::as_bytes(std::span(cairo_image_surface_get_data(surface), size));
}

}  // namespace carom::io
