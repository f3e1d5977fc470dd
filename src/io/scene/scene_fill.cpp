#include "io/scene/scene_fill.hpp"

#include <fmt/format.h>

#include "io/json/json_text.hpp"
#include "io/scene/scene_body.hpp"
#include "io/scene/scene_values.hpp"
#include "io/scene/scene_words.hpp"

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

/// A disc, or a ring where it has a hole; the box around it is what the bounds must hold.
void read_annulus(Reading& in, const JsonNode& node, const Fields& fields, FillDef& fill) {
  Annulus ring;
  ring.center = read_point(in, fields.find("center"));
  ring.inner = read_number(in, fields.find("inner"), Takes::not_negative, 0);
  const JsonNode* const outer = fields.require("outer");
  ring.outer = read_number(in, outer, Takes::positive, 1);
  if (in.full() || outer == nullptr) return;
  for (const char* const key : {"min", "max"}) {
    if (fields.find(key) != nullptr) {
      in.fault(*fields.find(key),
               "expected a box (\"min\", \"max\") or a ring (\"center\", \"inner\", \"outer\"), found "
               "both");
      return;
    }
  }
  if (!(ring.inner < ring.outer)) {
    in.fault(node, fmt::format("expected \"inner\" below \"outer\", found {} and {}", number_text(ring.inner),
                               number_text(ring.outer)));
    return;
  }
  fill.annulus = ring;
  fill.min = ring.center - Vec2{ring.outer, ring.outer};
  fill.max = ring.center + Vec2{ring.outer, ring.outer};
}

void read_region(Reading& in, const JsonNode* node, FillDef& fill) {
  if (node == nullptr) return;
  const Fields fields(in, *node, {"min", "max", "center", "inner", "outer"});
  if (fields.find("outer") != nullptr || fields.find("inner") != nullptr || fields.find("center") != nullptr) {
    return read_annulus(in, *node, fields, fill);
  }
  const Box box = read_box(in, fields);
  fill.min = box.min;
  fill.max = box.max;
}

}  // namespace

SceneFill read_fill(Reading& in, const JsonNode& node) {
  SceneFill fill;
  const Fields fields(
      in, node, with_traits({"count", "circle", "region", "arrangement", "speed", "velocities", "about", "seed"}));
  if (node.kind != JsonKind::object) return fill;
  fill.def.count = read_whole(in, fields.require("count"), {1, k_largest_fill}, 1);
  read_circles(in, fields.require("circle"), fill.def);
  read_region(in, fields.require("region"), fill.def);
  fill.def.arrangement = read_word(in, fields.find("arrangement"), k_arrangements, Arrangement::random);
  fill.def.velocities = read_word(in, fields.find("velocities"), k_velocities, Velocities::maxwell);
  if (const JsonNode* const about = fields.find("about")) fill.def.about = read_point(in, about);
  fill.def.speed = read_number(in, fields.find("speed"), Takes::not_negative, 0);
  if (const JsonNode* const seed = fields.find("seed")) fill.seed = read_whole(in, seed, {}, 1);
  read_traits(in, fields, fill.def.body);
  return fill;
}

}  // namespace carom::io
