#include "io/picture_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

std::string border_line(const View& view, const Border& border, Vec2 at, std::string_view style) {
  const double place = border.at + coordinate(at, border.axis);
  const bool upright = border.axis == Axis::x;
  return fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n",
                     view.x(upright ? place : view.min.x), view.y(upright ? view.min.y : place),
                     view.x(upright ? place : view.max.x), view.y(upright ? view.max.y : place), style);
}

std::string points_text(const View& view, std::span<const Vec2> points, Vec2 at) {
  std::string text;
  for (const Vec2 p : points) {
    text += fmt::format("{}{:.2f},{:.2f}", text.empty() ? "" : " ", view.x(p.x + at.x), view.y(p.y + at.y));
  }
  return text;
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

std::string shape_element(const View& view, const BodyShape& shape, Vec2 at, std::string_view style) {
  if (const auto* const circle = std::get_if<Circle>(&shape)) {
    const Vec2 center = at + circle->center;
    return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" {}/>\n", view.x(center.x), view.y(center.y),
                       std::max(circle->radius * view.scale, k_least_radius), style);
  }
  if (const auto* const border = std::get_if<Border>(&shape)) return border_line(view, *border, at, style);
  if (const auto* const segment = std::get_if<Segment>(&shape)) {
    return fmt::format("<polyline points=\"{}\" {}/>\n", points_text(view, segment->ends, at), style);
  }
  if (const auto* const compound = std::get_if<Compound>(&shape)) {
    std::string text;
    for (const Part& part : compound->parts) {
      text += std::visit([&](const auto& one) { return shape_element(view, one, at, style); }, part);
    }
    return text;
  }
  return fmt::format("<polygon points=\"{}\" {}/>\n", points_text(view, std::get_if<Polygon>(&shape)->vertices(), at),
                     style);
}

std::string polyline(const View& view, const std::vector<Vec2>& points, std::string_view style) {
  return fmt::format("<polyline points=\"{}\" {}/>\n", points_text(view, points, {}), style);
}

}  // namespace carom::io
