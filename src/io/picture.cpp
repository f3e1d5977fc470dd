#include "carom/io/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/picture_view.hpp"

namespace carom {
namespace {

using io::View;

// Colours that stay apart for most eyes, on white and in grey.
constexpr std::array k_colours{"#3366a8", "#d1495b", "#3a9a6a", "#e08e2b", "#7a5ba6",
                               "#2aa1b3", "#a8577e", "#7c8b2f", "#5b6b7a", "#b5651d"};
constexpr auto k_ink = "#2b2d33";
constexpr auto k_muted = "#6c7078";

std::string escaped(std::string_view text) {
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

/// Neighbours in the order of creation get different ones, also when only some of the bodies are shown.
std::string colour_of(const Paths& paths, const TracedBody& body) {
  return k_colours[body.serial / paths.stride % k_colours.size()];
}

std::string clip(std::string_view id, const View& view, Vec2 min, Vec2 max) {
  return fmt::format(
      "<clipPath id=\"{}\"><rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/></clipPath>\n", id,
      view.x(min.x), view.y(max.y), (max.x - min.x) * view.scale, (max.y - min.y) * view.scale);
}

std::string sheet(const View& view) {
  constexpr double below = 64;
  const double width = std::max(view.width() + 2 * view.left, 520.0);
  const double height = view.top + view.height() + below;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#f7f6f2\"/>\n",
      width, height);
  return text + clip("view", view, view.min, view.max);
}

/// Solid where things rebound, dashed where they come in again on the other side, dotted where they are removed.
std::string bounds_box(const View& view, const Paths& paths) {
  const Bounds bounds = paths.bounds.value_or(Bounds{view.min, view.max, Edges::rebound});
  std::string style = "stroke=\"none\"";
  if (paths.bounds) {
    constexpr std::array dashes{"", " stroke-dasharray=\"9 6\"", " stroke-dasharray=\"2 5\""};
    style = fmt::format("stroke=\"{}\" stroke-width=\"2\"{}", k_ink, dashes[static_cast<std::size_t>(bounds.edges)]);
  }
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#ffffff\" {}/>\n",
                     view.x(bounds.min.x), view.y(bounds.max.y), (bounds.max.x - bounds.min.x) * view.scale,
                     (bounds.max.y - bounds.min.y) * view.scale, style);
}

std::string fixed_bodies(const View& view, const Paths& paths) {
  std::string text;
  for (const TracedBody& body : paths.bodies) {
    if (!body.fixed) continue;
    const std::string style =
        fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" opacity=\"{}\"",
                    is_line(body.shape) ? "none" : "#c9c7c0", k_ink, is_line(body.shape) ? 2 : 1, body.gone ? 0.25 : 1);
    text += io::shape_element(view, body.last_shape, body.last, style);
  }
  return text;
}

/// Wells that pull: a ring with four rays.
std::string wells(const View& view, const Paths& paths) {
  std::string text;
  for (const Source& source : paths.sources) {
    const double x = view.x(source.at.x);
    const double y = view.y(source.at.y);
    text += fmt::format(
        "<path d=\"M{:.2f} {:.2f}m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0m-4 0h4m10 0h4m-9 -9v4m0 10v4\" fill=\"none\" "
        "stroke=\"#c2410c\" stroke-width=\"1.5\"/>\n",
        x, y);
  }
  return text;
}

std::string starts(const View& view, const Paths& paths) {
  std::string text;
  for (const TracedBody& body : paths.bodies) {
    if (body.fixed) continue;
    const std::string fill = is_line(body.shape) ? "none" : colour_of(paths, body);
    text += io::shape_element(view, body.shape, body.start,
                              fmt::format("fill=\"{}\" fill-opacity=\"0.16\" stroke=\"{}\" stroke-opacity=\"0.45\"",
                                          fill, colour_of(paths, body)));
  }
  return text;
}

