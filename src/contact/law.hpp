#pragma once

#include "contact/contact_side.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// The response to one contact: by sensors, the pair's restitution and the last rule that matches.
struct Law {
  Response response = Response::impulse;
  double restitution = 1;
  const RestitutionLaw* restitution_law = nullptr;  ///< in the place of `restitution`, which at_speed() takes from it
  double friction = 0;                              ///< Coulomb's; of the response `impulse` alone
  const Rule* rule = nullptr;
  bool first_is_a = true;
  bool settles = false;  ///< the rebound would end within the step: the contact becomes a resting one

  /// True if the bodies pass through each other.
  [[nodiscard]] bool lets_pass() const noexcept { return response == Response::none || response == Response::ignore; }
  /// True if they pass through each other where `normal` points from b to a: of one-way rules, and of all that lets_pass.
  [[nodiscard]] bool lets_pass(Vec2 normal) const noexcept {
    if (lets_pass() || rule == nullptr || !rule->one_way) return lets_pass();
    return !(dot(first_is_a ? -normal : normal, *rule->one_way) > 0);
  }
  /// The same law where the two close so fast: from here on its restitution is a number.
  [[nodiscard]] Law at_speed(double closing) const noexcept {
    Law law = *this;
    if (law.restitution_law != nullptr) law.restitution = restitution_at(*law.restitution_law, closing);
    law.restitution_law = nullptr;
    return law;
  }
};

/// Restitution: that of the last rule that matches, else the bodies' own, else the world's. A restitution law is still to be
/// asked: Law::at_speed.
[[nodiscard]] Law law_between(const World::State& state, const ContactSide& a, const ContactSide& b);

/// True if contacts may take energy by the restitution of the world or of a rule.
[[nodiscard]] bool takes_energy(const WorldSettings& settings) noexcept;

/// What a custom response has asked for; fixed bodies keep their velocity.
[[nodiscard]] Aftermath custom_aftermath(const NewVelocities& custom, const Encounter& encounter) noexcept;

/// Energy that a contact took (negative) or brought.
[[nodiscard]] double energy_gained(const Encounter& before, const Aftermath& after) noexcept;
/// What one body gains of momentum; a fixed one has none to gain.
[[nodiscard]] constexpr Vec2 momentum_gained(Vec2 before, Vec2 after, double inverse_mass) noexcept {
  return inverse_mass > 0 ? (1 / inverse_mass) * (after - before) : Vec2{};
}
/// Change of the total momentum, by responses that do not conserve it.
[[nodiscard]] Vec2 momentum_gained(const Encounter& before, const Aftermath& after) noexcept;

}  // namespace carom::detail
