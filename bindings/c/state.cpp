// The state as a whole: snapshots, scenes, pictures.

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "carom/io/answer.hpp"
#include "carom/world/journal.hpp"
#include "io/json/json_text.hpp"
#include "session.hpp"

using namespace carom;
using namespace carom::c;

namespace {

// A snapshot as bytes: this, the length of the scene that has the settings, its text, then the bytes of World::Snapshot.
constexpr std::string_view k_magic = "carom snapshot 1";
// A journal: this, then of each world that it was kept of the length of the scene that has the settings, its text, the length of its
// Journal and that.
constexpr std::string_view k_journal_magic = "carom journal 1";

std::string faults_text(const std::vector<Error>& faults) {
  std::string text;
  for (const Error& fault : faults) {
    if (!text.empty()) text += ',';
    text += fmt::format(R"({{"place":{},"reason":{},"message":{}}})", io::json_string(fault.place),
                        io::json_string(fault.reason), io::json_string(sentence(fault)));
  }
  return "[" + text + "]";
}

std::string bytes_of(const carom_snapshot& snapshot) {
  std::string bytes(k_magic);
  bytes += sized(write_scene(snapshot.era->scene));
  const std::vector<std::byte> state = snapshot.state.bytes();
  bytes.append(reinterpret_cast<const char*>(state.data()), state.size());
  return bytes;
}

/// A scene without bodies.
Checked<Scene> settings_of(std::string_view text) {
  auto scene = read_scene(text);
  if (!scene) return Error{"/scene" + scene.error().place, scene.error().reason};
  if (!scene.value().bodies.empty() || !scene.value().fills.empty()) {
    return Error{"/scene/bodies", "expected settings alone"};
  }
  return scene;
}

Checked<std::unique_ptr<carom_world>> replayed(std::string_view bytes) {
  if (!bytes.starts_with(k_journal_magic)) return Error{"", "these bytes are no journal of this version"};
  bytes.remove_prefix(k_journal_magic.size());
  std::unique_ptr<carom_world> world;
  while (world == nullptr || !bytes.empty()) {
    const auto text = take_sized(bytes);
    const auto calls = text ? take_sized(bytes) : std::nullopt;
    if (!calls) return Error{"", "the journal is cut off"};
    auto scene = settings_of(*text);
    if (!scene) return scene.error();
    const auto journal = Journal::from_bytes(std::as_bytes(std::span(*calls)));
    if (!journal) return journal.error();
    auto made = World::make(scene.value().world);
    if (!made) return Error{"/scene/world" + made.error().place, made.error().reason};
    world = std::make_unique<carom_world>(std::move(scene).value(), std::move(made).value());
    if (auto error = world->world().replay(journal.value())) return *std::move(error);
  }
  return world;
}

Checked<carom_snapshot> snapshot_of(std::string_view bytes) {
  if (!bytes.starts_with(k_magic)) return Error{"", "these bytes are no snapshot of this version"};
  bytes.remove_prefix(k_magic.size());
  const auto text = take_sized(bytes);
  if (!text) return Error{"", "the snapshot is cut off"};
  auto scene = settings_of(*text);
  if (!scene) return scene.error();
  auto state = World::Snapshot::from_bytes(std::as_bytes(std::span(bytes)));
  if (!state) return state.error();
  // Now, so that restoring it cannot fail.
  auto world = World::make(scene.value().world);
  if (!world) return Error{"/scene/world" + world.error().place, world.error().reason};
  if (auto error = World(std::move(world).value()).restore(state.value())) return *std::move(error);
  return carom_snapshot{std::move(state).value(), era_of(std::move(scene).value())};
}

}  // namespace

