// Any sequence of calls of the C interface, with any numbers, NULL, wrong sizes, old handles, and callbacks that call back, stop
// or throw. Nothing may crash, hang or leak; what fails has a reason, and a world that refuses a call goes on.

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <carom/carom.h>

namespace {

void require(bool law) {
  if (!law) std::abort();
}

/// What is left of the fuzzer's bytes; zeros after the last.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::uint64_t word() {
    std::uint64_t value = 0;
    for (int k = 0; k < 8; ++k) value = value << 8U | byte();
    return value;
  }
  /// Mostly small ones, so that things meet; sometimes any.
  double number() {
    const std::uint8_t kind = byte();
    if (kind < 200) return (static_cast<double>(kind) - 100) / 16;
    if (kind < 240) return static_cast<double>(static_cast<std::int8_t>(byte())) * 64;
    constexpr double special[] = {std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN(),
                                  1e60,
                                  -1e61,
                                  5e-324,
                                  -0.0,
                                  1e-30,
                                  1e300};
    return kind < 248 ? special[kind - 240] : std::bit_cast<double>(word());
  }
  carom_vec2 point() {
    const double x = number();
    return {x, number()};
  }
  std::vector<carom_vec2> points() {
    std::vector<carom_vec2> result(byte() % 6U);
    for (carom_vec2& p : result) p = point();
    return result;
  }
  std::string text(std::size_t most) {
    std::string result(std::min<std::size_t>(byte() % (most + 1), size_), ' ');
    for (char& c : result) c = static_cast<char>(byte());
    return result;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

struct Player {
  Bytes bytes;
  std::vector<carom_world*> worlds;
  std::vector<carom_snapshot*> snapshots;
  std::vector<carom_body> bodies;  // old ones too
  int depth = 0;
  int called = 0;
  int asked = 0;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();

  /// An exact kernel of a wild scene takes milliseconds under the sanitizers, and the event world has no limit of work: what is
  /// played of one input takes about so long.
  [[nodiscard]] bool late() const { return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(500); }

  explicit Player(Bytes given) : bytes(given) {}
};

void told(carom_status status) {
  require(std::strcmp(carom_status_name(status), "unknown") != 0);
  if (status != CAROM_OK) require(*carom_last_error() != '\0' && status != CAROM_INTERNAL);
}

void play_one(Player& player);

carom_verdict callback(carom_world*, const carom_contact* contact, void* user) {
  Player& player = *static_cast<Player*>(user);
  require(contact->t == contact->t);
  if (++player.called > 200) return CAROM_STOP;
  if (player.depth == 0) {
    ++player.depth;
    for (int k = player.bytes.byte() % 4; k > 0; --k) play_one(player);
    --player.depth;
  }
  const std::uint8_t how = player.bytes.byte();
  if (how == 255) throw std::runtime_error("fuzzed");
  if (how == 254) throw 3;
  return static_cast<carom_verdict>(how < 200 ? 0 : how < 250 ? 1 : 2);
}

bool ask(void* user) {
  Player& player = *static_cast<Player*>(user);
  // Every call must be refused.
  double time = 0;
  if (!player.worlds.empty() && carom_time(player.worlds[0], &time) == CAROM_OK) require(player.worlds.size() > 1);
  return ++player.asked > 100 || player.late();
}

carom_world* world_of(Player& player) {
  const std::uint8_t which = player.bytes.byte();
  return which == 255 || player.worlds.empty() ? nullptr : player.worlds[which % player.worlds.size()];
}

carom_body body_of(Player& player) {
  const std::uint8_t which = player.bytes.byte();
  if (which == 255) return CAROM_EDGES;
  return which < 8 || player.bodies.empty() ? which : player.bodies[which % player.bodies.size()];
}

carom_optional optional_of(Bytes& bytes) { return {bytes.byte() > 200, bytes.number()}; }

carom_shape shape_of(Bytes& bytes, std::vector<carom_vec2>& memory) {
  carom_shape shape{};
  const int kind = bytes.byte() % 6;
  std::memcpy(&shape.kind, &kind, sizeof kind);
  shape.radius = bytes.number();
  shape.hollow = bytes.byte() > 220;
  shape.horizontal = bytes.byte() > 128;
  shape.offset = bytes.number();
  memory = bytes.points();
  if (kind == 3 && bytes.byte() < 200) memory = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  shape.vertices = bytes.byte() == 255 ? nullptr : memory.data();
  shape.vertex_count = memory.size();
  return shape;
}

void keep(Player& player, carom_world* world) {
  const carom_limits limits = {20000, 500, 5000, 500};
  told(carom_set_limits(world, &limits));
  player.worlds.push_back(world);
}

void make_world(Player& player) {
  if (player.worlds.size() >= 3) return;
  Bytes& bytes = player.bytes;
  carom_world* world = nullptr;
  carom_status status = CAROM_OK;
  if (bytes.byte() < 40) {
    const std::string text = bytes.byte() < 128 ? R"({"carom": 1, "world": {"detection": "event"}, "bodies": [
        {"circle": {"radius": 1}, "velocity": [1, 0]}, {"circle": {"radius": 1}, "at": [4, 0]}]})"
                                                : bytes.text(60);
    status = carom_world_from_scene(text.data(), text.size(), &world);
  } else {
    carom_world_def def = carom_default_world();
    const int detection = bytes.byte() % 4;
    std::memcpy(&def.detection, &detection, sizeof detection);
    def.gravity = bytes.point();
    def.restitution = bytes.byte() > 128 ? 1 : bytes.number();
    def.friction = bytes.byte() > 200 ? bytes.number() : 0;
    def.dt = bytes.byte() > 240 ? bytes.number() : 0.25;
    def.bounds = bytes.byte() > 100;
    def.bounds_min = {-8, -8};
    def.bounds_max = bytes.byte() > 250 ? bytes.point() : carom_vec2{8, 8};
    const int edges = bytes.byte() % 4;
    std::memcpy(&def.bounds_edges, &edges, sizeof edges);
    def.attraction = bytes.byte() > 240;
    def.substep = optional_of(bytes);
    if (bytes.byte() > 200)
      def.rules = R"([{"between": ["*", "*"], "response": "none", "after": [{"destroy": "first"}]}])";
    if (bytes.byte() == 255) def.struct_size = bytes.byte();
    const carom_source source = {{1, 1}, 2};
    def.sources = &source;
    def.source_count = bytes.byte() > 240 ? 1 : 0;
    status = carom_world_new(&def, &world);
  }
  told(status);
  require((status == CAROM_OK) == (world != nullptr));
  if (world != nullptr) keep(player, world);
}

