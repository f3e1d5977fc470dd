#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <utility>

#include "carom/io/scene.hpp"
#include "io/json/json_text.hpp"
#include "io/scene/scene_body.hpp"
#include "io/scene/scene_observe.hpp"
#include "io/scene/scene_restitution.hpp"
#include "io/scene/scene_units.hpp"
#include "io/scene/scene_words.hpp"

namespace carom {
namespace {

using namespace io;

/// -0 is not the default where 0 is.
bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same_bits(Vec2 a, Vec2 b) { return same_bits(a.x, b.x) && same_bits(a.y, b.y); }

std::string text_of(double value) { return json_number(value); }
std::string text_of(Vec2 p) {
  std::string text = "[";
  append_json_number(text, p.x);
  text += ", ";
  append_json_number(text, p.y);
  return text += ']';
}
std::string text_of(std::string_view text) { return json_string(text); }
std::string text_of(bool flag) { return flag ? "true" : "false"; }

template <class Element, class Write>
std::string list_of(const std::vector<Element>& elements, std::string_view between, Write write) {
  std::string text;
  for (const Element& element : elements) {
    if (!text.empty()) text += between;
    text += write(element);
  }
  return text;
}

/// An object on one line.
class Object {
 public:
  Object& raw(std::string_view key, std::string_view value) {
    text_.append(text_.empty() ? "{\"" : ", \"").append(key).append("\": ").append(value);
    return *this;
  }
  template <class T>
  Object& put(std::string_view key, const T& value) {
    return raw(key, text_of(value));
  }
  /// Nothing where it would read back as what it is.
  template <class T>
  Object& put_unless(const T& otherwise, std::string_view key, const T& value) {
    return same_bits(value, otherwise) ? *this : put(key, value);
  }
  template <class T>
  Object& put(std::string_view key, const std::optional<T>& value) {
    return value ? put(key, *value) : *this;
  }
  [[nodiscard]] std::string text() const& { return text_.empty() ? "{}" : text_ + "}"; }
  [[nodiscard]] std::string text() && { return text_.empty() ? "{}" : std::move(text_ += '}'); }

