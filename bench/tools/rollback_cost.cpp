// What going back costs: World::snapshot, World::restore and a snapshot's bytes, of 1,000 bodies.
//   build/bench/rollback_cost

#include <algorithm>
#include <carom/carom.hpp>
#include <chrono>
#include <cstdio>
#include <optional>
#include <vector>

namespace {

constexpr int k_bodies = 1000;
constexpr int k_rounds = 300;

/// Microseconds of the quickest of many.
template <class Act>
double quickest(const Act& act) {
  double best = 1e9;
  for (int k = 0; k < k_rounds; ++k) {
    const auto start = std::chrono::steady_clock::now();
    act();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

carom::World crowd(carom::Detection detection, bool boxes) {
  carom::WorldSettings settings;
  settings.detection = detection;
  settings.bounds = carom::Bounds{{-40, -40}, {40, 40}, carom::Edges::rebound};
  carom::World world = carom::World::make(settings).value();
  carom::Random random(1);
  for (int k = 0; k < k_bodies; ++k) {
    carom::BodyDef def;
    def.shape = carom::Circle{.radius = 0.5, .center = {}};
    if (boxes) def.shape = carom::Polygon::make({{-0.4, -0.4}, {0.4, -0.4}, {0.4, 0.4}, {-0.4, 0.4}}).value();
    def.at = {-36.0 + 2.3 * (k % 32), -36.0 + 2.3 * (k / 32)};
    def.velocity = {random.uniform(-1, 1), random.uniform(-1, 1)};
    world.add(def);
  }
  for (int k = 0; k < 30; ++k) world.step();
  return world;
}

void measure(const char* name, carom::World world) {
  std::optional<carom::World::Snapshot> kept;
  const double take = quickest([&] { kept = world.snapshot(); });
  const double restore = quickest([&] { static_cast<void>(world.restore(*kept)); });
  std::vector<std::byte> bytes;
  const double write = quickest([&] { bytes = kept->bytes(); });
  const double read = quickest([&] { static_cast<void>(carom::World::Snapshot::from_bytes(bytes)); });
  const double first = quickest([&] {
    static_cast<void>(world.restore(*kept));
    world.step();
  });
  const double step = first - restore;
  std::printf(
      "%-16s snapshot %6.0f us, restore %6.0f us, to bytes %6.0f us, from bytes %6.0f us, %4.0f bytes a body; "
      "the step after it %6.0f us\n",
      name, take, restore, write, read, static_cast<double>(bytes.size()) / k_bodies, step);
}

}  // namespace

int main() {
  std::printf("%d bodies, the quickest of %d\n", k_bodies, k_rounds);
  measure("discs", crowd(carom::Detection::swept, false));
  measure("boxes", crowd(carom::Detection::swept, true));
  measure("discs, event", crowd(carom::Detection::event, false));
}
