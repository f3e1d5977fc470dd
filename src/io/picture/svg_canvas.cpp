#include "io/picture/svg_canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace carom::io {
namespace {

std::string hex(Colour colour) { return fmt::format("#{:06x}", colour.rgb); }

std::string css(const Style& style) {
  std::string text = "fill:" + (style.fill ? hex(*style.fill) : std::string("none"));
  if (style.fill && style.fill->alpha < 1) text += fmt::format(";fill-opacity:{:.3g}", style.fill->alpha);
  if (!style.stroke) return text;
  text += fmt::format(";stroke:{};stroke-width:{:.3g};stroke-linejoin:round", hex(*style.stroke), style.width);
  if (style.stroke->alpha < 1) text += fmt::format(";stroke-opacity:{:.3g}", style.stroke->alpha);
  if (style.dash == Dash::dashes) text += ";stroke-dasharray:9 6";
  if (style.dash == Dash::dots) text += ";stroke-dasharray:2 5";
  return text;
}

std::string points_text(std::span<const Vec2> points) {
  std::string text;
  for (const Vec2 p : points) text += fmt::format("{}{:.2f},{:.2f}", text.empty() ? "" : " ", p.x, p.y);
  return text;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      default: safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return safe;
}

std::string SvgCanvas::class_of(const Style& style) {
  // The same few again and again, mostly the last one.
  auto found = std::find(styles_.rbegin(), styles_.rend(), style);
  if (found == styles_.rend()) {
    styles_.push_back(style);
    found = styles_.rbegin();
  }
  return fmt::format("s{}", styles_.rend() - found - 1);
}

void SvgCanvas::circle(Vec2 center, double radius, const Style& style) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\"/>\n", class_of(style), center.x,
                       center.y, radius);
}

void SvgCanvas::polygon(std::span<const Vec2> points, const Style& style) {
  body_ += fmt::format("<polygon class=\"{}\" points=\"{}\"/>\n", class_of(style), points_text(points));
}

void SvgCanvas::polyline(std::span<const Vec2> points, const Style& style) {
  body_ += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", class_of(style), points_text(points));
}

void SvgCanvas::rectangle(Vec2 corner, Vec2 size, const Style& style) {
  body_ += fmt::format("<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>\n",
                       class_of(style), corner.x, corner.y, size.x, size.y);
}

void SvgCanvas::text(Vec2 at, double size, Colour colour, std::string_view text, Anchor anchor) {
  constexpr std::array anchors{"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.3g}\" fill=\"{}\"{}>{}</text>\n", at.x, at.y,
                       size, hex(colour), anchors[static_cast<std::size_t>(anchor)], xml_escaped(text));
}

void SvgCanvas::begin_clip(Vec2 corner, Vec2 size) {
  body_ += fmt::format(
      "<clipPath id=\"c{0}\"><rect x=\"{1:.2f}\" y=\"{2:.2f}\" width=\"{3:.2f}\" height=\"{4:.2f}\"/></clipPath>\n"
      "<g clip-path=\"url(#c{0})\">\n",
      clips_++, corner.x, corner.y, size.x, size.y);
}

void SvgCanvas::end_clip() { body_ += "</g>\n"; }

std::string SvgCanvas::take() {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\">\n",
      width_, height_);
  text += "<style>\n";
  for (std::size_t k = 0; k < styles_.size(); ++k) text += fmt::format(".s{}{{{}}}\n", k, css(styles_[k]));
  text += "</style>\n" + body_ + "</svg>\n";
  body_.clear();
  return text;
}

}  // namespace carom::io
