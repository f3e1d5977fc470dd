#include "swept/simple_gas.hpp"

#include "swept/gas_record.hpp"

namespace carom::detail {

void SimpleGas::play(Worker& worker) {
  const EventOrder earlier(bodies_);
  play_events(
      worker, bodies_, [&] { return worker.queue.pop(earlier, GasHooks{bodies_, gas_.grid()}); },
      [&] { return modes_.spend(context_.guard, k_event_work); },
      [&](const PredictedEvent& predicted) { happen(worker, predicted); },
      [&] { return worker.records.contacts.size(); });
}

void SimpleGas::happen(Worker& worker, const PredictedEvent& predicted) {
  worker.now = predicted.t;
  if (!worker.history.kept) clock_.now = predicted.t;
  if (predicted.second.is_edge()) {
    meet_edge(worker, predicted);
  } else {
    meet(worker, predicted);
  }
}

void SimpleGas::meet(Worker& worker, const PredictedEvent& predicted) {
  const std::uint32_t first = predicted.first.index();
  const std::uint32_t second = predicted.second.index();
  const Sweep& a = bodies_.movers()[first];
  const Sweep& b = bodies_.movers()[second];
  const Vec2 at_a = a.position(predicted.t);
  const Vec2 at_b = b.position(predicted.t);
  worker.records.contacts.push_back(
      {predicted.t, a.body_index, PartnerIndex::body(b.body_index), at_a, at_b, a.velocity, b.velocity});
  const Vec2 seen_b = at_b + context_.nearest_shift(at_a, at_b);
  const Aftermath after = respond(Response::impulse, disc_encounter(at_a, seen_b, a, b));
  fly_on(worker, first, predicted.t, at_a, after.velocity_a);
  fly_on(worker, second, predicted.t, at_b, after.velocity_b);
  gas_.predict_two(worker, first, second, predicted.t);
}

void SimpleGas::meet_edge(Worker& worker, const PredictedEvent& predicted) {
  const std::uint32_t first = predicted.first.index();
  const std::uint32_t edge = predicted.second.index();
  const Sweep& a = bodies_.movers()[first];
  const Vec2 at = a.position(predicted.t);
  worker.records.contacts.push_back({predicted.t, a.body_index, PartnerIndex::edge(edge), at, {}, a.velocity, {}});
  const EdgeContact met = disc_at_edge(at, a.radius, *context_.settings.bounds, edge);
  const Aftermath after = respond(Response::impulse, {met.contact.normal, a.velocity, {}, a.inverse_mass, 0, 1});
  fly_on(worker, first, predicted.t, met.placed, after.velocity_a);
  gas_.predict(worker, first, predicted.t);
}

void SimpleGas::fly_on(Worker& worker, std::uint32_t mover, double t, Vec2 at, Vec2 velocity) {
  Sweep& f = bodies_.movers()[mover];
  const BodyRef ref = BodyRef::mover(mover);
  if (worker.history.kept && worker.rows.doubts(ref)) worker.history.changes.push_back({ref, f, false});
  f.at = at;
  f.since = t;
  f.velocity = velocity;
  ++f.version;
  gas_.update(worker, mover);
}

}  // namespace carom::detail
