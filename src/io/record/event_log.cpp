#include "carom/io/event_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "io/json/json_text.hpp"
#include "io/scene/scene_words.hpp"
#include "math/sort_stably.hpp"

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

/// What identifies the new body: its name, shape, tags and lifetime.
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

std::uint64_t serial_of(const std::optional<std::uint64_t>& b) { return b.value_or(~std::uint64_t{0}); }
std::uint64_t serial_of(std::uint64_t b) { return b; }

/// Events of one time, in order of creation; who comes first stays first where all is the same.
template <class Waiting>
std::vector<Waiting> in_order_of_creation(std::vector<Waiting> tied) {
  detail::sort_stably(tied, [](const Waiting& x, const Waiting& y) {
    return std::tuple(x.t, x.a, serial_of(x.b)) < std::tuple(y.t, y.a, serial_of(y.b));
  });
  return tied;
}

/// Calls write(…) for each event that can be written after a step, in order; `make` makes what is written of an event.
/// Those at the very end of the step wait.
template <class Waiting, class Make, class Write>
void in_order(const World& world, std::vector<Waiting>& waiting, const Make& make, const Write& write) {
  std::vector<Waiting> tied = std::exchange(waiting, {});
  // What was waiting was so for the time at which this step has begun.
  const double begin = tied.empty() ? 0 : tied.back().t;
  if (!tied.empty() && !(world.time() > begin)) {
    // Without steps a moment may be cut into several parts: it is not over.
    for (const ContactEvent& event : world.events()) tied.push_back(make(event));
    waiting = std::move(tied);
    return;
  }
  bool sorted = tied.empty();
  const auto write_tied = [&] {
    if (std::exchange(sorted, true)) return;
    for (const Waiting& one : in_order_of_creation(std::move(tied))) write(one);
  };
  for (const ContactEvent& event : world.events()) {
    const bool ties = !sorted && event.t <= begin;
    const bool waits = event.t >= world.time();
    if (!ties) write_tied();
    if (ties || waits) {
      (ties ? tied : waiting).push_back(make(event));
    } else {
      write(make(event));
    }
  }
  write_tied();
}

}  // namespace

bool comes_before(const ContactEvent& x, const ContactEvent& y) noexcept {
  return std::tuple(x.t, x.a.serial, serial_of(x.b)) < std::tuple(y.t, y.a.serial, serial_of(y.b));
}

std::string lines_after_step(const World& world, std::vector<WaitingLine>& waiting) {
  std::string text;
  const auto make = [&](const ContactEvent& event) {
    return WaitingLine{event.t, event.a.serial, serial_of(event.b), event_line(world, event)};
  };
  in_order(world, waiting, make, [&](const WaitingLine& line) { text += line.text; });
  return text;
}

std::string last_lines(const std::vector<WaitingLine>& waiting) {
  std::string text;
  for (const WaitingLine& line : in_order_of_creation(waiting)) text += line.text;
  return text;
}

std::vector<EventRecord> last_records(const std::vector<EventRecord>& waiting) { return in_order_of_creation(waiting); }

std::vector<EventRecord> records_after_step(const World& world, std::vector<EventRecord>& waiting) {
  std::vector<EventRecord> records;
  const auto make = [&](const ContactEvent& event) { return event_record(world, event); };
  in_order(world, waiting, make, [&](const EventRecord& record) { records.push_back(record); });
  return records;
}

EventRecord event_record(const World& world, const ContactEvent& event) {
  EventRecord record;
  record.t = event.t;
  record.a = event.a.serial;
  record.name_a = world.name(event.a.serial);
  if (event.b) record.b = event.b->serial;
  record.name_b = event.b ? world.name(event.b->serial) : std::string(io::k_bounds);
  record.point = event.point;
  record.normal = event.normal;
  record.speed = event.speed;
  record.impulse = event.impulse;
  record.response = event.response;
  record.effects = effects_text(event.effects);
  return record;
}

std::string event_line(const EventRecord& event) {
  // Of a log there are millions: appended piece by piece, which takes a third of the time of a format.
  constexpr std::size_t usual = 256;
  std::string line;
  line.reserve(usual);
  const auto number = [&](std::string_view before, double value) {
    line += before;
    io::append_json_number(line, value);
  };
  number("{\"t\":", event.t);
  line.append(",\"a\":").append(json_string(event.name_a));
  line.append(",\"b\":").append(json_string(event.name_b));
  number(",\"point\":[", event.point.x);
  number(",", event.point.y);
  number("],\"normal\":[", event.normal.x);
  number(",", event.normal.y);
  number("],\"speed\":", event.speed);
  number(",\"impulse\":", event.impulse);
  line.append(",\"response\":\"").append(io::k_responses[static_cast<std::size_t>(event.response)]);
  line.append("\",\"effects\":[").append(event.effects).append("]}\n");
  return line;
}

std::string event_line(const World& world, const ContactEvent& event) { return event_line(event_record(world, event)); }

}  // namespace carom
