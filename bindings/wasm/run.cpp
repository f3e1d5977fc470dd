// Scenes for JavaScript: text in, the end of the run out, as text too.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "carom/io/scene.hpp"
#include "carom/io/timetable.hpp"
#include "io/json_text.hpp"

namespace {

using carom::io::json_number;
using carom::io::json_string;

std::string room;
std::string answer;

std::string refusal(const carom::Error& error) {
  return "{\"error\":" + json_string(error.place.empty() ? error.reason : error.place + ": " + error.reason) + "}";
}

std::string hash_text(std::uint64_t hash) {
  constexpr auto digits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += digits[(hash >> static_cast<unsigned>(shift)) & 15U];
  return text;
}

/// The same steps as `carom run` takes; in the event world, which has none, all at once.
void run_to(carom::World& world, double until) {
  if (world.settings().detection == carom::Detection::event) {
    world.set_recording(false);
    world.step_to(until);
    return;
  }
  const carom::TimeGrid steps(world.time(), world.settings().dt);
  while (world.time() < until) {
    const double before = world.time();
    world.step_to(carom::step_end(steps, before, until));
    if (!(world.time() > before)) return;  // the step is lost in the rounding of the time
  }
}

std::string ended(const carom::World& world) {
  return "{\"time\":" + json_number(world.time()) + ",\"steps\":" + std::to_string(world.step_count()) +
         ",\"bodies\":" + std::to_string(world.body_count()) +
         ",\"collisions\":" + std::to_string(world.collision_count()) + ",\"hash\":\"" + hash_text(world.hash()) +
         "\"}";
}

std::string run(double until) {
  const auto scene = carom::read_scene(room);
  if (!scene) return refusal(scene.error());
  auto built = carom::build_world(scene.value());
  if (!built) return refusal(built.error());
  carom::World world = std::move(built).value();
  run_to(world, std::fmin(until, world.time() + scene.value().duration));
  return ended(world);
}

}  // namespace

/// Memory for the `size` bytes of a scene's text. The next call may move it.
extern "C" [[clang::export_name("carom_scene_room")]] char* carom_scene_room(std::uint32_t size) {
  room.assign(size, ' ');
  return room.data();
}

/// Runs the scene in the room to its end, or to the scene time `until` if that is earlier. The answer is JSON:
/// {"time", "steps", "bodies", "collisions", "hash"}, or {"error"} with place and reason. Returns its size in bytes.
extern "C" [[clang::export_name("carom_run")]] std::uint32_t carom_run(double until) {
  answer = run(until);
  return static_cast<std::uint32_t>(answer.size());
}

/// Where the last answer stands.
extern "C" [[clang::export_name("carom_answer")]] const char* carom_answer() { return answer.data(); }
