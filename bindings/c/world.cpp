// Worlds: made, stepped, asked about as a whole.

#include <cmath>
#include <limits>

#include "carom/io/summary.hpp"
#include "session.hpp"

using namespace carom;
using namespace carom::c;

namespace {

carom_status open_world(Scene scene, carom_world** world) {
  auto made = build_world(scene);
  if (!made) return bad(made.error());
  *world = new carom_world(std::move(scene), std::move(made).value());
  return CAROM_OK;
}

/// The enumeration's number, or an error.
template <class Enumeration>
std::optional<Error> take(int found, int count, const char* place, Enumeration& result) {
  if (found < 0 || found >= count) {
    return Error{place,
                 "expected a number from 0 to " + std::to_string(count - 1) + ", found " + std::to_string(found)};
  }
  result = static_cast<Enumeration>(found);
  return std::nullopt;
}

std::optional<double> optional(const carom_optional& number) {
  return number.given ? std::optional(number.value) : std::nullopt;
}

Checked<Scene> scene_of(const carom_world_def& def) {
  Scene scene;
  if (def.rules != nullptr) {
    auto read = read_scene("{\"carom\": 1, \"rules\": " + std::string(def.rules) + "}");
    if (!read) return read.error();
    scene = std::move(read).value();
  }
  WorldSettings& world = scene.world;
  if (auto error = take(number_in(def.detection), 3, "/world/detection", world.detection)) return *error;
  if (auto error = take(number_in(def.integrator), 3, "/world/integrator", world.integrator)) return *error;
  world.dt = def.dt;
  if (!(def.duration >= 0 && std::isfinite(def.duration))) {
    return Error{"/world/duration", "expected a number that is not negative, found " + std::to_string(def.duration)};
  }
  scene.duration = def.duration;
  world.restitution = def.restitution;
  world.friction = def.friction;
  world.gravity = vec(def.gravity);
  if (def.source_count > 0 && def.sources == nullptr) {
    return Error{"/world/sources", "expected an address, found NULL"};
  }
  if (def.source_count > std::numeric_limits<uint32_t>::max()) return Error{"/world/sources", "expected fewer of them"};
  for (size_t k = 0; k < def.source_count; ++k)
    world.sources.push_back({vec(def.sources[k].at), def.sources[k].strength});
  if (def.attraction) world.attraction = Attraction{def.attraction_G, def.attraction_softening, def.attraction_opening};
  world.substep = optional(def.substep);
  if (def.bounds) {
    world.bounds = Bounds{vec(def.bounds_min), vec(def.bounds_max), Edges::rebound};
    if (auto error = take(number_in(def.bounds_edges), 3, "/world/bounds/edges", world.bounds->edges)) return *error;
  }
  world.time = def.time;
  world.contact_duration = optional(def.contact_duration);
  return scene;
}

/// For functions that ask one thing of a world and write it to one place.
template <class Value, class Ask>
carom_status tell(carom_world* world, Value* out, const char* name, const Ask& ask) {
  if (world == nullptr) return missing("world");
  if (out == nullptr) return missing(name);
  return world->use(Access::shared, [&] {
    *out = ask(world->world());
    return CAROM_OK;
  });
}

}  // namespace

