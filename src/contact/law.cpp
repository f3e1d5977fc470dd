#include "contact/law.hpp"

#include <algorithm>

namespace carom::detail {

Law law_between(const World::State& state, const ContactSide& a, const ContactSide& b) {
  Law law;
  law.restitution = pair_restitution(a.restitution, b.restitution, state.settings.restitution);
  if (a.restitution == nullptr && b.restitution == nullptr && state.settings.restitution_law) {
    law.restitution_law = &*state.settings.restitution_law;
  }
  law.friction = pair_friction(a.friction, b.friction, state.settings.friction);
  if (a.sensor || b.sensor) law.response = Response::none;
  if (state.rules.empty()) return law;
  const auto match = state.rules.match(a.rules, b.rules);
  if (match.rule == nullptr) return law;
  law.rule = match.rule;
  law.first_is_a = match.first_is_a;
  if (match.rule->restitution) {
    law.restitution = *match.rule->restitution;
    law.restitution_law = nullptr;
  }
  if (match.rule->restitution_law) law.restitution_law = &*match.rule->restitution_law;
  if (law.response != Response::none || match.rule->response == Response::ignore) law.response = match.rule->response;
  if (law.response == Response::merge && !(a.disc && b.disc)) law.response = Response::impulse;
  return law;
}

bool takes_energy(const WorldSettings& settings) noexcept {
  if (settings.restitution < 1 || settings.restitution_law) return true;
  return std::ranges::any_of(settings.rules, [](const Rule& rule) {
    return rule.restitution.value_or(1) < 1 || rule.restitution_law.has_value();
  });
}

Aftermath custom_aftermath(const NewVelocities& custom, const Encounter& e) noexcept {
  const Vec2 a = e.inverse_mass_a > 0 ? custom.a : e.velocity_a;
  const Vec2 b = e.inverse_mass_b > 0 ? custom.b : e.velocity_b;
  const auto momentum = [](Vec2 change, double inverse_mass) {
    return inverse_mass > 0 ? length(change) / inverse_mass : 0;
  };
  return {a, b, std::max(momentum(a - e.velocity_a, e.inverse_mass_a), momentum(b - e.velocity_b, e.inverse_mass_b))};
}

double energy_gained(const Encounter& before, const Aftermath& after) noexcept {
  const auto gained = [](Vec2 v, Vec2 u, double inverse_mass) {
    return inverse_mass > 0 ? 0.5 * (dot(u, u) - dot(v, v)) / inverse_mass : 0;
  };
  return gained(before.velocity_a, after.velocity_a, before.inverse_mass_a) +
         gained(before.velocity_b, after.velocity_b, before.inverse_mass_b);
}

Vec2 momentum_gained(const Encounter& before, const Aftermath& after) noexcept {
  return momentum_gained(before.velocity_a, after.velocity_a, before.inverse_mass_a) +
         momentum_gained(before.velocity_b, after.velocity_b, before.inverse_mass_b);
}

}  // namespace carom::detail
