#include "swept/predictor.hpp"

#include <algorithm>
#include <cmath>

#include "world/bodies/leaving.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// Units of work (StepGuard) of a prediction for shapes that are not both discs, and of one for a pair that passes.
constexpr std::uint64_t k_shape_work = 32;
constexpr std::uint64_t k_sensor_overlap_work = 256;

/// Two discs in touch: do they close no faster than `speed`?
bool closes_slower(const Sweep& a, const Sweep& b, Vec2 shift, double speed) noexcept {
  const double start = std::max(a.since, b.since);
  const Vec2 d = a.position(start) - b.position(start) - shift;
  return -dot(d, a.velocity - b.velocity) <= speed * length(d);
}

}  // namespace

void Predictor::push(Worker& worker, double t, BodyRef first, BodyRef second, EventKind what) const {
  if (!clock_.in_window(t, context_.dt)) return;
  worker.queue.push({std::max(t, worker.now), first, second, flight_versions(bodies_, first, second), what},
                    EventOrder(bodies_));
}

void Predictor::note_parted(BodyRef a, BodyRef b, double t) {
  Parted& parted = parted_[pair_key(bodies_, a, b)];
  parted = {t, parted.count + 1};
}

void Predictor::predict_all(Worker& worker) {
  worker.pairs.clear();
  grids_.pairs(worker.pairs, context_.guard);
  for (const NearPair& near : worker.pairs) {
    predict_pair(worker, BodyRef::mover(near.first), BodyRef::mover(near.second),
                 context_.shift_of(near.image_x, near.image_y));
    if (context_.guard.stopped()) return;
  }
  for (std::uint32_t mover = 0; mover < bodies_.movers().size(); ++mover) {
    predict_alone(worker, BodyRef::mover(mover), clock_.window_start);
    if (modes_.spend(context_.guard, 1)) return;
  }
  for (const BodyRef line : bodies_.infinite()) {
    if (bodies_.sweep(line).inverse_mass > 0) predict_among_fixed(worker, line, clock_.window_start);
  }
  for (const Sweep& f : bodies_.fixed()) predict_leaving(worker, bodies_.at(f.body_index).ref);
  if (laws_.unobserved()) return;
  for (const Sweep& f : bodies_.fixed()) {
    const BodyData& m = bodies_.at(f.body_index);
    if (!m.gone) predict_end_of_life(worker, m);
  }
}

void Predictor::predict_end_of_life(Worker& worker, const BodyData& m) {
  const double t = m.expires - context_.start;
  if (t <= clock_.window_end) push(worker, t, m.ref, m.ref, EventKind::expire);
}

void Predictor::predict_fixed(Worker& worker, BodyRef ref, double since) {
  for (std::uint32_t k = 0; k < bodies_.movers().size(); ++k) {
    const BodyRef other = BodyRef::mover(k);
    const Vec2 shift = context_.nearest_shift(bodies_.sweep(ref).position(since), bodies_.sweep(other).position(since));
    predict_pair(worker, ref, other, shift);
    if (context_.guard.stopped()) return;
  }
  predict_among_fixed(worker, ref, since);
  predict_leaving(worker, ref);
}

/// A border that can be moved, and what has an end and is fixed.
void Predictor::predict_among_fixed(Worker& worker, BodyRef ref, double since) {
  const auto pairs_up = [&](const Sweep& line, const Sweep& other) {
    return line.inverse_mass > 0 && !std::isfinite(line.radius) && std::isfinite(other.radius);
  };
  const Sweep& own = bodies_.sweep(ref);
  for (const Sweep& f : bodies_.fixed()) {
    if (!pairs_up(own, f) && !pairs_up(f, own)) continue;
    const Vec2 shift = context_.nearest_shift(own.position(since), f.position(since));
    predict_pair(worker, ref, bodies_.at(f.body_index).ref, shift);
    if (context_.guard.stopped()) return;
  }
}

void Predictor::predict_mover(Worker& worker, std::uint32_t mover, double since) {
  worker.near.clear();
  grids_.near_movers(clock_, mover, bodies_.movers()[mover], since, worker.near);
  for (const Near& near : worker.near) {
    predict_pair(worker, BodyRef::mover(mover), BodyRef::mover(near.place),
                 context_.shift_of(near.image_x, near.image_y));
  }
  predict_alone(worker, BodyRef::mover(mover), since);
}

void Predictor::predict_alone(Worker& worker, BodyRef ref, double since) {
  if (!laws_.unobserved()) {
    const BodyData& m = bodies_.data(ref);
    if (m.gone) return;
    predict_end_of_life(worker, m);
  }
  if (!bodies_.gridded().empty()) {
    worker.near.clear();
    grids_.near_fixed(context_, clock_, bodies_.sweep(ref), since, bodies_.traits().moving_fixed, worker.near);
    for (const Near& near : worker.near) {
      const BodyRef other = bodies_.gridded()[grids_.fixed_at(near)];
      predict_pair(worker, ref, other, context_.shift_of(near.image_x, near.image_y));
    }
  }
  for (const BodyRef other : bodies_.infinite()) predict_pair(worker, ref, other, {});
  if (context_.settings.bounds) predict_edges(worker, ref);
}

