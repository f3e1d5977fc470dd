// Bodies: added, removed, changed, asked about one by one.

#include <algorithm>

#include "carom/io/event_log.hpp"
#include "io/json/json_text.hpp"
#include "io/json/json_tree.hpp"
#include "io/scene/scene_names.hpp"
#include "session.hpp"
#include "shapes.hpp"
#include "world/rules/faults.hpp"

using namespace carom;
using namespace carom::c;

namespace {

constexpr size_t k_most = size_t{1} << 24U;

carom_status gone(carom_body body) {
  return fail(CAROM_GONE, Error{"", "there is no body " + std::to_string(body) + ": it is gone, or never was"});
}

/// Runs `action(id)` with the body that a handle means.
template <class Action>
carom_status with_body(carom_world* world, carom_body body, Access access, const Action& action) {
  if (world == nullptr) return missing("world");
  return world->use(access, [&]() -> carom_status {
    const auto id = world->world().find_serial(body);
    return id ? action(*id) : gone(body);
  });
}

/// One of the setters of World, which say no where a number is too large, or where the world has no such thing.
template <class Set>
carom_status set(carom_world* world, carom_body body, const char* place, Vec2 given, const Set& apply) {
  return with_body(world, body, Access::shared, [&](BodyId id) {
    if (!allowed(given)) return bad(not_allowed(place, given));
    if (!apply(world->world(), id)) {
      return fail(CAROM_NOT_HERE, place,
                  "this body cannot be given it: it is too large, or this world has no such thing");
    }
    world->changed();
    return CAROM_OK;
  });
}

/// One of those that make another body of it, which cannot be done while a step runs.
template <class Set>
carom_status define(carom_world* world, carom_body body, const char* place, Vec2 given, const Set& apply) {
  if (world == nullptr) return missing("world");
  return world->use(Access::exclusive, [&] {
    const carom_status status = set(world, body, place, given, apply);
    if (status == CAROM_OK) world->reshaped();
    return status;
  });
}

std::optional<double> number_of(const carom_optional& number) {
  return number.given ? std::optional(number.value) : std::nullopt;
}

Checked<BodyDef> body_of(const carom_body_def& def) {
  BodyDef body;
  if (def.name != nullptr) body.name = def.name;
  if (def.part_count > 0 && def.parts == nullptr) return Error{"/shapes", "expected an address, found NULL"};
  auto shape = def.part_count > 0 ? body_shape(def.parts, def.part_count) : body_shape(def.shape);
  if (!shape) return shape.error();
  body.shape = std::move(shape).value();
  body.at = vec(def.at);
  body.velocity = vec(def.velocity);
  body.angle = def.angle;
  body.spin = def.spin;
  body.mass = number_of(def.mass);
  body.density = def.density;
  if (def.fixed_given) body.fixed = def.fixed;
  body.restitution = number_of(def.restitution);
  body.friction = number_of(def.friction);
  body.turns = def.turns;
  if (def.tag_count > k_most) return Error{"/tags", "expected fewer of them"};
  if (def.tag_count > 0 && def.tags == nullptr) return Error{"/tags", "expected an address, found NULL"};
  for (size_t k = 0; k < def.tag_count; ++k) {
    if (def.tags[k] == nullptr) return Error{"/tags/" + std::to_string(k), "expected a text, found NULL"};
    body.tags.emplace_back(def.tags[k]);
  }
  body.health = number_of(def.health);
  body.lifetime = number_of(def.lifetime);
  body.sensor = def.sensor;
  body.category = def.category;
  body.mask = def.mask;
  body.damping = def.damping;
  body.user_data = def.user_data;
  return body;
}

carom_status add(carom_world* world, BodyDef def, carom_body* body) {
  if (io::serial_in(def.name)) def.name.clear();  // it gets a number of its own
  const auto id = world->world().add(std::move(def));
  if (!id) return bad(id.error());
  world->changed(true);
  *body = world->world().body(id.value())->serial;
  return CAROM_OK;
}

constexpr std::string_view k_shapes[] = {"circle", "polygon", "segment", "border", "shapes"};

/// A body has one shape, and a mass or a density.
bool gives_way(std::string_view key, const io::JsonTree& changes) {
  const bool shape = std::ranges::count(k_shapes, key) > 0;
  for (std::size_t k = 0; k < changes.root().children.size(); ++k) {
    const std::string& other = changes.child(changes.root(), k).key;
    if (key == other || (shape && std::ranges::count(k_shapes, std::string_view(other)) > 0)) return true;
    if ((key == "mass" && other == "density") || (key == "density" && other == "mass")) return true;
  }
  return false;
}

/// The members of the object in `text` for which `kept` holds, after those that `merged` has.
template <class Kept>
void append_members(std::string& merged, const io::JsonTree& tree, std::string_view text, const Kept& kept) {
  const std::vector<std::string_view> members = io::member_texts(text);
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (!kept(tree.child(tree.root(), k))) continue;
    if (!merged.empty()) merged += ',';
    merged += members[k];
  }
}

