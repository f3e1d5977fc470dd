#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/bodies/images.hpp"

// Rigid clumps, the last resort of the Zeno guard: bodies whose contacts do not end fly on as one rigid body until the step
// does. Nothing within a clump moves relative to anything else in it, so nothing in it can overlap; what it meets is answered
// as an impact with the whole of it. Momentum and angular momentum are kept where all of its bodies may turn, energy is lost.
// With something fixed it moves as that does. docs/mathematics.md, section 22.
namespace carom::detail {
namespace {

/// How often a clump is handed from one fixed body to another in a step. After that it is jammed between them.
constexpr int k_most_carriers = 2;

double slowness(const ContactBody& carrier) noexcept {
  return dot(carrier.velocity, carrier.velocity) + carrier.spin * carrier.spin;
}

}  // namespace

std::uint32_t RotatingStep::first_of_clump(std::uint32_t who) const noexcept {
  if (is_edge(who) || !data_of(who).clump) return who;
  return clumps_[*data_of(who).clump].riders.front().who;
}

bool RotatingStep::is_same_clump(std::uint32_t a, std::uint32_t b) const noexcept {
  const auto clump = [&](std::uint32_t who) { return is_edge(who) ? std::nullopt : data_of(who).clump; };
  const auto carries = [&](const std::optional<std::uint32_t>& of, std::uint32_t who) {
    return of && clumps_[*of].carrier && clumps_[*of].carrier->who == who;
  };
  return (clump(a) && clump(a) == clump(b)) || carries(clump(a), b) || carries(clump(b), a);
}

/// Are these two of one clump, and does neither move relative to the other? Images of a clump that turns do so about places
/// of their own: whoever reaches around a periodic box may meet another one's image.
bool RotatingStep::flies_with(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept {
  if (!is_same_clump(a, b)) return false;
  const std::uint32_t rider = !is_edge(a) && data_of(a).clump ? a : b;
  if (!period_ || data_of(rider).spin == 0) return true;
  const RigidClump& clump = clumps_[*data_of(rider).clump];
  const auto stands = [&](std::uint32_t who) {
    if (clump.carrier && clump.carrier->who == who) return clump.carrier->shift;
    return std::ranges::find(clump.riders, who, &ClumpRider::who)->shift;
  };
  return nearest_shift(shift + stands(a) - stands(b), period_) == Vec2{};
}

/// The motion of a body's own centre of mass, and where that is.
RotatingStep::OwnMotion RotatingStep::own_motion(std::uint32_t who, double t) const noexcept {
  const RotatingBody& m = data_of(who);
  const ContactBody moves = body_at(who, t);
  if (!m.clump) return {m.position(t), moves.velocity, moves.spin};
  const auto& riders = clumps_[*m.clump].riders;
  const auto rider = std::ranges::find(riders, who, &ClumpRider::who);
  const Vec2 arm = turned(rider->own.center - m.center, sin_cos(m.turned(t)));
  return {m.position(t) + arm, velocity_at(moves, arm), moves.spin};
}

/// Each of them flies by itself again, with the motion that it had in the clump.
void RotatingStep::release(std::uint32_t clump, double t) {
  for (const ClumpRider& rider : clumps_[clump].riders) {
    RotatingBody& m = data_of(rider.who);
    if (m.gone) {
      m.clump.reset();
      continue;
    }
    const OwnMotion own = own_motion(rider.who, t);
    const double angle = m.turned(t);
    const RotatingBody clumped = m;
    record_push(m, t);
    // What a fixed body carries against the fields.
    if (clumps_[clump].carrier) {
      state_.now.exchanged_energy.add(-m.mass * dot(m.pull, own.at - rider.at));
    }
    m = rider.own;
    m.version = clumped.version + 1;
    m.contacts = clumped.contacts;
    m.last_contact = clumped.last_contact;
    m.pressed = clumped.pressed;
    m.place = clumped.place;
    m.at = own.at;
    m.angle = angle;
    m.since = t;
    m.push = {};
    m.push_spin = 0;
    m.velocity = own.velocity - velocity_offset(m, t);
    // A given spin stays.
    if (m.inverse_inertia > 0) m.spin = own.spin;
  }
  clumps_[clump].riders.clear();
  clumps_[clump].carrier.reset();
}

/// The two, and all that is in a clump with them, are one from now on.
void RotatingStep::clump(const BodyImpact& touch, const Law& law, double closing) {
  const double t = touch.t;
  ++state_.now.policies.clumps;
  settled_.insert({touch.a, touch.b});
  RigidClump joined;
  joined.closed = is_same_clump(touch.a, touch.b);
  std::vector<ClumpCarrier> carriers;
  for (const std::uint32_t one : {touch.a, touch.b}) {
    // All stand where they do beside the first of the two.
    const Vec2 shift = one == touch.b ? touch.shift : Vec2{};
    if (is_edge(one) || (!data_of(one).clump && !data_of(one).movable())) {
      carriers.push_back({one, shift});
      continue;
    }
    if (!data_of(one).clump) {
      joined.riders.push_back({one, shift, {}, {}});
      continue;
    }
    const RigidClump& old = clumps_[*data_of(one).clump];
    const Vec2 own = shift - std::ranges::find(old.riders, one, &ClumpRider::who)->shift;
    joined.carried = std::max(joined.carried, old.carried);
    joined.closed = joined.closed || old.closed;
    if (old.carrier) carriers.push_back({old.carrier->who, nearest_shift(own + old.carrier->shift, period_)});
    for (const ClumpRider& rider : old.riders) {
      const bool known = std::ranges::find(joined.riders, rider.who, &ClumpRider::who) != joined.riders.end();
      if (data_of(rider.who).gone || known) continue;
      joined.riders.push_back({rider.who, nearest_shift(own + rider.shift, period_), {}, {}});
    }
  }
  if (joined.riders.empty()) return;
  if (carriers.size() > 1 && carriers.front().who == carriers.back().who) carriers.pop_back();
  // Between two that do not move alike: the one that it meets carries it on; again and again: the slower one, and the other
  // passes over it.
  if (carriers.size() > 1 && ++joined.carried > k_most_carriers) {
    const auto slower = [&](const ClumpCarrier& p, const ClumpCarrier& q) {
      return slowness(body_at(p.who, t)) < slowness(body_at(q.who, t));
    };
    std::iter_swap(carriers.begin(), std::ranges::min_element(carriers, slower));
    for (std::size_t k = 1; k < carriers.size(); ++k) {
      for (const ClumpRider& rider : joined.riders) left_.insert(std::minmax(rider.who, carriers[k].who));
    }
  } else if (carriers.size() > 1) {
    const bool newcomer_first = carriers.front().who == touch.a || carriers.front().who == touch.b;
    if (!newcomer_first) std::swap(carriers.front(), carriers.back());
  }
  if (!carriers.empty()) joined.carrier = carriers.front();
  form_clump(std::move(joined), touch, law, closing);
}

void RotatingStep::form_clump(RigidClump joined, const BodyImpact& touch, const Law& law, double closing) {
  const double t = touch.t;
  const auto& carrier = joined.carrier;
  std::vector<std::uint32_t> who;
  std::vector<Vec2> shifts;
  std::vector<OwnMotion> own;
  for (const ClumpRider& rider : joined.riders) {
    who.push_back(rider.who);
    shifts.push_back(rider.shift);
    own.push_back(own_motion(rider.who, t));
  }
  double energy = 0;
  for (const std::uint32_t one : who) {
    if (data_of(one).clump) release(*data_of(one).clump, t);
  }
  const auto energy_of = [&](const RotatingBody& m, Vec2 velocity, double spin) {
    return kinetic_energy(ContactBody{velocity, spin, m.inverse_mass, m.inverse_inertia});
  };
  // The motion that keeps momentum and angular momentum; that of the fixed one, if there is one.
  double mass = 0;
  Vec2 momentum;
  Vec2 weighted;
  Vec2 pull;
  bool turns = true;
  bool may_turn = !joined.closed;
  double given = 0;
  for (std::size_t k = 0; k < who.size(); ++k) {
    const RotatingBody& m = data_of(who[k]);
    energy -= energy_of(m, own[k].velocity, own[k].spin);
    if (!m.held) energy -= 0.5 * m.mass * t * (dt_ - t) * dot(m.pull, m.pull);
    own[k].at = own[k].at + shifts[k];
    mass += m.mass;
    momentum = momentum + m.mass * own[k].velocity;
    weighted = weighted + m.mass * (own[k].at - own[0].at);
    pull = pull + m.mass * m.pull;
    const auto* const circle = std::get_if<Circle>(&upright(who[k]));
    turns = turns && m.inverse_inertia > 0;
    may_turn = may_turn && !m.infinite && (circle == nullptr || !circle->hollow);
    if (!(m.inverse_inertia > 0) && given == 0) given = m.spin;
  }
  turns = turns && may_turn;
  // With a body whose spin is given, all turn as it does.
  ContactBody moves{(1 / mass) * momentum, may_turn ? given : 0, 1 / mass, 0};
  Vec2 pivot = own[0].at + (1 / mass) * weighted;
  if (carrier) {
    moves = body_at(carrier->who, t);
    if (!is_edge(carrier->who)) pivot = data_of(carrier->who).position(t) + carrier->shift;
    if (!may_turn) moves.spin = 0;
  } else if (turns) {
    double inertia = 0;
    double angular = 0;
    for (std::size_t k = 0; k < who.size(); ++k) {
      const RotatingBody& m = data_of(who[k]);
      const Vec2 arm = own[k].at - pivot;
      inertia += 1 / m.inverse_inertia + m.mass * dot(arm, arm);
      angular += own[k].spin / m.inverse_inertia + m.mass * cross(arm, own[k].velocity);
    }
    moves.spin = angular / inertia;
    moves.inverse_inertia = 1 / inertia;
  }
  const auto number = static_cast<std::uint32_t>(clumps_.size());
  double exchanged = 0;
  for (std::size_t k = 0; k < who.size(); ++k) {
    RotatingBody& m = data_of(who[k]);
    const Vec2 arm = own[k].at - pivot;
    const Vec2 velocity = velocity_at(moves, arm);
    energy += energy_of(m, velocity, moves.spin);
    if (k == 0) exchanged = m.mass * length(velocity - own[k].velocity);
    record_push(m, t);
    const double angle = m.turned(t);
    m.held = true;
    // What begins anew is given half of what the fields still give; what is carried is given nothing.
    m.kick_time = carrier ? dt_ : 0.5 * (t + dt_);
    m.acceleration = carrier ? Vec2{} : (1 / mass) * pull;
    m.push = {};
    m.push_spin = 0;
    m.at = own[k].at - shifts[k];
    m.angle = angle;
    m.since = t;
    joined.riders[k].at = m.at;
    joined.riders[k].own = m;
    m.clump = number;
    ++m.version;
    m.inverse_mass = moves.inverse_mass;
    m.inverse_inertia = moves.inverse_inertia;
    m.spin = moves.spin;
    m.velocity = moves.velocity - velocity_offset(m, t);
    if (moves.inverse_inertia > 0 || moves.spin != 0) turn_about(m, pivot - shifts[k]);
    follow(m, t);
  }
  clumps_.push_back(std::move(joined));
  for (const std::uint32_t one : who) record_corner(one, t);
  record_contact(touch, law, std::max(closing, 0.0), exchanged, energy, !silent(touch, closing));
  predict_flights(who);
}

/// Somebody has changed or taken away one of them: the others fly on by themselves.
void RotatingStep::break_up(const RotatingBody& m) {
  if (!m.clump) return;
  std::vector<std::uint32_t> riders;
  for (const ClumpRider& rider : clumps_[*m.clump].riders) riders.push_back(rider.who);
  release(*m.clump, now_);
  std::erase_if(riders, [&](std::uint32_t who) { return data_of(who).gone; });
  for (const std::uint32_t who : riders) {
    record_corner(who, now_);
    follow(data_of(who), now_);
  }
  predict_flights(riders);
}

/// From now on its place is that of the pivot, and its shape is seen from there: it goes around it on an arc.
void RotatingStep::turn_about(RotatingBody& m, Vec2 pivot) {
  const SinCos angle = sin_cos(m.angle);
  m.center = m.center + turned(pivot - m.at, SinCos{-angle.sin, angle.cos});
  m.at = pivot;
  m.pieces = pieces_.add(state_.now.bodies.at_slot(m.id.slot).upright, m.center);
  m.hull = pieces_.is_hull(m.pieces);
  m.reach = pieces_.reach(m.pieces);
  m.box = pieces_.place(m.pieces, angle);
  m.disc = m.round = false;
}

/// For those who ask later where it was within the step.
void RotatingStep::record_corner(std::uint32_t who, double t) {
  if (state_.last.drifts.empty()) return;
  const RotatingBody& m = data_of(who);
  Vec2 offset;
  if (m.clump) {
    const auto& riders = clumps_[*m.clump].riders;
    offset = m.center - std::ranges::find(riders, who, &ClumpRider::who)->own.center;
  }
  state_.last.drifts.back().turns.push_back({m.serial, t, m.at, m.velocity, m.angle, m.spin, offset});
}

}  // namespace carom::detail
