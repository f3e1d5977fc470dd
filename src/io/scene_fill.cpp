#include "io/scene_fill.hpp"

#include <fmt/format.h>

#include "io/json_text.hpp"
#include "io/scene_body.hpp"
#include "io/scene_values.hpp"
#include "io/scene_words.hpp"

namespace carom::io {
namespace {

/// One radius for all, or a range [least, most].
void read_radii(Reading& in, const JsonNode* node, FillDef& fill) {
  if (node == nullptr) return;
  if (node->kind != JsonKind::array) {
    fill.radius_min = fill.radius_max = read_number(in, node, Takes::positive, 1);
    return;
  }
  if (node->children.size() != 2) return in.unexpected(*node, "a radius, or a range [least, most]");
  fill.radius_min = read_number(in, &in.tree().child(*node, 0), Takes::positive, 1);
  fill.radius_max = read_number(in, &in.tree().child(*node, 1), Takes::positive, fill.radius_min);
  if (fill.radius_min > fill.radius_max && !in.full()) {
    in.fault(*node, fmt::format("expected a range [least, most], found [{}, {}]", number_text(fill.radius_min),
                                number_text(fill.radius_max)));
  }
}

void read_circles(Reading& in, const JsonNode* node, FillDef& fill) {
  if (node == nullptr) return;
  const Fields fields(in, *node, {"radius"});
  read_radii(in, fields.require("radius"), fill);
}

void read_region(Reading& in, const JsonNode* node, FillDef& fill) {
  if (node == nullptr) return;
  const Fields fields(in, *node, {"min", "max"});
  const Box box = read_box(in, fields);
  fill.min = box.min;
  fill.max = box.max;
}

}  // namespace

SceneFill read_fill(Reading& in, const JsonNode& node) {
  SceneFill fill;
  const Fields fields(in, node,
                      with_traits({"count", "circle", "region", "arrangement", "speed", "velocities", "seed"}));
  if (node.kind != JsonKind::object) return fill;
  fill.def.count = read_whole(in, fields.require("count"), {1, k_largest_fill}, 1);
  read_circles(in, fields.require("circle"), fill.def);
  read_region(in, fields.require("region"), fill.def);
  fill.def.arrangement = read_word(in, fields.find("arrangement"), k_arrangements, Arrangement::random);
  fill.def.velocities = read_word(in, fields.find("velocities"), k_velocities, Velocities::maxwell);
  fill.def.speed = read_number(in, fields.find("speed"), Takes::not_negative, 0);
  if (const JsonNode* const seed = fields.find("seed")) fill.seed = read_whole(in, seed, {}, 1);
  read_traits(in, fields, fill.def.body);
  return fill;
}

}  // namespace carom::io
