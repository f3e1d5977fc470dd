// Worlds for JavaScript: carom.ts is the other side of every call here. Worlds and snapshots are handles, which are
// never checked: carom.ts keeps them. Tables and texts stand until the next call.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "carom/io/answer.hpp"
#include "carom/io/event_log.hpp"
#include "columns.hpp"
#include "session.hpp"
#include "text.hpp"

#define CAROM_EXPORT(name) extern "C" [[clang::export_name(#name)]]

namespace {

using carom::Vec2;
using carom::wasm::answer;
using carom::wasm::given;
using carom::wasm::Saved;
using carom::wasm::Session;

template <class Element>
std::uint32_t address(const std::vector<Element>& column) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(column.data()));
}
template <class Element>
std::uint32_t size(const std::vector<Element>& column) {
  return static_cast<std::uint32_t>(column.size());
}

/// Where the tables stand; each call writes its own anew.
const std::uint32_t* table(std::initializer_list<std::uint32_t> entries) {
  static std::vector<std::uint32_t> kept;
  kept = entries;
  return kept.data();
}
const double* numbers(std::initializer_list<double> values) {
  static std::vector<double> kept;
  kept = values;
  return kept.data();
}

/// False, and the reason is left for JavaScript.
bool refuse(const std::vector<carom::Error>& faults) {
  answer(carom::wasm::faults_text(faults));
  return false;
}

double count(std::uint64_t number) { return static_cast<double>(number); }

}  // namespace

CAROM_EXPORT(carom_version) void carom_version() { answer(CAROM_VERSION); }

/// 0, and the faults, if the text in the room is no scene.
CAROM_EXPORT(carom_open) Session* carom_open() {
  auto scene = carom::read_scene(given());
  if (!scene) {
    refuse(carom::scene_faults(given()));
    return nullptr;
  }
  auto world = carom::build_world(scene.value());
  if (!world) {
    refuse({world.error()});
    return nullptr;
  }
  return new Session(std::move(scene).value(), std::move(world).value());
}

CAROM_EXPORT(carom_close) void carom_close(Session* session) { delete session; }

/// {"faults", "warnings", "bodies", "rules"}: the same checks as those of `carom validate`.
CAROM_EXPORT(carom_validate) void carom_validate() {
  std::vector<carom::Error> faults = carom::scene_faults(given());
  std::vector<carom::Error> warnings;
  std::size_t bodies = 0;
  std::size_t rules = 0;
  if (faults.empty()) {
    const carom::Scene scene = carom::read_scene(given()).value();
    if (const auto world = carom::build_world(scene)) {
      bodies = world.value().body_count();
      rules = scene.world.rules.size();
      warnings = carom::scene_warnings(scene);
    } else {
      faults.push_back(world.error());
    }
  }
  answer(fmt::format(R"({{"faults":{},"warnings":{},"bodies":{},"rules":{}}})", carom::wasm::faults_text(faults),
                     carom::wasm::faults_text(warnings), bodies, rules));
}

CAROM_EXPORT(carom_query) void carom_query() {
  const carom::QueryLine question = carom::read_query(given());
  answer(carom::answer_line(question.id, carom::answer(question)));
}

/// How many steps were taken; -1: time stands still; -2: a step needed too much, and the answer says what.
CAROM_EXPORT(carom_forward)
std::int32_t carom_forward(Session* session, double until, std::uint32_t most, std::uint32_t record) {
  const auto taken = session->forward(until, most, record != 0);
  if (!session->failure().empty()) {
    answer(session->failure());
    return -2;
  }
  return taken ? static_cast<std::int32_t>(std::min<std::uint32_t>(*taken, INT32_MAX)) : -1;
}

CAROM_EXPORT(carom_status) const double* carom_status(Session* session) {
  const carom::World& world = session->world();
  return numbers({world.time(), count(world.step_count()), count(world.collision_count())});
}

CAROM_EXPORT(carom_sums) const double* carom_sums(Session* session) {
  const carom::World& world = session->world();
  const auto [kinetic, potential] = world.energy();
  const Vec2 momentum = world.momentum();
  const carom::PolicyCounts& p = world.policies();
  return numbers({kinetic, potential, world.exchanged_energy(), momentum.x, momentum.y,
                  world.keeps_momentum() ? 1.0 : 0.0, world.angular_momentum(), count(p.rests), count(p.calms),
                  count(p.clumps), count(p.grazes), count(p.briefs), count(p.hops), count(p.holds),
                  count(p.capped_extrapolations), count(p.capped_substeps)});
}

CAROM_EXPORT(carom_hash) void carom_hash(Session* session) { answer(fmt::format("{:016x}", session->world().hash())); }

