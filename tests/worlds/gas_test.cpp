#include <gtest/gtest.h>

#include <cstdio>
#include <numeric>

#include "carom/math/random.hpp"
#include "worlds/reference_gas.hpp"
#include "worlds/swept_world_test.hpp"

// The swept world against a simulation that goes from hit to hit. A gas is chaotic: an error grows by a factor of some ten
// with every round of collisions. So the two can only agree for a while; how long, twins of the reference tell that start
// one last-place unit away, up or down in every number: as long as all of them agree with the reference to 1e-9, the swept
// world must as well.
namespace carom::swept_test {
namespace {

constexpr std::size_t k_discs = 150;
constexpr double k_size = 120;
constexpr double k_agreement = 1e-9;
constexpr std::uint64_t k_twins = 16;

std::vector<BodyDef> gas_of_150(std::uint64_t seed) {
  std::vector<BodyDef> bodies;
  Random random(seed);
  while (bodies.size() < k_discs) {
    const double radius = random.uniform(1, 5) / 2;
    const Vec2 at{random.uniform(radius, k_size - radius), random.uniform(radius, k_size - radius)};
    const auto clear = [&](const BodyDef& other) {
      return length(other.at - at) > radius + std::get<Circle>(other.shape).radius + 0.01;
    };
    if (!std::ranges::all_of(bodies, clear)) continue;
    bodies.push_back(disc(radius, at, 10 * random.normal_pair(), radius * radius));
  }
  return bodies;
}

/// Number 0 is the reference itself, the others are its twins.
reference::Gas reference_of(const std::vector<BodyDef>& bodies, std::uint64_t twin) {
  Random random(twin);
  const auto nudged = [&](double x) {
    if (twin == 0) return x;
    const double far = 1e9;
    return std::nextafter(x, random.uniform() < 0.5 ? -far : far);
  };
  std::vector<reference::Disc> discs;
  for (const BodyDef& body : bodies) {
    const double radius = std::get<Circle>(body.shape).radius;
    discs.push_back(
        {nudged(body.at.x), nudged(body.at.y), nudged(body.velocity.x), nudged(body.velocity.y), radius, *body.mass});
  }
  return {std::move(discs), k_size, k_size};
}

/// The hits of the reference up to the moment at which the first of its twins no longer agrees.
std::vector<reference::Hit> trusted_hits(const std::vector<BodyDef>& bodies) {
  reference::Gas gas = reference_of(bodies, 0);
  std::vector<reference::Gas> twins;
  for (std::uint64_t k = 1; k <= k_twins; ++k) twins.push_back(reference_of(bodies, k));
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
};

Agreement agreement(const std::vector<BodyDef>& bodies, const std::vector<reference::Hit>& hits, double dt) {
  World world = make_world(bounded(settings_with(dt), {0, 0}, {k_size, k_size}));
  for (const BodyDef& body : bodies) add(world, body);
  const double energy = world.energy().kinetic;
  Agreement result;
  bool agrees = true;
  const double end = 10 * static_cast<double>(hits.back().t);
  while (world.time() < end) {
    world.step();
    result.drift = std::max(result.drift, std::abs(world.energy().kinetic / energy - 1));
    result.deepest = std::max(result.deepest, deepest_overlap(world));
    for (const ContactEvent& event : world.events()) {
      if (!agrees || result.contacts >= hits.size()) break;
      const reference::Hit& hit = hits[result.contacts];
      const auto error = static_cast<double>(std::abs(event.t - hit.t));
      const bool same_pair = event.a.serial == hit.a && (event.b ? event.b->serial == hit.b : hit.b >= k_discs);
      agrees = same_pair && error <= k_agreement;
      if (!agrees) break;
      result.worst = std::max(result.worst, error);
      ++result.contacts;
    }
  }
  EXPECT_EQ(policy_count(world), 0U);
  return result;
}

TEST(Gas, SweptAgreesWithTheReferenceInStepsOfAnyLength) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const std::vector<BodyDef> bodies = gas_of_150(seed);
    const std::vector<reference::Hit> hits = trusted_hits(bodies);
    ASSERT_GT(hits.size(), 100U);
    // At the last one the fastest discs cross 20 diameters a step.
    const double dt = 0.35;
    for (const double step : {dt / 7, dt, 5 * dt}) {
      const Agreement found = agreement(bodies, hits, step);
      EXPECT_EQ(found.contacts, hits.size()) << "dt = " << step;
      EXPECT_LT(found.drift, 1e-12);
      EXPECT_LT(found.deepest, 1e-12);
      std::printf("gas %d, dt = %-5.3g %zu contacts agree, worst time error %.2g, energy drift %.2g, overlap %.2g\n",
                  static_cast<int>(seed), step, found.contacts, found.worst, found.drift, found.deepest);
    }
  }
}

}  // namespace
}  // namespace carom::swept_test
