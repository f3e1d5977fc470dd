#include "world/pairs/sensor_overlap.hpp"

#include <array>
#include <cmath>

#include "world/bodies/shape_box.hpp"

namespace carom::detail {
namespace {

/// Nearer to an edge than this fraction of the coordinates it may be on either side: some roundings.
constexpr double k_at_edge = 1.0 / (1ULL << 48U);

/// Left, right, lower, upper: how far the body is inside, and how fast that shrinks.
struct Margin {
  double gap = 0;
  double speed = 0;
};

std::array<Margin, 4> margins(const Body& body, const Bounds& bounds) {
  const ShapeBox box = shape_box(body.shape);
  const Vec2 low = body.state.at + box.low;
  const Vec2 high = body.state.at + box.high;
  const Vec2 v = body.state.velocity;
  return {Margin{low.x - bounds.min.x, -v.x}, Margin{bounds.max.x - high.x, v.x}, Margin{low.y - bounds.min.y, -v.y},
          Margin{bounds.max.y - high.y, v.y}};
}

}  // namespace

std::vector<World::Pair> pairs_of(const std::set<PairKey>& keys) {
  std::vector<World::Pair> pairs;
  for (const PairKey& key : keys) {
    World::Pair pair{key.a, key.b};
    if (is_edge_serial(key.b)) pair.b.reset();
    if (pairs.empty() || !(pairs.back() == pair)) pairs.push_back(pair);
  }
  return pairs;
}

PairKey key_of(const World::Pair& pair) { return {pair.a, pair.b.value_or(k_edges_serial)}; }

void restore_sensor_overlap(World::State& state, const World::Pair& pair) {
  const auto& bounds = state.settings.bounds;
  const Body* body = state.now.bodies.by_serial(pair.a);
  if (pair.b || state.settings.detection == Detection::overlap || !bounds || body == nullptr) {
    state.now.passing.insert(key_of(pair));
    return;
  }
  const auto all = margins(*body, *bounds);
  const Vec2 at = body->state.at;
  const double slack =
      k_at_edge * (std::abs(at.x) + std::abs(at.y) + body->reach + length(bounds->min) + length(bounds->max));
  bool found = false;
  const auto passes_where = [&](auto&& there) {
    for (std::uint32_t edge = 0; edge < all.size(); ++edge) {
      if (!there(all[edge])) continue;
      state.now.passing.insert({pair.a, edge_serial(edge)});
      found = true;
    }
  };
  passes_where([&](const Margin& m) { return m.gap < -slack; });
  // Reached just when the step ended.
  if (!found) passes_where([&](const Margin& m) { return m.gap <= slack && m.speed > 0; });
}

}  // namespace carom::detail