CAROM_EXPORT(carom_bodies) const std::uint32_t* carom_bodies(Session* session) {
  static carom::wasm::BodyColumns c;
  c.fill(session->world(), session->bodies());
  return table({size(c.serial), session->revision(), address(c.serial), address(c.kind), address(c.flags),
                address(c.at), address(c.velocity), address(c.angle), address(c.spin), address(c.radius),
                address(c.mass)});
}

CAROM_EXPORT(carom_outlines) const std::uint32_t* carom_outlines(Session* session) {
  static carom::wasm::OutlineColumns c;
  c.fill(session->world(), session->bodies());
  return table({size(c.serial), size(c.points), address(c.serial), address(c.start), address(c.points)});
}

CAROM_EXPORT(carom_events) const std::uint32_t* carom_events(Session* session) {
  static carom::wasm::EventColumns c;
  c.fill(session->events());
  return table({size(c.t), address(c.t), address(c.a), address(c.b), address(c.point), address(c.normal),
                address(c.speed), address(c.impulse), address(c.response), address(c.effects)});
}

/// False: there is no such event.
CAROM_EXPORT(carom_event) bool carom_event(Session* session, std::uint32_t k) {
  if (k >= session->events().size()) return false;
  answer(carom::event_line(session->world(), session->events()[k]));
  return true;
}

CAROM_EXPORT(carom_name) void carom_name(Session* session, std::uint32_t serial) {
  answer(session->world().name(serial));
}

/// False: there is no such body.
CAROM_EXPORT(carom_body) bool carom_body(Session* session, std::uint32_t serial) {
  const auto id = session->find(serial);
  if (!id) return false;
  answer(carom::write_body(carom::definition_of(session->world(), *session->world().body(*id))));
  return true;
}

/// Null: not known.
CAROM_EXPORT(carom_state_at) const double* carom_state_at(Session* session, std::uint32_t serial, double time) {
  const auto id = session->find_then(serial);
  const auto state = id ? session->world().state_at(*id, time) : std::nullopt;
  if (!state) return nullptr;
  return numbers({state->at.x, state->at.y, state->velocity.x, state->velocity.y, state->angle, state->spin});
}

CAROM_EXPORT(carom_states_at) const std::uint32_t* carom_states_at(Session* session, double time) {
  static carom::wasm::StateColumns c;
  c.fill(session->world(), session->bodies(), time);
  return table({size(c.at), address(c.at), address(c.velocity), address(c.angle), address(c.spin)});
}

CAROM_EXPORT(carom_pick) const std::uint32_t* carom_pick(Session* session, double x, double y) {
  static std::vector<std::uint32_t> serials;
  serials.clear();
  for (const carom::BodyId id : session->world().at_point({x, y})) {
    serials.push_back(static_cast<std::uint32_t>(session->world().body(id)->serial));
  }
  return table({size(serials), address(serials)});
}

/// Null: there is no body.
CAROM_EXPORT(carom_nearest) const double* carom_nearest(Session* session, double x, double y) {
  const auto found = session->world().nearest({x, y});
  if (!found) return nullptr;
  return numbers({count(session->world().body(found->id)->serial), found->distance, found->point.x, found->point.y});
}

/// Its serial; -1, and the fault, if the text in the room is no body that this world takes.
CAROM_EXPORT(carom_add) std::int32_t carom_add(Session* session) {
  auto body = carom::read_body(given());
  const auto serial = body ? session->add(std::move(body).value()) : carom::Checked<std::uint32_t>(body.error());
  if (serial) return static_cast<std::int32_t>(serial.value());
  refuse({serial.error()});
  return -1;
}

CAROM_EXPORT(carom_remove) bool carom_remove(Session* session, std::uint32_t serial) { return session->remove(serial); }

CAROM_EXPORT(carom_teleport) bool carom_teleport(Session* session, std::uint32_t serial, double x, double y) {
  return session->teleport(serial, {x, y});
}

CAROM_EXPORT(carom_set_velocity) bool carom_set_velocity(Session* session, std::uint32_t serial, double x, double y) {
  return session->set_velocity(serial, {x, y});
}

/// Takes settings and duration of the scene in the room. False, and the fault, if they cannot be.
CAROM_EXPORT(carom_change) bool carom_change(Session* session) {
  const auto wanted = carom::read_scene(given());
  if (!wanted) return refuse({wanted.error()});
  const auto error = session->change(wanted.value());
  return error ? refuse({*error}) : true;
}

CAROM_EXPORT(carom_scene) void carom_scene(Session* session) { answer(carom::write_scene(session->scene())); }

CAROM_EXPORT(carom_snapshot) Saved* carom_snapshot(Session* session) { return new Saved(session->snapshot()); }

CAROM_EXPORT(carom_restore) void carom_restore(Session* session, const Saved* saved) { session->restore(*saved); }

CAROM_EXPORT(carom_free_snapshot) void carom_free_snapshot(Saved* saved) { delete saved; }