void add_body(Player& player) {
  Bytes& bytes = player.bytes;
  carom_world* const world = world_of(player);
  size_t count = 0;
  if (world != nullptr && carom_body_count(world, &count) == CAROM_OK && count > 12) return;
  carom_body body = 0;
  carom_status status = CAROM_OK;
  if (bytes.byte() < 30) {
    const std::string text = bytes.text(40);
    status = carom_add_json(world, text.data(), text.size(), &body);
  } else {
    carom_body_def def = carom_default_body();
    std::vector<carom_vec2> memory;
    std::vector<carom_vec2> second;
    def.shape = shape_of(bytes, memory);
    std::array<carom_part, 2> parts = {};
    if (bytes.byte() > 230) {
      parts[0] = {shape_of(bytes, second), bytes.point(), 0};
      parts[1] = {carom_default_body().shape, bytes.point(), bytes.number()};
      def.parts = bytes.byte() == 255 ? nullptr : parts.data();
      def.part_count = 2;
    }
    def.at = bytes.point();
    def.velocity = bytes.point();
    def.angle = bytes.byte() > 128 ? bytes.number() : 0;
    def.spin = bytes.byte() > 200 ? bytes.number() : 0;
    def.mass = optional_of(bytes);
    def.restitution = optional_of(bytes);
    def.lifetime = optional_of(bytes);
    def.fixed_given = bytes.byte() > 200;
    def.fixed = bytes.byte() > 128;
    def.sensor = bytes.byte() > 220;
    const char* const tags[] = {"a", bytes.byte() == 255 ? nullptr : "b"};
    def.tags = tags;
    def.tag_count = bytes.byte() % 3;
    if (bytes.byte() > 200) def.name = "it";
    status = carom_add(world, &def, &body);
  }
  told(status);
  if (status == CAROM_OK) player.bodies.push_back(body);
}

void change_body(Player& player) {
  Bytes& bytes = player.bytes;
  carom_world* const world = world_of(player);
  const carom_body body = body_of(player);
  switch (bytes.byte() % 17) {
    case 12: return told(carom_set_angle(world, body, bytes.number()));
    case 13: return told(carom_set_restitution(world, body, {bytes.byte() > 20, bytes.number()}));
    case 14: return told(carom_set_friction(world, body, {bytes.byte() > 20, bytes.number()}));
    case 15: return told(carom_set_mass(world, body, bytes.number()));
    case 16: return told(carom_set_fixed(world, body, bytes.byte() > 128));
    case 0: return told(carom_remove(world, body));
    case 1: return told(carom_set_at(world, body, bytes.point()));
    case 2: return told(carom_set_velocity(world, body, bytes.point()));
    case 3: return told(carom_set_spin(world, body, bytes.number()));
    case 4: return told(carom_apply_impulse_at(world, body, bytes.point(), bytes.point()));
    case 5: return told(carom_apply_force(world, body, bytes.point()));
    case 6: return told(carom_set_filter(world, body, bytes.byte(), bytes.byte()));
    case 7: return told(carom_add_tag(world, body, bytes.text(5).c_str()));
    case 8: {
      const std::string text = bytes.text(30);
      return told(carom_change_json(world, body, text.data(), text.size()));
    }
    case 9: return told(carom_change_json(world, body, R"({"circle": {"radius": 0.5}, "mass": 2})", CAROM_WHOLE_TEXT));
    case 10: return told(carom_set_user_data(world, body, bytes.word()));
    default: {
      const carom_body many[] = {body, body_of(player)};
      const carom_vec2 velocities[] = {bytes.point(), bytes.point()};
      return told(carom_set_velocities(world, many, velocities, 2));
    }
  }
}

