#include "io/scene/scene_rules.hpp"

#include <fmt/format.h>

#include "io/scene/scene_body.hpp"
#include "io/scene/scene_names.hpp"
#include "io/scene/scene_restitution.hpp"
#include "io/scene/scene_values.hpp"
#include "io/scene/scene_words.hpp"

namespace carom::io {
namespace {

constexpr std::string_view k_effects[] = {"sound", "notify", "destroy", "spawn", "mark", "damage"};

/// A name or a tag that a rule looks for. The edges and `*` are for `between` alone.
std::string read_target(Reading& in, const JsonNode* node) {
  std::string target = read_text(in, node);
  if (node == nullptr || node->kind != JsonKind::string) return target;
  if (target.empty() || target == k_bounds || target == k_anything) {
    in.unexpected(*node, "a name, a tag, \"first\" or \"second\"");
  }
  return target;
}

MarkEffect read_mark(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"who", "as"});
  return {read_target(in, fields.require("who")), read_label(in, fields.require("as"))};
}

DamageEffect read_damage(Reading& in, const JsonNode& node) {
  const Fields fields(in, node, {"amount", "radius", "to"});
  const double amount = read_number(in, fields.require("amount"), Takes::not_negative, 0);
  const double radius = read_number(in, fields.require("radius"), Takes::not_negative, 0);
  return {amount, radius, read_target(in, fields.require("to"))};
}

SpawnEffect read_spawn(Reading& in, const JsonNode& node) {
  SpawnEffect spawn{read_body(in, node)};
  if (serial_in(spawn.body.name) && !in.full()) {
    in.fault(in.tree().pointer(node) + "/name",
             fmt::format("\"{}\" is what a body without a name is called: expected another name", spawn.body.name));
  }
  return spawn;
}

/// Null: it was no effect.
std::optional<Effect> read_effect(Reading& in, const JsonNode& node) {
  const std::size_t faults = in.faults().size();
  const Fields fields(in, node, std::vector<std::string_view>(std::begin(k_effects), std::end(k_effects)));
  if (in.faults().size() > faults) return std::nullopt;
  const auto present = fields.present();
  if (present.size() != 1) {
    const auto found = present.empty() ? "none" : fmt::format("\"{}\"", fmt::join(present, "\" and \""));
    in.fault(node, fmt::format("expected exactly one effect, {}, found {}", alternatives(k_effects), found));
    return std::nullopt;
  }
  const std::string_view kind = present.front();
  const JsonNode& value = *fields.find(kind);
  if (kind == "sound") return SoundEffect{read_text(in, &value)};
  if (kind == "notify") return NotifyEffect{read_text(in, &value)};
  if (kind == "destroy") return DestroyEffect{read_target(in, &value)};
  if (kind == "spawn") return read_spawn(in, value);
  if (kind == "mark") return read_mark(in, value);
  return read_damage(in, value);
}

std::vector<Effect> read_effects(Reading& in, const JsonNode* node) {
  std::vector<Effect> effects;
  for (const JsonNode* element : read_elements(in, node, "an array of effects")) {
    if (auto effect = read_effect(in, *element)) effects.push_back(*std::move(effect));
  }
  return effects;
}

/// `first` and `second` are what between[0] and between[1] match, so they cannot stand there themselves.
std::string read_side(Reading& in, const JsonNode* node) {
  std::string side = read_text(in, node);
  if (node->kind == JsonKind::string && (side.empty() || side == k_first || side == k_second)) {
    in.unexpected(*node, "a name, a tag, \"*\" or \"bounds\"");
  }
  return side;
}

void read_between(Reading& in, const JsonNode* node, Rule& rule) {
  constexpr std::string_view expected = "two names or tags [\"a\", \"b\"]";
  if (node == nullptr) return;
  if (node->kind != JsonKind::array || node->children.size() != 2) return in.unexpected(*node, expected);
  for (std::size_t k = 0; k < 2; ++k) rule.between[k] = read_side(in, &in.tree().child(*node, k));
  if (rule.between[0] == k_bounds && rule.between[1] == k_bounds) {
    in.fault(*node, "the edges of the world never meet themselves: expected a name, a tag or \"*\" beside \"bounds\"");
  }
}

/// From which side a rule with this response stops.
Vec2 read_direction(Reading& in, const JsonNode& node, const Rule& rule) {
  const std::size_t faults = in.faults().size();
  const Vec2 direction = read_point(in, &node);
  if (in.faults().size() > faults) return direction;
  if (direction == Vec2{}) in.fault(node, "expected a direction, found [0, 0]");
  if (rule.response == Response::none || rule.response == Response::ignore) {
    in.fault(node, fmt::format("expected a response that stops bodies beside it, found \"{}\"",
                               k_responses[static_cast<std::size_t>(rule.response)]));
  }
  return direction;
}

}  // namespace

Rule read_rule(Reading& in, const JsonNode& node) {
  Rule rule;
  const Fields fields(in, node,
                      {"between", "response", "restitution", "restitution_law", "one_way", "before", "after"});
  if (node.kind != JsonKind::object) return rule;
  read_between(in, fields.require("between"), rule);
  rule.response = read_word(in, fields.find("response"), k_responses, Response::impulse);
  rule.restitution = read_optional(in, fields.find("restitution"), Takes::fraction);
  rule.restitution_law = read_restitution_law(in, fields);
  if (const JsonNode* const direction = fields.find("one_way")) rule.one_way = read_direction(in, *direction, rule);
  rule.before = read_effects(in, fields.find("before"));
  rule.after = read_effects(in, fields.find("after"));
  return rule;
}

}  // namespace carom::io
