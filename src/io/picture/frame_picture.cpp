#include "io/picture/frame_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "carom/shapes/compound.hpp"

namespace carom::io {
namespace {

// In units of the frame: pixels where it has 1280 by 720, more or less of them in larger and smaller ones.
constexpr double k_margin = 24;     // around what is shown
constexpr double k_head = 40;       // for the title and the time
constexpr double k_foot = 36;       // for the scale
constexpr double k_dot = 2.5;       // pixels: the radius of what would be too small to see
constexpr std::size_t k_few = 100;  // bodies, none of which may get lost: planets are, drawn to scale
constexpr double k_flash = 0.25;    // seconds of scene time for which a contact is seen
constexpr int k_trail_parts = 8;    // from faint to clear

const BodyLook* look_of(const std::unordered_map<std::uint64_t, BodyLook>& looks, std::uint64_t id) {
  const auto found = looks.find(id);
  return found == looks.end() ? nullptr : &found->second;
}

const RecordedBody* body_in(const RecordedFrame& frame, std::uint64_t id) {
  const auto found = std::ranges::lower_bound(frame.bodies, id, {}, &RecordedBody::id);
  return found != frame.bodies.end() && found->id == id ? &*found : nullptr;
}

/// A body that left a periodic box on one side and came in on the other has not crossed the box.
bool has_jumped(const std::optional<Bounds>& bounds, Vec2 from, Vec2 to) {
  if (!bounds || bounds->edges != Edges::periodic) return false;
  const Vec2 size = bounds->max - bounds->min;
  return std::fabs(to.x - from.x) > size.x / 2 || std::fabs(to.y - from.y) > size.y / 2;
}

double reach_of(const BodyShape& shape) {
  if (const auto* const circle = std::get_if<Circle>(&shape)) return circle->radius + length(circle->center);
  double reach = 0;
  const auto add = [&](std::span<const Vec2> points) {
    for (const Vec2 p : points) reach = std::max(reach, length(p));
  };
  if (const auto* const segment = std::get_if<Segment>(&shape)) add(segment->ends);
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) add(polygon->vertices());
  if (const auto* const compound = std::get_if<Compound>(&shape)) {
    for (const Part& part : compound->parts) {
      reach = std::max(reach, std::visit([](const auto& one) { return reach_of(one); }, part));
    }
  }
  return reach;
}

/// Words are read in small frames too, and seen in large ones.
double unit_of(const FrameOptions& options) {
  constexpr double least = 0.6;
  constexpr double most = 4;
  return std::clamp(std::min(options.width / 1280, options.height / 720), least, most);
}

/// As much of a title as there is room for, never a part of a character.
std::string fitting(const std::string& title, double room, double font) {
  constexpr double usual = 0.6;  // width of a letter over the size of the font
  const auto most = static_cast<std::size_t>(std::max(0.0, room / (usual * font)));
  std::size_t letters = 0;
  for (std::size_t at = 0; at < title.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(title[at]) & 0xC0U) != 0x80U;
    if (begins && ++letters > most) return most > 1 ? title.substr(0, at) + "…" : "";
  }
  return title;
}

View view_for(const FrameOptions& options, const PlaneBox& shown) {
  const double unit = unit_of(options);
  const Vec2 size = shown.max - shown.min;
  const double width = options.width - 2 * k_margin * unit;
  const double height = options.height - (k_head + k_foot + k_margin) * unit;
  View view;
  view.scale = std::max(std::min(width / size.x, height / size.y), 1e-300);
  view.min = shown.min;
  view.max = shown.max;
  view.left = k_margin * unit + (width - view.width()) / 2;
  view.top = (k_head + k_margin / 2) * unit + (height - view.height()) / 2;
  return view;
}

