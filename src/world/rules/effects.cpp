#include "world/rules/effects.hpp"

#include "world/bodies/images.hpp"

namespace carom::detail {
namespace {

/// One run of a rule's effects.
class EffectRun {
 public:
  EffectRun(World& world, BodyStore& bodies, const EffectContext& context)
      : world_(world), bodies_(bodies), context_(context) {}

  [[nodiscard]] std::vector<Effect> run(std::span<const Effect> effects) {
    for (const Effect& effect : effects) {
      std::visit([&](const auto& kind) { apply(kind); }, effect);
    }
    return std::move(ran_);
  }

 private:
  void apply(const SoundEffect& effect) { ran_.emplace_back(effect); }
  void apply(const NotifyEffect& effect) { ran_.emplace_back(effect); }

  void apply(const DestroyEffect& effect) {
    for (const BodyId id : meant(effect.who)) {
      std::string name = name_of(id);
      if (world_.remove(id)) ran_.emplace_back(DestroyEffect{std::move(name)});
    }
  }

  void apply(const MarkEffect& effect) {
    for (const BodyId id : meant(effect.who)) {
      world_.add_tag(id, effect.as);
      ran_.emplace_back(MarkEffect{name_of(id), effect.as});
    }
  }

  void apply(const SpawnEffect& effect) {
    BodyDef def = effect.body;
    def.name = bodies_.free_name(def.name);
    def.at = context_.point + def.at;
    const auto id = world_.add(std::move(def));
    if (!id) return;  // beyond the coordinates that there are
    SpawnEffect ran = effect;
    ran.body.name = name_of(id.value());
    ran_.emplace_back(std::move(ran));
  }

  void apply(const DamageEffect& effect) {
    bool hit = false;
    for (const BodyId id : world_.bodies()) {
      if (!is_hurt_by(effect, id)) continue;
      hit = true;
      ran_.emplace_back(DamageEffect{effect.amount, effect.radius, name_of(id)});
      bodies_.keep(*bodies_.find(id));
      double& health = *bodies_.find(id)->health;
      health -= effect.amount;
      if (health <= 0) world_.remove(id);
    }
    if (!hit) ran_.emplace_back(effect);
  }

  [[nodiscard]] bool is_hurt_by(const DamageEffect& effect, BodyId id) const {
    const Body* body = world_.body(id);
    if (body == nullptr || !body->health) return false;
    const bool by_role = effect.to == "first" || effect.to == "second";
    if (by_role ? role(effect.to) != id : !is_called(id, effect.to)) return false;
    const Vec2 way = nearest_image(body->state.at - context_.point, period(world_.settings().bounds));
    return length(way) <= effect.radius;
  }

  /// The one in the role of `first` or `second`; nothing for the edges.
  [[nodiscard]] std::optional<BodyId> role(const std::string& word) const {
    if ((word == "first") == context_.first_is_a) return context_.a.id;
    if (!context_.b) return std::nullopt;
    return context_.b->id;
  }

  [[nodiscard]] std::string name_of(BodyId id) const { return world_.name(world_.body(id)->serial); }

  [[nodiscard]] bool is_called(BodyId id, const std::string& word) const {
    const Body* body = world_.body(id);
    return body != nullptr && (body->has_tag(word) || name_of(id) == word);
  }

  /// The bodies that `destroy` and `mark` mean; all of them exist.
  [[nodiscard]] std::vector<BodyId> meant(const std::string& word) const {
    std::vector<BodyId> result;
    if (word == "first" || word == "second") {
      const auto id = role(word);
      if (id && world_.body(*id) != nullptr) result.push_back(*id);
      return result;
    }
    if (is_called(context_.a.id, word)) result.push_back(context_.a.id);
    if (context_.b && is_called(context_.b->id, word)) result.push_back(context_.b->id);
    if (!result.empty()) return result;
    if (const auto other = world_.find(word)) result.push_back(*other);
    return result;
  }

  World& world_;
  BodyStore& bodies_;
  const EffectContext& context_;
  std::vector<Effect> ran_;
};

}  // namespace

std::vector<Effect> run_effects(World& world, BodyStore& bodies, std::span<const Effect> effects,
                                const EffectContext& context) {
  return EffectRun(world, bodies, context).run(effects);
}

}  // namespace carom::detail
