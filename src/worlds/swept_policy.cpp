#include <algorithm>
#include <cmath>
#include <map>

#include "worlds/narrow.hpp"
#include "worlds/swept_step.hpp"

// The policy that lets every step end: resting contacts, calm, clumps. docs/mathematics.md, section 12, tells why each is
// there and that none of them acts in an elastic gas.
namespace carom::detail {
namespace {

/// Contacts of one body that follow each other within this fraction of a step are in quick succession.
constexpr double k_quick = 1e-6;
/// So many of them in a row, and an inelastic contact is answered without rebound.
constexpr std::uint32_t k_calm_after = 32;
/// So many, and the bodies are held together to the end of the step.
constexpr std::uint32_t k_clump_after = 256;
/// Elastic contacts end by themselves, except between bodies that move and are not moved.
constexpr std::uint32_t k_elastic_clump_after = 1U << 20U;
/// A disc inside a ring that comes in at a sine below this is taken as moving along the wall.
constexpr double k_graze = 1e-6;
/// Up to so many shallow bounces follow the wall for the rest of a step.
constexpr double k_bounces_along = 16;
constexpr double k_least_tilt = 1e-4;
constexpr double k_most_tilt = 0.05;
/// How far apart, as a fraction of size and distances, still counts as touching at the end of a step.
constexpr double k_touching_gap = 1e-9;
/// Sweeps over the resting pairs: each takes one pair's closing speed away and may give some to the next.
constexpr int k_hold_sweeps = 16;

}  // namespace

/// How much closing speed the fields give the pair in half a step.
double SweptStep::pull(const Touching& touch) const {
  const double closing = -dot(acceleration(touch.a) - acceleration(touch.b), touch.contact.normal);
  return std::max(0.5 * dt_ * closing, 0.0);
}

/// Counts quick contacts, and takes the rebound from those that are too many or too slow.
void SweptStep::calm(const Touching& touch, Law& law) {
  std::uint32_t most = 0;
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (is_edge(place) || !(flier(place).inverse_mass > 0)) continue;
    Member& m = member(place);
    m.quick = m.last_contact >= 0 && touch.t - m.last_contact <= k_quick * dt_ ? m.quick + 1 : 0;
    m.last_contact = touch.t;
    most = std::max(most, m.quick);
  }
  if (!(law.restitution < 1)) return;
  const double closing = std::max(closing_speed(encounter(touch, law.restitution)), 0.0);
  law.settles = accelerated_ && law.restitution * closing < pull(touch);
  const bool too_many = most > k_calm_after;
  if (too_many) ++state_.now.policies.calms;
  if (law.settles || too_many) law.restitution = 0;
}

/// A drift that still closes after the answer does so no more, and the pair stays in touch.
void SweptStep::rest(const Touching& touch, const Law& law, const Encounter& e, Aftermath& drift) {
  const double closing = -dot(drift.velocity_a - drift.velocity_b, e.normal);
  const double still = k_still_closing * (length(drift.velocity_a) + length(drift.velocity_b));
  const bool rests = closing > still;
  if (!rests && !law.settles) return;
  const double both = e.inverse_mass_a + e.inverse_mass_b;
  if (!(both > 0)) return;
  const double lambda = closing / both;
  drift.velocity_a = drift.velocity_a + (lambda * e.inverse_mass_a) * e.normal;
  drift.velocity_b = drift.velocity_b - (lambda * e.inverse_mass_b) * e.normal;
  ++state_.now.policies.rests;
  const auto id = [&](std::uint32_t place) { return is_edge(place) ? place : flier(place).member; };
  const double speed = std::max(closing_speed(e), 0.0);
  w_.holds.push_back({id(touch.a), id(touch.b), e.normal, law.restitution * speed, 0});
  rested_.insert(key(touch.a, touch.b));
}

/// Inside a ring a tangent leads into the wall at once. It becomes a shallow bounce of the same speed, seen from the common
/// centre of mass: energy and momentum are kept.
void SweptStep::tilt(Lane& lane, const Touching& touch, Aftermath& drift) {
  const auto ring = [&](std::uint32_t place) {
    const auto* circle = is_edge(place) ? nullptr : std::get_if<Circle>(&shape(place));
    return circle != nullptr && circle->hollow;
  };
  if (!ring(touch.a) && !ring(touch.b)) return;
  const Vec2 n = touch.contact.normal;
  const Vec2 w = drift.velocity_a - drift.velocity_b;
  const double speed = length(w);
  const double both = inverse_mass(touch.a) + inverse_mass(touch.b);
  if (!(speed > 0 && both > 0) || dot(w, n) > k_graze * speed) return;
  const double room = std::abs(flier(touch.a).radius - flier(touch.b).radius);
  const double sine = std::clamp(speed * (dt_ - touch.t) / (k_bounces_along * room), k_least_tilt, k_most_tilt);
  const Vec2 along = unit(w - dot(w, n) * n);
  const Vec2 turned = (speed * std::sqrt(1 - sine * sine)) * along + (speed * sine) * n;
  const Vec2 change = (1 / both) * (turned - w);
  drift.velocity_a = drift.velocity_a + inverse_mass(touch.a) * change;
  drift.velocity_b = drift.velocity_b - inverse_mass(touch.b) * change;
  ++lane.grazes;
  if (!w_.holds.empty() && rested_.contains(key(touch.a, touch.b))) w_.holds.back().slack = room * sine * sine;
}