void Predictor::predict_edges(Worker& worker, BodyRef ref) {
  const Bounds& bounds = *context_.settings.bounds;
  if (bounds.edges == Edges::periodic) return;
  if (bounds.edges == Edges::remove) return predict_leaving(worker, ref);
  const Sweep& f = bodies_.sweep(ref);
  // The box around the shape; of a disc without looking it up.
  Vec2 below{-f.radius, -f.radius};
  Vec2 above{f.radius, f.radius};
  if (!bodies_.traits().all_discs) {
    below = bodies_.data(ref).low;
    above = bodies_.data(ref).high;
  }
  const double left = (clock_.window_end - f.since) * (1 + 1e-9);
  const double still = std::max(k_still_closing * (std::abs(f.velocity.x) + std::abs(f.velocity.y)),
                                resting_.idle_speed(ref, BodyRef::edge(0)));
  // Distance to go toward an edge, and how fast it shrinks.
  const auto toward = [&](double gap, double speed, BodyRef edge) {
    if (clumps_.hold_together(ref, edge)) return;
    if (laws_.overlaps(ref, edge)) {
      // It parts when all of it is inside again. One that goes out does not, wherever its flight began.
      if (speed < 0 || (speed == 0 && gap >= 0))
        push(worker, f.since + (gap < 0 ? gap / speed : 0), ref, edge, EventKind::part);
      return;
    }
    if (gap <= speed * left && speed > still)
      push(worker, f.since + std::max(gap, 0.0) / speed, ref, edge, EventKind::edge);
  };
  const Vec2 low = f.at + below;
  const Vec2 high = f.at + above;
  toward(low.x - bounds.min.x, -f.velocity.x, BodyRef::edge(0));
  toward(bounds.max.x - high.x, f.velocity.x, BodyRef::edge(1));
  toward(low.y - bounds.min.y, -f.velocity.y, BodyRef::edge(2));
  toward(bounds.max.y - high.y, f.velocity.y, BodyRef::edge(3));
}

/// Out of bounds that remove, static bodies too; what is infinite is never outside.
void Predictor::predict_leaving(Worker& worker, BodyRef ref) {
  const auto& bounds = context_.settings.bounds;
  if (!bounds || bounds->edges != Edges::remove) return;
  const Sweep& f = bodies_.sweep(ref);
  const BodyData& m = bodies_.data(ref);
  if (m.gone || !std::isfinite(f.radius)) return;
  const bool round = std::holds_alternative<Circle>(shape_of(context_.store, m));
  const double t = leaving_time({{m.low, m.high}, round}, f.at, f.velocity, {}, *bounds);
  if (std::isfinite(t)) push(worker, f.since + t, ref, ref, EventKind::outside);
}

void Predictor::predict_pair(Worker& worker, BodyRef p, BodyRef q, Vec2 shift) {
  // One order for the pair, whichever of the two is searched: the result must not depend on it.
  const bool straight = bodies_.sweep(p).body_index < bodies_.sweep(q).body_index;
  const BodyRef a = straight ? p : q;
  const BodyRef b = straight ? q : p;
  if (!straight) shift = -shift;
  if (clumps_.hold_together(a, b)) return;
  if (!laws_.unobserved()) {
    const BodyData& ma = bodies_.data(a);
    const BodyData& mb = bodies_.data(b);
    if (ma.gone || mb.gone || !filters_match(ma, mb)) return;
    if (!(bodies_.sweep(a).inverse_mass > 0) && !(bodies_.sweep(b).inverse_mass > 0)) return;
    if (laws_.lets_pass(a, b)) return predict_sensor_overlap(worker, a, b, shift);
  }
  if (both_discs(bodies_, a, b)) {
    if (!modes_.gas) (void)context_.guard.spend(1);
    const auto t = disc_contact_time(bodies_.sweep(a), bodies_.sweep(b), shift, context_.dt);
    if (!t || !clock_.in_window(*t, context_.dt)) return;
    // Whether they rest on each other is tested last: it has to be looked up.
    const double idle = resting_.idle_speed(a, b);
    if (idle > 0 && closes_slower(bodies_.sweep(a), bodies_.sweep(b), shift, idle)) return;
    push(worker, *t, a, b, EventKind::meet);
    return;
  }
  (void)modes_.spend(context_.guard, k_shape_work);
  SweepPair asked = pair(a, b, shift);
  asked.idle = resting_.idle_speed(a, b);
  if (const auto contact = next_contact(asked, worker.scratch)) push(worker, contact->t, a, b, EventKind::meet);
}

void Predictor::predict_sensor_overlap(Worker& worker, BodyRef a, BodyRef b, Vec2 shift) {
  // What begins as the step ends is found by the next one.
  if (!(worker.now < context_.dt)) return;
  (void)modes_.spend(context_.guard, k_sensor_overlap_work);
  SweepPair asked = pair(a, b, shift);
  const PairKey key = pair_key(bodies_, a, b);
  if (laws_.pipeline().filter().overlaps(key)) {
    // Only the image that is passed can be left.
    if (context_.box && !(shift == context_.nearest_shift(asked.a.position(worker.now), asked.b.position(worker.now))))
      return;
    if (const auto t = parting_time(asked, worker.now, worker.scratch)) push(worker, *t, a, b, EventKind::part);
    return;
  }
  auto contact = entering(asked, worker.scratch);
  if (contact && contact->t <= worker.now) {
    // That was another pass, on the same flights.
    asked.not_before = worker.now;
    contact = entering(asked, worker.scratch);
  }
  const auto left = parted_.find(key);
  if (contact && left != parted_.end() && !(contact->t > left->second.t)) {
    asked.not_before = next_pass_from(left->second, context_.dt);
    contact = entering(asked, worker.scratch);
  }
  if (contact) push(worker, contact->t, a, b, EventKind::meet);
}

}  // namespace carom::detail
