#include "swept/kick_drift.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

/// Of a pull: by so much it may differ from that of the drift's beginning and still be about the same.
constexpr double k_about_the_same = 0.5;
/// So many contacts of a body in one drift are resolved with the velocity at the contact.
constexpr std::uint32_t k_followed = 4;
/// Of a velocity: what the change of the fields adds to it, or takes, is no more, or it is not known.
constexpr double k_most_bent = 0.5;

/// As if it had been flying when the drift began.
void record_flight(DriftRecord& drift, const BodyData& m, const Sweep& f) {
  drift.serials.push_back(m.serial);
  drift.at.push_back(m.came > 0 ? f.at - m.came * f.velocity : f.at);
  drift.velocity.push_back(f.velocity);
  drift.acceleration.push_back(m.acceleration);
  drift.bend.push_back(m.bend);
}

}  // namespace

void load_nbody(NBodyForces& nbody, StepBodies& bodies) {
  nbody.clear();
  for_each_body(bodies, [&](const BodyData& m, const Sweep& f) {
    // Removed bodies keep their index, without mass; an infinite line has no centre.
    const bool massless = m.gone || !std::isfinite(f.radius);
    nbody.add(f.at + m.center, f.velocity, massless ? 0 : m.mass, massless || !(f.inverse_mass > 0), m.shell);
  });
}

void KickDrift::kick() {
  if (context_.drift.integrated) aim();
  if (context_.guard.stopped()) return;
  const auto take_off_at_start = [&](Sweep& f) { take_off(f, 0, std::nullopt); };
  if (bodies_.traits().stirred) {
    for_each_body(bodies_, [&](const BodyData& /*body*/, Sweep& f) { take_off_at_start(f); });
  } else {
    LargeArray<Sweep>& movers = bodies_.movers();
    parallel_portions(movers.size(), k_portion, context_.settings.threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) take_off_at_start(movers[i]);
    });
    for (Sweep& f : bodies_.fixed()) take_off_at_start(f);
  }
  if (context_.drift.plan.chord) aim_chords();
}

void KickDrift::take_off(Sweep& f, double now, const std::optional<Vec2>& inherited) {
  f.since = now;
  f.version = 0;
  if (!bodies_.traits().stirred) return;
  BodyData& m = bodies_.at(f.body_index);
  const std::uint32_t wayless = m.counts.wayless;
  m.counts = {};
  m.counts.wayless = wayless;
  m.acceleration = {};
  m.pull = {};
  m.bend = {};
  if (!(f.inverse_mass > 0)) return;
  if (inherited) {
    m.acceleration = *inherited;
  } else {
    m.acceleration = (context_.drift.integrated ? acceleration_of(f, now) : fields_.acceleration(f.at)) + m.force;
  }
  m.pull = m.acceleration;
  f.velocity = f.velocity + (context_.kick_time - now) * m.acceleration;
  if (m.damping > 0 && now == 0) f.velocity = (1 / (1 + m.damping * context_.dt)) * f.velocity;
}

void KickDrift::kick_again() {
  if (!modes_.accelerated) return;
  if (context_.drift.integrated) compute_accelerations_at_end();
  if (context_.settings.attraction) {
    landed_.clear();
    for_each_body(bodies_, [&](const BodyData& /*body*/, const Sweep& f) { landed_.push_back(f.velocity); });
  }
  for_each_body(bodies_, [&](BodyData& m, Sweep& f) {
    if (!(f.inverse_mass > 0)) return;
    if (context_.drift.plan.chord) {
      f.velocity = f.velocity + velocity_offset(m, context_.dt);
    } else {
      const Vec2 pull = context_.drift.integrated ? acceleration_of(f, context_.dt) : fields_.acceleration(f.at);
      f.velocity = f.velocity + (context_.dt - context_.kick_time) * (pull + m.force);
    }
    if (context_.drift.last) m.force = {};
  });
  if (context_.drift.last) bodies_.traits().forced = false;
}

