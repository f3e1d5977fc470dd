#include <algorithm>
#include <optional>
#include <utility>

#include "swept/swept_step.hpp"

// The last measure that lets a step end: bodies that do not stop meeting are held together until it is over, at an edge of
// the world too.
namespace carom::detail {

/// Of what is fixed the slowest counts, an edge before all: nothing is taken through what stands still.
Vec2 SweptStep::common_velocity(const Clump& clump) const {
  if (clump.edges != 0) return {};
  Vec2 momentum;
  double mass = 0;
  std::optional<Vec2> fixed;
  for (const std::uint32_t m : clump.members) {
    const Flier& f = flier(w_.members[m].place);
    if (!(f.inverse_mass > 0) && (!fixed || length(f.velocity) <= length(*fixed))) fixed = f.velocity;
    momentum = momentum + w_.members[m].mass * f.velocity;
    mass += w_.members[m].mass;
  }
  return fixed.value_or((1 / mass) * momentum);
}

/// Joins the two, and all that is held with them, into one that flies with their common velocity to the end of the step.
void SweptStep::clump(Lane& lane, const Touching& touch) {
  Clump joined;
  const auto take = [&](std::uint32_t place) {
    if (is_edge(place)) {
      joined.edges |= 1U << (place - k_first_edge);
      return;
    }
    const std::int32_t group = member(place).clump;
    if (group < 0) {
      joined.members.push_back(flier(place).member);
      return;
    }
    const Clump old = std::exchange(clumps_[static_cast<std::size_t>(group)], {});
    joined.members.insert(joined.members.end(), old.members.begin(), old.members.end());
    joined.edges |= old.edges;
  };
  take(touch.a);
  take(touch.b);
  std::ranges::sort(joined.members);
  const Vec2 common = common_velocity(joined);
  double gained = 0;
  const auto group = static_cast<std::int32_t>(clumps_.size());
  for (const std::uint32_t m : joined.members) {
    w_.members[m].clump = group;
    const Flier& f = flier(w_.members[m].place);
    if (f.inverse_mass > 0) gained += 0.5 * w_.members[m].mass * (dot(common, common) - dot(f.velocity, f.velocity));
  }
  clumps_.push_back(joined);
  ++state_.now.policies.clumps;
  EventRecord taken = record(touch, Response::impulse, {}, {});
  taken.reported = false;
  taken.energy = gained;
  if (gained != 0) lane.events.push_back(taken);
  // One flies on with the common velocity, and takes the others along.
  for (const std::uint32_t m : joined.members) {
    const std::uint32_t place = w_.members[m].place;
    if (!(flier(place).inverse_mass > 0)) continue;
    refly(lane, place, touch.t, flier(place).position(touch.t), common);
    foretell_flight(lane, place, touch.t);
    break;
  }
}

}  // namespace carom::detail
