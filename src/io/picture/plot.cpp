#include "io/picture/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "io/picture/palette.hpp"

namespace carom::io {
namespace {

constexpr std::size_t k_most_rows = 4000;
constexpr std::size_t k_bins = 24;

struct Curve {
  std::string name;
  Style line;
  std::vector<Vec2> points;
};

Style solid(Colour colour) { return {.stroke = colour, .width = 1.6}; }
/// What may lie on another, which is seen between its dashes.
Style dashed(Colour colour) { return {.stroke = colour, .width = 1.6, .dash = Dash::dashes}; }

struct Range {
  double low = 0;
  double high = 0;

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Never empty, with room above and below; what varies by its rounding alone is a level line.
  [[nodiscard]] Range with_room() const {
    const double size = high - low;
    const double scale = std::max(std::fabs(low), std::fabs(high));
    if (!(size > 1e-9 * scale)) {
      const double middle = 0.5 * (low + high);
      const double half = scale > 0 ? 0.1 * scale : 1;
      return {middle - half, middle + half};
    }
    return {low - 0.06 * size, high + 0.06 * size};
  }
};

std::string tick_text(double value, double step) {
  if (std::fabs(value) < 1e-9 * step) return "0";
  return fmt::format("{:.6g}", value);
}

/// One pair of axes with its curves or bars.
class Panel {
 public:
  Panel(Canvas& canvas, const Palette& p, Vec2 corner, Vec2 size)
      : canvas_(canvas), p_(p), corner_(corner), size_(size) {}

  /// `counts`: the upper axis is one of whole numbers.
  void draw(const std::string& title, const std::string& x_name, Range x, Range y, bool counts,
            const std::function<void(Panel&)>& inside, const std::vector<Curve>& legend) {
    x_ = x;
    y_ = y;
    counts_ = counts;
    canvas_.rectangle(corner_, size_, {.fill = p_.card, .stroke = p_.grid});
    canvas_.text(corner_ + Vec2{12, 22}, 14, p_.ink, title);
    draw_axes(x_name);
    canvas_.begin_clip({left(), top()}, {right() - left(), bottom() - top()});
    inside(*this);
    canvas_.end_clip();
    canvas_.polyline(std::array{Vec2{left(), top()}, Vec2{left(), bottom()}, Vec2{right(), bottom()}},
                     {.stroke = p_.soft});
    draw_legend(legend);
  }

  void curve(const Curve& curve) {
    std::vector<Vec2> points;
    for (const Vec2 p : curve.points) {
      if (std::isfinite(p.x) && std::isfinite(p.y)) points.push_back(place(p));
    }
    if (points.size() > 1) canvas_.polyline(points, curve.line);
    if (points.size() == 1) canvas_.circle(points[0], 2, {.fill = curve.line.stroke});
  }
  void bar(double from, double to, double height, Colour colour) {
    const Vec2 top_left = place({from, height});
    const Vec2 bottom_right = place({to, 0});
    canvas_.rectangle(top_left, bottom_right - top_left, {.fill = colour});
  }

 private:
  [[nodiscard]] double left() const { return corner_.x + 72; }
  [[nodiscard]] double right() const { return corner_.x + size_.x - 18; }
  [[nodiscard]] double top() const { return corner_.y + 40; }
  [[nodiscard]] double bottom() const { return corner_.y + size_.y - 42; }
  [[nodiscard]] Vec2 place(Vec2 p) const {
    return {left() + (p.x - x_.low) / (x_.high - x_.low) * (right() - left()),
            bottom() - (p.y - y_.low) / (y_.high - y_.low) * (bottom() - top())};
  }

  void draw_axes(const std::string& x_name) {
    const auto xs = axis_ticks(x_.low, x_.high, 6);
    const auto ys = axis_ticks(y_.low, y_.high, 5, counts_);
    for (const double x : xs) {
      const double at = place({x, 0}).x;
      canvas_.polyline(std::array{Vec2{at, top()}, Vec2{at, bottom()}}, {.stroke = grid_});
      canvas_.text({at, bottom() + 16}, 11, p_.soft, tick_text(x, x_.high - x_.low), Anchor::middle);
    }
    for (const double y : ys) {
      const double at = place({0, y}).y;
      canvas_.polyline(std::array{Vec2{left(), at}, Vec2{right(), at}}, {.stroke = grid_});
      canvas_.text({left() - 7, at + 4}, 11, p_.soft, tick_text(y, y_.high - y_.low), Anchor::end);
    }
    canvas_.text({0.5 * (left() + right()), corner_.y + size_.y - 10}, 12, p_.soft, x_name, Anchor::middle);
  }