/// The body with the keys of `changes` in place of its own.
Checked<BodyDef> changed(const World& world, const Body& body, std::string_view changes) {
  const auto given = io::JsonTree::parse_lines(changes);
  if (!given) return given.error();
  if (given.value().root().kind != io::JsonKind::object) return Error{"", "expected an object with keys of a body"};
  const std::string own_text = write_body(definition_of(world, body));
  const auto own = io::JsonTree::parse_lines(own_text);
  std::string merged;
  append_members(merged, own.value(), own_text,
                 [&](const io::JsonNode& member) { return !gives_way(member.key, given.value()); });
  append_members(merged, given.value(), changes,
                 [](const io::JsonNode& member) { return member.kind != io::JsonKind::null; });
  auto def = read_body("{" + merged + "}");
  if (!def) return def.error();
  BodyDef result = std::move(def).value();
  result.user_data = body.user_data;
  if (io::serial_in(result.name)) result.name.clear();
  return result;
}

carom_optional optional(const std::optional<double>& number) { return {number.has_value(), number.value_or(0)}; }

carom_state state_of_body(const BodyState& state) {
  return {vec(state.at), vec(state.velocity), state.angle, state.spin};
}

std::optional<BodyId> find_then(const World& world, carom_body body) {
  if (const auto id = world.find_serial(body)) return id;
  for (const Party& party : world.departed()) {
    if (party.serial == body) return party.id;
  }
  return std::nullopt;
}

}  // namespace

