#include <algorithm>
#include <cmath>

#include "overlap_world/overlap_step.hpp"
#include "world/effects.hpp"
#include "world/ledger.hpp"
#include "world/merge.hpp"
#include "world/telling.hpp"

// A contact and its answer.
namespace carom::detail {
namespace {

/// Nearer to an edge than this fraction of the coordinates, a body that was pushed there is still there: some roundings.
constexpr double k_at_edge = 1.0 / (1ULL << 48U);

/// A rebound no faster than what gravity takes in this many steps does not happen: the contact rests. Each contact is seen up
/// to a step late, and pushing out of the ground gives back height; with fewer steps than these a ball of restitution 0.8
/// would find as much in that as it loses, and go on for ever. Test: overlap_step_test, ABallOnTheFloorComesToRest.
constexpr double k_rest = 3;

/// What a body gains; a fixed one has none to gain.
Vec2 momentum_gain(Vec2 before, Vec2 after, double inverse_mass) noexcept {
  return inverse_mass > 0 ? (1 / inverse_mass) * (after - before) : Vec2{};
}

}  // namespace

void OverlapStep::answer(const FoundOverlap& found) {
  auto touch = touching(found);
  if (!touch) return;
  const PairKey key = touch->key;
  const bool passing = state_.now.passing.contains(key) || passing_.contains(key);
  if (passing) {
    touching_.insert(key);
    passing_.insert(key);
    return;
  }
  touch->law = law(*touch);
  const bool known = was_reported(*touch);
  if (!known && touch->law.lets_pass()) look_back(*touch);
  const bool begins = !state_.now.touching.contains(key) && !touching_.contains(key);
  EventRecord event = record(*touch, encounter(*touch));
  event.reported = !known;
  std::vector<Effect> effects;
  if (!known) effects = prologue(*touch, encounter(*touch));
  event.response = touch->law.response;
  // Whom the prologue has removed, nothing moves any more.
  if (both_there(*touch) && touch->law.response == Response::merge) {
    const Encounter e = encounter(*touch);
    event.impulse = respond(Response::merge, e).impulse;
    merge_bodies(world_, state_, touch->a.id, touch->b->id);
  } else if (both_there(*touch)) {
    if (!touch->law.lets_pass()) {
      act(*touch, encounter(*touch), event);
      pushed_.push_back(*touch);
    } else {
      passing_.insert(key);
    }
  }
  // Also of those that are no longer two: the end of their contact is told with that of others.
  touching_.insert(key);
  if (begins) tell_touch(world_, state_, end_, touch->a, touch->b, TouchChange::begin);
  if (!known) {
    epilogue(*touch, event, std::move(effects));
  } else if (event.energy != 0) {
    state_.last.events.push_back(event);
  }
}

std::optional<OverlapStep::Touching> OverlapStep::touching(const FoundOverlap& found) const {
  const Member& a = members_[found.a];
  Touching touch{.found = found, .a = {a.id, a.serial}, .b = {}, .key = {a.serial, k_edges_serial}, .law = {}};
  bool unmoved = true;
  if (!found.edge) {
    const Member& b = members_[found.b];
    touch.b = Party{b.id, b.serial};
    touch.key.b = b.serial;
    const Body* body_b = body(*touch.b);
    unmoved = body_b != nullptr && body_b->state.at == b.moved;
  }
  const Body* body_a = body(touch.a);
  unmoved = unmoved && body_a != nullptr && body_a->state.at == a.moved;
  if (!unmoved) {
    // A callback has been here.
    if (!both_there(touch)) return std::nullopt;
    const auto overlap = overlap_now(touch);
    if (!overlap) return std::nullopt;
    touch.found.overlap = *overlap;
  }
  if (touch.b && !may_meet(*body(touch.a), *body(*touch.b))) return std::nullopt;
  return touch;
}

// Whoever passes has come in on one side and may be nearer to the other by now: told is where it has come from. Two that were
// inside each other before the step have come from nowhere.
void OverlapStep::look_back(Touching& touch) const {
  if (!touch.b || !(closing_speed(encounter(touch)) < 0)) return;
  Body a = *body(touch.a);
  Body b = *body(*touch.b);
  a.state.at = members_[touch.found.a].start;
  b.state.at = members_[touch.found.b].start;
  if (overlap_of(a, b, touch.found.shift)) return;
  touch.found.overlap.normal = -touch.found.overlap.normal;
}

std::optional<Overlap> OverlapStep::overlap_now(const Touching& touch) const {
  const Body& a = *body(touch.a);
  return touch.b ? overlap_of(a, *body(*touch.b), touch.found.shift)
                 : overlap_of(a, *state_.settings.bounds, *touch.found.edge);
}

// One event per uninterrupted contact. All edges are one partner: a body that rests on the floor has been reported there, but
// its hit against the wall has not. So with edges it also counts whether it was at this one when the step began.
bool OverlapStep::was_reported(const Touching& touch) const {
  if (touching_.contains(touch.key) && touch.b) return true;  // by another image
  if (!state_.now.touching.contains(touch.key)) return false;
  if (touch.b) return true;
  const Bounds& bounds = *state_.settings.bounds;
  const Body& a = *body(touch.a);
  const Vec2 start = members_[touch.found.a].start;
  const double scale = std::abs(start.x) + std::abs(start.y) + a.reach + length(bounds.max) + length(bounds.min);
  return depth_beyond(a.shape, start, bounds, *touch.found.edge) > -k_at_edge * scale;
}

Law OverlapStep::law(const Touching& touch) {
  const auto party = [&](const Body& one) {
    const auto* circle = std::get_if<Circle>(&one.shape);
    return LawParty{one.restitution ? &*one.restitution : nullptr, one.sensor,
                    state_.rules.empty() ? RuleBook::edges_class() : state_.rules.class_of(one),
                    circle != nullptr && !circle->hollow};
  };
  // One after the other: the book numbers the classes as it is asked for them.
  const LawParty a = party(*body(touch.a));
  const LawParty b = touch.b ? party(*body(*touch.b)) : LawParty{};
  return law_between(state_, a, b);
}

Encounter OverlapStep::encounter(const Touching& touch) const {
  const Body& a = *body(touch.a);
  Encounter e{touch.found.overlap.normal, a.state.velocity, {}, a.inverse_mass, 0, touch.law.restitution};
  if (touch.b) {
    const Body& b = *body(*touch.b);
    e.velocity_b = b.state.velocity;
    e.inverse_mass_b = b.inverse_mass;
  }
  return e;
}

Meeting OverlapStep::meeting(const Touching& touch, const Encounter& e) const {
  const Overlap& overlap = touch.found.overlap;
  return {.t = end_,
          .a = touch.a,
          .b = touch.b,
          .point = overlap.point,
          .normal = overlap.normal,
          .side = Side::outer,
          .speed = std::max(closing_speed(e), 0.0),
          .restitution = e.restitution,
          .velocity_a = e.velocity_a,
          .velocity_b = e.velocity_b};
}

// What a rule says before, and what the listener says to it.
std::vector<Effect> OverlapStep::prologue(Touching& touch, const Encounter& e) {
  const Meeting met = meeting(touch, e);
  std::vector<Effect> ran;
  if (touch.law.rule != nullptr) ran = effects_of(touch, touch.law.rule->before);
  if (state_.listener == nullptr || !both_there(touch)) return ran;
  if (!state_.listener->before(world_, met)) touch.law.response = Response::ignore;
  return ran;
}

std::vector<Effect> OverlapStep::effects_of(const Touching& touch, const std::vector<Effect>& effects) {
  if (effects.empty()) return {};
  return run_effects(world_, state_.now.bodies, effects,
                     {touch.a, touch.b, touch.law.first_is_a, touch.found.overlap.point});
}

EventRecord OverlapStep::record(const Touching& touch, const Encounter& e) const {
  EventRecord event;
  event.t = dt_;
  event.serial_a = touch.key.a;
  event.serial_b = touch.key.b;
  event.a = touch.a.id;
  if (touch.b) event.b = touch.b->id;
  event.point = touch.found.overlap.point;
  event.normal = touch.found.overlap.normal;
  event.speed = std::max(closing_speed(e), 0.0);
  return event;
}

// Do fields and forces end the rebound before anybody sees it?
bool OverlapStep::rests(const Touching& touch, const Encounter& e) const {
  if (touch.law.response != Response::impulse || !(e.restitution > 0)) return false;
  const auto acceleration = [&](const Party& party, const Member& member) {
    const Body& one = *body(party);
    if (integrated_) return member.pull;
    return one.fixed() ? Vec2{} : fields_.acceleration(one.state.at) + one.inverse_mass * member.force;
  };
  Vec2 relative = acceleration(touch.a, members_[touch.found.a]);
  if (touch.b) relative = relative - acceleration(*touch.b, members_[touch.found.b]);
  return e.restitution * closing_speed(e) <= -k_rest * dt_ * dot(relative, e.normal);
}

void OverlapStep::act(const Touching& touch, Encounter e, EventRecord& event) {
  event.speed = std::max(closing_speed(e), 0.0);
  if (!(event.speed > 0)) return;
  const auto own = custom(touch, e);
  if (!own && rests(touch, e)) {
    e.restitution = 0;
    ++state_.now.policies.rests;
  }
  const Aftermath after = own ? *own : respond(touch.law.response, e);
  body(touch.a)->state.velocity = after.velocity_a;
  if (touch.b) body(*touch.b)->state.velocity = after.velocity_b;
  event.impulse = after.impulse;

  const bool exchanges = !own && touch.law.response == Response::impulse;
  const bool carried =
      (!(e.inverse_mass_a > 0) && !(e.velocity_a == Vec2{})) || (!(e.inverse_mass_b > 0) && !(e.velocity_b == Vec2{}));
  if (exchanges && e.restitution == 1 && !carried) return;
  event.energy = energy_gained(e, after);
  if (exchanges) return;
  Vec2& momentum = state_.now.exchanged_momentum;
  momentum = momentum + momentum_gain(e.velocity_a, after.velocity_a, e.inverse_mass_a) +
             momentum_gain(e.velocity_b, after.velocity_b, e.inverse_mass_b);
}

/// What the world's own response says, if it has one and it says something.
std::optional<Aftermath> OverlapStep::custom(const Touching& touch, const Encounter& e) const {
  if (!state_.response) return std::nullopt;
  const auto said = state_.response(world_, meeting(touch, e));
  if (!said) return std::nullopt;
  Aftermath after{e.inverse_mass_a > 0 ? said->a : e.velocity_a, e.inverse_mass_b > 0 ? said->b : e.velocity_b, 0};
  after.impulse = std::max(length(momentum_gain(e.velocity_a, after.velocity_a, e.inverse_mass_a)),
                           length(momentum_gain(e.velocity_b, after.velocity_b, e.inverse_mass_b)));
  return after;
}

void OverlapStep::epilogue(const Touching& touch, EventRecord event, std::vector<Effect> effects) {
  const bool ignored = touch.law.response == Response::ignore;
  if (!ignored && touch.law.rule != nullptr) {
    std::vector<Effect> more = effects_of(touch, touch.law.rule->after);
    effects.insert(effects.end(), more.begin(), more.end());
  }
  if (!effects.empty()) {
    event.effects = state_.last.keep_effects(std::move(effects));
  }
  state_.last.events.push_back(event);
  if (ignored || state_.listener == nullptr) return;
  state_.listener->after(world_, contact_event(state_, event));
}

}  // namespace carom::detail
