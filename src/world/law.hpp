#pragma once

#include "world/rule_book.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// What is to be done about a contact.
struct Law {
  Response response = Response::impulse;
  double restitution = 1;
  const Rule* rule = nullptr;
  bool first_is_a = true;
  bool settles = false;  ///< too slow to rebound for as long as a step: they stay in touch

  /// Nothing stops them.
  [[nodiscard]] bool lets_pass() const noexcept { return response == Response::none || response == Response::ignore; }
};

/// One side of a contact, as far as laws ask.
struct LawParty {
  const double* restitution = nullptr;  ///< its own, if it has one
  bool sensor = false;
  RuleClass rules = RuleBook::edges_class();
  bool disc = false;  ///< a solid circle: two of them can merge
};

/// From the pair's restitution, sensors, and the last rule that matches.
[[nodiscard]] Law law_between(const World::State& state, const LawParty& a, const LawParty& b);

/// What a custom response has asked for; fixed bodies keep their velocity.
[[nodiscard]] Aftermath custom_aftermath(const NewVelocities& custom, const Encounter& encounter) noexcept;

/// Energy that a contact took (negative) or brought.
[[nodiscard]] double energy_gained(const Encounter& before, const Aftermath& after) noexcept;
/// Momentum that came from nowhere: of laws that do not act on both alike.
[[nodiscard]] Vec2 momentum_gained(const Encounter& before, const Aftermath& after) noexcept;

}  // namespace carom::detail