/// A pair that was at rest before and has gained no more speed than the fields give in a step is no news.
bool SweptStep::silent(const Touching& touch, const Encounter& e) const {
  const double closing = closing_speed(e);
  if (closing <= k_still_closing * (length(e.velocity_a) + length(e.velocity_b))) return true;
  const PairKey pair = key(touch.a, touch.b);
  if (!state_.now.touching.contains(pair) && !rested_.contains(pair)) return false;
  return closing <= 2 * pull(touch);
}

bool SweptStep::tired(const Touching& touch, const Law& law) const {
  std::uint32_t most = member(touch.a).quick;
  if (!is_edge(touch.b)) most = std::max(most, member(touch.b).quick);
  const bool lossy = law.restitution < 1 || (!rested_.empty() && rested_.contains(key(touch.a, touch.b)));
  return most > (lossy ? k_clump_after : k_elastic_clump_after);
}

/// Joins the two, and all that is held with them, into one that flies with their common velocity to the end of the step.
void SweptStep::clump(const Touching& touch) {
  std::vector<std::uint32_t> joined;
  const auto take = [&](std::uint32_t place) {
    if (is_edge(place)) return;
    const std::int32_t group = member(place).clump;
    if (group < 0) {
      joined.push_back(flier(place).member);
    } else {
      auto& old = clumps_[static_cast<std::size_t>(group)];
      joined.insert(joined.end(), old.begin(), old.end());
      old.clear();
    }
  };
  take(touch.a);
  if (is_edge(touch.b) || member(touch.a).clump < 0 || member(touch.a).clump != member(touch.b).clump) take(touch.b);
  std::ranges::sort(joined);
  Vec2 momentum;
  double mass = 0;
  std::optional<Vec2> fixed;
  if (is_edge(touch.b)) fixed = Vec2{};
  for (const std::uint32_t m : joined) {
    const Flier& f = flier(w_.members[m].place);
    if (!(f.inverse_mass > 0)) fixed = f.velocity;
    momentum = momentum + w_.members[m].mass * f.velocity;
    mass += w_.members[m].mass;
  }
  const Vec2 common = fixed.value_or((1 / mass) * momentum);
  const auto group = static_cast<std::int32_t>(clumps_.size());
  for (const std::uint32_t m : joined) w_.members[m].clump = group;
  clumps_.push_back(joined);
  ++state_.now.policies.clumps;
  // One flies on with the common velocity, and takes the others along.
  Lane& lane = w_.lanes.front();
  for (const std::uint32_t m : joined) {
    const std::uint32_t place = w_.members[m].place;
    if (!(flier(place).inverse_mass > 0)) continue;
    refly(lane, place, touch.t, flier(place).position(touch.t), common);
    foretell_flight(lane, place, touch.t);
    break;
  }
}

/// After the last kick: what is at rest is not pressed further into each other than it was before.
void SweptStep::hold_to_the_end() {
  if (w_.holds.empty() && state_.now.touching.empty()) return;
  std::set<PairKey> touching;
  std::map<PairKey, Hold> holds;
  for (const Hold& hold : w_.holds) {
    const Member& a = w_.members[hold.a];
    const PairKey pair{a.serial, is_edge(hold.b) ? k_edges_serial : w_.members[hold.b].serial};
    holds.insert_or_assign(pair, hold);
  }
  std::vector<Hold> kept;
  for (const auto& [pair, hold] : holds) {
    const Member& a = w_.members[hold.a];
    const bool edge = is_edge(hold.b);
    if (a.gone || (!edge && w_.members[hold.b].gone)) continue;
    if (edge) {
      const Flier& f = flier(a.place);
      const Vec2 at = f.position(dt_);
      const std::uint32_t side = hold.b - k_first_edge;
      const Bounds& bounds = *state_.settings.bounds;
      const double gaps[4] = {at.x + a.low.x - bounds.min.x, bounds.max.x - (at.x + a.high.x),
                              at.y + a.low.y - bounds.min.y, bounds.max.y - (at.y + a.high.y)};
      if (gaps[side] > k_touching_gap * (f.radius + length(at))) continue;
    } else {
      const Flier& fa = flier(a.place);
      const Flier& fb = flier(w_.members[hold.b].place);
      const auto reach = [](const Flier& f) { return std::isfinite(f.radius) ? f.radius : 0; };
      const double scale = reach(fa) + reach(fb) + length(fa.at) + length(fb.at);
      const Vec2 shift = nearest_shift(fa.position(dt_), fb.position(dt_));
      if (!within(this->pair(a.place, w_.members[hold.b].place, shift), hold.normal,
                  hold.slack + k_touching_gap * scale, w_.lanes.front().scratch)) {
        continue;
      }
    }
    touching.insert(pair);
    kept.push_back(hold);
  }
  for (int sweep = 0; sweep < k_hold_sweeps; ++sweep) {
    bool changed = false;
    for (const Hold& hold : kept) {
      Flier& a = flier(w_.members[hold.a].place);
      Flier* b = is_edge(hold.b) ? nullptr : &flier(w_.members[hold.b].place);
      const Vec2 velocity_b = b != nullptr ? b->velocity : Vec2{};
      const double closing = -dot(a.velocity - velocity_b, hold.normal);
      const double both = a.inverse_mass + (b != nullptr ? b->inverse_mass : 0);
      if (!(closing > hold.allowed && both > 0)) continue;
      const double lambda = (closing - hold.allowed) / both;
      a.velocity = a.velocity + (lambda * a.inverse_mass) * hold.normal;
      if (b != nullptr) b->velocity = b->velocity - (lambda * b->inverse_mass) * hold.normal;
      changed = true;
    }
    if (!changed) break;
  }
  state_.now.touching.swap(touching);
}

}  // namespace carom::detail
