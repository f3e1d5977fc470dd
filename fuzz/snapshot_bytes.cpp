// Any bytes as a snapshot, alone and under a header that fits them: reading must end with an error that has a reason, or with
// a snapshot that is written as the same bytes, and that worlds of every kind take and step on from within their limits.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "carom/world/world.hpp"
#include "world/snapshot/snapshot.hpp"

namespace {

void require(bool law) {
  if (!law) std::abort();
}

carom::WorldSettings settings_of(carom::Detection detection) {
  carom::WorldSettings settings;
  settings.detection = detection;
  settings.gravity = {0, -1};
  settings.restitution = 0.5;
  settings.bounds = carom::Bounds{{-5, -5}, {5, 5}, carom::Edges::rebound};
  return settings;
}

/// Every turn within a step costs its time: it is right, and slow.
bool spins_fast(const carom::World& world) {
  const auto bodies = world.bodies();
  return std::ranges::any_of(bodies, [&](carom::BodyId id) { return std::abs(world.body(id)->state.spin) > 1000; });
}

void check(std::span<const std::byte> bytes) {
  const auto snapshot = carom::World::Snapshot::from_bytes(bytes);
  if (!snapshot) return require(!snapshot.error().reason.empty());
  const std::vector<std::byte> again = snapshot.value().bytes();
  require(std::ranges::equal(again, bytes));
  if (snapshot.value().body_count() > 50) return;
  for (const auto detection : {carom::Detection::swept, carom::Detection::overlap, carom::Detection::event}) {
    carom::World world = carom::World::make(settings_of(detection)).value();
    world.set_limits({.work = 2000, .work_a_body = 100, .records = 2000, .records_a_body = 100});
    if (const auto error = world.restore(snapshot.value())) {
      require(!error->reason.empty());
      continue;
    }
    if (spins_fast(world)) continue;
    // The event loop limits the work of a moment alone: a run that asks this often is right, and slow.
    world.set_interrupt([asked = 0]() mutable { return ++asked > 4; });
    for (int k = 0; k < 2; ++k) static_cast<void>(world.step());
    static_cast<void>(carom::World::Snapshot::from_bytes(world.snapshot().bytes()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  check(bytes);
  check(carom::detail::with_header(bytes));
  return 0;
}