 private:
  std::string text_;
};

std::string shape_text(const Circle& circle) {
  Object object;
  object.put("radius", circle.radius);
  if (circle.hollow) object.put("hollow", true);
  return std::move(object).text();
}
std::string shape_text(const Border& border) {
  return Object().put(border.axis == Axis::x ? "x" : "y", border.at).text();
}
std::string shape_text(const Segment& segment) {
  return Object().raw("ends", fmt::format("[{}, {}]", text_of(segment.ends[0]), text_of(segment.ends[1]))).text();
}
std::string shape_text(const Polygon& polygon) {
  const std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  Object object;
  object.raw("vertices", "[" + list_of(vertices, ", ", [](Vec2 p) { return text_of(p); }) + "]");
  if (polygon.hollow()) object.put("hollow", true);
  return std::move(object).text();
}

constexpr std::string_view k_shape_keys[] = {"circle", "border", "segment", "polygon", "shapes"};  // as in BodyShape
static_assert(std::size(k_shape_keys) == std::variant_size_v<BodyShape>);
constexpr std::string_view k_part_keys[] = {"circle", "segment", "polygon"};  // as in Part

std::string part_text(const Part& part) {
  Object object;
  object.raw(k_part_keys[part.index()], std::visit([](const auto& shape) { return shape_text(shape); }, part));
  if (const auto* const circle = std::get_if<Circle>(&part)) object.put_unless(Vec2{}, "at", circle->center);
  return std::move(object).text();
}
std::string shape_text(const Compound& compound) { return "[" + list_of(compound.parts, ", ", part_text) + "]"; }

std::string labels_text(const std::vector<std::string>& labels) {
  return "[" + list_of(labels, ", ", [](const std::string& label) { return json_string(label); }) + "]";
}

void put_traits(Object& object, const BodyDef& body) {
  object.put("mass", body.mass);
  if (!body.mass) object.put_unless(1.0, "density", body.density);
  object.put("fixed", body.fixed).put("restitution", body.restitution).put("friction", body.friction);
  if (!body.turns) object.put("turns", false);
  if (!body.tags.empty()) object.raw("tags", labels_text(body.tags));
  object.put("health", body.health).put("lifetime", body.lifetime);
  if (body.sensor) object.put("sensor", true);
  if (body.category != BodyDef().category) object.raw("category", std::to_string(body.category));
  if (body.mask != BodyDef().mask) object.raw("mask", std::to_string(body.mask));
  object.put_unless(0.0, "damping", body.damping);
}

std::string body_text(const BodyDef& body) {
  Object object;
  if (!body.name.empty()) object.put("name", std::string_view(body.name));
  object.raw(k_shape_keys[body.shape.index()],
             std::visit([](const auto& shape) { return shape_text(shape); }, body.shape));
  object.put("at", body.at);
  if (body.fixed.value_or(fixed_by_default(body.shape))) {
    object.put_unless(Vec2{}, "velocity", body.velocity);
  } else {
    object.put("velocity", body.velocity);
  }
  object.put_unless(0.0, "angle", body.angle).put_unless(0.0, "spin", body.spin);
  put_traits(object, body);
  return std::move(object).text();
}

std::string fill_text(const SceneFill& fill) {
  const FillDef& def = fill.def;
  const bool one = same_bits(def.radius_min, def.radius_max);
  const auto radius = one ? text_of(def.radius_min) : text_of(Vec2{def.radius_min, def.radius_max});
  Object object;
  object.raw("count", std::to_string(def.count)).raw("circle", Object().raw("radius", radius).text());
  if (const auto& ring = def.annulus) {
    Object region;
    region.put("center", ring->center).put("inner", ring->inner).put("outer", ring->outer);
    object.raw("region", region.text());
  } else {
    object.raw("region", Object().put("min", def.min).put("max", def.max).text());
  }
  object.put("arrangement", k_arrangements[static_cast<std::size_t>(def.arrangement)]);
  object.put_unless(0.0, "speed", def.speed);
  object.put("velocities", k_velocities[static_cast<std::size_t>(def.velocities)]);
  object.put("about", def.about);
  if (fill.seed) object.raw("seed", std::to_string(*fill.seed));
  put_traits(object, def.body);
  return std::move(object).text();
}

std::string effect_text(const SoundEffect& effect) {
  return Object().put("sound", std::string_view(effect.sound)).text();
}
std::string effect_text(const NotifyEffect& effect) {
  return Object().put("notify", std::string_view(effect.text)).text();
}
std::string effect_text(const DestroyEffect& effect) {
  return Object().put("destroy", std::string_view(effect.who)).text();
}
std::string effect_text(const SpawnEffect& effect) { return Object().raw("spawn", body_text(effect.body)).text(); }
std::string effect_text(const MarkEffect& effect) {
  const Object mark = Object().put("who", std::string_view(effect.who)).put("as", std::string_view(effect.as));
  return Object().raw("mark", mark.text()).text();
}
std::string effect_text(const DamageEffect& effect) {
  Object damage;
  damage.put("amount", effect.amount).put("radius", effect.radius).put("to", std::string_view(effect.to));
  return Object().raw("damage", damage.text()).text();
}

std::string effects_text(const std::vector<Effect>& effects) {
  const auto write = [](const Effect& effect) {
    return std::visit([](const auto& one) { return effect_text(one); }, effect);
  };
  return "[" + list_of(effects, ", ", write) + "]";
}

std::string rule_text(const Rule& rule) {
  Object object;
  object.raw("between", labels_text({rule.between[0], rule.between[1]}));
  object.put("response", k_responses[static_cast<std::size_t>(rule.response)]).put("restitution", rule.restitution);
  if (rule.restitution_law) object.raw("restitution_law", restitution_law_text(*rule.restitution_law));
  object.put("one_way", rule.one_way);
  if (!rule.before.empty()) object.raw("before", effects_text(rule.before));
  if (!rule.after.empty()) object.raw("after", effects_text(rule.after));
  return std::move(object).text();
}

std::string bounds_text(const Bounds& bounds) {
  Object object;
  object.put("min", bounds.min).put("max", bounds.max);
  return object.put("edges", k_edges[static_cast<std::size_t>(bounds.edges)]).text();
}

std::string world_text(const Scene& scene) {
  const WorldSettings& world = scene.world;
  Object object;
  object.put("detection", k_detections[static_cast<std::size_t>(world.detection)]);
  object.put("dt", world.dt).put("duration", scene.duration).put_unless(0.0, "time", world.time);
  if (const auto& law = world.restitution_law) {
    object.raw("restitution_law", restitution_law_text(*law));
  } else {
    object.put("restitution", world.restitution);
  }
  object.put_unless(0.0, "friction", world.friction);
  object.put_unless(Vec2{}, "gravity", world.gravity);
  if (const auto& law = world.attraction) {
    const Object text = Object().put("G", law->G).put("softening", law->softening).put("opening", law->opening);
    object.raw("attraction", text.text());
  }
  if (world.integrator != Integrator::leapfrog) object.put("integrator", info(world.integrator).name);
  object.put("substep", world.substep);
  if (!world.sources.empty()) {
    const auto write = [](const Source& source) {
      return Object().put("at", source.at).put("strength", source.strength).text();
    };
    object.raw("sources", "[" + list_of(world.sources, ", ", write) + "]");
  }
  if (world.bounds) object.raw("bounds", bounds_text(*world.bounds));
  object.put("contact_duration", world.contact_duration);
  if (scene.observe) object.raw("observe", observe_text(*scene.observe));
  return std::move(object).text();
}

std::string pair_text(const NamePair& pair) { return labels_text({pair[0], pair[1]}); }

std::string rest_text(const SceneRest& rest) {
  Object object;
  object.raw("between", pair_text(rest.between));
  if (rest.edge != 0) object.raw("edge", std::to_string(rest.edge));
  object.raw("feature", std::to_string(rest.feature)).put("impulse", rest.impulse);
  return object.put("friction", rest.friction_impulse).text();
}

std::string flight_text(const SceneFlight& flight) {
  Object object;
  object.put("body", std::string_view(flight.body)).put("at", flight.at).put("velocity", flight.velocity);
  object.put("since", flight.since).put("angle", flight.angle);
  // Minus infinity: there was none.
  if (std::isfinite(flight.last_contact)) object.put("last_contact", flight.last_contact);
  if (!(flight.jam == SceneJam{})) {
    Object jam;
    jam.raw("hits", std::to_string(flight.jam.hits)).raw("stuck", std::to_string(flight.jam.stuck));
    object.raw("squeeze", jam.put("speed", flight.jam.speed).text());
  }
  if (flight.without_way != 0) object.raw("without_way", std::to_string(flight.without_way));
  if (flight.rapid != 0) object.raw("rapid", std::to_string(flight.rapid));
  if (flight.held) object.put("held", true);
  return object.text();
}

std::string parted_text(const SceneParted& pair) {
  Object object;
  object.raw("between", pair_text(pair.between)).put("t", pair.t);
  return object.raw("count", std::to_string(pair.count)).text();
}

std::string clock_text(const SceneClock& clock) {
  Object object;
  object.put("epoch", clock.epoch).put("length", clock.length).raw("happened", std::to_string(clock.happened));
  object.put("contact_duration", clock.contact_duration).put("hop", clock.hop).put("now", clock.now);
  if (!clock.just_parted.empty()) object.raw("just_parted", "[" + list_of(clock.just_parted, ", ", parted_text) + "]");
  return std::move(object).text();
}

/// A text that is handed over in pieces.
class Pieces {
 public:
  explicit Pieces(const TextSink& sink) : sink_(sink) { text_.reserve(2 * k_piece); }

