#pragma once

#include <optional>
#include <vector>

#include "contact/law.hpp"
#include "contact/pair_filter.hpp"

namespace carom::detail {

/// What a loop does about a contact.
template <class BothThere, class ApplyResponse, class LetPass, class Record>
struct ContactActions {
  BothThere both_there;          ///< true if neither body has been removed
  ApplyResponse apply_response;  ///< (law) moves the two, and records the contact
  LetPass let_pass;              ///< (law) records it, and lets the two go on if they are still there
  Record record;  ///< its EventRecord*, asked for once everything has been done; null: the contact is not reported
};

/// From a found contact to its consequences, the same in every loop:
///
///   filter     which pairs meet, which overlap without being pushed apart       PairFilter
///   law        response and restitution: sensors, the pair's restitution, the last rule that matches, from which side it stops
///   prologue   the rule's effects before; Listener::before, which may let the pair pass (PreSolve in Box2D)
///   response   the custom response if it returns one, else respond(); the loop moves the two
///   effects    the rule's effects after
///   record     the event, with the effects that ran; Listener::after
///
/// It is the only code that knows rules, listener and custom response.
class ContactPipeline {
 public:
  ContactPipeline(World& world, World::State& state) noexcept : world_(world), state_(state), filter_(state) {}

  /// True if a contact can have side effects: rules, a listener, a custom response, or pairs that overlap already.
  [[nodiscard]] bool is_observed() const noexcept {
    return !state_.rules.empty() || state_.listener != nullptr || state_.response || !state_.now.passing.empty();
  }
  /// True if a contact with this law calls the user's code: a listener, a custom response, a rule's effects.
  [[nodiscard]] bool calls_back(const Law& law) const noexcept {
    return state_.listener != nullptr || state_.response || law.rule != nullptr;
  }
  [[nodiscard]] bool has_custom_response() const noexcept { return static_cast<bool>(state_.response); }
  [[nodiscard]] bool has_rules() const noexcept { return !state_.rules.empty(); }
  /// 0 where there are no rules.
  [[nodiscard]] RuleClass rule_class(const Body& body) { return has_rules() ? state_.rules.class_of(body) : 0; }
  [[nodiscard]] PairFilter& filter() noexcept { return filter_; }
  [[nodiscard]] const PairFilter& filter() const noexcept { return filter_; }

  [[nodiscard]] Law law(const ContactSide& a, const ContactSide& b) const { return law_between(state_, a, b); }

  /// What the custom response returns, if there is one and it decides. `pending()` makes the PendingContact.
  template <class Pending>
  [[nodiscard]] std::optional<Aftermath> custom_response(const Encounter& encounter, const Pending& pending) const {
    if (!state_.response) return std::nullopt;
    const PendingContact contact = pending();
    const auto custom = ask_user(state_, CallbackKind::response, [&] { return state_.response(world_, contact); });
    if (!custom) return std::nullopt;
    return custom_aftermath(*custom, encounter);
  }
  /// The velocities after a contact: by the custom response, or else by the law.
  template <class Pending>
  [[nodiscard]] Aftermath response(const Law& law, const Encounter& encounter, const Pending& pending) const {
    if (const auto custom = custom_response(encounter, pending)) return *custom;
    return respond(law.response, encounter);
  }
  /// True if the response may change the total momentum: all but an impulse between the two.
  [[nodiscard]] bool changes_total_momentum(const Law& law) const noexcept {
    return law.response != Response::impulse || has_custom_response();
  }

  /// Prologue, response, effects, record of one contact; `actions` are ContactActions.
  template <class Actions>
  void resolve(const PendingContact& pending, Law law, const Actions& actions) {
    if (!law.lets_pass() && law.lets_pass(pending.normal)) law.response = Response::ignore;
    std::vector<Effect> effects = effects_before(pending, law);
    if (actions.both_there() && !listener_allows(pending)) law.response = Response::ignore;
    if (law.lets_pass() || !actions.both_there()) {
      actions.let_pass(law);
    } else {
      actions.apply_response(law);
    }
    add_effects_after(pending, law, effects);
    if (EventRecord* const record = actions.record()) complete(*record, pending, law, std::move(effects));
  }

  /// Two begin or end to touch, at scene time t; without b, one and the edges. It is recorded, and the listener is called immediately.
  void notify_touch(double t, const Party& a, const std::optional<Party>& b, TouchChange change);

 private:
  [[nodiscard]] std::vector<Effect> effects_before(const PendingContact& pending, const Law& law);
  [[nodiscard]] bool listener_allows(const PendingContact& pending);
  void add_effects_after(const PendingContact& pending, const Law& law, std::vector<Effect>& effects);
  void complete(EventRecord& record, const PendingContact& pending, const Law& law, std::vector<Effect> effects);

  World& world_;
  World::State& state_;
  PairFilter filter_;
};

/// A contact at scene time t, before it is resolved; b empty: with the bounds of the world.
[[nodiscard]] PendingContact pending_contact(double t, const Party& a, const std::optional<Party>& b,
                                             const Contact& contact, const Encounter& encounter);

}  // namespace carom::detail
