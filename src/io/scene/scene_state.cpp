#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/io/scene.hpp"
#include "io/scene/scene_body.hpp"
#include "io/scene/scene_words.hpp"
#include "world/bodies/make_body.hpp"
#include "world/snapshot/persistence.hpp"

namespace carom {
namespace {

/// What is left of a lifetime: such that `time` plus it is `expires` again, to the bit, wherever a double can do that.
double time_left(double time, double expires) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double left = expires - time;
  for (const double candidate : {left, std::nextafter(left, infinity), std::nextafter(left, 0.0)}) {
    if (time + candidate == expires && candidate > 0) return candidate;
  }
  return left;
}

}  // namespace

BodyDef definition_of(const World& world, const Body& body) {
  BodyDef def = detail::definition_of(body);
  def.name = world.name(body.serial);
  const bool fixed_by_default = io::fixed_by_default(body.upright);
  if (fixed_by_default && !def.mass) def.density = BodyDef{}.density;
  if (body.fixed() == fixed_by_default) def.fixed.reset();
  if (body.expires) def.lifetime = time_left(world.time(), *body.expires);
  return def;
}

namespace {

std::vector<NamePair> named(const std::vector<World::Pair>& pairs, const World& world) {
  std::vector<NamePair> names;
  names.reserve(pairs.size());
  for (const World::Pair& pair : pairs) {
    names.push_back({world.name(pair.a), pair.b ? world.name(*pair.b) : std::string(io::k_bounds)});
  }
  return names;
}

/// Those of bodies that are there. Edges have the last of all serials.
std::vector<SceneRest> named(const std::vector<detail::HeldPoint>& points, const World& world) {
  std::vector<std::uint64_t> there;
  for (const BodyId id : world.bodies()) there.push_back(world.body(id)->serial);
  std::vector<SceneRest> resting;
  for (const detail::HeldPoint& point : points) {
    const std::uint64_t from_last = ~point.b;
    const bool edge = from_last < io::k_edge_count;
    if (!std::ranges::binary_search(there, point.a) || (!edge && !std::ranges::binary_search(there, point.b))) continue;
    SceneRest rest{{world.name(point.a), edge ? std::string(io::k_bounds) : world.name(point.b)}};
    if (edge) rest.edge = static_cast<std::uint32_t>(from_last);
    rest.feature = point.feature;
    rest.impulse = point.impulse;
    rest.friction_impulse = point.friction_impulse;
    resting.push_back(std::move(rest));
  }
  return resting;
}

SceneFlights named(const detail::SavedLedger& ledger, const World& world) {
  const auto& [epoch, length, happened, contact_duration, hop, now] = ledger.clock;
  const bool rounded = world.time() - epoch != now;
  SceneFlights flights{
      {epoch, length, happened, contact_duration, hop, rounded ? std::optional(now) : std::nullopt, {}}, {}};
  for (const detail::PartedPair& pair : ledger.just_parted) {
    if (!world.find_serial(pair.a) || !world.find_serial(pair.b)) continue;
    flights.clock.just_parted.push_back({{world.name(pair.a), world.name(pair.b)}, pair.t, pair.count});
  }
  for (const detail::BodyFlight& one : ledger.flights) {
    const SceneJam jam{one.jam.hits, one.jam.stuck, one.jam.speed};
    const auto id = world.find_serial(one.serial);
    const bool spins = id && world.body(*id)->state.spin != 0;
    flights.bodies.push_back({world.name(one.serial), one.at, one.velocity, one.since,
                              spins ? std::optional(one.angle) : std::nullopt, one.last_contact, jam, one.without_way,
                              one.rapid, ledger.held.contains(one.serial)});
  }
  return flights;
}

}  // namespace

Scene state_of(const World& world, const Scene& origin) {
  Scene state;
  state.name = origin.name;
  state.about = origin.about;
  state.seed = origin.seed;
  state.duration = origin.duration;
  state.observe = origin.observe;
  state.world = world.settings();
  state.world.time = world.time();
  const detail::SavedLedger ledger = detail::Persistence::ledger(world);
  // What the world has chosen when it started is chosen for the one that goes on, too.
  if (ledger.clock.contact_duration > 0) state.world.contact_duration = ledger.clock.contact_duration;
  state.bodies.reserve(world.body_count());
  for (const BodyId id : world.bodies()) state.bodies.push_back(definition_of(world, *world.body(id)));
  state.passing = named(world.passing(), world);
  state.touching = named(world.touching(), world);
  if (ledger.rotating && state.world.detection == Detection::swept) state.resting = named(ledger.points, world);
  const bool flies = state.world.detection == Detection::event && ledger.flights.size() == state.bodies.size();
  if (flies && !ledger.flights.empty()) state.flights = named(ledger, world);
  state.created = ledger.next_serial;
  return state;
}

}  // namespace carom