extern "C" {

carom_body_def carom_default_body(void) {
  const BodyDef body;
  carom_body_def def{};
  def.struct_size = sizeof def;
  def.shape.kind = CAROM_CIRCLE;
  def.shape.radius = 1;
  def.density = body.density;
  def.turns = body.turns;
  def.category = body.category;
  def.mask = body.mask;
  return def;
}

carom_status carom_add(carom_world* world, const carom_body_def* def, carom_body* body) {
  if (world == nullptr) return missing("world");
  if (def == nullptr) return missing("def");
  if (body == nullptr) return missing("body");
  if (def->struct_size != sizeof *def) {
    return fail(CAROM_BAD_INPUT, "struct_size", "expected a struct made by carom_default_body() of this version");
  }
  return world->use(Access::shared, [&] {
    auto made = body_of(*def);
    return made ? add(world, std::move(made).value(), body) : bad(made.error());
  });
}

carom_status carom_add_json(carom_world* world, const char* text, size_t size, carom_body* body) {
  if (world == nullptr) return missing("world");
  const auto given = text_of(text, size);
  if (!given) return missing("text");
  if (body == nullptr) return missing("body");
  return world->use(Access::shared, [&] {
    auto read = read_body(*given);
    return read ? add(world, std::move(read).value(), body) : bad(read.error());
  });
}

carom_status carom_remove(carom_world* world, carom_body body) {
  return with_body(world, body, Access::shared, [&](BodyId id) {
    world->world().remove(id);
    world->changed(true);
    return CAROM_OK;
  });
}

carom_status carom_find(carom_world* world, const char* name, carom_body* body) {
  if (world == nullptr) return missing("world");
  if (name == nullptr) return missing("name");
  if (body == nullptr) return missing("body");
  return world->use(Access::shared, [&] {
    const auto id = world->world().find(name);
    if (!id) return fail(CAROM_GONE, Error{"", "there is no body \"" + std::string(name) + "\""});
    *body = world->world().body(*id)->serial;
    return CAROM_OK;
  });
}

carom_status carom_name(carom_world* world, carom_body body, char** name, size_t* name_size) {
  if (world == nullptr) return missing("world");
  if (name == nullptr) return missing("name");
  return world->use(Access::shared, [&] {
    return hand_out(body == CAROM_EDGES ? "bounds" : world->world().name(body), name, name_size);
  });
}

carom_status carom_body_json(carom_world* world, carom_body body, char** text, size_t* text_size) {
  if (text == nullptr) return missing("text");
  return with_body(world, body, Access::shared, [&](BodyId id) {
    std::string line = write_body(definition_of(world->world(), *world->world().body(id)));
    while (line.ends_with('\n')) line.pop_back();
    return hand_out(line, text, text_size);
  });
}

carom_status carom_change_json(carom_world* world, carom_body body, const char* text, size_t size) {
  const auto given = text_of(text, size);
  if (!given) return missing("text");
  return with_body(world, body, Access::exclusive, [&](BodyId id) {
    auto def = changed(world->world(), *world->world().body(id), *given);
    if (!def) return bad(def.error());
    if (const auto error = world->world().redefine(id, std::move(def).value())) return bad(*error);
    world->reshaped();
    return CAROM_OK;
  });
}

carom_status carom_body_get(carom_world* world, carom_body body, carom_body_info* info) {
  if (info == nullptr) return missing("info");
  return with_body(world, body, Access::shared, [&](BodyId id) {
    const Body& found = *world->world().body(id);
    carom_body_info result{};
    result.state = state_of_body(found.state);
    result.kind = static_cast<carom_shape_kind>(found.shape.index());
    result.radius = radius_of(found);
    result.mass = found.mass;
    result.hollow = is_hollow(found.shape);
    result.fixed = found.fixed();
    result.sensor = found.sensor;
    result.category = found.category;
    result.mask = found.mask;
    result.damping = found.damping;
    result.restitution = optional(found.restitution);
    result.friction = optional(found.friction);
    result.health = optional(found.health);
    if (found.expires) result.lifetime = {true, *found.expires - world->world().time()};
    result.user_data = found.user_data;
    *info = result;
    return CAROM_OK;
  });
}

carom_status carom_set_at(carom_world* world, carom_body body, carom_vec2 at) {
  return set(world, body, "/at", vec(at), [&](World& w, BodyId id) { return w.teleport(id, vec(at)); });
}

carom_status carom_set_velocity(carom_world* world, carom_body body, carom_vec2 velocity) {
  return set(world, body, "/velocity", vec(velocity),
             [&](World& w, BodyId id) { return w.set_velocity(id, vec(velocity)); });
}

carom_status carom_set_spin(carom_world* world, carom_body body, double spin) {
  return set(world, body, "/spin", {spin, 0}, [&](World& w, BodyId id) { return w.set_spin(id, spin); });
}

carom_status carom_set_angle(carom_world* world, carom_body body, double angle) {
  return define(world, body, "/angle", {angle, 0}, [&](World& w, BodyId id) { return w.set_angle(id, angle); });
}

carom_status carom_set_restitution(carom_world* world, carom_body body, carom_optional restitution) {
  const auto value = number_of(restitution);
  return define(world, body, "/restitution", {value.value_or(0), 0},
                [&](World& w, BodyId id) { return w.set_restitution(id, value); });
}

carom_status carom_set_friction(carom_world* world, carom_body body, carom_optional friction) {
  const auto value = number_of(friction);
  return define(world, body, "/friction", {value.value_or(0), 0},
                [&](World& w, BodyId id) { return w.set_friction(id, value); });
}

carom_status carom_set_mass(carom_world* world, carom_body body, double mass) {
  return define(world, body, "/mass", {mass, 0}, [&](World& w, BodyId id) { return w.set_mass(id, mass); });
}

carom_status carom_set_fixed(carom_world* world, carom_body body, bool fixed) {
  return define(world, body, "/fixed", {}, [&](World& w, BodyId id) { return w.set_fixed(id, fixed); });
}

carom_status carom_set_velocities(carom_world* world, const carom_body* bodies, const carom_vec2* velocities,
                                  size_t count) {
  if (world == nullptr) return missing("world");
  if (count == 0) return CAROM_OK;
  if (bodies == nullptr) return missing("bodies");
  if (velocities == nullptr) return missing("velocities");
  return world->use(Access::shared, [&]() -> carom_status {
    for (size_t k = 0; k < count; ++k) {
      if (!world->world().find_serial(bodies[k])) return gone(bodies[k]);
      if (!allowed(vec(velocities[k]))) return bad(not_allowed("/" + std::to_string(k), vec(velocities[k])));
    }
    for (size_t k = 0; k < count; ++k) {
      world->world().set_velocity(*world->world().find_serial(bodies[k]), vec(velocities[k]));
    }
    world->changed();
    return CAROM_OK;
  });
}

carom_status carom_apply_impulse(carom_world* world, carom_body body, carom_vec2 impulse) {
  return set(world, body, "/impulse", vec(impulse),
             [&](World& w, BodyId id) { return w.apply_impulse(id, vec(impulse)); });
}

carom_status carom_apply_impulse_at(carom_world* world, carom_body body, carom_vec2 impulse, carom_vec2 point) {
  if (!allowed(vec(point))) return guarded([&] { return bad(not_allowed("/point", vec(point))); });
  return set(world, body, "/impulse", vec(impulse),
             [&](World& w, BodyId id) { return w.apply_impulse(id, vec(impulse), vec(point)); });
}

carom_status carom_apply_force(carom_world* world, carom_body body, carom_vec2 force) {
  return set(world, body, "/force", vec(force), [&](World& w, BodyId id) { return w.apply_force(id, vec(force)); });
}

carom_status carom_set_filter(carom_world* world, carom_body body, uint32_t category, uint32_t mask) {
  return set(world, body, "/mask", {}, [&](World& w, BodyId id) { return w.set_filter(id, category, mask); });
}

carom_status carom_set_user_data(carom_world* world, carom_body body, uint64_t data) {
  return set(world, body, "/user_data", {}, [&](World& w, BodyId id) { return w.set_user_data(id, data); });
}

carom_status carom_add_tag(carom_world* world, carom_body body, const char* tag) {
  if (tag == nullptr) return missing("tag");
  return with_body(world, body, Access::shared, [&](BodyId id) {
    detail::Faults faults;
    faults.label("/tag", tag);
    if (faults.first()) return bad(*faults.first());
    world->world().add_tag(id, tag);
    return CAROM_OK;
  });
}

carom_status carom_event_json(carom_world* world, size_t k, char** text, size_t* text_size) {
  if (world == nullptr) return missing("world");
  if (text == nullptr) return missing("text");
  return world->use(Access::shared, [&]() -> carom_status {
    if (k >= world->events().size()) {
      return fail(CAROM_BAD_INPUT,
                  Error{"k", "expected an event of the last call, of which there are " +
                                 std::to_string(world->events().size()) + ", found " + std::to_string(k)});
    }
    std::string line = event_line(world->world(), world->events()[k]);
    while (line.ends_with('\n')) line.pop_back();
    return hand_out(line, text, text_size);
  });
}

carom_status carom_state_at(carom_world* world, carom_body body, double time, carom_state* state) {
  if (world == nullptr) return missing("world");
  if (state == nullptr) return missing("state");
  return world->use(Access::shared, [&]() -> carom_status {
    const auto id = find_then(world->world(), body);
    if (!id) return gone(body);
    const auto found = world->world().state_at(*id, time);
    if (!found) return fail(CAROM_NOT_HERE, "time", "expected a time inside the last step at which the body was there");
    *state = state_of_body(*found);
    return CAROM_OK;
  });
}

carom_status carom_states_at(carom_world* world, double time, carom_state* states, size_t count) {
  if (world == nullptr) return missing("world");
  if (states == nullptr && count > 0) return missing("states");
  return world->use(Access::shared, [&]() -> carom_status {
    const auto ids = world->bodies();
    if (count != ids.size()) {
      return fail(CAROM_BAD_INPUT, Error{"count", "expected room for all " + std::to_string(ids.size()) +
                                                      " bodies, found " + std::to_string(count)});
    }
    const std::vector<BodyState> found = world->world().states_at(ids, time);
    for (size_t k = 0; k < count; ++k) states[k] = state_of_body(found[k]);
    return CAROM_OK;
  });
}

}  // extern "C"
