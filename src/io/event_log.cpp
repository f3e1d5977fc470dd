#include "carom/io/event_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "io/json_text.hpp"
#include "io/scene_words.hpp"

namespace carom {
namespace {

using io::json_number;
using io::json_string;

std::string point_text(Vec2 p) { return fmt::format("[{},{}]", json_number(p.x), json_number(p.y)); }

std::string points_text(std::span<const Vec2> points) {
  std::string text;
  for (const Vec2 p : points) text += (text.empty() ? "" : ",") + point_text(p);
  return text;
}

std::string_view hollow_text(bool hollow) { return hollow ? ",\"hollow\":true" : ""; }

std::string text_of(const Circle& circle) {
  return fmt::format(R"("circle":{{"radius":{}{}}})", json_number(circle.radius), hollow_text(circle.hollow));
}
std::string text_of(const Border& border) {
  return fmt::format(R"("border":{{"{}":{}}})", border.axis == Axis::x ? "x" : "y", json_number(border.at));
}
std::string text_of(const Segment& segment) {
  return fmt::format(R"("segment":{{"ends":[{}]}})", points_text(segment.ends));
}
std::string text_of(const Polygon& polygon) {
  return fmt::format(R"("polygon":{{"vertices":[{}]{}}})", points_text(polygon.vertices()),
                     hollow_text(polygon.hollow()));
}
std::string text_of(const Compound& compound) {
  std::string text;
  for (const Part& part : compound.parts) {
    const auto* const circle = std::get_if<Circle>(&part);
    if (!text.empty()) text += ',';
    text += "{" + std::visit([](const auto& held) { return text_of(held); }, part);
    if (circle != nullptr && circle->center != Vec2{}) text += ",\"at\":" + point_text(circle->center);
    text += "}";
  }
  return "\"shapes\":[" + text + "]";
}

std::string text_of(const SoundEffect& effect) { return fmt::format(R"({{"sound":{}}})", json_string(effect.sound)); }
std::string text_of(const NotifyEffect& effect) { return fmt::format(R"({{"notify":{}}})", json_string(effect.text)); }
std::string text_of(const DestroyEffect& effect) { return fmt::format(R"({{"destroy":{}}})", json_string(effect.who)); }
std::string text_of(const MarkEffect& effect) {
  return fmt::format(R"({{"mark":{{"who":{},"as":{}}}}})", json_string(effect.who), json_string(effect.as));
}
std::string text_of(const DamageEffect& effect) {
  return fmt::format(R"({{"damage":{{"amount":{},"radius":{},"to":{}}}}})", json_number(effect.amount),
                     json_number(effect.radius), json_string(effect.to));
}

std::string tags_text(const std::vector<std::string>& tags) {
  std::string text;
  for (const std::string& tag : tags) text += (text.empty() ? "" : ",") + json_string(tag);
  return text.empty() ? "" : ",\"tags\":[" + text + "]";
}

/// What tells the new body apart: its name, shape, tags and lifetime.
std::string text_of(const SpawnEffect& effect) {
  const BodyDef& body = effect.body;
  const std::string shape = std::visit([](const auto& held) { return text_of(held); }, body.shape);
  const std::string lifetime = body.lifetime ? fmt::format(",\"lifetime\":{}", json_number(*body.lifetime)) : "";
  return fmt::format(R"({{"spawn":{{"name":{},{}{}{}}}}})", json_string(body.name), shape, tags_text(body.tags),
                     lifetime);
}

std::string effects_text(const std::vector<Effect>& effects) {
  std::string text;
  for (const Effect& effect : effects) {
    if (!text.empty()) text += ',';
    text += std::visit([](const auto& held) { return text_of(held); }, effect);
  }
  return text;
}

std::uint64_t serial_of(const std::optional<Party>& b) { return b ? b->serial : ~std::uint64_t{0}; }

}  // namespace

bool comes_before(const ContactEvent& x, const ContactEvent& y) noexcept {
  return std::tuple(x.t, x.a.serial, serial_of(x.b)) < std::tuple(y.t, y.a.serial, serial_of(y.b));
}

std::string lines_after_step(const World& world, std::vector<WaitingLine>& waiting) {
  std::string text;
  std::vector<WaitingLine> tied = std::exchange(waiting, {});
  // Whoever was waiting was so for the time at which this step has begun.
  const double begin = tied.empty() ? 0 : tied.back().t;
  bool sorted = tied.empty();
  const auto write_tied = [&] {
    if (sorted) return;
    std::vector<const WaitingLine*> in_order;
    for (const WaitingLine& line : tied) in_order.push_back(&line);
    // Who comes first stays first where all is the same.
    std::ranges::sort(in_order, {},
                      [](const WaitingLine* line) { return std::tuple(line->t, line->a, line->b, line); });
    for (const WaitingLine* line : in_order) text += line->text;
    sorted = true;
  };
  for (const ContactEvent& event : world.events()) {
    const bool ties = !sorted && event.t <= begin;
    const bool waits = event.t >= world.time();
    if (!ties) write_tied();
    if (ties || waits) {
      (ties ? tied : waiting).push_back({event.t, event.a.serial, serial_of(event.b), event_line(world, event)});
    } else {
      text += event_line(world, event);
    }
  }
  write_tied();
  return text;
}

std::string event_line(const World& world, const ContactEvent& event) {
  const std::string b = event.b ? world.name(event.b->serial) : std::string(io::k_bounds);
  return fmt::format(
      R"({{"t":{},"a":{},"b":{},"point":{},"normal":{},"speed":{},"impulse":{},"response":"{}","effects":[{}]}})"
      "\n",
      json_number(event.t), json_string(world.name(event.a.serial)), json_string(b), point_text(event.point),
      point_text(event.normal), json_number(event.speed), json_number(event.impulse),
      io::k_responses[static_cast<std::size_t>(event.response)], effects_text(event.effects));
}

}  // namespace carom