void ask_world(Player& player) {
  Bytes& bytes = player.bytes;
  carom_world* const world = world_of(player);
  const bool none = bytes.byte() == 255;
  carom_ray_hit hit;
  carom_body_info info;
  carom_state states[16];
  carom_body* found = nullptr;
  char* text = nullptr;
  size_t count = 0;
  switch (bytes.byte() % 15) {
    case 12: {
      std::vector<carom_vec2> memory[2];
      carom_cast casts[2] = {};
      carom_cast_hit hits[2];
      for (int k = 0; k < 2; ++k) {
        carom_cast& cast = casts[k];
        cast.shape = shape_of(bytes, memory[k]);
        cast.from = {bytes.point(), bytes.number()};
        cast.to = {bytes.point(), bytes.number()};
      }
      const carom_filter filter{bytes.byte(), bytes.byte() > 128, body_of(player)};
      return told(carom_cast_many(world, casts, 2, none ? nullptr : &filter, hits));
    }
    case 13: {
      std::vector<carom_vec2> memory;
      carom_placed placed{};
      placed.shape = shape_of(bytes, memory);
      placed.at = {bytes.point(), bytes.number()};
      size_t start[2] = {};
      if (carom_overlaps_many(world, &placed, 1, nullptr, &found, start) == CAROM_OK) carom_free(found);
      return;
    }
    case 14: {
      if (carom_inside(world, body_of(player), none ? nullptr : &found, &count) == CAROM_OK) carom_free(found);
      return;
    }
    case 0: {
      const carom_bodies* columns = nullptr;
      told(carom_get_bodies(world, none ? nullptr : &columns));
      if (columns == nullptr) return;
      volatile double sum = 0;  // all of it is read
      for (size_t k = 0; k < columns->count; ++k) sum = sum + columns->at[k].x + columns->mass[k];
      carom_bodies_retain(columns);
      if (player.depth == 0 && bytes.byte() > 128) told(carom_step(world, 1, nullptr));
      for (size_t k = 0; k < columns->count; ++k) sum = sum + columns->at[k].x + columns->mass[k];
      carom_bodies_release(columns);
      return;
    }
    case 1: return told(carom_ray_cast(world, bytes.point(), bytes.point(), bytes.byte(), none ? nullptr : &hit));
    case 2: {
      std::vector<carom_vec2> memory;
      const carom_shape shape = shape_of(bytes, memory);
      return told(
          carom_shape_cast(world, &shape, bytes.number(), bytes.point(), bytes.point(), CAROM_EVERYTHING, &hit));
    }
    case 3: {
      const carom_vec2 low = bytes.point();
      if (carom_in_region(world, low, bytes.point(), &found, &count) == CAROM_OK) carom_free(found);
      return;
    }
    case 4: return told(carom_nearest(world, bytes.point(), nullptr, nullptr, nullptr));
    case 5: return told(carom_body_get(world, body_of(player), none ? nullptr : &info));
    case 6: return told(carom_states_at(world, bytes.number(), states, bytes.byte() % 16U));
    case 7: return told(carom_state_at(world, body_of(player), bytes.number(), states));
    case 8: {
      const carom_events* events = nullptr;
      told(carom_get_events(world, &events));
      if (events == nullptr) return;
      for (size_t k = 0; k < events->count; ++k) require(events->a[k] != CAROM_EDGES);
      if (carom_event_json(world, bytes.byte(), &text, nullptr) == CAROM_OK) carom_free(text);
      return;
    }
    case 9: {
      if (carom_body_json(world, body_of(player), &text, nullptr) == CAROM_OK) carom_free(text);
      if (carom_name(world, body_of(player), &text, &count) == CAROM_OK) carom_free(text);
      return;
    }
    case 10: {
      const carom_outlines* outlines = nullptr;
      return told(carom_get_outlines(world, &outlines));
    }
    default: {
      double kinetic = 0;
      told(carom_energy(world, &kinetic, nullptr, nullptr));
      uint64_t hash = 0;
      return told(carom_hash(world, none ? nullptr : &hash));
    }
  }
}

