// Any bytes as a scene: reading must end with a scene or with faults that have a reason; what reads is written as text that
// reads back and is written alike; a small one builds a world or says where it cannot.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "carom/io/scene.hpp"

namespace {

void require(bool law) {
  if (!law) std::abort();
}

/// Fills of millions are right, and slow.
bool is_small(const carom::Scene& scene) {
  std::uint64_t bodies = scene.bodies.size();
  for (const carom::SceneFill& fill : scene.fills) bodies += fill.def.count;
  return bodies <= 100;
}

void check_good(const carom::Scene& scene) {
  const std::string written = carom::write_scene(scene);
  const auto again = carom::read_scene(written);
  require(again.ok());
  require(carom::write_scene(again.value()) == written);
  (void)carom::scene_warnings(scene);
  if (!is_small(scene)) return;
  const auto world = carom::build_world(scene);
  if (!world) return require(!world.error().reason.empty());
  const std::string state = carom::write_scene(carom::state_of(world.value(), scene));
  const auto resumed = carom::read_scene(state);
  require(resumed.ok());
  const auto second = carom::build_world(resumed.value());
  require(second.ok());
  require(second.value().hash() == world.value().hash());
  require(carom::write_scene(carom::state_of(second.value(), resumed.value())) == state);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto scene = carom::read_scene(text);
  const auto faults = carom::scene_faults(text);
  require(scene.ok() == faults.empty());
  if (scene) {
    check_good(scene.value());
  } else {
    require(!scene.error().reason.empty() && faults.front().place == scene.error().place);
  }
  return 0;
}
