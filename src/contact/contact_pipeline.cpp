#include "contact/contact_pipeline.hpp"

#include <algorithm>
#include <utility>

#include "world/pairs/touches.hpp"
#include "world/rules/effects.hpp"
#include "world/sums/ledger.hpp"

namespace carom::detail {
namespace {

EffectContext context_of(const PendingContact& pending, const Law& law) {
  return {pending.a, pending.b, law.first_is_a, pending.point};
}

}  // namespace

std::vector<Effect> ContactPipeline::effects_before(const PendingContact& pending, const Law& law) {
  if (law.rule == nullptr) return {};
  return run_effects(world_, state_.now.bodies, law.rule->before, context_of(pending, law));
}

bool ContactPipeline::listener_allows(const PendingContact& pending) {
  if (state_.listener == nullptr) return true;
  return ask_user(state_, CallbackKind::before, [&] { return state_.listener->before(world_, pending); });
}

void ContactPipeline::add_effects_after(const PendingContact& pending, const Law& law, std::vector<Effect>& effects) {
  if (law.response == Response::ignore || law.rule == nullptr || law.rule->after.empty()) return;
  std::vector<Effect> after = run_effects(world_, state_.now.bodies, law.rule->after, context_of(pending, law));
  effects.insert(effects.end(), after.begin(), after.end());
}

void ContactPipeline::complete(EventRecord& record, const PendingContact& pending, const Law& law,
                               std::vector<Effect> effects) {
  record.by_body_index = false;
  record.a = pending.a.id;
  record.serial_a = pending.a.serial;
  record.serial_b = k_edges_serial;
  if (pending.b) {
    record.b = pending.b->id;
    record.serial_b = pending.b->serial;
  }
  if (!effects.empty()) record.effects = state_.last.keep_effects(std::move(effects));
  if (state_.listener != nullptr && law.response != Response::ignore) {
    const ContactEvent event = contact_event(state_, record);
    ask_user(state_, CallbackKind::after, [&] {
      state_.listener->after(world_, event);
      return true;
    });
  }
}

void ContactPipeline::notify_touch(double t, const Party& a, const std::optional<Party>& b, TouchChange change) {
  const Touch touch{t, a, b, change};
  // The other loops keep their touches always: World::set_recording.
  const bool kept = state_.recording || state_.settings.detection != Detection::event;
  if (kept) state_.last.touches.push_back(touch);
  if (state_.listener != nullptr) tell_touch(world_, state_, touch);
}

PendingContact pending_contact(double t, const Party& a, const std::optional<Party>& b, const Contact& contact,
                               const Encounter& encounter) {
  PendingContact pending;
  pending.t = t;
  pending.a = a;
  pending.b = b;
  pending.point = contact.point;
  pending.normal = contact.normal;
  pending.side = contact.side;
  pending.speed = std::max(closing_speed(encounter), 0.0);
  pending.restitution = encounter.restitution;
  pending.velocity_a = encounter.velocity_a;
  pending.velocity_b = encounter.velocity_b;
  return pending;
}

}  // namespace carom::detail