std::string ways(const View& view, const Paths& paths) {
  // Many paths lie over each other; thinner ones still show where they go.
  const double width = paths.bodies.size() > 60 ? 0.7 : 1.3;
  const double opacity = paths.bodies.size() > 60 ? 0.45 : 0.75;
  std::string text = fmt::format(
      "<g fill=\"none\" stroke-width=\"{}\" stroke-opacity=\"{}\" stroke-linejoin=\"round\">\n", width, opacity);
  const bool complete = paths.traced_until == paths.time;
  for (const TracedBody& body : paths.bodies) {
    if (body.fixed) continue;
    for (const auto& stroke : body.strokes) {
      std::vector<Vec2> points = stroke;
      if (complete && &stroke == &body.strokes.back()) points.push_back(body.last);
      text += io::polyline(view, points, fmt::format("stroke=\"{}\"", colour_of(paths, body)));
    }
  }
  return text + "</g>\n";
}

std::string ends(const View& view, const Paths& paths) {
  std::string text;
  for (const TracedBody& body : paths.bodies) {
    if (body.fixed || body.gone) continue;
    const std::string style =
        is_line(body.shape)
            ? fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", colour_of(paths, body))
            : fmt::format("fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.8\"", colour_of(paths, body));
    text += io::shape_element(view, body.last_shape, body.last, style);
  }
  return text;
}

std::string hits(const View& view, const Paths& paths) {
  const double radius = paths.hits.size() > 400 ? 1 : 1.8;
  std::string text = fmt::format("<g fill=\"{}\" fill-opacity=\"0.7\">\n", k_ink);
  for (const Vec2 p : paths.hits) {
    text += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\"/>\n", view.x(p.x), view.y(p.y), radius);
  }
  return text + "</g>\n";
}

std::string words(double x, double y, int size, std::string_view colour, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\">{}</text>\n", x, y, size, colour,
                     escaped(text));
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// What is in the picture, and what is not because there was too much of it.
std::string facts(const Paths& paths) {
  std::string text =
      fmt::format("t = {:.6g} to {:.6g}, {}, {}", paths.start_time, paths.time,
                  plural(paths.body_total, "body", "bodies"), plural(paths.hit_total, "collision", "collisions"));
  if (paths.bodies.size() < paths.body_total)
    text += fmt::format("; {} bodies shown, with their hits", paths.bodies.size());
  if (paths.hits.size() < paths.traced_hits) text += fmt::format("; the first {} hits shown", paths.hits.size());
  if (paths.traced_until < paths.time) text += fmt::format("; paths up to t = {:.4g}", paths.traced_until);
  return text;
}

std::string legend(const View& view) {
  const double y = view.top + view.height() + 34;
  const double unit = io::scale_length(view);
  const double end = view.left + unit * view.scale;
  std::string text =
      fmt::format("<path d=\"M{0:.2f} {2:.2f}v8h{1:.2f}v-8\" fill=\"none\" stroke=\"{3}\" stroke-width=\"1.5\"/>\n",
                  view.left, unit * view.scale, y - 10, k_ink);
  text += words(end + 8, y, 13, k_muted, fmt::format("{:.6g}", unit));
  double x = end + 80;
  const auto sample = [&](std::string_view style, double radius, std::string_view what) {
    text += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" {}/>\n", x, y - 5, radius, style);
    text += words(x + 12, y, 13, k_muted, what);
    x += 32 + 8 * static_cast<double>(what.size());
  };
  sample("fill=\"#3366a8\" fill-opacity=\"0.16\" stroke=\"#3366a8\" stroke-opacity=\"0.45\"", 6, "start");
  sample("fill=\"#3366a8\"", 6, "end");
  sample("fill=\"#2b2d33\"", 1.8, "hit");
  return text;
}

}  // namespace

std::string picture_svg(const Paths& paths, const std::string& title) {
  const View view = io::view_of(paths);
  std::string text = sheet(view);
  text += words(view.left, 34, 20, k_ink, title);
  text += words(view.left, 58, 13, k_muted, facts(paths));
  text += "<g clip-path=\"url(#view)\">\n";
  text += bounds_box(view, paths) + starts(view, paths) + fixed_bodies(view, paths) + wells(view, paths);
  // In a periodic world strokes end outside, to begin on the other side; they are seen inside only.
  const bool wraps = paths.bounds && paths.bounds->edges == Edges::periodic;
  if (wraps) text += clip("box", view, paths.bounds->min, paths.bounds->max);
  text += fmt::format("<g clip-path=\"url(#{})\">\n", wraps ? "box" : "view");
  text += ways(view, paths) + hits(view, paths) + "</g>\n" + ends(view, paths);
  return text + "</g>\n" + legend(view) + "</svg>\n";
}

}  // namespace carom
