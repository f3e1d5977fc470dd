// What a module of WebAssembly needs beside the functions of carom.h: the way from a callback to JavaScript, and an end that
// JavaScript can tell from a trap. src/memory.ts is the other side.
#include <carom/carom.h>

#include <cstdlib>
#include <new>

#define CAROM_IMPORT(name) [[clang::import_module("carom"), clang::import_name(name)]]
#define CAROM_EXPORT(name) [[clang::export_name(name)]]

extern "C" {

/// A contact of `world`: a carom_verdict is expected. An exception must not come out of them.
CAROM_IMPORT("before") int carom_host_before(carom_world* world, const carom_contact* contact);
CAROM_IMPORT("after") int carom_host_after(carom_world* world, const carom_contact* contact);
/// Shall the step that runs be ended? Asked some thousand times a second: a module has no clock.
CAROM_IMPORT("stop") int carom_host_stop(carom_world* world);

}  // extern "C"

namespace {

carom_verdict before(carom_world* world, const carom_contact* contact, void* /*user*/) {
  return static_cast<carom_verdict>(carom_host_before(world, contact));
}

carom_verdict after(carom_world* world, const carom_contact* contact, void* /*user*/) {
  return static_cast<carom_verdict>(carom_host_after(world, contact));
}

bool stop(void* world) { return carom_host_stop(static_cast<carom_world*>(world)) != 0; }

/// Without exceptions `new` cannot fail; ended with a code of its own, JavaScript knows why. memory.ts has the same.
[[noreturn]] void out_of_memory() {
  constexpr int k_out_of_memory = 70;
  std::_Exit(k_out_of_memory);
}
[[maybe_unused]] const std::new_handler k_before = std::set_new_handler(out_of_memory);

}  // namespace

extern "C" {

CAROM_EXPORT("carom_host_callbacks")
carom_status carom_host_callbacks(carom_world* world, int wants_before, int wants_after) {
  return carom_set_callbacks(world, wants_before != 0 ? before : nullptr, wants_after != 0 ? after : nullptr, nullptr);
}

CAROM_EXPORT("carom_host_interrupt") carom_status carom_host_interrupt(carom_world* world, int wanted) {
  return carom_set_interrupt(world, wanted != 0 ? stop : nullptr, world);
}

/// Memory that never moves, until carom_free(); null: there is not enough.
CAROM_EXPORT("carom_host_room") void* carom_host_room(size_t size) { return std::malloc(size); }

}  // extern "C"