  void add(std::string_view text) {
    text_ += text;
    if (text_.size() < k_piece) return;
    sink_(text_);
    text_.clear();
  }
  void line(std::string_view key, std::string_view value) {
    for (const std::string_view part : {std::string_view(",\n  \""), key, std::string_view("\": "), value}) add(part);
  }
  /// A list of which each element has a line of its own; nothing when there is none.
  template <class Element, class Write>
  void lines(std::string_view key, const std::vector<Element>& elements, Write write) {
    if (elements.empty()) return;
    line(key, "[\n    ");
    bool first = true;
    for (const Element& element : elements) {
      if (!std::exchange(first, false)) add(",\n    ");
      add(write(element));
    }
    add("\n  ]");
  }
  void end() { sink_(text_); }

 private:
  static constexpr std::size_t k_piece = 1U << 20U;

  const TextSink& sink_;
  std::string text_;
};

}  // namespace

void write_scene(const Scene& scene, const TextSink& sink) {
  Pieces text(sink);
  text.add("{\n  \"carom\": 1");
  if (!scene.name.empty()) text.line("name", json_string(scene.name));
  if (!scene.about.empty()) text.line("about", json_string(scene.about));
  if (scene.units != SceneUnits{}) text.line("units", units_text(scene.units));
  if (scene.seed) text.line("seed", std::to_string(*scene.seed));
  text.line("world", world_text(scene));
  text.lines("bodies", scene.bodies, body_text);
  text.lines("fill", scene.fills, fill_text);
  text.lines("rules", scene.world.rules, rule_text);
  text.lines("passing", scene.passing, pair_text);
  text.lines("touching", scene.touching, pair_text);
  if (scene.resting && scene.resting->empty()) text.line("resting", "[]");
  if (scene.resting) text.lines("resting", *scene.resting, rest_text);
  if (scene.flights) {
    text.line("clock", clock_text(scene.flights->clock));
    text.lines("flights", scene.flights->bodies, flight_text);
  }
  if (scene.created) text.line("created", std::to_string(*scene.created));
  text.add("\n}\n");
  text.end();
}

std::string write_scene(const Scene& scene) {
  std::string text;
  write_scene(scene, [&](std::string_view piece) { text += piece; });
  return text;
}

std::string write_body(const BodyDef& body) { return body_text(body); }

}  // namespace carom