/// A square about the centre of mass that holds all bodies, wherever they go around it.
void add_orbits(const RecordedFrame& frame, const std::unordered_map<std::uint64_t, BodyLook>& looks,
                const std::function<void(Vec2, double)>& add) {
  double mass = 0;
  Vec2 sum;
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    if (look == nullptr || std::holds_alternative<Border>(look->upright)) continue;
    mass += look->mass;
    sum = sum + look->mass * body.state.at;
  }
  if (!(mass > 0)) return;
  const Vec2 center = sum * (1 / mass);
  double farthest = 0;
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    if (look == nullptr || std::holds_alternative<Border>(look->upright)) continue;
    farthest = std::max(farthest, length(body.state.at - center) + reach_of(look->upright));
  }
  add(center, farthest);
}

}  // namespace

BodyShape turned_shape(const BodyShape& upright, double angle) {
  if (angle == 0 || std::holds_alternative<Border>(upright)) return upright;
  const SinCos way = sin_cos(angle);
  BodyShape result = upright;
  std::visit(
      [&](auto& shape) {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (!std::is_same_v<Shape, Border>) take_turned(*std::get_if<Shape>(&upright), way, shape);
      },
      result);
  return result;
}

PlaneBox box_of(const RecordedFrame& frame, const std::unordered_map<std::uint64_t, BodyLook>& looks,
                const WorldSettings& settings) {
  if (settings.bounds) return {settings.bounds->min, settings.bounds->max};
  constexpr double inf = std::numeric_limits<double>::infinity();
  PlaneBox box{{inf, inf}, {-inf, -inf}};
  const auto add = [&](Vec2 at, double reach) {
    box.min = {std::min(box.min.x, at.x - reach), std::min(box.min.y, at.y - reach)};
    box.max = {std::max(box.max.x, at.x + reach), std::max(box.max.y, at.y + reach)};
  };
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    if (look != nullptr && std::holds_alternative<Border>(look->upright)) continue;
    add(body.state.at, look != nullptr ? reach_of(look->upright) : 0);
  }
  for (const Source& source : settings.sources) add(source.at, 0);
  if (settings.attraction) add_orbits(frame, looks, add);
  if (!(box.min.x <= box.max.x)) add({0, 0}, 1);
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    const auto* const border = look != nullptr ? std::get_if<Border>(&look->upright) : nullptr;
    if (border == nullptr) continue;
    const Vec2 middle = 0.5 * (box.min + box.max);
    const double at = border->at + coordinate(body.state.at, border->axis);
    add(border->axis == Axis::x ? Vec2{at, middle.y} : Vec2{middle.x, at}, 0);
  }
  const double longest = std::max({box.max.x - box.min.x, box.max.y - box.min.y, 1e-300});
  // What moves needs room, and what is in one place has no size.
  const Vec2 room{std::max(0.1 * longest, 0.25 * (longest - (box.max.x - box.min.x))),
                  std::max(0.1 * longest, 0.25 * (longest - (box.max.y - box.min.y)))};
  return {box.min - room, box.max + room};
}

RecordedFrame frame_at(const World& world, double time) {
  RecordedFrame frame{time, {}};
  for (const auto& [body, state] : world.bodies_at(time)) frame.bodies.push_back({body->serial, state});
  return frame;
}

void add_looks(const World& world, double time, std::unordered_map<std::uint64_t, BodyLook>& looks) {
  for (const auto& [body, state] : world.bodies_at(time)) {
    const auto found = looks.find(body->serial);
    const auto* const circle = std::get_if<Circle>(&body->upright);
    const bool is_known =
        found != looks.end() && (circle == nullptr || std::get<Circle>(found->second.upright).radius == circle->radius);
    if (is_known) continue;
    looks[body->serial] = {body->upright, body->mass, body->tags.empty() ? "" : body->tags.front(), body->fixed()};
  }
}

FramePainter::FramePainter(FrameOptions options, const PlaneBox& shown, const std::optional<Bounds>& bounds,
                           std::vector<Source> sources)
    : options_(std::move(options)),
      bounds_(bounds),
      sources_(std::move(sources)),
      view_(view_for(options_, shown)),
      p_(palette(options_.dark)) {}

void FramePainter::see_speeds(const RecordedFrame& frame, const Looks& looks) {
  double sum = 0;
  std::size_t count = 0;
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    if (look != nullptr && look->fixed) continue;
    sum += dot(body.state.velocity, body.state.velocity);
    ++count;
  }
  if (count > 0) fast_ = std::max(fast_, 2 * std::sqrt(sum / static_cast<double>(count)));
  few_ = count <= k_few;
}