extern "C" {

carom_world_def carom_default_world(void) {
  const Scene scene;
  carom_world_def def{};
  def.struct_size = sizeof def;
  def.dt = scene.world.dt;
  def.duration = scene.duration;
  def.restitution = scene.world.restitution;
  def.attraction_G = Attraction{}.G;
  def.attraction_softening = Attraction{}.softening;
  def.attraction_opening = Attraction{}.opening;
  return def;
}

carom_status carom_world_new(const carom_world_def* def, carom_world** world) {
  if (def == nullptr) return missing("def");
  if (world == nullptr) return missing("world");
  if (def->struct_size != sizeof *def) {
    return fail(CAROM_BAD_INPUT, "struct_size", "expected a struct made by carom_default_world() of this version");
  }
  return guarded([&] {
    auto scene = scene_of(*def);
    return scene ? open_world(std::move(scene).value(), world) : bad(scene.error());
  });
}

carom_status carom_world_from_scene(const char* scene, size_t size, carom_world** world) {
  const auto text = text_of(scene, size);
  if (!text) return missing("scene");
  if (world == nullptr) return missing("world");
  return guarded([&] {
    auto read = read_scene(*text);
    return read ? open_world(std::move(read).value(), world) : bad(read.error());
  });
}

carom_status carom_world_free(carom_world* world) {
  if (world == nullptr) return CAROM_OK;
  // One that is broken goes, too.
  const carom_status status = world->use(Access::exclusive, [] { return CAROM_OK; });
  if (status == CAROM_BUSY) return status;
  delete world;
  return CAROM_OK;
}

carom_status carom_change_settings(carom_world* world, const char* scene, size_t size) {
  if (world == nullptr) return missing("world");
  const auto text = text_of(scene, size);
  if (!text) return missing("scene");
  return world->use(Access::exclusive, [&] {
    const auto wanted = read_scene(*text);
    if (!wanted) return bad(wanted.error());
    const auto error = world->change_settings(wanted.value());
    return error ? bad(*error) : CAROM_OK;
  });
}

carom_status carom_set_threads(carom_world* world, unsigned threads) {
  if (world == nullptr) return missing("world");
  if (threads < 1 || threads > 4096) return fail(CAROM_BAD_INPUT, "threads", "expected a number from 1 to 4096");
  return world->use(Access::exclusive, [&] {
    world->set_threads(threads);
    return CAROM_OK;
  });
}

// Time.

carom_status carom_run_some(carom_world* world, double until, uint64_t count, uint64_t* taken) {
  if (world == nullptr) return missing("world");
  if (std::isnan(until)) return fail(CAROM_BAD_INPUT, "until", "expected a time, found NaN");
  return world->use(Access::exclusive, [&] { return world->forward(until, count, taken, Pieces::any); });
}

carom_status carom_step(carom_world* world, uint64_t count, uint64_t* taken) {
  if (world == nullptr) return missing("world");
  const double endless = std::numeric_limits<double>::infinity();
  return world->use(Access::exclusive, [&] { return world->forward(endless, count, taken, Pieces::steps); });
}

carom_status carom_run(carom_world* world, double until) {
  if (world == nullptr) return missing("world");
  if (!std::isfinite(until)) return fail(CAROM_BAD_INPUT, "until", "expected a time, found one that is not finite");
  return world->use(Access::exclusive,
                    [&] { return world->forward(until, std::numeric_limits<uint64_t>::max(), nullptr, Pieces::any); });
}

void carom_interrupt(carom_world* world) {
  if (world != nullptr) world->interrupt();
}

carom_status carom_set_interrupt(carom_world* world, carom_interrupt_callback ask, void* user) {
  if (world == nullptr) return missing("world");
  return world->use(Access::exclusive, [&] {
    world->set_interrupt(ask, user);
    return CAROM_OK;
  });
}

carom_status carom_set_callbacks(carom_world* world, carom_contact_callback before, carom_contact_callback after,
                                 void* user) {
  if (world == nullptr) return missing("world");
  return world->use(Access::exclusive, [&] {
    world->set_callbacks(before, after, user);
    return CAROM_OK;
  });
}

carom_status carom_set_recording(carom_world* world, bool recording) {
  if (world == nullptr) return missing("world");
  return world->use(Access::exclusive, [&] {
    world->set_recording(recording);
    return CAROM_OK;
  });
}

carom_status carom_set_limits(carom_world* world, const carom_limits* limits) {
  if (world == nullptr) return missing("world");
  if (limits == nullptr) return missing("limits");
  return world->use(Access::exclusive, [&] {
    world->set_limits({limits->work, limits->work_a_body, limits->records, limits->records_a_body});
    return CAROM_OK;
  });
}

// What it is like.

carom_status carom_time(carom_world* world, double* time) {
  return tell(world, time, "time", [](const World& w) { return w.time(); });
}

carom_status carom_duration(carom_world* world, double* end) {
  return tell(world, end, "end", [&](const World&) { return world->end_of_duration(); });
}

carom_status carom_step_count(carom_world* world, uint64_t* steps) {
  return tell(world, steps, "steps", [](const World& w) { return w.step_count(); });
}

carom_status carom_collision_count(carom_world* world, uint64_t* collisions) {
  return tell(world, collisions, "collisions", [](const World& w) { return w.collision_count(); });
}

carom_status carom_body_count(carom_world* world, size_t* count) {
  return tell(world, count, "count", [](const World& w) { return w.body_count(); });
}

carom_status carom_hash(carom_world* world, uint64_t* hash) {
  return tell(world, hash, "hash", [](const World& w) { return w.hash(); });
}

carom_status carom_energy(carom_world* world, double* kinetic, double* potential, double* exchanged) {
  if (world == nullptr) return missing("world");
  return world->use(Access::shared, [&] {
    const Energy energy = world->world().energy();
    if (kinetic != nullptr) *kinetic = energy.kinetic;
    if (potential != nullptr) *potential = energy.potential;
    if (exchanged != nullptr) *exchanged = world->world().exchanged_energy();
    return CAROM_OK;
  });
}

carom_status carom_momentum(carom_world* world, carom_vec2* momentum) {
  return tell(world, momentum, "momentum", [](const World& w) { return vec(w.momentum()); });
}

carom_status carom_keeps_momentum(carom_world* world, bool* keeps) {
  return tell(world, keeps, "keeps", [](const World& w) { return w.keeps_momentum(); });
}

carom_status carom_angular_momentum(carom_world* world, double* about_origin) {
  return tell(world, about_origin, "about_origin", [](const World& w) { return w.angular_momentum(); });
}

carom_status carom_get_policies(carom_world* world, carom_policies* policies) {
  return tell(world, policies, "policies", [](const World& w) {
    const PolicyCounts& p = w.policies();
    return carom_policies{
        p.rests, p.calms, p.clumps, p.grazes, p.briefs, p.hops, p.holds, p.capped_extrapolations, p.capped_substeps};
  });
}

carom_status carom_get_gas(carom_world* world, carom_gas* gas) {
  if (world == nullptr) return missing("world");
  if (gas == nullptr) return missing("gas");
  return world->use(Access::shared, [&] {
    const auto found = gas_summary(world->world().gas(), world->world().settings().bounds);
    if (!found) {
      return fail(CAROM_NOT_HERE, "",
                  "there is nothing to measure: expected an event world within bounds in which moving bodies have met");
    }
    *gas = {found->pressure,       found->compressibility, found->collision_rate,
            found->mean_free_path, found->temperature,     found->area};
    return CAROM_OK;
  });
}

carom_status carom_get_bodies(carom_world* world, const carom_bodies** bodies) {
  return tell(world, bodies, "bodies", [&](const World&) { return world->body_columns(); });
}

void carom_bodies_retain(const carom_bodies* bodies) {
  if (bodies != nullptr) static_cast<const BodyColumns*>(bodies)->retain();
}

void carom_bodies_release(const carom_bodies* bodies) {
  if (bodies != nullptr) static_cast<const BodyColumns*>(bodies)->release();
}

carom_status carom_get_outlines(carom_world* world, const carom_outlines** outlines) {
  return tell(world, outlines, "outlines", [&](const World&) { return world->outline_columns(); });
}

carom_status carom_get_events(carom_world* world, const carom_events** events) {
  return tell(world, events, "events", [&](const World&) { return world->event_columns(); });
}

}  // extern "C"