Vec2 KickDrift::landing_velocity(BodyRef ref) const noexcept {
  const bool known = !ref.is_edge() && bodies_.sweep(ref).body_index < landed_.size();
  return known ? landed_[bodies_.sweep(ref).body_index] : Vec2{};
}

/// Accelerations of all, unless the last drift has left them.
void KickDrift::aim() {
  if (nbody_.known) return;
  load_nbody(*nbody_.forces, bodies_);
  nbody_.forces->compute_accelerations(context_.settings.threads,
                                       context_.drift.plan.shift_before * context_.drift.whole * context_.drift.whole);
  nbody_.known = true;
}

/// Where each would end without contacts; it drifts straight there, and has on the way the velocity of the parabola that
/// starts, ends and moves on the whole as the integrator does.
void KickDrift::aim_chords() {
  NBodyForces& nbody = *nbody_.forces;
  for (std::size_t k = 0; k < bodies_.all().size(); ++k) {
    const BodyData& m = bodies_.at(k);
    nbody.push[k] = m.force;
    nbody.acceleration[k] = m.acceleration;
    nbody.velocity[k] = bodies_.sweep(m.ref).velocity - context_.kick_time * m.acceleration;
  }
  const std::vector<Vec2> from = nbody.at;
  const std::vector<Vec2> before = nbody.velocity;
  state_.now.policies.capped_extrapolations +=
      nbody.fly(context_.dt, context_.settings.integrator, context_.settings.threads);
  for (std::size_t k = 0; k < bodies_.all().size(); ++k) {
    BodyData& m = bodies_.at(k);
    Sweep& f = bodies_.sweep(m.ref);
    if (!(f.inverse_mass > 0) || !std::isfinite(f.radius)) continue;
    f.velocity = (1 / context_.dt) * (nbody.at[k] - from[k]);
    m.acceleration = (1 / context_.dt) * (nbody.velocity[k] - before[k]);
    m.bend = (3 / (context_.dt * context_.dt)) * ((before[k] - f.velocity) + (nbody.velocity[k] - f.velocity));
  }
}

/// Accelerations of all where the drift has ended.
void KickDrift::compute_accelerations_at_end() {
  const bool same_bodies = nbody_.forces->size() == bodies_.all().size() && !bodies_.traits().departed;
  load_nbody(*nbody_.forces, bodies_);
  nbody_.forces->compute_accelerations(context_.settings.threads,
                                       context_.drift.plan.shift_after * context_.drift.whole * context_.drift.whole);
  nbody_.known = same_bodies;
}

Vec2 KickDrift::acceleration_of(const Sweep& f, double now) const {
  NBodyForces& nbody = *nbody_.forces;
  if (!std::isfinite(f.radius)) return fields_.acceleration(f.at);
  if (f.body_index < nbody.acceleration.size()) return nbody.acceleration[f.body_index];
  // It has come on the way: the others are taken where they are now.
  load_nbody(*nbody_.forces, bodies_);
  for (std::size_t k = 0; k < nbody.size(); ++k) {
    const BodyData& m = bodies_.at(k);
    nbody.at[k] = bodies_.sweep(m.ref).position(now) + m.center;
  }
  return nbody.acceleration_at(f.at + bodies_.at(f.body_index).center, f.body_index);
}

bool KickDrift::sums_over_all(BodyRef ref, BodyRef partner) const {
  if (!nbody_.forces->sums_directly()) return false;
  if (!modes_.lossy || (rested_.empty() && state_.now.touching.empty())) return true;
  const bool first = partner.is_edge() || bodies_.sweep(ref).body_index < bodies_.sweep(partner).body_index;
  const PairKey pair = first ? pair_key(bodies_, ref, partner) : pair_key(bodies_, partner, ref);
  return !rested_.contains(pair) && !state_.now.touching.contains(pair);
}