extern "C" {

carom_status carom_snapshot_take(carom_world* world, carom_snapshot** snapshot) {
  if (world == nullptr) return missing("world");
  if (snapshot == nullptr) return missing("snapshot");
  return world->use(Access::exclusive, [&] {
    *snapshot = new carom_snapshot(world->snapshot());
    return CAROM_OK;
  });
}

carom_status carom_restore(carom_world* world, const carom_snapshot* snapshot) {
  if (world == nullptr) return missing("world");
  if (snapshot == nullptr) return missing("snapshot");
  return world->use(Access::exclusive, [&] {
    const auto error = world->restore(*snapshot);
    return error ? bad(*error) : CAROM_OK;
  });
}

carom_status carom_world_from_snapshot(const carom_snapshot* snapshot, carom_world** world) {
  if (snapshot == nullptr) return missing("snapshot");
  if (world == nullptr) return missing("world");
  return guarded([&] {
    auto made = World::make(snapshot->era->scene.world);
    if (!made) return bad(made.error());
    auto opened = std::make_unique<carom_world>(snapshot->era->scene, std::move(made).value());
    if (const auto error = opened->restore(*snapshot)) return bad(*error);
    *world = opened.release();
    return CAROM_OK;
  });
}

double carom_snapshot_time(const carom_snapshot* snapshot) { return snapshot != nullptr ? snapshot->state.time() : 0; }

void carom_snapshot_free(carom_snapshot* snapshot) { delete snapshot; }

carom_status carom_snapshot_bytes(const carom_snapshot* snapshot, uint8_t** bytes, size_t* size) {
  if (snapshot == nullptr) return missing("snapshot");
  if (bytes == nullptr) return missing("bytes");
  if (size == nullptr) return missing("size");
  return guarded([&] {
    const std::string made = bytes_of(*snapshot);
    void* memory = nullptr;
    if (const carom_status status = hand_out(made.data(), made.size(), &memory)) return status;
    *bytes = static_cast<uint8_t*>(memory);
    *size = made.size();
    return CAROM_OK;
  });
}

carom_status carom_snapshot_from_bytes(const uint8_t* bytes, size_t size, carom_snapshot** snapshot) {
  if (bytes == nullptr && size > 0) return missing("bytes");
  if (snapshot == nullptr) return missing("snapshot");
  return guarded([&] {
    auto read = snapshot_of({reinterpret_cast<const char*>(bytes), size});
    if (!read) return bad(read.error());
    *snapshot = new carom_snapshot(std::move(read).value());
    return CAROM_OK;
  });
}

carom_status carom_journal_start(carom_world* world) {
  if (world == nullptr) return missing("world");
  return world->use(Access::exclusive, [&] {
    world->start_journal();
    return CAROM_OK;
  });
}

carom_status carom_journal_stop(carom_world* world) {
  if (world == nullptr) return missing("world");
  return world->use(Access::exclusive, [&] {
    world->stop_journal();
    return CAROM_OK;
  });
}

carom_status carom_journal_bytes(carom_world* world, uint8_t** bytes, size_t* size) {
  if (world == nullptr) return missing("world");
  if (bytes == nullptr) return missing("bytes");
  if (size == nullptr) return missing("size");
  return world->use(Access::exclusive, [&]() -> carom_status {
    const auto journal = world->journal();
    if (!journal) return fail(CAROM_NOT_HERE, "", "expected a journal that was begun: carom_journal_start()");
    const std::string made = std::string(k_journal_magic) + *journal;
    void* memory = nullptr;
    if (const carom_status status = hand_out(made.data(), made.size(), &memory)) return status;
    *bytes = static_cast<uint8_t*>(memory);
    *size = made.size();
    return CAROM_OK;
  });
}

carom_status carom_world_from_journal(const uint8_t* bytes, size_t size, carom_world** world) {
  if (bytes == nullptr && size > 0) return missing("bytes");
  if (world == nullptr) return missing("world");
  return guarded([&] {
    auto made = replayed({reinterpret_cast<const char*>(bytes), size});
    if (!made) return bad(made.error());
    *world = std::move(made).value().release();
    return CAROM_OK;
  });
}

carom_status carom_scene_json(carom_world* world, char** text, size_t* text_size) {
  if (world == nullptr) return missing("world");
  if (text == nullptr) return missing("text");
  return world->use(Access::exclusive, [&] { return hand_out(write_scene(world->scene()), text, text_size); });
}

carom_status carom_validate(const char* scene, size_t size, char** report, size_t* report_size) {
  const auto text = text_of(scene, size);
  if (!text) return missing("scene");
  if (report == nullptr) return missing("report");
  return guarded([&] {
    std::vector<Error> faults = scene_faults(*text);
    std::vector<Error> warnings;
    size_t bodies = 0;
    size_t rules = 0;
    if (faults.empty()) {
      const Scene read = read_scene(*text).value();
      if (const auto world = build_world(read)) {
        bodies = world.value().body_count();
        rules = read.world.rules.size();
        warnings = scene_warnings(read);
      } else {
        faults.push_back(world.error());
      }
    }
    return hand_out(fmt::format(R"({{"faults":{},"warnings":{},"bodies":{},"rules":{}}})", faults_text(faults),
                                faults_text(warnings), bodies, rules),
                    report, report_size);
  });
}

}  // extern "C"
