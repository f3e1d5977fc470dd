#include <algorithm>

#include "worlds/merge.hpp"
#include "worlds/swept_step.hpp"

// Bodies that become one, in the middle of a drift.
namespace carom::detail {

/// The one that is left may have grown over its neighbours; those that merge with it do so now.
void SweptStep::merge(Lane& lane, const Touching& touch, const Law& law) {
  const Encounter e = encounter(touch, law.restitution);
  const Aftermath after = respond(Response::merge, e);
  EventRecord event;
  event.t = touch.t;
  event.by_member = true;
  event.member_a = flier(touch.a).member;
  event.member_b = flier(touch.b).member;
  event.point = touch.contact.point;
  event.normal = touch.contact.normal;
  event.speed = std::max(closing_speed(e), 0.0);
  event.impulse = after.impulse;
  event.response = Response::merge;
  lane.events.push_back(event);
  const BodyId one = merge_bodies(world_, state_, member(touch.a).id, member(touch.b).id);
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
