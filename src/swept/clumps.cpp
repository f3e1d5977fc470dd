#include "swept/clumps.hpp"
#include "math/sort_stably.hpp"

#include <optional>
#include <utility>

namespace carom::detail {

double Clumps::inverse_mass(const Clump& clump) const noexcept {
  if (clump.at_edge()) return 0;
  double mass = 0;
  for (const std::uint32_t m : clump.bodies) {
    if (!(bodies_.sweep(bodies_.at(m).ref).inverse_mass > 0)) return 0;
    mass += bodies_.at(m).mass;
  }
  return 1 / mass;
}

/// Of what is fixed the slowest counts, an edge before all: nothing is taken through what stands still.
Vec2 Clumps::common_velocity(const Clump& clump) const {
  if (clump.at_edge()) return {};
  Vec2 momentum;
  double mass = 0;
  std::optional<Vec2> fixed;
  for (const std::uint32_t m : clump.bodies) {
    const Sweep& f = bodies_.sweep(bodies_.at(m).ref);
    if (!(f.inverse_mass > 0) && (!fixed || length(f.velocity) <= length(*fixed))) fixed = f.velocity;
    momentum = momentum + bodies_.at(m).mass * f.velocity;
    mass += bodies_.at(m).mass;
  }
  return fixed.value_or((1 / mass) * momentum);
}

Clumps::Joined Clumps::join(BodyRef a, BodyRef b) {
  Clump joined;
  const auto take = [&](BodyRef ref) {
    if (ref.is_edge()) {
      joined.edges[ref.index()] = true;
      return;
    }
    const auto group = bodies_.data(ref).counts.clump;
    if (!group) {
      joined.bodies.push_back(bodies_.sweep(ref).body_index);
      return;
    }
    const Clump old = std::exchange(clumps_[*group], {});
    joined.bodies.insert(joined.bodies.end(), old.bodies.begin(), old.bodies.end());
    for (std::size_t edge = 0; edge < old.edges.size(); ++edge) joined.edges[edge] |= old.edges[edge];
  };
  take(a);
  take(b);
  sort_stably(joined.bodies);
  const Vec2 common = common_velocity(joined);
  const auto group = static_cast<std::uint32_t>(clumps_.size());
  for (const std::uint32_t m : joined.bodies) bodies_.at(m).counts.clump = group;
  clumps_.push_back(joined);
  return {joined.bodies, common};
}

}  // namespace carom::detail
