#include "swept/resting_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "math/sort_stably.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

/// How far apart, as a fraction of size and distances, still counts as touching at the end of a step.
constexpr double k_touching_gap = 1e-9;
/// Pairs that were in touch are pressed together if the gap is less than what the resting speed closes in so many steps.
constexpr double k_pressed_gap = 4;
/// See solve_resting.
constexpr double k_over_relaxation = 1.3;
/// Where bodies attract each other, a share of the gap is left: one that is closed to the last bit is a contact.
constexpr double k_closed_share = 0.9;
/// Of the resting speed: the precision to which resting pairs are solved.
constexpr double k_solved = 1.0 / (1U << 28U);
/// Of the smaller size: no less precise than leads so far in a step. Where fields are so strong that in a step they drive a body
/// by its own size the resting speed tells nothing.
constexpr double k_solved_way = 0x1p-33;
/// Of a ring's radius: how far from its wall a disc that rests in it is to end its chord.
constexpr double k_chord_gap = 1e-10;
/// How often chords are fitted anew: each changes what the others are solved with.
constexpr int k_most_fits = 8;

/// A pair of which one rests inside the other's ring.
struct ChordInRing {
  std::size_t pair = 0;
  double free = 0;      ///< how far the disc's centre may be from the ring's
  double distance = 0;  ///< how far it is
};

/// A straight drift along the wall would lead into it. The relative velocity along the normal that ends the drift at the wall
/// instead: (distance - un T)² + (us T)² = free².
std::optional<double> chord_speed(const RestingPair& pair, const ChordInRing& chord, double time) noexcept {
  const Vec2 relative = pair.a->velocity - (pair.b != nullptr ? pair.b->velocity : Vec2{});
  const double along = time * dot(relative, perpendicular(pair.normal));
  const double free = chord.free * (1 - k_chord_gap);
  if (!(std::abs(along) < free)) return std::nullopt;
  return (chord.distance - std::sqrt((free - along) * (free + along))) / time;
}

/// All at once, with the chords of those that rest in rings.
void solve_with_chords(std::vector<RestingPair>& pairs, const std::vector<ChordInRing>& chords, double time,
                       double tolerance, double relaxation, StepGuard& guard) {
  solve_resting(pairs, tolerance, relaxation, &guard);
  for (int fit = 0; fit < k_most_fits; ++fit) {
    bool changed = false;
    for (const ChordInRing& chord : chords) {
      RestingPair& pair = pairs[chord.pair];
      const auto speed = chord_speed(pair, chord, time);
      if (!speed || !(std::abs(*speed - pair.least) > tolerance)) continue;
      pair.least = *speed;
      changed = true;
    }
    if (!changed) return;
    solve_resting(pairs, tolerance, relaxation, &guard);
  }
}

}  // namespace

double RestingContacts::resting_speed(BodyRef a, BodyRef b) const noexcept {
  const auto pull = [&](BodyRef ref) { return ref.is_edge() ? Vec2{} : bodies_.data(ref).pull; };
  return 0.5 * context_.dt * std::max(length(pull(a)), length(pull(b)));
}

double RestingContacts::solved_speed(BodyRef a, BodyRef b) const noexcept {
  double size = std::numeric_limits<double>::infinity();
  for (const BodyRef ref : {a, b}) {
    if (!ref.is_edge() && bodies_.sweep(ref).radius > 0) size = std::min(size, bodies_.sweep(ref).radius);
  }
  return std::min(k_solved * resting_speed(a, b), k_solved_way * size / context_.dt);
}

double RestingContacts::idle_speed_of_rested(BodyRef a, BodyRef b) const {
  return rested_.contains(pair_key(bodies_, a, b)) ? 4 * solved_speed(a, b) : 0;
}

double RestingContacts::relaxation() const noexcept {
  return modes_.lossy && context_.settings.attraction ? k_over_relaxation : 1;
}

void RestingContacts::add(const RestingContact& contact) {
  const int sector = (contact.normal.x > 0 ? 1 : 0) + (contact.normal.y > 0 ? 2 : 0) +
                     (std::abs(contact.normal.x) > std::abs(contact.normal.y) ? 4 : 0);
  contacts_.insert_or_assign(Key{contact.a, contact.b, sector}, contact);
}

