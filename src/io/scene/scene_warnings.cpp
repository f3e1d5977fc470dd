#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "carom/io/scene.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/shapes/mass.hpp"
#include "io/json/json_text.hpp"
#include "io/scene/scene_names.hpp"
#include "io/scene/scene_values.hpp"
#include "io/scene/scene_words.hpp"

namespace carom {
namespace {

using Vocabulary = std::set<std::string, std::less<>>;

/// Everything that a body of the scene is called or tagged, now or once the effects of its rules have run.
class Labels {
 public:
  explicit Labels(const Scene& scene) : bodies_(scene.bodies.size()) {
    for (const BodyDef& body : scene.bodies) add(body);
    for (const SceneFill& fill : scene.fills) {
      add(fill.def.body);
      bodies_ += fill.def.count;
    }
    for (const Rule& rule : scene.world.rules) {
      for (const Effect& effect : rule.before) add(effect);
      for (const Effect& effect : rule.after) add(effect);
    }
  }

  [[nodiscard]] bool contain(std::string_view label) const {
    if (known_.contains(label)) return true;
    if (const auto serial = io::serial_in(label)) return *serial < bodies_ || !spawned_.empty() || spawns_nameless_;
    // The second body spawned under a name is name#2.
    const auto hash = label.rfind('#');
    return hash != std::string_view::npos && spawned_.contains(label.substr(0, hash));
  }

  [[nodiscard]] std::string nearest(std::string_view label) const {
    const std::vector<std::string_view> words(known_.begin(), known_.end());
    return io::suggestion(label, words);
  }

 private:
  void add(const BodyDef& body) {
    if (!body.name.empty()) known_.insert(body.name);
    known_.insert(body.tags.begin(), body.tags.end());
  }
  void add(const Effect& effect) {
    if (const auto* const mark = std::get_if<MarkEffect>(&effect)) known_.insert(mark->as);
    if (const auto* const spawn = std::get_if<SpawnEffect>(&effect)) {
      add(spawn->body);
      spawned_.insert(spawn->body.name);
      spawns_nameless_ = spawns_nameless_ || spawn->body.name.empty();
    }
  }

  Vocabulary known_;
  Vocabulary spawned_;
  bool spawns_nameless_ = false;
  std::uint64_t bodies_ = 0;
};

std::string target_of(const Effect& effect) {
  if (const auto* const destroy = std::get_if<DestroyEffect>(&effect)) return destroy->who;
  if (const auto* const mark = std::get_if<MarkEffect>(&effect)) return mark->who;
  if (const auto* const damage = std::get_if<DamageEffect>(&effect)) return damage->to;
  return std::string(io::k_first);
}

std::string target_key(const Effect& effect) {
  if (std::holds_alternative<DestroyEffect>(effect)) return "destroy";
  return std::holds_alternative<MarkEffect>(effect) ? "mark/who" : "damage/to";
}

void look_for(const Labels& labels, const std::string& label, std::string place, std::vector<Error>& warnings) {
  if (label == io::k_first || label == io::k_second || label == io::k_anything || labels.contain(label)) return;
  warnings.push_back({std::move(place),
                      fmt::format("no body has the name or tag \"{}\"{}", io::clipped(label), labels.nearest(label))});
}

/// Does the centre of mass of a solid polygon lie outside it, where something small may come?
bool has_open_center(const BodyShape& shape) {
  const auto* const polygon = std::get_if<Polygon>(&shape);
  if (polygon == nullptr || polygon->hollow() || polygon->convex()) return false;
  const Circle center{.radius = 0, .center = mass_properties(*polygon).centroid, .hollow = false};
  const auto closest = closest_points(center, polygon);
  return closest && closest->distance > 0;
}

/// Where nothing keeps two centres apart, a pull without softening has no bound. Each reason is given once.
void look_for_reachable_centers(const Scene& scene, std::vector<Error>& warnings) {
  const auto& law = scene.world.attraction;
  if (!law || law->softening > 0 || !(law->G > 0)) return;
  const auto warn = [&](std::string place, std::string_view why) {
    warnings.push_back({std::move(place), fmt::format("{}: with \"softening\" 0 the pull has no bound there", why)});
  };
  if (scene.world.detection == Detection::overlap) {
    warn("/world/detection", "bodies overlap before they are pushed apart, and may come to each other's centres");
  }
  bool sensor = false;
  bool open = false;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const BodyDef& body = scene.bodies[k];
    if (body.sensor && !std::exchange(sensor, true)) {
      warn(fmt::format("/bodies/{}/sensor", k), "bodies may pass through its centre");
    }
    if (has_open_center(body.shape) && !std::exchange(open, true)) {
      warn(fmt::format("/bodies/{}/polygon", k), "its centre of mass is outside it, and may be reached");
    }
  }
  for (std::size_t k = 0; k < scene.world.rules.size(); ++k) {
    const Rule& rule = scene.world.rules[k];
    const bool passes = rule.response == Response::none || rule.response == Response::ignore;
    if (!passes || rule.between[0] == io::k_bounds || rule.between[1] == io::k_bounds) continue;
    warn(fmt::format("/rules/{}/response", k), "bodies may pass through each other's centres");
    break;
  }
}

}  // namespace

std::vector<Error> scene_warnings(const Scene& scene) {
  std::vector<Error> warnings;
  if (scene.created) return warnings;  // in a state, those that a rule names may be gone
  look_for_reachable_centers(scene, warnings);
  const Labels labels(scene);
  const bool has_edges = scene.world.bounds && scene.world.bounds->edges == Edges::rebound;
  for (std::size_t k = 0; k < scene.world.rules.size(); ++k) {
    const Rule& rule = scene.world.rules[k];
    for (std::size_t side = 0; side < 2; ++side) {
      auto place = fmt::format("/rules/{}/between/{}", k, side);
      if (rule.between[side] != io::k_bounds) {
        look_for(labels, rule.between[side], std::move(place), warnings);
      } else if (!has_edges) {
        warnings.push_back({std::move(place), "the world has no edges to meet: its bounds do not rebound"});
      }
    }
    const auto look_in = [&](const std::vector<Effect>& effects, std::string_view when) {
      for (std::size_t i = 0; i < effects.size(); ++i) {
        look_for(labels, target_of(effects[i]), fmt::format("/rules/{}/{}/{}/{}", k, when, i, target_key(effects[i])),
                 warnings);
      }
    };
    look_in(rule.before, "before");
    look_in(rule.after, "after");
  }
  return warnings;
}

}  // namespace carom