void ask_shapes(Bytes& bytes) {
  std::vector<carom_vec2> memory[4];
  carom_moving shapes[2] = {};
  for (int k = 0; k < 2; ++k) {
    const int kind = bytes.byte() % 6;
    std::memcpy(&shapes[k].kind, &kind, sizeof kind);
    shapes[k].radius = bytes.number();
    shapes[k].hollow = bytes.byte() > 220;
    shapes[k].offset = bytes.number();
    memory[2 * k] = bytes.points();
    memory[2 * k + 1].resize(memory[2 * k].size());
    for (carom_vec2& p : memory[2 * k + 1]) p = bytes.point();
    shapes[k].from = memory[2 * k].data();
    shapes[k].to = bytes.byte() > 200 ? nullptr : memory[2 * k + 1].data();
    shapes[k].count = memory[2 * k].size();
    shapes[k].rotating = bytes.byte() > 200;
    shapes[k].to_pose = {bytes.point(), bytes.byte() / 64.0};
  }
  carom_impact impact;
  told(carom_query(&shapes[0], &shapes[1], &impact));
}

void state(Player& player) {
  Bytes& bytes = player.bytes;
  carom_world* const world = world_of(player);
  switch (bytes.byte() % 6) {
    case 0: {
      carom_snapshot* snapshot = nullptr;
      if (player.snapshots.size() < 4 && carom_snapshot_take(world, &snapshot) == CAROM_OK)
        player.snapshots.push_back(snapshot);
      return;
    }
    case 1:
      if (!player.snapshots.empty())
        told(carom_restore(world, player.snapshots[bytes.byte() % player.snapshots.size()]));
      return;
    case 2: {
      if (player.snapshots.empty()) return;
      std::uint8_t* data = nullptr;
      size_t size = 0;
      require(carom_snapshot_bytes(player.snapshots.back(), &data, &size) == CAROM_OK);
      for (int k = bytes.byte() % 3; k > 0; --k) data[bytes.word() % size] ^= bytes.byte();
      carom_snapshot* read = nullptr;
      const carom_status status =
          carom_snapshot_from_bytes(data, bytes.byte() > 240 ? bytes.word() % size : size, &read);
      told(status);
      carom_free(data);
      if (status != CAROM_OK) return;
      carom_world* made = nullptr;
      told(carom_world_from_snapshot(read, &made));
      carom_snapshot_free(read);
      if (made != nullptr && player.worlds.size() < 3) {
        keep(player, made);
      } else {
        told(carom_world_free(made));
      }
      return;
    }
    case 3: {
      char* text = nullptr;
      size_t size = 0;
      if (carom_scene_json(world, &text, &size) != CAROM_OK) return;
      carom_free(text);
      return;
    }
    case 4: return told(carom_change_settings(world, R"({"carom": 1, "world": {"dt": 0.5}})", CAROM_WHOLE_TEXT));
    default: {
      const carom_status status = carom_world_free(world);
      if (status == CAROM_OK) std::erase(player.worlds, world);
      return;
    }
  }
}

void advance(Player& player) {
  Bytes& bytes = player.bytes;
  carom_world* const world = world_of(player);
  player.called = 0;
  const bool watched = bytes.byte() > 100;
  carom_set_callbacks(world, watched ? callback : nullptr, bytes.byte() > 128 && watched ? callback : nullptr, &player);
  player.asked = bytes.byte() > 200 ? 0 : 96;
  carom_set_interrupt(world, ask, &player);
  uint64_t taken = 0;
  double now = 0;
  carom_time(world, &now);
  told(bytes.byte() < 128 ? carom_step(world, 1 + bytes.byte() % 4U, &taken)
                          : carom_run_some(world, now + (bytes.byte() % 4U) / 8.0, 2, &taken));
  carom_set_interrupt(world, nullptr, nullptr);
}

void play_one(Player& player) {
  switch (player.bytes.byte() % 8) {
    case 0: return make_world(player);
    case 1:
    case 2: return add_body(player);
    case 3: return change_body(player);
    case 4: return ask_world(player);
    case 5: return ask_shapes(player.bytes);
    case 6: return state(player);
    default: return advance(player);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Player player(Bytes(data, std::min<std::size_t>(size, 4096)));
  make_world(player);
  for (int k = 0; k < 60 && !player.bytes.empty() && !player.late(); ++k) play_one(player);
  for (carom_snapshot* const snapshot : player.snapshots) carom_snapshot_free(snapshot);
  for (carom_world* const world : player.worlds) require(carom_world_free(world) == CAROM_OK);
  return 0;
}