/// All pairs that were in touch when the step began, with their gaps now, as (a, b or edge, gap).
template <class Visit>
void RestingContacts::for_each_touching(const Visit& visit) const {
  const auto find = [&](std::uint64_t serial) {
    const auto all = bodies_.all();
    const auto found = std::ranges::lower_bound(all, serial, {}, &BodyData::serial);
    return found != all.end() && found->serial == serial ? std::optional(found->ref) : std::nullopt;
  };
  for (const PairKey& pair : state_.now.touching) {
    const auto a = find(pair.a);
    if (!a) continue;
    if (pair.b == k_edges_serial) {
      for (std::uint32_t k = 0; k < 4; ++k) {
        const BodyRef edge = BodyRef::edge(k);
        if (!laws_.overlaps(*a, edge)) visit(*a, edge, gap_to_edge(context_, bodies_, *a, edge, 0));
      }
      continue;
    }
    const auto b = find(pair.b);
    if (!b) continue;
    if (const auto gap = gap_of_pair(context_, bodies_, *a, *b, 0)) visit(*a, *b, *gap);
  }
}

void RestingContacts::solve_at_start() {
  if (!modes_.accelerated || state_.now.touching.empty()) return;
  std::vector<RestingPair> pairs;
  std::vector<ChordInRing> chords;
  std::vector<Vec2> start;
  double precision = 0;
  const double dt = context_.dt;
  const double share = relaxation() > 1 ? k_closed_share : 1;
  for_each_touching([&](BodyRef a, BodyRef b, const Gap& gap) {
    const double speed = resting_speed(a, b);
    if (!(gap.size < k_pressed_gap * speed * dt)) return;
    Sweep* const other = b.is_edge() ? nullptr : &bodies_.sweep(b);
    const Vec2 before = (bodies_.sweep(a).velocity + motion_.velocity_offset(a, 0)) -
                        (other != nullptr ? other->velocity + motion_.velocity_offset(b, 0) : Vec2{});
    const double closing = std::max(-dot(before, gap.normal), 0.0);
    // Faster than the fields drive it in a step: that will be an impact, not rest.
    if (closing > 2 * speed) return;
    precision = std::max(precision, solved_speed(a, b));
    if (const auto free = b.is_edge() ? std::nullopt : room_in_ring(context_, bodies_, a, b, 0)) {
      chords.push_back({pairs.size(), *free, *free - gap.size});
    }
    pairs.push_back({&bodies_.sweep(a), other, gap.normal, -share * gap.size / dt, 0});
    start.push_back(before);
    // What it came in with, it may go on with.
    const double allowed = laws_.between(a, b).at_speed(closing).restitution * closing;
    add({bodies_.sweep(a).body_index, partner_index(bodies_, b), gap.normal, allowed, 0,
         apart_along(context_, bodies_, a, b, gap.normal, 0) - gap.size});
    rested_.add(pair_key(bodies_, a, b));
  });
  solve_with_chords(pairs, chords, dt, precision, relaxation(), context_.guard);
  // On a chord what holds a body goes on to do so after the drift, as add_support has it.
  record_work(pairs, start, context_.drift.plan.chord ? dt / context_.kick_time : 1);
  for (const RestingPair& pair : pairs) {
    state_.now.policies.rests += pair.pushed > 0 ? 1 : 0;
    add_support(pair);
  }
  if (!context_.drift.integrated) record_held(pairs);
}

/// What holds a body is there during the whole drift, as the fields are: a contact on the way must see both.
void RestingContacts::add_support(const RestingPair& pair) {
  const auto support = [&](const Sweep* f, double sign) {
    if (f == nullptr || !(f->inverse_mass > 0)) return;
    BodyData& m = bodies_.at(f->body_index);
    m.acceleration = m.acceleration + (sign * pair.pushed * f->inverse_mass / context_.kick_time) * pair.normal;
  };
  support(pair.a, 1);
  support(pair.b, -1);
}

