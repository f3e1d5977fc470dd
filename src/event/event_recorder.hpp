#pragma once

#include <algorithm>
#include <optional>

#include "contact/contact_pipeline.hpp"
#include "event/event_encounter.hpp"

namespace carom::detail {

/// Whether a contact is reported: a body that lies still makes contacts that are not.
enum class EventNews : std::uint8_t { reported, none };

/// What a contact leaves in the world's sums and in the record of the step.
class EventRecorder {
 public:
  EventRecorder(const EventContext& context, const EventBodies& bodies, ContactPipeline& contacts,
                StepRecord& last) noexcept
      : ctx_(context), bodies_(bodies), contacts_(contacts), last_(last) {}

  /// The contact's energy, momentum and event.
  void record(const BodyImpact& impact, const Law& law, const Encounter& e, const Aftermath& after, EventNews news) {
    if (impact.b.is_edge()) ++ctx_.clock().happened;
    if (takes_energy(impact, law, e)) ctx_.record->exchanged_energy.add(energy_gained(e, after));
    if (contacts_.changes_total_momentum(law)) {
      ctx_.record->exchanged_momentum = ctx_.record->exchanged_momentum + momentum_gained(e, after);
    }
    if (news == EventNews::none) return;
    ++ctx_.record->collisions;
    newest_ = event_of(impact, law, e, after);
    if (ctx_.is_recording()) last_.events.push_back(newest_);
  }
  /// The event of the last contact, where it is kept.
  [[nodiscard]] EventRecord* newest() { return ctx_.is_recording() ? &last_.events.back() : &newest_; }
  /// A contact of two bodies, for the sums of the gas.
  void count_gas(const BodyImpact& impact, double impulse) {
    if (is_between_movers(impact)) {
      ctx_.count_gas_contact(impulse, bodies_.reach(impact.a) + bodies_.reach(impact.b));
    } else {
      ++ctx_.clock().happened;
    }
  }
  /// True if the contact changes the energy, by its law or by something that moves and is not moved.
  [[nodiscard]] bool takes_energy(const BodyImpact& impact, const Law& law, const Encounter& e) const {
    const auto moves = [&](BodyRef ref) { return ref.is_fixed() && !(bodies_.fixed(ref).velocity == Vec2{}); };
    return contacts_.changes_total_momentum(law) || e.restitution < 1 || moves(impact.a) || moves(impact.b);
  }
  /// As rules, listeners and custom responses see it.
  [[nodiscard]] PendingContact pending(const BodyImpact& impact, const Encounter& e) const {
    return pending_contact(ctx_.scene_time(), party(impact.a), other_party(impact.b), impact.contact, e);
  }
  /// Two begin or end to overlap.
  void notify_touch(BodyRef a, BodyRef b, TouchChange change) {
    contacts_.notify_touch(ctx_.scene_time(), party(a), other_party(b), change);
  }

 private:
  [[nodiscard]] Party party(BodyRef ref) const {
    const Body& body = bodies_.body(ref);
    return {body.id, body.serial};
  }
  /// Nothing: the edges.
  [[nodiscard]] std::optional<Party> other_party(BodyRef ref) const {
    return ref.is_edge() ? std::nullopt : std::optional(party(ref));
  }
  [[nodiscard]] EventRecord event_of(const BodyImpact& impact, const Law& law, const Encounter& e,
                                     const Aftermath& after) const {
    EventRecord event;
    event.t = ctx_.scene_time();
    event.by_body_index = false;
    const Party a = party(impact.a);
    event.a = a.id;
    event.serial_a = a.serial;
    event.serial_b = k_edges_serial;
    if (const auto b = other_party(impact.b)) {
      event.b = b->id;
      event.serial_b = b->serial;
    }
    event.point = impact.contact.point;
    event.normal = impact.contact.normal;
    event.speed = std::max(closing_speed(e), 0.0);
    event.impulse = after.impulse;
    event.response = law.response;
    return event;
  }

  const EventContext& ctx_;
  const EventBodies& bodies_;
  ContactPipeline& contacts_;
  StepRecord& last_;
  EventRecord newest_;
};

}  // namespace carom::detail
