#include "io/picture/picture_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "carom/io/units.hpp"

namespace carom::io {
namespace {

constexpr double k_page_width = 960;
constexpr double k_page_height = 900;
constexpr double k_least_radius = 1.6;  // in pixels: smaller ones are not seen

struct Box {
  Vec2 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void add(Vec2 p, double radius = 0) {
    min = {std::min(min.x, p.x - radius), std::min(min.y, p.y - radius)};
    max = {std::max(max.x, p.x + radius), std::max(max.y, p.y + radius)};
  }
};

void add_shape(Box& box, const BodyShape& shape, Vec2 at) {
  if (const auto* const circle = std::get_if<Circle>(&shape)) {
    box.add(at + circle->center, circle->radius);
  } else if (const auto* const segment = std::get_if<Segment>(&shape)) {
    for (const Vec2 end : segment->ends) box.add(at + end);
  } else if (const auto* const polygon = std::get_if<Polygon>(&shape)) {
    for (const Vec2 vertex : polygon->vertices()) box.add(at + vertex);
  } else if (const auto* const compound = std::get_if<Compound>(&shape)) {
    for (const Part& part : compound->parts) {
      std::visit([&](const auto& one) { add_shape(box, one, at); }, part);
    }
  }
}

/// A border has no place along itself; it is shown as far as the rest of the picture goes.
void add_borders(Box& box, const Paths& paths) {
  for (const TracedBody& body : paths.bodies) {
    const auto* const border = std::get_if<Border>(&body.shape);
    if (border == nullptr) continue;
    const double at = border->at + coordinate(body.last, border->axis);
    const Vec2 middle = 0.5 * (box.min + box.max);
    box.add(border->axis == Axis::x ? Vec2{at, middle.y} : Vec2{middle.x, at});
  }
}

Box content(const Paths& paths) {
  Box box;
  if (paths.bounds) {
    box.add(paths.bounds->min);
    box.add(paths.bounds->max);
    if (paths.bounds->edges != Edges::remove) return box;
  }
  for (const Source& source : paths.sources) box.add(source.at);
  for (const TracedBody& body : paths.bodies) {
    add_shape(box, body.shape, body.start);
    add_shape(box, body.last_shape, body.last);
    for (const auto& stroke : body.strokes) {
      for (const Vec2 p : stroke) box.add(p);
    }
  }
  if (!(box.min.x <= box.max.x)) box.add({0, 0}, 1);  // borders alone, or nothing at all
  add_borders(box, paths);
  return box;
}

void draw_border(Canvas& canvas, const View& view, const Border& border, Vec2 at, const Style& style) {
  const double place = border.at + coordinate(at, border.axis);
  const bool upright = border.axis == Axis::x;
  const std::array ends{view.point({upright ? place : view.min.x, upright ? view.min.y : place}),
                        view.point({upright ? place : view.max.x, upright ? view.max.y : place})};
  canvas.polyline(ends, style);
}

std::vector<Vec2> on_sheet(const View& view, std::span<const Vec2> points, Vec2 at) {
  std::vector<Vec2> result;
  result.reserve(points.size());
  for (const Vec2 p : points) result.push_back(view.point(p + at));
  return result;
}

}  // namespace

View view_of(const Paths& paths) {
  const Box box = content(paths);
  const double longest = std::max({box.max.x - box.min.x, box.max.y - box.min.y, 1e-300});
  const double margin = 0.03 * longest;
  View view;
  view.min = box.min - Vec2{margin, margin};
  view.max = box.max + Vec2{margin, margin};
  view.scale = std::min(k_page_width / (view.max.x - view.min.x), k_page_height / (view.max.y - view.min.y));
  return view;
}

double scale_length(const View& view) {
  const double wanted = (view.max.x - view.min.x) / 5;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= wanted) return factor * power;
  }
  return power;
}

void draw_shape(Canvas& canvas, const View& view, const BodyShape& shape, Vec2 at, const Style& style) {
  if (const auto* const circle = std::get_if<Circle>(&shape)) {
    canvas.circle(view.point(at + circle->center), std::max(circle->radius * view.scale, k_least_radius), style);
  } else if (const auto* const border = std::get_if<Border>(&shape)) {
    draw_border(canvas, view, *border, at, style);
  } else if (const auto* const segment = std::get_if<Segment>(&shape)) {
    canvas.polyline(on_sheet(view, segment->ends, at), style);
  } else if (const auto* const compound = std::get_if<Compound>(&shape)) {
    for (const Part& part : compound->parts) {
      std::visit([&](const auto& one) { draw_shape(canvas, view, one, at, style); }, part);
    }
  } else {
    canvas.polygon(on_sheet(view, std::get_if<Polygon>(&shape)->vertices(), at), style);
  }
}

void draw_path(Canvas& canvas, const View& view, std::span<const Vec2> points, const Style& style) {
  canvas.polyline(on_sheet(view, points, {}), style);
}

bool is_line(const BodyShape& shape) {
  if (const auto* const circle = std::get_if<Circle>(&shape)) return circle->hollow;
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) return polygon->hollow();
  if (const auto* const compound = std::get_if<Compound>(&shape)) {
    return std::ranges::all_of(compound->parts, [](const Part& part) {
      return std::visit([](const auto& one) { return is_line(one); }, part);
    });
  }
  return true;
}

void draw_scale(Canvas& canvas, const View& view, Vec2 at, Colour line, Colour words, std::string_view length_unit,
                double unit) {
  const double plane = scale_length(view);
  const double width = plane * view.scale;
  const double low = 3 * unit;
  const double high = 5 * unit;
  const std::array points{at - Vec2{0, high}, at + Vec2{0, low}, at + Vec2{width, low}, at + Vec2{width, -high}};
  canvas.polyline(points, {.stroke = line, .width = 1.5 * unit});
  canvas.text(at + Vec2{width + 8 * unit, 4 * unit}, std::max(13 * unit, k_least_words), words,
              number_with(fmt::format("{:.6g}", plane), length_unit));
}

}  // namespace carom::io