Colour FramePainter::colour_of(const RecordedBody& body, const BodyLook* look) const {
  if (look != nullptr && look->fixed) return p_.wall;
  switch (options_.colouring) {
    case Colouring::speed: return speed_colour(p_, fast_ > 0 ? length(body.state.velocity) / fast_ : 0);
    case Colouring::tag:
      if (look != nullptr && !look->tag.empty()) return tag_colour(p_, look->tag);
      return p_.kinds[0];
    case Colouring::kind: return p_.kinds[(look != nullptr ? look->upright.index() : 0) % p_.kinds.size()];
  }
  return p_.ink;
}

void FramePainter::draw_ground(Canvas& canvas) {
  canvas.rectangle({0, 0}, {options_.width, options_.height}, {.fill = p_.paper});
  if (bounds_) {
    constexpr std::array dashes{Dash::none, Dash::dashes, Dash::dots};
    canvas.rectangle(
        view_.point({bounds_->min.x, bounds_->max.y}), (bounds_->max - bounds_->min) * view_.scale,
        {.fill = p_.card, .stroke = p_.wall, .width = 2, .dash = dashes[static_cast<std::size_t>(bounds_->edges)]});
  }
  for (const Source& source : sources_) {
    canvas.circle(view_.point(source.at), 5, {.stroke = p_.accent, .width = 1.5});
    canvas.circle(view_.point(source.at), 1.5, {.fill = p_.accent});
  }
}

void FramePainter::draw_trails(Canvas& canvas, const RecordedFrame& frame, const Looks& looks) {
  while (!past_.empty() && past_.front().t < frame.t - options_.trails) past_.pop_front();
  past_.push_back(frame);
  if (past_.size() < 2) return;
  std::vector<Vec2> points;
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    if (look != nullptr && look->fixed) continue;
    const Colour colour = colour_of(body, look);
    // From the newest to the oldest, in parts that get fainter.
    for (int part = 0; part < k_trail_parts; ++part) {
      const std::size_t last = past_.size() - 1 - past_.size() * static_cast<std::size_t>(part) / k_trail_parts;
      const std::size_t first =
          past_.size() - std::min(past_.size(), past_.size() * static_cast<std::size_t>(part + 1) / k_trail_parts + 1);
      const Style style{.stroke = Colour{colour.rgb, 0.6 * (1 - static_cast<double>(part) / k_trail_parts)},
                        .width = 1.4};
      points.clear();
      const auto flush = [&] {
        if (points.size() > 1) canvas.polyline(points, style);
        points.clear();
      };
      Vec2 before;
      for (std::size_t k = last + 1; k-- > first;) {
        const RecordedBody* const then = body_in(past_[k], body.id);
        if (then == nullptr) break;
        if (!points.empty() && has_jumped(bounds_, before, then->state.at)) flush();
        before = then->state.at;
        points.push_back(view_.point(before));
      }
      flush();
    }
  }
}

void FramePainter::draw_body(Canvas& canvas, const RecordedBody& body, const BodyLook* look) {
  const Colour colour = colour_of(body, look);
  const Vec2 at = view_.point(body.state.at);
  if (look == nullptr) return canvas.circle(at, k_dot, {.fill = colour});
  const BodyShape shape = turned_shape(look->upright, body.state.angle);
  if (is_line(shape)) return draw_shape(canvas, view_, shape, body.state.at, {.stroke = colour, .width = 2});
  const double size = reach_of(shape) * view_.scale;
  if (size < (few_ ? k_dot : 0.8)) {
    if (few_) return canvas.circle(at, k_dot, {.fill = colour});
    return canvas.rectangle(at - Vec2{0.6, 0.6}, {1.2, 1.2}, {.fill = colour});
  }
  Style style{.fill = colour};
  if (look->fixed) style.fill = Colour{colour.rgb, 0.55};
  if (size > 3) {
    style.stroke = mixed(colour, {0x000000}, 0.28);
    style.width = std::min(1.2, size / 6);
  }
  draw_shape(canvas, view_, shape, body.state.at, style);
  // A disc that has turned shows by how much.
  const auto* const circle = std::get_if<Circle>(&shape);
  if (circle == nullptr || body.state.angle == 0 || size < 4) return;
  const SinCos way = sin_cos(body.state.angle);
  canvas.polyline(std::array{at, at + Vec2{way.cos, -way.sin} * (0.9 * size)},
                  {.stroke = mixed(colour, {0x000000}, 0.45), .width = 1.2});
}

