#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "carom/fill/fill.hpp"
#include "carom/io/scene.hpp"
#include "io/scene/scene_checks.hpp"
#include "io/scene/scene_names.hpp"
#include "io/scene/scene_words.hpp"
#include "math/sort_stably.hpp"
#include "world/snapshot/persistence.hpp"

namespace carom {
namespace {

using namespace io;

/// Rules stand beside the world in a scene, all other settings in it.
Error in_scene(const Error& error) {
  return {(error.place.starts_with("/rules") ? "" : "/world") + error.place, error.reason};
}

/// Adds bodies in order and remembers them for the fills that keep clear of them.
class Builder {
 public:
  Builder(World world, const Scene& scene) : world_(std::move(world)), scene_(scene) {}

  std::optional<Error> add_bodies() {
    there_.reserve(scene_.bodies.size());
    for (std::size_t k = 0; k < scene_.bodies.size(); ++k) {
      BodyDef body = scene_.bodies[k];
      if (serial_in(body.name)) body.name.clear();  // it gets its number back in restored()
      if (auto error = add(std::move(body), fmt::format("/bodies/{}", k))) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_fills() {
    for (std::size_t k = 0; k < scene_.fills.size(); ++k) {
      const std::string place = fmt::format("/fill/{}", k);
      FillDef def = scene_.fills[k].def;
      def.seed = scene_.fills[k].seed.value_or(scene_.seed.value_or(1));
      auto bodies = fill(def, scene_.world, there_);
      if (!bodies) return Error{place + bodies.error().place, bodies.error().reason};
      for (BodyDef& body : std::move(bodies).value()) {
        if (auto error = add(std::move(body), place)) return error;
      }
    }
    return std::nullopt;
  }

  World finished() && { return std::move(world_); }

 private:
  std::optional<Error> add(BodyDef body, const std::string& place) {
    if (!scene_.fills.empty()) there_.push_back(body);
    const auto id = world_.add(std::move(body));
    if (id) return std::nullopt;
    return Error{place + id.error().place, id.error().reason};
  }

  World world_;
  const Scene& scene_;
  std::vector<BodyDef> there_;
};

/// Bodies by what they are called.
using Serials = std::unordered_map<std::string, std::uint64_t>;

std::vector<World::Pair> pairs_of(const std::vector<NamePair>& names, const Serials& serials) {
  std::vector<World::Pair> pairs;
  pairs.reserve(names.size());
  for (const NamePair& pair : names) {
    World::Pair serial_pair{serials.at(pair[0]), std::nullopt};
    if (pair[1] != k_bounds) {
      const std::uint64_t other = serials.at(pair[1]);
      serial_pair = {std::min(serial_pair.a, other), std::max(serial_pair.a, other)};
    }
    pairs.push_back(serial_pair);
  }
  return pairs;
}

std::vector<detail::HeldPoint> points_of(const std::vector<SceneRest>& resting, const Serials& serials) {
  std::vector<detail::HeldPoint> points;
  points.reserve(resting.size());
  for (const SceneRest& rest : resting) {
    const std::uint64_t a = serials.at(rest.between[0]);
    const bool edge = rest.between[1] == k_bounds;
    const std::uint64_t b = edge ? ~std::uint64_t{rest.edge} : serials.at(rest.between[1]);
    points.push_back({a, b, rest.feature, rest.impulse, rest.friction_impulse});
  }
  detail::sort_stably(points, {}, [](const detail::HeldPoint& p) { return std::tuple(p.a, p.b, p.feature); });
  return points;
}

/// As they were, if they are those of all bodies; else a body was added or taken out, and all begin anew.
void put_flights(detail::SavedLedger& ledger, const SceneFlights& flights, const std::vector<Body>& bodies,
                 const Serials& serials) {
  if (flights.bodies.size() != bodies.size()) return;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const auto found = serials.find(flights.bodies[k].body);
    if (found == serials.end() || found->second != bodies[k].serial) return;
  }
  const auto& [epoch, length, happened, contact_duration, hop, now, just_parted] = flights.clock;
  ledger.clock = {epoch, length, happened, contact_duration, hop, now.value_or(ledger.time - epoch)};
  for (const SceneParted& pair : just_parted) {
    const auto [a, b] = std::minmax(serials.at(pair.between[0]), serials.at(pair.between[1]));
    ledger.just_parted.push_back({a, b, pair.t, pair.count});
  }
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const SceneFlight& one = flights.bodies[k];
    const std::uint64_t serial = bodies[k].serial;
    const double angle = one.angle.value_or(bodies[k].state.angle);
    const detail::Jam jam{one.jam.hits, one.jam.stuck, one.jam.speed};
    ledger.flights.push_back(
        {serial, one.at, one.velocity, one.since, angle, one.last_contact, jam, one.without_way, one.rapid});
    if (one.held) ledger.held.insert(serial);
  }
}

/// Pairs that are too far apart to have a point in common are no sensor overlap: when that ends would depend on when it is
/// looked for.
void drop_parted(std::vector<World::Pair>& passing, const std::vector<Body>& bodies, const WorldSettings& settings) {
  constexpr double beyond_rounding = 1 + 1e-9;
  std::unordered_map<std::uint64_t, const Body*> by_serial;
  for (const Body& body : bodies) by_serial.emplace(body.serial, &body);
  std::erase_if(passing, [&](const World::Pair& pair) {
    if (!pair.b) return false;
    const Body* const a = by_serial.at(pair.a);
    const Body* const b = by_serial.at(*pair.b);
    Vec2 apart = a->state.at - b->state.at;
    if (const auto& bounds = settings.bounds; bounds && bounds->edges == Edges::periodic) {
      const Vec2 period = bounds->max - bounds->min;
      apart = apart - Vec2{period.x * std::round(apart.x / period.x), period.y * std::round(apart.y / period.y)};
    }
    return length(apart) > (a->reach + b->reach) * beyond_rounding;
  });
}

/// The same world with the numbers that the bodies had in the run whose state the scene is, and its open contacts.
Checked<World> restored(const World& world, const Scene& scene, const std::vector<std::uint64_t>& numbers) {
  std::uint64_t next = scene.created.value_or(scene.bodies.size());
  std::vector<Body> bodies;
  Serials serials;
  for (const BodyId id : world.bodies()) {
    Body body = *world.body(id);
    body.serial = bodies.size() < numbers.size() ? numbers[bodies.size()] : next++;
    serials.emplace(body.name.empty() ? serial_name(body.serial) : body.name, body.serial);
    bodies.push_back(std::move(body));
  }
  detail::SavedLedger ledger = detail::Persistence::ledger(world);
  ledger.flights.clear();  // they begin here, and bodies have other numbers now
  ledger.next_serial = next;
  ledger.passing = pairs_of(scene.passing, serials);
  if (!ledger.passing.empty()) drop_parted(ledger.passing, bodies, scene.world);
  ledger.touching = pairs_of(scene.touching, serials);

  if (scene.flights) put_flights(ledger, *scene.flights, bodies, serials);
  if (scene.resting) {
    ledger.rotating = true;
    ledger.points = points_of(*scene.resting, serials);
  }

  auto made = World::make(scene.world);
  if (!made) return in_scene(made.error());
  World result = std::move(made).value();
  if (auto error = detail::Persistence::resume(result, std::move(bodies), ledger)) return *std::move(error);
  return result;
}

}  // namespace

Checked<World> build_world(const Scene& scene) {
  if (auto faults = contradictions(scene); !faults.empty()) return std::move(faults.front());
  auto made = World::make(scene.world);
  if (!made) return in_scene(made.error());
  Builder builder(std::move(made).value(), scene);
  if (auto error = builder.add_bodies()) return *std::move(error);
  if (auto error = builder.add_fills()) return *std::move(error);
  World world = std::move(builder).finished();
  if (!scene.created && scene.passing.empty() && scene.touching.empty() && !scene.resting && !scene.flights) {
    return world;
  }
  return restored(world, scene, serials(scene).value());
}

}  // namespace carom
