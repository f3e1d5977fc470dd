#include <fmt/format.h>

#include <limits>

#include "carom/io/scene.hpp"
#include "io/scene/scene_body.hpp"
#include "io/scene/scene_checks.hpp"
#include "io/scene/scene_fill.hpp"
#include "io/scene/scene_names.hpp"
#include "io/scene/scene_observe.hpp"
#include "io/scene/scene_restitution.hpp"
#include "io/scene/scene_rules.hpp"
#include "io/scene/scene_units.hpp"
#include "io/scene/scene_values.hpp"
#include "io/scene/scene_words.hpp"

namespace carom {
namespace {

using namespace io;

std::vector<Source> read_sources(Reading& in, const JsonNode* node) {
  std::vector<Source> sources;
  for (const JsonNode* element : read_elements(in, node, "an array of sources")) {
    const Fields fields(in, *element, {"at", "strength"});
    const Vec2 at = read_point(in, fields.require("at"));
    sources.push_back({at, read_number(in, fields.require("strength"), Takes::any, 0)});
  }
  return sources;
}

std::optional<Attraction> read_attraction(Reading& in, const JsonNode* node) {
  if (node == nullptr) return std::nullopt;
  const Fields fields(in, *node, {"G", "softening", "opening"});
  Attraction law;
  law.G = read_number(in, fields.find("G"), Takes::not_negative, law.G);
  law.softening = read_number(in, fields.find("softening"), Takes::not_negative, law.softening);
  const auto angle = [](double value) { return value >= 0 && value <= 2; };
  law.opening = read_number(in, fields.find("opening"), "a number from 0 to 2", angle, law.opening);
  return law;
}

std::optional<Bounds> read_bounds(Reading& in, const JsonNode* node) {
  if (node == nullptr) return std::nullopt;
  const Fields fields(in, *node, {"min", "max", "edges"});
  const Box box = read_box(in, fields);
  return Bounds{box.min, box.max, read_word(in, fields.find("edges"), k_edges, Edges::rebound)};
}

void read_world(Reading& in, const JsonNode* node, Scene& scene) {
  if (node == nullptr) return;
  const Fields fields(in, *node,
                      {"detection", "dt", "duration", "time", "restitution", "restitution_law", "friction", "gravity",
                       "attraction", "integrator", "substep", "sources", "bounds", "contact_duration", "observe"});
  WorldSettings& world = scene.world;
  world.detection = read_word(in, fields.find("detection"), k_detections, Detection::swept);
  world.dt = read_number(in, fields.find("dt"), Takes::positive, world.dt);
  scene.duration = read_number(in, fields.find("duration"), Takes::not_negative, scene.duration);
  world.time = read_number(in, fields.find("time"), Takes::any, 0);
  world.restitution = read_number(in, fields.find("restitution"), Takes::fraction, 1);
  world.restitution_law = read_restitution_law(in, fields);
  world.friction = read_number(in, fields.find("friction"), Takes::not_negative, 0);
  world.gravity = read_point(in, fields.find("gravity"));
  world.attraction = read_attraction(in, fields.find("attraction"));
  world.integrator = read_word(in, fields.find("integrator"), k_integrator_words, Integrator::leapfrog);
  world.substep = read_optional(in, fields.find("substep"), Takes::positive);
  world.sources = read_sources(in, fields.find("sources"));
  world.bounds = read_bounds(in, fields.find("bounds"));
  world.contact_duration = read_optional(in, fields.find("contact_duration"), Takes::not_negative);
  scene.observe = read_observe(in, fields.find("observe"));
}

NamePair read_pair(Reading& in, const JsonNode& node) {
  if (node.kind != JsonKind::array || node.children.size() != 2) {
    in.unexpected(node, "two names [\"a\", \"b\"]");
    return {};
  }
  return {read_text(in, &in.tree().child(node, 0)), read_text(in, &in.tree().child(node, 1))};
}

std::vector<NamePair> read_pairs(Reading& in, const JsonNode* node) {
  std::vector<NamePair> pairs;
  for (const JsonNode* element : read_elements(in, node, "an array of pairs of names")) {
    pairs.push_back(read_pair(in, *element));
  }
  return pairs;
}

std::vector<SceneRest> read_resting(Reading& in, const JsonNode& node) {
  std::vector<SceneRest> resting;
  const auto finite = [](double) { return true; };  // no other number is one of JSON's
  for (const JsonNode* element : read_elements(in, &node, "an array of points")) {
    const Fields fields(in, *element, {"between", "edge", "feature", "impulse", "friction"});
    if (element->kind != JsonKind::object) continue;
    SceneRest rest;
    if (const JsonNode* const between = fields.require("between")) rest.between = read_pair(in, *between);
    rest.edge = static_cast<std::uint32_t>(read_whole(in, fields.find("edge"), {0, k_edge_count - 1}, 0));
    rest.feature = read_whole(in, fields.find("feature"), {}, 0);
    rest.impulse = read_number(in, fields.find("impulse"), "a number", finite, 0);
    rest.friction_impulse = read_number(in, fields.find("friction"), "a number", finite, 0);
    resting.push_back(std::move(rest));
  }
  return resting;
}

std::vector<SceneParted> read_parted(Reading& in, const JsonNode& node) {
  std::vector<SceneParted> pairs;
  for (const JsonNode* element : read_elements(in, &node, "an array of pairs that have parted")) {
    const Fields fields(in, *element, {"between", "t", "count"});
    if (element->kind != JsonKind::object) continue;
    SceneParted pair;
    if (const JsonNode* const between = fields.require("between")) pair.between = read_pair(in, *between);
    pair.t = read_number(in, fields.require("t"), Takes::any, 0);
    pair.count = static_cast<std::uint32_t>(read_whole(in, fields.find("count"), {0, UINT32_MAX}, 0));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

SceneClock read_clock(Reading& in, const JsonNode* node) {
  SceneClock clock;
  if (node == nullptr) return clock;
  const Fields fields(in, *node, {"epoch", "length", "happened", "contact_duration", "hop", "now", "just_parted"});
  clock.epoch = read_number(in, fields.find("epoch"), Takes::any, 0);
  clock.length = read_number(in, fields.find("length"), Takes::not_negative, 0);
  clock.happened = read_whole(in, fields.find("happened"), {}, 0);
  clock.contact_duration = read_number(in, fields.find("contact_duration"), Takes::not_negative, 0);
  clock.hop = read_number(in, fields.find("hop"), Takes::not_negative, 0);
  clock.now = read_optional(in, fields.find("now"), Takes::any);
  if (const JsonNode* const pairs = fields.find("just_parted")) clock.just_parted = read_parted(in, *pairs);
  return clock;
}

SceneJam read_jam(Reading& in, const JsonNode* node) {
  SceneJam jam;
  if (node == nullptr) return jam;
  const Fields fields(in, *node, {"hits", "stuck", "speed"});
  jam.hits = static_cast<std::uint32_t>(read_whole(in, fields.find("hits"), {0, UINT32_MAX}, 0));
  jam.stuck = static_cast<std::uint32_t>(read_whole(in, fields.find("stuck"), {0, UINT32_MAX}, 0));
  jam.speed = read_number(in, fields.find("speed"), Takes::any, 0);
  return jam;
}

std::vector<SceneFlight> read_flights(Reading& in, const JsonNode& node) {
  std::vector<SceneFlight> flights;
  for (const JsonNode* element : read_elements(in, &node, "an array of flights")) {
    const Fields fields(
        in, *element,
        {"body", "at", "velocity", "since", "angle", "last_contact", "squeeze", "without_way", "rapid", "held"});
    if (element->kind != JsonKind::object) continue;
    SceneFlight one;
    one.body = read_text(in, fields.require("body"));
    one.at = read_point(in, fields.require("at"));
    one.velocity = read_point(in, fields.require("velocity"));
    one.since = read_number(in, fields.require("since"), Takes::any, 0);
    one.angle = read_optional(in, fields.find("angle"), Takes::any);
    const auto last = read_optional(in, fields.find("last_contact"), Takes::any);
    one.last_contact = last.value_or(-std::numeric_limits<double>::infinity());
    one.jam = read_jam(in, fields.find("squeeze"));
    one.without_way = static_cast<std::uint32_t>(read_whole(in, fields.find("without_way"), {0, UINT32_MAX}, 0));
    one.rapid = static_cast<std::uint32_t>(read_whole(in, fields.find("rapid"), {0, UINT32_MAX}, 0));
    one.held = read_flag(in, fields.find("held"));
    flights.push_back(std::move(one));
  }
  return flights;
}

void read_version(Reading& in, const JsonNode* node) {
  const auto is_one = [](double value) { return value == 1; };
  (void)read_number(in, node, "1, the version of the format", is_one, 1);
}

Scene read_whole_scene(Reading& in, const JsonNode& root) {
  Scene scene;
  const Fields fields(in, root,
                      {"carom", "name", "about", "units", "seed", "world", "bodies", "fill", "rules", "passing",
                       "touching", "resting", "clock", "flights", "created"});
  if (root.kind != JsonKind::object) return scene;
  read_version(in, fields.require("carom"));
  scene.name = read_text(in, fields.find("name"));
  scene.about = read_text(in, fields.find("about"));
  scene.units = read_units(in, fields.find("units"));
  if (const JsonNode* const seed = fields.find("seed")) scene.seed = read_whole(in, seed, {}, 1);
  read_world(in, fields.find("world"), scene);
  const auto bodies = read_elements(in, fields.find("bodies"), "an array of bodies");
  scene.bodies.reserve(bodies.size());
  for (const JsonNode* node : bodies) scene.bodies.push_back(read_body(in, *node));
  for (const JsonNode* node : read_elements(in, fields.find("fill"), "an array of fills")) {
    scene.fills.push_back(read_fill(in, *node));
  }
  for (const JsonNode* node : read_elements(in, fields.find("rules"), "an array of rules")) {
    scene.world.rules.push_back(read_rule(in, *node));
  }
  scene.passing = read_pairs(in, fields.find("passing"));
  scene.touching = read_pairs(in, fields.find("touching"));
  if (const JsonNode* const resting = fields.find("resting")) scene.resting = read_resting(in, *resting);
  const SceneClock clock = read_clock(in, fields.find("clock"));
  if (const JsonNode* const flights = fields.find("flights")) scene.flights = {clock, read_flights(in, *flights)};
  if (const JsonNode* const created = fields.find("created")) scene.created = read_whole(in, created, {}, 0);
  return scene;
}

/// "#3" in its place is what a body without a name is called anyway.
void drop_own_numbers(Scene& scene) {
  if (scene.created) return;
  for (BodyDef& body : scene.bodies) {
    if (serial_in(body.name)) body.name.clear();
  }
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Text that an editor has saved as UTF-16 is full of zero bytes, and they are not what is wrong with it.
std::optional<Error> wrong_encoding(std::string_view text) {
  if (!text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF")) return std::nullopt;
  return Error{"line 1, column 1", "not JSON: the text is UTF-16, expected UTF-8"};
}

/// The scene, and what is wrong with it.
struct Verdict {
  Scene scene;
  std::vector<Error> faults;
};

Verdict read(std::string_view text, std::size_t most) {
  if (auto error = wrong_encoding(text)) return {{}, {*std::move(error)}};
  const auto tree = JsonTree::parse_lines(without_byte_order_mark(text));
  if (!tree) return {{}, {tree.error()}};
  Reading in(tree.value(), most);
  Scene scene = read_whole_scene(in, tree.value().root());
  std::vector<Error> faults = in.faults();
  if (faults.empty()) faults = contradictions(scene);
  if (faults.size() > most) faults.resize(most);
  if (faults.empty()) drop_own_numbers(scene);
  return {std::move(scene), std::move(faults)};
}

}  // namespace

Checked<Scene> read_scene(std::string_view text) {
  Verdict verdict = read(text, 1);
  if (!verdict.faults.empty()) return std::move(verdict.faults.front());
  return std::move(verdict.scene);
}

Checked<BodyDef> read_body(std::string_view text) {
  const auto tree = JsonTree::parse_lines(without_byte_order_mark(text));
  if (!tree) return tree.error();
  Reading in(tree.value());
  BodyDef body = io::read_body(in, tree.value().root());
  if (const Error* const fault = in.first_fault()) return *fault;
  return body;
}

std::vector<Error> scene_faults(std::string_view text, std::size_t most) { return read(text, most).faults; }

}  // namespace carom