void FramePainter::draw_contacts(Canvas& canvas, double now, const std::vector<FrameContact>& contacts) {
  const double unit = unit_of(options_);
  double largest = 0;
  for (const FrameContact& contact : contacts) largest = std::max(largest, contact.hit.impulse);
  for (const FrameContact& contact : contacts) {
    const double age = (now - contact.t) / k_flash;
    if (age < 0 || age > 1) continue;
    const Colour colour{p_.accent.rgb, 1 - age};
    const Vec2 at = view_.point(contact.hit.point);
    canvas.circle(at, (3 + 8 * age) * unit, {.stroke = colour, .width = 1.5 * unit});
    if (!(largest > 0)) continue;
    const Vec2 way = Vec2{contact.hit.normal.x, -contact.hit.normal.y} * (50 * unit * contact.hit.impulse / largest);
    canvas.polyline(std::array{at, at + way}, {.stroke = colour, .width = 1.5 * unit});
  }
}

void FramePainter::draw_words(Canvas& canvas, double now) {
  const double unit = unit_of(options_);
  const double left = k_margin * unit;
  const double right = options_.width - left;
  constexpr double font = 18;
  const double clock = 110 + 10 * static_cast<double>(options_.units.time.size());  // room for the time
  canvas.text({left, 28 * unit}, font * unit, p_.ink,
              fitting(options_.title, right - left - clock * unit, font * unit));
  const double small = std::max(13 * unit, k_least_words);
  canvas.text({right, 28 * unit}, std::max(16 * unit, k_least_words), p_.soft,
              number_with(fmt::format("t = {:.2f}", now), options_.units.time), Anchor::end);
  draw_scale(canvas, view_, {left, options_.height - 18 * unit}, p_.ink, p_.soft, options_.units.length, unit);
  if (options_.colouring != Colouring::speed || !(fast_ > 0)) return;
  // What the colours mean, where there is room for it.
  const double width = 120 * unit;
  if (right - left < 3.5 * width) return;
  constexpr int steps = 24;
  const double begin = right - width;
  const double top = options_.height - 24 * unit;
  for (int k = 0; k < steps; ++k) {
    canvas.rectangle({begin + width * k / steps, top}, {width / steps + 0.5, 7 * unit},
                     {.fill = speed_colour(p_, (k + 0.5) / steps)});
  }
  canvas.text({begin - 8 * unit, top + 8 * unit}, small, p_.soft, "speed  0", Anchor::end);
  canvas.text({right, top - 5 * unit}, small, p_.soft,
              number_with(fmt::format("{:.3g}", fast_), speed_unit(options_.units)), Anchor::end);
}

void FramePainter::draw(Canvas& canvas, const RecordedFrame& frame, const Looks& looks,
                        const std::vector<FrameContact>& contacts) {
  see_speeds(frame, looks);
  draw_ground(canvas);
  // What stands in the view is seen in all of the frame's width, but not over the words.
  const double unit = unit_of(options_);
  canvas.begin_clip({0, k_head * unit}, {options_.width, options_.height - (k_head + k_foot) * unit});
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    if (look != nullptr && look->fixed) draw_body(canvas, body, look);
  }
  if (options_.trails > 0) draw_trails(canvas, frame, looks);
  for (const RecordedBody& body : frame.bodies) {
    const BodyLook* const look = look_of(looks, body.id);
    if (look == nullptr || !look->fixed) draw_body(canvas, body, look);
  }
  if (options_.contacts) draw_contacts(canvas, frame.t, contacts);
  canvas.end_clip();
  draw_words(canvas, frame.t);
}

}  // namespace carom::io