/// What pulls at a body that is at `t` where its flight has it, and how that changes while it goes on with `velocity`. Of the
/// others, all where accelerations are sums over all; the partner alone where there is a tree, or the two lie on each other: to
/// sum over all would cost more than all the rest of a contact.
Swing KickDrift::swing(BodyRef ref, BodyRef partner, double t, Vec2 velocity) const {
  const BodyData& m = bodies_.data(ref);
  const Vec2 from = bodies_.sweep(ref).position(t) + m.center;
  Swing sum{fields_.acceleration(from), fields_.jerk(from, velocity)};
  if (!context_.settings.attraction) return sum;
  const Attraction& law = *context_.settings.attraction;
  const auto add = [&](const BodyData& other) {
    const Sweep& f = bodies_.sweep(other.ref);
    if (other.gone || other.ref == ref || !std::isfinite(f.radius)) return;
    const Vec2 way = f.position(t) + other.center - from;
    if (in_shell(way, std::max(m.shell, other.shell))) return;
    const Swing one = swing_of(way, f.velocity - velocity, law.G * other.mass, law.softening);
    sum = {sum.acceleration + one.acceleration, sum.jerk + one.jerk};
  };
  if (sums_over_all(ref, partner)) {
    std::ranges::for_each(bodies_.all(), add);
  } else if (!partner.is_edge()) {
    add(bodies_.data(partner));
  }
  return sum;
}

/// The velocity that a body has at a contact, beyond that of its drift: by the pull at the contact and how that changes.
/// docs/mathematics.md, section 20.
ContactOffset KickDrift::offset_at_contact(BodyRef ref, BodyRef partner, double t) const {
  const bool follows = is_free(ref) && curved() && bodies_.sweep(ref).body_index < nbody_.forces->acceleration.size();
  if (!follows) return {velocity_offset(ref, t)};
  const Sweep& f = bodies_.sweep(ref);
  const NBodyForces& nbody = *nbody_.forces;
  const Swing now = swing(ref, partner, t, f.velocity);
  Vec2 before = nbody.acceleration[f.body_index];
  if (!sums_over_all(ref, partner)) {
    before = fields_.acceleration(nbody.at[f.body_index]);
    const auto& law = context_.settings.attraction;
    const bool pulls = law && !partner.is_edge() && bodies_.sweep(partner).body_index < nbody.size();
    if (pulls) {
      const std::uint32_t other = bodies_.sweep(partner).body_index;
      const Vec2 way = nbody.at[other] - nbody.at[f.body_index];
      const bool inside = in_shell(way, std::max(nbody.shell[f.body_index], nbody.shell[other]));
      if (!inside) before = before + swing_of(way, {}, law->G * nbody.mass[other], law->softening).acceleration;
    }
  }
  const Vec2 acceleration = bodies_.data(ref).acceleration + (now.acceleration - before);
  const Vec2 kicked = (t - context_.kick_time) * acceleration;
  const Vec2 bent = bending(t) * now.jerk;
  // The second term of a series, and proportional to the velocity: where it is not small, contacts that follow each other in
  // one drift would make each other faster and faster.
  return {kicked + bent, length(bent) <= k_most_bent * (length(f.velocity) + length(kicked))};
}

std::pair<Vec2, Vec2> KickDrift::offsets_at(const BodyImpact& impact, const ContactMotion& motion) const {
  if (motion.offsets) return *motion.offsets;
  return {offset_at_contact(impact.a, impact.b, impact.t).velocity,
          offset_at_contact(impact.b, impact.a, impact.t).velocity};
}

ContactMotion KickDrift::motion_at(const BodyImpact& impact) {
  ContactMotion motion;
  if (modes_.sourced) motion.outruns = outruns_fields(impact);
  if (motion.outruns || !modes_.accelerated || !curved()) return motion;
  const ContactOffset a = offset_at_contact(impact.a, impact.b, impact.t);
  const ContactOffset b = offset_at_contact(impact.b, impact.a, impact.t);
  motion.outruns = !a.known || !b.known;
  if (!motion.outruns) motion.offsets = {a.velocity, b.velocity};
  return motion;
}

