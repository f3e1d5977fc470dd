#include <algorithm>
#include <cmath>

#include "contact/graze.hpp"
#include "swept/swept_step.hpp"
#include "world/narrow.hpp"
#include "world/no_room.hpp"

// The policy that lets every step end: resting contacts, calm, clumps. docs/mathematics.md, section 15, tells why each is
// there and that none of them acts in an elastic gas.
namespace carom::detail {
namespace {

/// Contacts of one body that follow each other within this fraction of a step are in quick succession.
constexpr double k_quick = 1e-6;
/// So many of them in a row, and an inelastic contact is answered without rebound.
constexpr std::uint32_t k_calm_after = 32;
/// So many, and all that is at rest is solved at once.
constexpr std::uint32_t k_solve_after = 24;
/// The same where bodies attract each other and lose energy: there a clump is pressed from all sides, and every contact asks what pulls.
constexpr std::uint32_t k_solve_clump_after = 6;
/// If that has not helped so many times in a step, the bodies are held together to its end.
constexpr std::uint32_t k_most_solves = 512;
constexpr std::uint32_t k_clump_after = 256;
/// Brought to rest so often in one drift, however far apart in time: what can be solved needs only some of that.
constexpr std::uint32_t k_most_rests = 256;
/// Elastic contacts end by themselves, except between bodies that move and are not moved.
constexpr std::uint32_t k_elastic_clump_after = 1U << 20U;
constexpr std::uint32_t k_squeezed_clump_after = 1U << 12U;
/// What a step keeps of its contacts, some 200 bytes each, shall fit into memory: after more changes of flights than this,
/// or than this many for each body, whoever meets is held together, and there is an end to that.
constexpr std::size_t k_most_corners = std::size_t{1} << 22U;
constexpr std::size_t k_corners_each = 64;
/// Up to so many shallow bounces follow the wall for the rest of a step.
constexpr double k_bounces_along = 16;
constexpr double k_most_tilt = 0.05;
}  // namespace

/// Has one of them met others again and again without getting anywhere?
bool SweptStep::has_no_room(const Touching& touch) {
  const Vec2 relative = flier(touch.a).velocity - (is_edge(touch.b) ? Vec2{} : flier(touch.b).velocity);
  std::uint32_t most = 0;
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (is_edge(place) || !(flier(place).inverse_mass > 0)) continue;
    const Flier& f = flier(place);
    Member& m = member(place);
    m.wayless = contacts_without_way(m.wayless, touch.t - f.since, relative, f.at, f.radius);
    most = std::max(most, m.wayless);
    w_.traits.wayless = w_.traits.wayless || m.wayless > 0;
  }
  return most > k_no_room_after;
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
  law.settles = accelerated_ && law.restitution * closing < resting_speed(touch.a, touch.b);
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
  hold({id(touch.a), id(touch.b), e.normal, law.restitution * speed, 0,
        apart_along(touch.a, touch.b, e.normal, touch.t)});
  const PairKey pair = key(touch.a, touch.b);
  rested_.insert(pair);
  ++rests_[pair];
}

/// A tangent to the inside of a ring becomes a shallow bounce.
void SweptStep::tilt(Lane& lane, const Touching& touch, Aftermath& drift) {
  const auto ring = [&](std::uint32_t place) {
    const auto* circle = is_edge(place) ? nullptr : std::get_if<Circle>(&shape(place));
    return circle != nullptr && circle->hollow;
  };
  if (!ring(touch.a) && !ring(touch.b)) return;
  const double speed = length(drift.velocity_a - drift.velocity_b);
  const double room = std::abs(flier(touch.a).radius - flier(touch.b).radius);
  const double sine = std::clamp(speed * (dt_ - touch.t) / (k_bounces_along * room), k_least_tilt, k_most_tilt);
  Encounter e;
  e.normal = touch.contact.normal;
  e.inverse_mass_a = inverse_mass(touch.a);
  e.inverse_mass_b = inverse_mass(touch.b);
  if (!turn_along_ring(e, sine, drift)) return;
  ++lane.grazes;
  if (!rested_.empty() && rested_.contains(key(touch.a, touch.b))) {
    hold({flier(touch.a).member, flier(touch.b).member, e.normal, 0, room * sine * sine,
          apart_along(touch.a, touch.b, e.normal, touch.t)});
  }
}

/// A pair that was at rest before and has gained no more speed than the fields give in a step is no news.
bool SweptStep::silent(const Touching& touch, const Encounter& e) const {
  const double closing = closing_speed(e);
  if (closing <= k_still_closing * (length(e.velocity_a) + length(e.velocity_b))) return true;
  const PairKey pair = key(touch.a, touch.b);
  if (!state_.now.touching.contains(pair) && !rested_.contains(pair)) return false;
  return closing <= 2 * resting_speed(touch.a, touch.b);
}

/// A chain of resting contacts that hand the same motion on and on.
bool SweptStep::entangled(const Touching& touch) const {
  std::uint32_t most = member(touch.a).quick;
  if (!is_edge(touch.b)) most = std::max(most, member(touch.b).quick);
  const std::uint32_t enough = relaxation() > 1 ? k_solve_clump_after : k_solve_after;
  return accelerated_ && most > enough && solves_ < k_most_solves && rested_.contains(key(touch.a, touch.b)) &&
         !rested_too_often(touch);
}

bool SweptStep::rested_too_often(const Touching& touch) const {
  const auto rests = rests_.find(key(touch.a, touch.b));
  return rests != rests_.end() && rests->second > k_most_rests;
}

bool SweptStep::tired(const Touching& touch, const Law& law) const {
  // Every change of a flight is a corner. Where the policy acts, one lane does everything.
  if (w_.lanes.front().corners.size() > std::max(k_most_corners, k_corners_each * w_.members.size())) return true;
  std::uint32_t most = member(touch.a).quick;
  if (!is_edge(touch.b)) most = std::max(most, member(touch.b).quick);
  // What is held at something fixed cannot answer something else that is fixed.
  if (!(inverse_mass(touch.a) > 0) && !(inverse_mass(touch.b) > 0)) return true;
  if (rested_too_often(touch)) return true;
  const bool lossy = law.restitution < 1 || (!rested_.empty() && rested_.contains(key(touch.a, touch.b)));
  const std::uint32_t elastic = w_.traits.moving_fixtures ? k_squeezed_clump_after : k_elastic_clump_after;
  return most > (lossy ? k_clump_after : elastic);
}

}  // namespace carom::detail
