#include "carom/io/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/palette.hpp"
#include "io/picture/picture_view.hpp"
#include "io/picture/svg_canvas.hpp"

namespace carom {
namespace {

using io::Canvas;
using io::Colour;
using io::Palette;
using io::Style;
using io::View;

constexpr double k_below = 64;         // pixels under the plane, for the scale and the legend
constexpr double k_least_width = 520;  // of the sheet: for the legend

Colour faded(Colour colour, double alpha) { return {colour.rgb, alpha}; }

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// What is in the picture, and what is not because there was too much of it.
std::string facts(const Paths& paths, const SceneUnits& units) {
  std::string text = fmt::format(
      "t = {:.6g} to {}, {}, {}", paths.start_time, number_with(fmt::format("{:.6g}", paths.time), units.time),
      plural(paths.body_total, "body", "bodies"), plural(paths.hit_total, "collision", "collisions"));
  if (paths.bodies.size() < paths.body_total)
    text += fmt::format("; {} bodies shown, with their hits", paths.bodies.size());
  if (paths.hits.size() < paths.traced_hits) text += fmt::format("; the first {} hits shown", paths.hits.size());
  if (paths.traced_until < paths.time) text += fmt::format("; paths up to t = {:.4g}", paths.traced_until);
  return text;
}

class RunPicture {
 public:
  RunPicture(Canvas& canvas, const Paths& paths, const PictureOptions& options)
      : canvas_(canvas), paths_(paths), options_(options), view_(io::view_of(paths)), p_(io::palette(options.dark)) {}

  void draw() {
    const SheetSize size = picture_size(paths_);
    canvas_.rectangle({0, 0}, {size.width, size.height}, {.fill = p_.paper});
    canvas_.text({view_.left, 34}, 20, p_.ink, options_.title);
    canvas_.text({view_.left, 58}, 13, p_.soft, facts(paths_, options_.units));
    clip_to(view_.min, view_.max);
    draw_bounds();
    draw_starts();
    draw_fixed();
    draw_wells();
    // In a periodic world strokes end outside, to begin on the other side; they are seen inside only.
    const bool wraps = paths_.bounds && paths_.bounds->edges == Edges::periodic;
    if (wraps) clip_to(paths_.bounds->min, paths_.bounds->max);
    draw_ways();
    draw_hits();
    if (wraps) canvas_.end_clip();
    draw_ends();
    if (options_.contacts) draw_contacts();
    canvas_.end_clip();
    draw_legend();
  }

 private:
  void clip_to(Vec2 min, Vec2 max) {
    canvas_.begin_clip(view_.point({min.x, max.y}), {(max.x - min.x) * view_.scale, (max.y - min.y) * view_.scale});
  }

  /// Neighbours in the order of creation get different ones, also when only some of the bodies are shown.
  Colour colour_of(const TracedBody& body) const { return p_.kinds[body.serial / paths_.stride % p_.kinds.size()]; }

  /// Solid where things rebound, dashed where they come in again on the other side, dotted where they are removed.
  void draw_bounds() {
    const Bounds bounds = paths_.bounds.value_or(Bounds{view_.min, view_.max, Edges::rebound});
    Style style{.fill = p_.card};
    if (paths_.bounds) {
      constexpr std::array dashes{io::Dash::none, io::Dash::dashes, io::Dash::dots};
      style.stroke = p_.wall;
      style.width = 2;
      style.dash = dashes[static_cast<std::size_t>(bounds.edges)];
    }
    const Vec2 size = (bounds.max - bounds.min) * view_.scale;
    canvas_.rectangle(view_.point({bounds.min.x, bounds.max.y}), size, style);
  }

  void draw_fixed() {
    for (const TracedBody& body : paths_.bodies) {
      if (!body.fixed) continue;
      const double alpha = body.gone ? 0.25 : 1;
      Style style{.stroke = faded(p_.wall, alpha), .width = io::is_line(body.shape) ? 2.0 : 1.0};
      if (!io::is_line(body.shape)) style.fill = faded(p_.wall, 0.4 * alpha);
      io::draw_shape(canvas_, view_, body.last_shape, body.last, style);
    }
  }

  /// Wells that pull: a ring with four rays.
  void draw_wells() {
    const Style style{.stroke = p_.accent, .width = 1.5};
    for (const Source& source : paths_.sources) {
      const Vec2 at = view_.point(source.at);
      canvas_.circle(at, 5, style);
      for (const Vec2 way : {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}}) {
        canvas_.polyline(std::array{at + way * 5, at + way * 9}, style);
      }
    }
  }

