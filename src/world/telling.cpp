#include "world/telling.hpp"

#include <algorithm>

#include "world/effects.hpp"
#include "world/ledger.hpp"

namespace carom::detail {
namespace {

void complete(World::State& state, EventRecord& record, const Meeting& meeting, std::vector<Effect> effects) {
  record.by_member = false;
  record.a = meeting.a.id;
  record.serial_a = meeting.a.serial;
  record.serial_b = k_edges_serial;
  if (meeting.b) {
    record.b = meeting.b->id;
    record.serial_b = meeting.b->serial;
  }
  if (effects.empty()) return;
  record.effects = state.last.keep_effects(std::move(effects));
}

}  // namespace

Meeting meeting_of(double t, const Party& a, const std::optional<Party>& b, const Contact& contact,
                   const Encounter& encounter) {
  Meeting meeting;
  meeting.t = t;
  meeting.a = a;
  meeting.b = b;
  meeting.point = contact.point;
  meeting.normal = contact.normal;
  meeting.side = contact.side;
  meeting.speed = std::max(closing_speed(encounter), 0.0);
  meeting.restitution = encounter.restitution;
  meeting.velocity_a = encounter.velocity_a;
  meeting.velocity_b = encounter.velocity_b;
  return meeting;
}

void answer_aloud(World& world, World::State& state, const Meeting& meeting, Law law, const Answerer& answerer) {
  const EffectContext context{meeting.a, meeting.b, law.first_is_a, meeting.point};
  std::vector<Effect> effects;
  if (law.rule != nullptr) effects = run_effects(world, state.now.bodies, law.rule->before, context);
  if (answerer.both_there() && state.listener != nullptr && !state.listener->before(world, meeting)) {
    law.response = Response::ignore;
  }
  if (law.lets_pass() || !answerer.both_there()) {
    answerer.pass(law);
  } else {
    answerer.act(law);
  }
  if (law.response != Response::ignore && law.rule != nullptr && !law.rule->after.empty()) {
    std::vector<Effect> after = run_effects(world, state.now.bodies, law.rule->after, context);
    effects.insert(effects.end(), after.begin(), after.end());
  }
  EventRecord* const record = answerer.record();
  if (record == nullptr) return;
  complete(state, *record, meeting, std::move(effects));
  if (state.listener != nullptr && law.response != Response::ignore) {
    state.listener->after(world, contact_event(state, *record));
  }
}

void tell_touch(World& world, World::State& state, double t, const Party& a, const std::optional<Party>& b,
                TouchChange change) {
  const Touch touch{t, a, b, change};
  // The other worlds keep their touches always: World::set_recording.
  const bool kept = state.recording || state.settings.detection != Detection::event;
  if (kept) state.last.touches.push_back(touch);
  if (state.listener != nullptr) state.listener->touch(world, touch);
}

}  // namespace carom::detail
