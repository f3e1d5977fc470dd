#include "swept/swept_step.hpp"
#include "world/merge.hpp"

// Bodies that become one, in the middle of a drift.
namespace carom::detail {

/// The one that is left may have grown over its neighbours; those that merge with it do so now.
void SweptStep::merge(Lane& lane, const Touching& touch, const Law& law) {
  const Encounter e = encounter(touch, law.restitution);
  const Aftermath after = respond(Response::merge, e);
  lane.events.push_back(record(touch, Response::merge, e, after));
  // What the two have been kicked by is what the one has been kicked by: no momentum comes from that.
  const Member& a = member(touch.a);
  const Member& b = member(touch.b);
  inherited_ = (1 / (a.mass + b.mass)) * (a.mass * a.acceleration + b.mass * b.acceleration);
  // And what turns about what is theirs as they drift: the books follow the drift, not the velocities of the moment.
  const Vec2 apart = flier(touch.a).position(touch.t) - flier(touch.b).position(touch.t);
  if (e.inverse_mass_a > 0 && e.inverse_mass_b > 0) {
    const Vec2 beyond = lag(a, touch.t) - lag(b, touch.t);
    state_.now.exchanged_angular_momentum += cross(apart, beyond) / (e.inverse_mass_a + e.inverse_mass_b);
  }
  const BodyId one = merge_bodies(world_, state_, member(touch.a).id, member(touch.b).id);
  inherited_.reset();
  if (const auto next = swallowed(one, touch.t)) merge(lane, *next, law);
}

/// The first, in order of creation, that overlaps with the one grown and is to merge with it.
std::optional<SweptStep::Touching> SweptStep::swallowed(BodyId grown, double t) const {
  const std::uint32_t mine = w_.members[w_.member_of_slot[grown.slot]].place;
  const Vec2 at = flier(mine).position(t);
  for (const Member& m : w_.members) {
    if (m.gone || !m.disc || m.place == mine) continue;
    const Vec2 apart = at - (flier(m.place).position(t) + nearest_shift(at, flier(m.place).position(t)));
    const double reach = flier(mine).radius + flier(m.place).radius;
    if (!(length(apart) < reach) || !((member(mine).mask & m.category) != 0 && (m.mask & member(mine).category) != 0)) {
      continue;
    }
    const bool older = m.serial < member(mine).serial;
    Touching touch{older ? m.place : mine, older ? mine : m.place, t, {}, {}};
    if (law(touch).response != Response::merge) continue;
    const Vec2 out = unit(apart);
    touch.contact.t = t;
    touch.contact.normal = older ? -out : out;
    touch.contact.point = at - flier(mine).radius * out;
    return touch;
  }
  return std::nullopt;
}

}  // namespace carom::detail