  void draw_legend(const std::vector<Curve>& legend) {
    double x = right();
    for (auto entry = legend.rbegin(); entry != legend.rend(); ++entry) {
      // Words are about so wide; each begins beside its line, wherever it ends.
      x -= 6.6 * static_cast<double>(entry->name.size());
      canvas_.text({x, corner_.y + 22}, 12, p_.soft, entry->name);
      Style line = entry->line;
      line.width = 2.4;
      canvas_.polyline(std::array{Vec2{x - 32, corner_.y + 18}, Vec2{x - 8, corner_.y + 18}}, line);
      x -= 48;
    }
  }

  Canvas& canvas_;
  const Palette& p_;
  /// On dark paper the page's is too faint for lines that one reads numbers off.
  Colour grid_ = &p_ == &palette(true) ? mixed(p_.grid, p_.soft, 0.2) : p_.grid;
  Vec2 corner_;
  Vec2 size_;
  Range x_;
  Range y_;
  bool counts_ = false;
};

Range range_of(const std::vector<Curve>& curves, double Vec2::* axis) {
  bool any = false;
  Range range;
  for (const Curve& curve : curves) {
    for (const Vec2 p : curve.points) {
      if (!std::isfinite(p.*axis)) continue;
      if (!any) range = {p.*axis, p.*axis};
      any = true;
      range.add(p.*axis);
    }
  }
  return range;
}

Curve curve_of(std::string name, const Style& line, const std::vector<SeriesRow>& rows,
               const std::function<double(const SeriesRow&)>& value) {
  Curve curve{std::move(name), line, {}};
  for (const SeriesRow& row : rows) curve.points.push_back({row.t, value(row)});
  return curve;
}

/// Collisions a second between a row and the next, as a line of steps.
Curve rate_of(const std::vector<SeriesRow>& rows, Colour colour) {
  Curve curve{"", solid(colour), {}};
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const double rate = static_cast<double>(rows[k].collisions - rows[k - 1].collisions) / (rows[k].t - rows[k - 1].t);
    curve.points.push_back({rows[k - 1].t, rate});
    curve.points.push_back({rows[k].t, rate});
  }
  return curve;
}

/// What the axes are of, and what the upper one counts.
struct Axes {
  std::string title;  // of the upper one, and so of all
  std::string time;
  bool counts = false;
};

void draw_curves(Panel panel, const Axes& axes, const std::vector<Curve>& curves) {
  Range x = range_of(curves, &Vec2::x);
  if (!(x.high > x.low)) x = {x.low - 0.5, x.low + 0.5};
  Range y = range_of(curves, &Vec2::y);
  y.add(0);
  Range shown = y.with_room();
  if (y.low >= 0) shown.low = 0;
  panel.draw(
      axes.title, axes.time, x, shown, axes.counts,
      [&](Panel& inside) {
        for (const Curve& curve : curves) inside.curve(curve);
      },
      curves.size() > 1 ? curves : std::vector<Curve>{});
}

void draw_speeds(Panel panel, const Palette& p, const std::vector<MovingBody>& bodies, const std::string& speed) {
  const Histogram found = speed_histogram(bodies);
  const double end = found.width * static_cast<double>(found.counts.size());
  Curve law{"Maxwell's law", solid(p.accent), {}};
  double highest = 1;
  for (std::size_t k = 0; k < found.counts.size(); ++k) {
    law.points.push_back({(static_cast<double>(k) + 0.5) * found.width, found.law[k]});
    highest = std::max({highest, found.counts[k], found.law[k]});
  }
  const Curve bars{"bodies", solid(p.soft), {}};
  panel.draw("Bodies by speed, at the end", speed, {0, end > 0 ? end : 1}, {0, 1.08 * highest}, true,
             [&](Panel& inside) {
               for (std::size_t k = 0; k < found.counts.size(); ++k) {
                 const double from = static_cast<double>(k) * found.width;
                 inside.bar(from + 0.06 * found.width, from + 0.94 * found.width, found.counts[k], p.soft);
               }
               inside.curve(law);
             },
             {bars, law});
}

}  // namespace

