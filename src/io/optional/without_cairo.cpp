#include <exception>
#include <stdexcept>

#include "io/optional/cairo_canvas.hpp"

/// What stands in where cairo was not found when the program was built.
namespace carom::io {

namespace {
[[noreturn]] void not_there() { throw std::logic_error("built without cairo"); }
}  // namespace

struct PixelSheet::Surface {};

std::string cairo_version() { return {}; }

std::string png_of(SheetSize /*size*/, double /*scale*/, std::string_view /*metadata*/, const Draw& /*draw*/) {
  not_there();
}

std::string pdf_of(SheetSize /*size*/, std::string_view /*title*/, std::string_view /*metadata*/,
                   const Draw& /*draw*/) {
  not_there();
}

PixelSheet::PixelSheet(int /*width*/, int /*height*/) { not_there(); }
PixelSheet::~PixelSheet() = default;
Canvas& PixelSheet::canvas() noexcept { std::terminate(); }
std::span<const std::byte> PixelSheet::pixels() { not_there(); }

}  // namespace carom::io