/// For questions about how a body that is held moved within the step; an integrated drift records that of all bodies.
void RestingContacts::record_held(std::span<const RestingPair> pairs) {
  std::vector<HeldFlight>& held = state_.last.held;
  for (const RestingPair& pair : pairs) {
    for (const Sweep* const f : {pair.a, pair.b}) {
      if (f != nullptr && f->inverse_mass > 0) held.push_back({f->body_index, bodies_.at(f->body_index).acceleration});
    }
  }
  sort_stably(held, {}, &HeldFlight::body_index);
  held.erase(std::ranges::unique(held, {}, &HeldFlight::body_index).begin(), held.end());
}

/// What holds a body takes from its velocity after the drift, so that the end of the step does not tell that of the drift.
void RestingContacts::record_landings() {
  if (context_.drift.integrated || !modes_.accelerated) return;
  std::vector<std::uint32_t> body_indices;
  for (const auto& [key, contact] : contacts_) {
    body_indices.push_back(contact.a);
    if (!contact.b.is_edge()) body_indices.push_back(contact.b.index());
  }
  sort_stably(body_indices);
  body_indices.erase(std::ranges::unique(body_indices).begin(), body_indices.end());
  for (const std::uint32_t k : body_indices) {
    const Sweep& f = bodies_.sweep(bodies_.at(k).ref);
    if (!bodies_.at(k).gone && f.inverse_mass > 0) {
      state_.last.corners.push_back({k, context_.dt, f.at, f.velocity, f.velocity});
    }
  }
}

/// The work that holding bodies does: impulse times the mean of their relative velocities before the fields' kick and now. A
/// pile that something falls onto, or a clump that goes around, loses by it what its contacts lose. What is fixed and moves
/// lifts what lies on it, `held` times with the impulse found: no energy of its own pays for that.
void RestingContacts::record_work(std::span<const RestingPair> pairs, std::span<const Vec2> before, double held) {
  double work = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const RestingPair& pair = pairs[k];
    const Vec2 now = pair.a->velocity - (pair.b != nullptr ? pair.b->velocity : Vec2{});
    work += 0.5 * pair.pushed * dot(before[k] + now, pair.normal);
    const auto lifts = [&](const Sweep* f) {
      return f != nullptr && !(f->inverse_mass > 0) ? pair.pushed * dot(f->velocity, pair.normal) : 0;
    };
    work += held * (lifts(pair.b) - lifts(pair.a));
  }
  state_.now.exchanged_energy.add(work);
}

bool RestingContacts::can_be_solved(const RestingContact& contact) const noexcept {
  const auto is_free = [&](std::uint32_t k) { return !bodies_.at(k).gone && !bodies_.at(k).counts.clump; };
  return is_free(contact.a) && (contact.b.is_edge() || is_free(contact.b.index()));
}

std::vector<RestingContacts::NewVelocity> RestingContacts::solve_at(double t) {
  struct Attempt {
    BodyRef ref;
    Sweep sweep;
  };
  // By index, movers before static bodies: the order in which they go on.
  std::map<std::pair<bool, std::uint32_t>, Attempt> tried;
  const auto attempt = [&](BodyRef ref) {
    return &tried.try_emplace({ref.is_fixed(), ref.index()}, Attempt{ref, bodies_.sweep(ref)}).first->second.sweep;
  };
  std::vector<RestingPair> pairs;
  std::vector<Vec2> before;
  double precision = 0;
  const double dt = context_.dt;
  for (const auto& [key, contact] : contacts_) {
    if (!can_be_solved(contact)) continue;
    const BodyRef a = bodies_.at(contact.a).ref;
    const BodyRef b = ref_of(bodies_, contact.b);
    std::optional<Gap> gap;
    if (b.is_edge()) {
      gap = gap_to_edge(context_, bodies_, a, b, t);
    } else {
      gap = gap_of_pair(context_, bodies_, a, b, t);
      // Nothing rotates here: between straight sides the gap changes as the positions do.
      if (!gap) gap = Gap{apart_along(context_, bodies_, a, b, contact.normal, t) - contact.apart, contact.normal};
    }
    const double speed = resting_speed(a, b);
    if (!gap || gap->size > speed * dt) continue;
    precision = std::max(precision, solved_speed(a, b));
    const double least = t < dt ? -std::max(gap->size, 0.0) / (dt - t) : 0;
    pairs.push_back({attempt(a), b.is_edge() ? nullptr : attempt(b), gap->normal, least, 0});
    // What they have beyond the drift's velocity they have before and after.
    const Vec2 other = b.is_edge() ? Vec2{} : bodies_.sweep(b).velocity;
    before.push_back(bodies_.sweep(a).velocity - other +
                     2 * (motion_.velocity_offset(a, t) - motion_.velocity_offset(b, t)));
  }
  solve_resting(pairs, precision, relaxation(), &context_.guard);
  record_work(pairs, before, 1);
  std::vector<NewVelocity> changed;
  for (const auto& [key, solved] : tried) {
    bodies_.data(solved.ref).counts.quick = 0;
    if (!(solved.sweep.velocity == bodies_.sweep(solved.ref).velocity)) {
      changed.push_back({solved.ref, solved.sweep.velocity});
    }
  }
  return changed;
}