std::vector<double> axis_ticks(double low, double high, int wanted, bool whole) {
  std::vector<double> ticks;
  const double size = high - low;
  if (!(size > 0) || !std::isfinite(size)) return ticks;
  const double power = std::pow(10, std::floor(std::log10(size / wanted)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (size / (factor * power) <= 1.2 * wanted) step = factor * power;
  }
  if (whole) step = std::max(step, 1.0);
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && ticks.size() < 50; ++k) {
    ticks.push_back(k * step);
  }
  return ticks;
}

Histogram speed_histogram(const std::vector<MovingBody>& bodies) {
  Histogram found;
  found.counts.assign(k_bins, 0);
  found.law.assign(k_bins, 0);
  double fastest = 0;
  double kinetic = 0;
  std::map<double, double> masses;
  for (const MovingBody& body : bodies) {
    fastest = std::max(fastest, body.speed);
    kinetic += 0.5 * body.mass * body.speed * body.speed;
    masses[body.mass] += 1;
  }
  found.width = 1.05 * (fastest > 0 ? fastest : 1) / static_cast<double>(k_bins);
  for (const MovingBody& body : bodies) {
    found.counts[std::min(k_bins - 1, static_cast<std::size_t>(body.speed / found.width))] += 1;
  }
  const double temperature = kinetic / static_cast<double>(std::max<std::size_t>(1, bodies.size()));
  if (!(temperature > 0)) return found;
  // A law of very many masses is drawn for their mean: a sum over all of them would take longer than the run.
  if (masses.size() > 1000) {
    double sum = 0;
    for (const auto& [mass, count] : masses) sum += mass * count;
    const auto all = static_cast<double>(bodies.size());
    masses = {{sum / all, all}};
  }
  for (std::size_t k = 0; k < k_bins; ++k) {
    const double v = (static_cast<double>(k) + 0.5) * found.width;
    for (const auto& [m, count] : masses) {
      found.law[k] += count * (m * v / temperature) * std::exp(-m * v * v / (2 * temperature)) * found.width;
    }
  }
  return found;
}

void add_row(std::vector<SeriesRow>& rows, const SeriesRow& row) {
  if (!rows.empty() && !(row.t > rows.back().t)) return;
  rows.push_back(row);
  if (rows.size() <= k_most_rows) return;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < rows.size(); k += 2) rows[kept++] = rows[k];
  rows.resize(kept);
}

void draw_plot(Canvas& canvas, const PlotData& data, const PlotOptions& options) {
  const Palette& p = palette(options.dark);
  canvas.rectangle({0, 0}, {options.width, options.height}, {.fill = p.paper});
  constexpr double edge = 20;
  constexpr double head = 48;
  constexpr double gap = 14;
  canvas.text({edge, 32}, 18, p.ink, options.title);
  const Vec2 size{(options.width - 2 * edge - gap) / 2, (options.height - head - edge - gap) / 2};
  const auto panel = [&](int column, int row) {
    return Panel(canvas, p, {edge + column * (size.x + gap), head + row * (size.y + gap)}, size);
  };
  const auto& rows = data.rows;
  const SceneUnits& units = options.units;
  const std::string time = named_with("t", units.time);
  const std::string energy = data.has_spins ? "Energy" : "Energy without that of spins";
  draw_curves(panel(0, 0), {named_with(energy, energy_unit(units)), time},
              {curve_of("kinetic", solid(p.kinetic), rows, [](const SeriesRow& r) { return r.energy.kinetic; }),
               curve_of("potential", solid(p.potential), rows, [](const SeriesRow& r) { return r.energy.potential; }),
               curve_of("total", dashed(p.ink), rows, [](const SeriesRow& r) { return r.energy.total(); })});
  draw_curves(panel(1, 0), {named_with("Momentum", momentum_unit(units)), time},
              {curve_of("x", solid(p.kinetic), rows, [](const SeriesRow& r) { return r.momentum.x; }),
               curve_of("y", dashed(p.potential), rows, [](const SeriesRow& r) { return r.momentum.y; })});
  if (data.has_collisions) {
    const bool seconds = units.time.empty() || units.time == "s";
    draw_curves(panel(0, 1), {seconds ? "Collisions a second" : "Collisions, 1/" + units.time, time},
                {rate_of(rows, p.accent)});
  } else {
    draw_curves(
        panel(0, 1), {"Bodies", time, true},
        {curve_of("", solid(p.accent), rows, [](const SeriesRow& r) { return static_cast<double>(r.bodies); })});
  }
  draw_speeds(panel(1, 1), p, data.bodies, named_with("speed", speed_unit(units)));
}

}  // namespace carom::io