  void draw_starts() {
    for (const TracedBody& body : paths_.bodies) {
      if (body.fixed) continue;
      Style style{.stroke = faded(colour_of(body), 0.45)};
      if (!io::is_line(body.shape)) style.fill = faded(colour_of(body), 0.16);
      io::draw_shape(canvas_, view_, body.shape, body.start, style);
    }
  }

  void draw_ways() {
    // Many paths lie over each other; thinner ones still show where they go.
    const bool many = paths_.bodies.size() > 60;
    const bool complete = paths_.traced_until == paths_.time;
    for (const TracedBody& body : paths_.bodies) {
      if (body.fixed) continue;
      const Style style{.stroke = faded(colour_of(body), many ? 0.45 : 0.75), .width = many ? 0.7 : 1.3};
      for (const auto& stroke : body.strokes) {
        std::vector<Vec2> points = stroke;
        if (complete && &stroke == &body.strokes.back()) points.push_back(body.last);
        io::draw_path(canvas_, view_, points, style);
      }
    }
  }

  void draw_ends() {
    for (const TracedBody& body : paths_.bodies) {
      if (body.fixed || body.gone) continue;
      const Style style = io::is_line(body.shape) ? Style{.stroke = colour_of(body), .width = 2}
                                                  : Style{.fill = colour_of(body), .stroke = p_.card, .width = 0.8};
      io::draw_shape(canvas_, view_, body.last_shape, body.last, style);
    }
  }

  double hit_radius() const { return paths_.hits.size() > 400 ? 1 : 1.8; }

  void draw_hits() {
    const Style style{.fill = faded(p_.ink, 0.7)};
    for (const TracedHit& hit : paths_.hits) canvas_.circle(view_.point(hit.point), hit_radius(), style);
  }

  /// An arrow to either side of the contact, along the normal; the longest is that of the largest impulse.
  void draw_contacts() {
    constexpr double longest = 40;
    constexpr double head = 4;
    double largest = 0;
    for (const TracedHit& hit : paths_.hits) largest = std::max(largest, hit.impulse);
    const Style style{.stroke = faded(p_.accent, 0.85), .width = 1.2};
    for (const TracedHit& hit : paths_.hits) {
      const Vec2 at = view_.point(hit.point);
      canvas_.circle(at, hit_radius(), {.fill = p_.accent});
      if (!(largest > 0 && hit.impulse > 0)) continue;
      const Vec2 way = {hit.normal.x, -hit.normal.y};
      const Vec2 side = {-way.y, way.x};
      const Vec2 tip = at + way * (longest * hit.impulse / largest);
      canvas_.polyline(std::array{at, tip}, style);
      const double size = std::min(head, length(tip - at) / 2);
      canvas_.polyline(std::array{tip - way * size + side * (size / 2), tip, tip - way * size - side * (size / 2)},
                       style);
    }
  }

  void draw_legend() {
    const double y = view_.top + view_.height() + 34;
    io::draw_scale(canvas_, view_, {view_.left, y - 5}, p_.ink, p_.soft, options_.units.length);
    double x = view_.left + io::scale_length(view_) * view_.scale + 80;
    x += 8 * static_cast<double>(options_.units.length.size());
    const auto sample = [&](const Style& style, double radius, std::string_view what) {
      canvas_.circle({x, y - 5}, radius, style);
      canvas_.text({x + 12, y}, 13, p_.soft, what);
      x += 32 + 8 * static_cast<double>(what.size());
    };
    const Colour first = p_.kinds.front();
    sample({.fill = faded(first, 0.16), .stroke = faded(first, 0.45)}, 6, "start");
    sample({.fill = first}, 6, "end");
    // As it is drawn: with contacts a hit has the colour of its arrow.
    sample({.fill = options_.contacts ? p_.accent : p_.ink}, 1.8, "hit");
    if (!options_.contacts) return;
    canvas_.polyline(std::array{Vec2{x - 8, y - 5}, Vec2{x + 8, y - 5}}, {.stroke = p_.accent, .width = 1.2});
    canvas_.text({x + 12, y}, 13, p_.soft, "impulse");
  }

  Canvas& canvas_;
  const Paths& paths_;
  const PictureOptions& options_;
  View view_;
  const Palette& p_;
};

}  // namespace

SheetSize picture_size(const Paths& paths) {
  const View view = io::view_of(paths);
  return {std::ceil(std::max(view.width() + 2 * view.left, k_least_width)),
          std::ceil(view.top + view.height() + k_below)};
}

void draw_picture(io::Canvas& canvas, const Paths& paths, const PictureOptions& options) {
  RunPicture(canvas, paths, options).draw();
}

std::string picture_svg(const Paths& paths, const PictureOptions& options) {
  const SheetSize size = picture_size(paths);
  io::SvgCanvas canvas(size.width, size.height);
  draw_picture(canvas, paths, options);
  return canvas.take();
}

}  // namespace carom
