#include "swept/zeno_guard.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "contact/graze.hpp"
#include "world/pairs/narrow.hpp"
#include "world/pairs/no_room.hpp"

namespace carom::detail {
namespace {

/// Contacts of one body that follow each other within this fraction of a step are in quick succession.
constexpr double k_quick = 1e-6;
/// So many of them in a row, and an inelastic contact is resolved without rebound.
constexpr std::uint32_t k_drop_restitution_after = 32;
/// So many, and all that is at rest is solved at once.
constexpr std::uint32_t k_solve_after = 24;
/// The same where bodies attract each other and lose energy: there a clump is pressed from all sides, and every contact
/// has to read the attraction.
constexpr std::uint32_t k_solve_clump_after = 6;
/// If that has not helped so many times in a step, the bodies are held together to its end.
constexpr std::uint32_t k_most_solves = 512;
constexpr std::uint32_t k_clump_after = 256;
/// Brought to rest so often in one drift, however far apart in time: what can be solved needs only some of that.
constexpr std::uint32_t k_most_rests = 256;
/// Elastic contacts end by themselves, except between bodies that move and are not moved.
constexpr std::uint32_t k_elastic_clump_after = 1U << 20U;
constexpr std::uint32_t k_jammed_clump_after = 1U << 12U;
/// What a step keeps of its contacts, some 200 bytes each, shall fit into memory: after more changes of flights than this,
/// or than this many for each body, pairs that meet are held together, and there is an end to that.
constexpr std::size_t k_most_corners = std::size_t{1} << 22U;
constexpr std::size_t k_corners_each = 64;
/// Up to so many shallow bounces follow the wall for the rest of a step.
constexpr double k_bounces_along = 16;
constexpr double k_most_tilt = 0.05;
/// What slides into a wedge goes from one face to the other on the spot, each time with a fraction of its speed: after so many
/// contacts without a way it has come to rest there.
constexpr std::uint32_t k_wedged_after = 64;

}  // namespace

bool ZenoGuard::has_no_room(const BodyImpact& impact) {
  const Vec2 other = impact.b.is_edge() ? Vec2{} : bodies_.sweep(impact.b).velocity;
  const Vec2 relative = bodies_.sweep(impact.a).velocity - other;
  std::uint32_t most = 0;
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (ref.is_edge() || !(bodies_.sweep(ref).inverse_mass > 0)) continue;
    const Sweep& f = bodies_.sweep(ref);
    std::uint32_t& wayless = bodies_.data(ref).counts.wayless;
    wayless = contacts_without_way(wayless, impact.t - f.since, relative, f.at, f.radius);
    most = std::max(most, wayless);
    if (wayless > 0) bodies_.traits().wayless = true;
  }
  if (most > k_no_room_after) ++state_.now.policies.calms;
  return most > k_no_room_after;
}

std::uint32_t ZenoGuard::count_quick(const BodyImpact& impact) {
  std::uint32_t most = 0;
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (ref.is_edge() || !(bodies_.sweep(ref).inverse_mass > 0)) continue;
    ContactCounts& counts = bodies_.data(ref).counts;
    const bool quick = counts.last_contact && impact.t - *counts.last_contact <= k_quick * context_.dt;
    counts.quick = quick ? counts.quick + 1 : 0;
    counts.last_contact = impact.t;
    most = std::max(most, counts.quick);
  }
  return most;
}

void ZenoGuard::drop_restitution(const BodyImpact& impact, double closing, std::uint32_t quick, Law& law) {
  law.settles = modes_.accelerated && law.restitution * closing < resting_.resting_speed(impact.a, impact.b);
  const bool too_many = quick > k_drop_restitution_after;
  if (too_many) ++state_.now.policies.calms;
  if (law.settles || too_many) law.restitution = 0;
}

bool ZenoGuard::rests_in_wedge(const BodyImpact& impact) {
  const auto wayless = [&](BodyRef ref) { return ref.is_edge() ? 0 : bodies_.data(ref).counts.wayless; };
  const bool rests = std::max(wayless(impact.a), wayless(impact.b)) > k_wedged_after;
  if (rests) ++state_.now.policies.calms;
  return rests;
}

