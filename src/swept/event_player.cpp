#include "swept/event_player.hpp"

#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// Events between two checks of how many records are kept of them.
constexpr std::size_t k_played_between = 256;

}  // namespace

void GeneralPlayer::play(Worker& worker) {
  const EventOrder earlier(bodies_);
  const auto next = [&] {
    return modes_.gas ? worker.queue.pop(earlier, GasHooks{bodies_, gas_.grid()}) : worker.queue.pop(earlier);
  };
  const auto stop = [&] {
    if (modes_.spend(context_.guard, k_event_work)) return true;
    return ++worker.played % k_played_between == 0 && exceeds(worker);
  };
  play_events(
      worker, bodies_, next, stop, [&](const PredictedEvent& predicted) { happen(worker, predicted); },
      [&] { return worker.records.events.size(); });
}

/// True if it keeps more than it may, in a window that is played in turn.
bool GeneralPlayer::exceeds(const Worker& worker) {
  if (modes_.elastic && modes_.gas) return false;
  const StepRecord& last = state_.last;
  return context_.guard.keeps(worker.records.events.size() + worker.records.corners.size() + worker.queue.waiting() +
                              last.touches.size() + last.earlier.size() + last.effect_records);
}

void GeneralPlayer::happen(Worker& worker, const PredictedEvent& predicted) {
  worker.now = predicted.t;
  if (!worker.history.kept) clock_.now = predicted.t;
  switch (predicted.what) {
    case EventKind::meet: meet(worker, predicted); break;
    case EventKind::part: resolver_.part(worker, predicted.first, predicted.second, predicted.t); break;
    case EventKind::edge: meet_edge(worker, predicted); break;
    case EventKind::outside:
    case EventKind::expire: world_.remove(bodies_.data(predicted.first).id); break;
  }
}

void GeneralPlayer::meet(Worker& worker, const PredictedEvent& predicted) {
  // Predicted by a callback that changed a flight, and then let pass all the same.
  if (laws_.overlaps(predicted.first, predicted.second)) return;
  const Sweep& a = bodies_.sweep(predicted.first);
  const Sweep& b = bodies_.sweep(predicted.second);
  const Vec2 at_a = a.position(predicted.t);
  const Vec2 shift = context_.nearest_shift(at_a, b.position(predicted.t));
  BodyImpact impact{predicted.first, predicted.second, predicted.t, {}, shift, {}};
  if (both_discs(bodies_, predicted.first, predicted.second)) {
    const Vec2 at_b = b.position(predicted.t) + shift;
    Contact& contact = impact.contact;
    contact.normal = unit(at_a - at_b);
    // Two centres in one place have no direction; any will do, as long as it is always the same.
    if (contact.normal == Vec2{}) contact.normal = {1, 0};
    contact.point = 0.5 * ((at_a - a.radius * contact.normal) + (at_b + b.radius * contact.normal));
  } else {
    SweepPair asked = predictor_.pair(predicted.first, predicted.second, shift);
    asked.idle = resting_.idle_speed(predicted.first, predicted.second);
    const bool passing = laws_.lets_pass(predicted.first, predicted.second);
    if (passing) asked.not_before = predicted.t;
    const auto contact = passing ? entering(asked, worker.scratch) : next_contact(asked, worker.scratch);
    if (!contact) return;
    impact.contact = *contact;
  }
  impact.contact.t = predicted.t;
  resolver_.resolve(worker, impact);
}

void GeneralPlayer::meet_edge(Worker& worker, const PredictedEvent& predicted) {
  if (laws_.overlaps(predicted.first, predicted.second)) return;
  const BodyData& m = bodies_.data(predicted.first);
  const EdgeContact met =
      edge_contact(shape_of(context_.store, m), {m.low, m.high}, bodies_.sweep(predicted.first).position(predicted.t),
                   *context_.settings.bounds, predicted.second.index());
  BodyImpact impact{predicted.first, predicted.second, predicted.t, met.contact, {}, met.placed};
  impact.contact.t = predicted.t;
  resolver_.resolve(worker, impact);
}

}  // namespace carom::detail