/// True if one of the two is where the fields are no longer about those of the drift's beginning,
/// or where one has had so many contacts in this drift that nothing is known of its way. What is added for the way from the
/// drift's middle is then no work of any field, and contact by contact it would bring energy from nowhere.
/// docs/mathematics.md, section 13.
bool KickDrift::outruns_fields(const BodyImpact& impact) {
  bool outruns = false;
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (!is_free(ref)) continue;
    BodyData& m = bodies_.data(ref);
    outruns = ++m.counts.met > k_followed || outruns;
    // On a chord the n-body forces are those of its end, and newcomers are not in them.
    const bool known =
        !context_.drift.integrated || (curved() && bodies_.sweep(ref).body_index < nbody_.forces->size());
    if (outruns || !known) continue;
    const Vec2 here = fields_.acceleration(bodies_.sweep(ref).position(impact.t) + m.center);
    const Vec2 before = context_.drift.integrated
                            ? fields_.acceleration(nbody_.forces->at[bodies_.sweep(ref).body_index])
                            : m.pull - m.force;
    outruns = length(here - before) > k_about_the_same * length(before);
  }
  return outruns;
}

/// The same momentum is taken from one as given to the
/// other, along the line of their centres. Where one of them cannot move, all that attracts the other counts.
void KickDrift::turn_attraction(const BodyImpact& impact, const Encounter& before, const Aftermath& after,
                                Aftermath& drift) const {
  const double weight = bending(impact.t);
  const auto side = [&](BodyRef ref, BodyRef other, Vec2 in, Vec2 out, Vec2 other_in, Vec2 other_out) {
    if (!is_free(ref)) return Vec2{};
    if (other.is_edge() || !(bodies_.sweep(other).inverse_mass > 0)) {
      return weight * (swing(ref, other, impact.t, out).jerk - swing(ref, other, impact.t, in).jerk);
    }
    const Vec2 from = bodies_.sweep(ref).position(impact.t) + bodies_.data(ref).center;
    Vec2 change = fields_.jerk(from, out) - fields_.jerk(from, in);
    if (const auto& law = context_.settings.attraction; law && std::isfinite(bodies_.sweep(other).radius)) {
      const Vec2 way = bodies_.sweep(other).position(impact.t) + bodies_.data(other).center - from;
      const Vec2 turn = (other_out - out) - (other_in - in);
      const bool inside = in_shell(way, std::max(bodies_.data(ref).shell, bodies_.data(other).shell));
      if (!inside) change = change + swing_of(way, turn, law->G * bodies_.data(other).mass, law->softening).jerk;
    }
    return weight * change;
  };
  const Vec2 a = side(impact.a, impact.b, before.velocity_a, after.velocity_a, before.velocity_b, after.velocity_b);
  const Vec2 b = side(impact.b, impact.a, before.velocity_b, after.velocity_b, before.velocity_a, after.velocity_a);
  // Of one that is held together with others, all of them are turned: by as much less.
  const auto share = [&](BodyRef ref, double inverse_mass) {
    return ref.is_edge() || !(bodies_.sweep(ref).inverse_mass > 0) ? 0 : inverse_mass / bodies_.sweep(ref).inverse_mass;
  };
  drift.velocity_a = drift.velocity_a - share(impact.a, before.inverse_mass_a) * a;
  drift.velocity_b = drift.velocity_b - share(impact.b, before.inverse_mass_b) * b;
}

void KickDrift::record_flights() {
  if (!context_.drift.integrated || !state_.recording) return;
  DriftRecord& drift = state_.last.drifts.emplace_back();
  drift.start = context_.start;
  drift.dt = context_.dt;
  drift.kick_time = context_.kick_time;
  drift.chord = context_.drift.plan.chord;
  for (const BodyData& m : bodies_.all()) record_flight(drift, m, bodies_.sweep(m.ref));
}

void KickDrift::record_newcomer(const BodyData& m) {
  if (!context_.drift.integrated || state_.last.drifts.empty()) return;
  DriftRecord& drift = state_.last.drifts.back();
  drift.came.push_back(m.came);
  record_flight(drift, m, bodies_.sweep(m.ref));
}

}  // namespace carom::detail