void ZenoGuard::rest(const BodyImpact& impact, const Law& law, const Encounter& e, Aftermath& drift) {
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
  const double speed = std::max(closing_speed(e), 0.0);
  resting_.add({bodies_.sweep(impact.a).body_index, partner_index(bodies_, impact.b), e.normal, law.restitution * speed,
                0, apart_along(context_, bodies_, impact.a, impact.b, e.normal, impact.t)});
  rested_.add_by_contact(key(impact));
}

bool ZenoGuard::tilt(const BodyImpact& impact, Aftermath& drift) {
  const auto is_ring = [&](BodyRef ref) {
    const auto* circle = ref.is_edge() ? nullptr : std::get_if<Circle>(&shape_of(context_.store, bodies_.data(ref)));
    return circle != nullptr && circle->hollow;
  };
  if (!is_ring(impact.a) && !is_ring(impact.b)) return false;
  const double speed = length(drift.velocity_a - drift.velocity_b);
  const double room = std::abs(bodies_.sweep(impact.a).radius - bodies_.sweep(impact.b).radius);
  const double sine =
      std::clamp(speed * (context_.dt - impact.t) / (k_bounces_along * room), k_least_tilt, k_most_tilt);
  Encounter e;
  e.normal = impact.contact.normal;
  e.inverse_mass_a = clumps_.inverse_mass(impact.a);
  e.inverse_mass_b = clumps_.inverse_mass(impact.b);
  if (!turn_along_ring(e, sine, drift)) return false;
  if (rested_.contains(key(impact))) {
    resting_.add({bodies_.sweep(impact.a).body_index, partner_index(bodies_, impact.b), e.normal, 0, room * sine * sine,
                  apart_along(context_, bodies_, impact.a, impact.b, e.normal, impact.t)});
  }
  return true;
}

bool ZenoGuard::is_silent(const BodyImpact& impact, const Encounter& e) const {
  const double closing = closing_speed(e);
  if (closing <= k_still_closing * (length(e.velocity_a) + length(e.velocity_b))) return true;
  const PairKey pair = key(impact);
  if (!state_.now.touching.contains(pair) && !rested_.contains(pair)) return false;
  return closing <= 2 * resting_.resting_speed(impact.a, impact.b);
}

ZenoGuard::Measure ZenoGuard::measure_after(const BodyImpact& impact, const Law& law, std::size_t corners) {
  if (is_entangled(impact)) {
    ++solves_;
    ++state_.now.policies.calms;
    return Measure::solve_resting;
  }
  if (!needs_clump(impact, law, corners)) return Measure::none;
  ++state_.now.policies.clumps;
  return Measure::clump;
}

std::uint32_t ZenoGuard::most_quick(const BodyImpact& impact) const noexcept {
  const std::uint32_t quick = bodies_.data(impact.a).counts.quick;
  return impact.b.is_edge() ? quick : std::max(quick, bodies_.data(impact.b).counts.quick);
}

/// A chain of resting contacts that hand the same motion on and on.
bool ZenoGuard::is_entangled(const BodyImpact& impact) const {
  const std::uint32_t enough = resting_.relaxation() > 1 ? k_solve_clump_after : k_solve_after;
  return modes_.accelerated && most_quick(impact) > enough && solves_ < k_most_solves &&
         rested_.contains(key(impact)) && !rested_too_often(impact);
}

bool ZenoGuard::rested_too_often(const BodyImpact& impact) const { return rested_.count(key(impact)) > k_most_rests; }

bool ZenoGuard::needs_clump(const BodyImpact& impact, const Law& law, std::size_t corners) const {
  if (corners > std::max(k_most_corners, k_corners_each * bodies_.all().size())) return true;
  // What is held at something fixed cannot respond to something else that is fixed.
  if (!(clumps_.inverse_mass(impact.a) > 0) && !(clumps_.inverse_mass(impact.b) > 0)) return true;
  if (rested_too_often(impact)) return true;
  const bool lossy = law.restitution < 1 || rested_.contains(key(impact));
  const std::uint32_t elastic = bodies_.traits().moving_fixed ? k_jammed_clump_after : k_elastic_clump_after;
  return most_quick(impact) > (lossy ? k_clump_after : elastic);
}

void reset_wayless_counts(StepBodies& bodies) noexcept {
  if (!std::exchange(bodies.traits().wayless, false)) return;
  for (BodyData& m : bodies.all()) m.counts.wayless = 0;
}

}  // namespace carom::detail