void RestingContacts::solve_at_end() {
  if (contacts_.empty() && state_.now.touching.empty()) return;
  std::set<PairKey> touching;
  std::vector<RestingPair> pairs;
  std::vector<Vec2> landed;
  double precision = 0;
  for (const auto& [key, contact] : contacts_) {
    if (!still_touching(contact)) continue;
    const BodyRef a = bodies_.at(contact.a).ref;
    const BodyRef b = ref_of(bodies_, contact.b);
    touching.insert(pair_key(bodies_, a, b));
    precision = std::max(precision, solved_speed(a, b));
    pairs.push_back(
        {&bodies_.sweep(a), b.is_edge() ? nullptr : &bodies_.sweep(b), normal_at_end(contact), -contact.allowed, 0});
    landed.push_back(motion_.landing_velocity(a) - motion_.landing_velocity(b));
  }
  solve_resting(pairs, precision, relaxation(), &context_.guard);
  record_work(pairs, landed, 1);
  state_.now.touching = {touching.begin(), touching.end()};
}

/// Where two round bodies have moved along each other, their normal is another one when the step ends.
Vec2 RestingContacts::normal_at_end(const RestingContact& contact) const {
  if (contact.b.is_edge()) return contact.normal;
  const BodyData& a = bodies_.at(contact.a);
  const BodyData& b = bodies_.at(contact.b.index());
  const auto is_round = [&](const BodyData& m) { return std::holds_alternative<Circle>(shape_of(context_.store, m)); };
  if (!is_round(a) || !is_round(b)) return contact.normal;
  if (a.disc) {
    const auto gap = gap_of_disc(context_, bodies_, a.ref, b.ref, context_.dt);
    return gap ? gap->normal : contact.normal;
  }
  const auto gap = b.disc ? gap_of_disc(context_, bodies_, b.ref, a.ref, context_.dt) : std::nullopt;
  return gap ? -gap->normal : contact.normal;
}

bool RestingContacts::still_touching(const RestingContact& contact) {
  const BodyData& a = bodies_.at(contact.a);
  if (a.gone || (!contact.b.is_edge() && bodies_.at(contact.b.index()).gone)) return false;
  const double dt = context_.dt;
  const Sweep& fa = bodies_.sweep(a.ref);
  const auto reach = [](const Sweep& f) { return std::isfinite(f.radius) ? f.radius : 0; };
  const double size = reach(fa) + length(fa.at);
  const BodyRef b = ref_of(bodies_, contact.b);
  if (b.is_edge()) {
    const double slack = contact.slack + k_touching_gap * size + k_solved * resting_speed(a.ref, b) * dt;
    return gap_to_edge(context_, bodies_, a.ref, b, dt).size <= slack;
  }
  const Sweep& fb = bodies_.sweep(b);
  double slack = contact.slack + k_touching_gap * (size + reach(fb) + length(fb.at));
  // Two that lie on each other and go around each other leave their arcs by a second-order way in every drift. Where bodies
  // attract each other all of a clump do: it is pressed together in the next step, as one, and need not meet pair by pair.
  if (relaxation() > 1) slack = std::max(slack, k_pressed_gap * resting_speed(a.ref, b) * dt);
  const Vec2 shift = context_.nearest_shift(fa.position(dt), fb.position(dt));
  const SweepPair pair{fa, fb, shape_of(context_.store, a), shape_of(context_.store, bodies_.data(b)), shift, dt};
  return within(pair, contact.normal, slack, scratch_);
}

}  // namespace carom::detail
