#pragma once

#include <algorithm>
#include <cstdio>
#include <vector>

#include "carom/math/random.hpp"
#include "world/testing/swept_world_test.hpp"
#include "worlds/reference_gas.hpp"

/// A world against the reference. A gas is chaotic: an error grows by a factor of some ten with every round of
/// collisions. So the two can only agree for a while; how long, twins of the reference tell that start one last-place
/// unit away, up or down in every number: as long as all of them agree with the reference to 1e-9, the world must as
/// well.
namespace carom::witness {

constexpr double k_agreement = 1e-9;
constexpr std::uint64_t k_twins = 16;

/// Bounds from (0, 0); obstacles are fixed circles, rings, segments and polygons.
struct Scene {
  WorldSettings settings;
  std::vector<BodyDef> discs;
  std::vector<BodyDef> obstacles;

  [[nodiscard]] World world() const {
    World made = swept_test::make_world(settings);
    for (const BodyDef& disc : discs) swept_test::add(made, disc);
    for (const BodyDef& obstacle : obstacles) swept_test::add(made, obstacle);
    return made;
  }
};

inline reference::Point point(Vec2 v) { return {v.x, v.y}; }

inline reference::Obstacle obstacle_of(const BodyDef& def) {
  reference::Obstacle obstacle;
  if (const auto* circle = std::get_if<Circle>(&def.shape)) {
    return {{point(def.at)}, circle->radius, circle->hollow};
  }
  const auto add = [&](Vec2 corner) { obstacle.corners.push_back(point(def.at) + point(corner)); };
  if (const auto* segment = std::get_if<Segment>(&def.shape)) std::ranges::for_each(segment->ends, add);
  if (const auto* polygon = std::get_if<Polygon>(&def.shape)) std::ranges::for_each(polygon->vertices(), add);
  return obstacle;
}

/// Number 0 is the reference itself, the others are its twins.
inline reference::Gas reference_of(const Scene& scene, std::uint64_t twin) {
  Random random(twin);
  const auto nudged = [&](double x) {
    if (twin == 0) return x;
    const double far = 1e9;
    return std::nextafter(x, random.uniform() < 0.5 ? -far : far);
  };
  const auto nudged_point = [&](Vec2 v) {
    const double x = nudged(v.x);
    return reference::Point{x, nudged(v.y)};
  };
  std::vector<reference::Disc> discs;
  for (const BodyDef& body : scene.discs) {
    const reference::Point at = nudged_point(body.at);
    discs.push_back({at, nudged_point(body.velocity), std::get<Circle>(body.shape).radius, *body.mass});
  }
  const Bounds& bounds = *scene.settings.bounds;
  reference::Room room{bounds.max.x,
                       bounds.max.y,
                       bounds.edges == Edges::periodic,
                       point(scene.settings.gravity),
                       scene.settings.restitution,
                       {}};
  for (const BodyDef& body : scene.obstacles) room.obstacles.push_back(obstacle_of(body));
  return {std::move(discs), std::move(room)};
}

/// The hits of the reference up to the moment at which the first of its twins no longer agrees.
inline std::vector<reference::Hit> trusted_hits(const Scene& scene) {
  reference::Gas gas = reference_of(scene, 0);
  std::vector<reference::Gas> twins;
  for (std::uint64_t k = 1; k <= k_twins; ++k) twins.push_back(reference_of(scene, k));
  std::vector<reference::Hit> hits;
  for (;;) {
    const reference::Hit hit = gas.next();
    for (reference::Gas& twin : twins) {
      const reference::Hit other = twin.next();
      const bool same = hit.a == other.a && hit.b == other.b;
      if (!same || std::abs(hit.t - other.t) > k_agreement) return hits;
    }
    hits.push_back(hit);
  }
}

struct Agreement {
  std::size_t contacts = 0;
  double worst = 0;
  double drift = 0;  ///< of the energy, over a run ten times as long
  double deepest = 0;
  double outside = 0;
};

inline bool same_parties(const ContactEvent& event, const reference::Hit& hit, std::size_t bodies) {
  return event.a.serial == hit.a && (event.b ? event.b->serial == hit.b : hit.b >= bodies);
}

/// Steps of `dt` seconds. A body inside something stays there for a while: that is looked for at a hundred moments.
inline Agreement agreement(const Scene& scene, const std::vector<reference::Hit>& hits, double dt) {
  World world = scene.world();
  const Energy start = world.energy();
  const double scale = std::max(std::abs(start.total()), start.kinetic);
  Agreement result;
  bool agrees = true;
  const double end = 10 * static_cast<double>(hits.back().t);
  double next_look = 0;
  while (world.time() < end) {
    world.step(dt);
    if (world.time() >= next_look) {
      next_look += end / 100;
      const double change = world.energy().total() - world.exchanged_energy() - start.total();
      result.drift = std::max(result.drift, std::abs(change) / scale);
      result.deepest = std::max(result.deepest, swept_test::deepest_overlap(world));
      result.outside = std::max(result.outside, swept_test::farthest_outside(world));
    }
    for (const ContactEvent& event : world.events()) {
      if (!agrees || result.contacts >= hits.size()) break;
      const reference::Hit& hit = hits[result.contacts];
      const auto error = static_cast<double>(std::abs(event.t - hit.t));
      agrees = same_parties(event, hit, world.body_count()) && error <= k_agreement;
      if (!agrees) break;
      result.worst = std::max(result.worst, error);
      ++result.contacts;
    }
  }
  const PolicyCounts& policies = world.policies();
  EXPECT_EQ(swept_test::policy_count(world) + policies.briefs + policies.hops, 0U);
  return result;
}

/// `discs` at random places, without overlap, clear of the obstacles; the first `large` have the largest radius, the
/// others any from the smallest to `others`.
struct Sizes {
  std::size_t discs = 150;
  std::size_t large = 0;
  double smallest = 0.5;
  double others = 2.5;
  double largest = 2.5;
};

inline bool clear_of(const BodyDef& other, Vec2 at, double radius) {
  constexpr double gap = 0.01;
  const Vec2 d = at - other.at;
  if (const auto* circle = std::get_if<Circle>(&other.shape)) {
    return circle->hollow ? length(d) < circle->radius - radius - gap : length(d) > circle->radius + radius + gap;
  }
  // Straight obstacles: as far away as their farthest corner reaches is far enough.
  double reach = 0;
  const auto see = [&](Vec2 corner) { reach = std::max(reach, length(corner)); };
  if (const auto* segment = std::get_if<Segment>(&other.shape)) std::ranges::for_each(segment->ends, see);
  if (const auto* polygon = std::get_if<Polygon>(&other.shape)) std::ranges::for_each(polygon->vertices(), see);
  return length(d) > reach + radius + gap;
}

inline void scatter(Scene& scene, const Sizes& sizes, std::uint64_t seed) {
  Random random(seed);
  const Vec2 size = scene.settings.bounds->max;
  while (scene.discs.size() < sizes.discs) {
    const double radius =
        scene.discs.size() < sizes.large ? sizes.largest : random.uniform(sizes.smallest, sizes.others);
    const double x = random.uniform(radius, size.x - radius);
    const Vec2 at{x, random.uniform(radius, size.y - radius)};
    const auto clear = [&](const BodyDef& other) { return clear_of(other, at, radius); };
    if (!std::ranges::all_of(scene.discs, clear) || !std::ranges::all_of(scene.obstacles, clear)) continue;
    scene.discs.push_back(swept_test::disc(radius, at, 10 / radius * random.normal_pair(), radius * radius));
  }
}

inline void print(const char* what, const Agreement& found) {
  std::printf("%s: %zu contacts agree, worst time error %.2g, energy drift %.2g, overlap %.2g, outside %.2g\n", what,
              found.contacts, found.worst, found.drift, found.deepest, found.outside);
}

}  // namespace carom::witness
