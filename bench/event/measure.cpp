#include "measure.hpp"

#include <malloc.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "../machine.hpp"

namespace carom::bench {
namespace {

/// Without pages of files, which are the program's code. What is free already is given back first.
double resident_bytes() {
  malloc_trim(0);
  double all = 0;
  double pages = 0;
  double of_files = 0;
  std::ifstream("/proc/self/statm") >> all >> pages >> of_files;
  return (pages - of_files) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Follows the discs across the edges of the box. Sampled so often that no disc crosses half of it in between.
class Displacement {
 public:
  Displacement(const World& world, double size) : ids_(world.bodies()), size_(size), way_(ids_.size()) {
    for (const BodyId id : ids_) last_.push_back(world.body(id)->state.at);
  }

  void look(const World& world) {
    for (std::size_t k = 0; k < ids_.size(); ++k) {
      const Vec2 now = world.body(ids_[k])->state.at;
      const Vec2 d = now - last_[k];
      way_[k] = way_[k] + Vec2{d.x - size_ * std::round(d.x / size_), d.y - size_ * std::round(d.y / size_)};
      last_[k] = now;
    }
  }

  [[nodiscard]] double mean_square() const {
    double sum = 0;
    for (const Vec2 way : way_) sum += dot(way, way);
    return sum / static_cast<double>(way_.size());
  }
  [[nodiscard]] double bytes() const { return static_cast<double>(ids_.size() * (sizeof(BodyId) + 2 * sizeof(Vec2))); }

 private:
  std::vector<BodyId> ids_;
  double size_;
  std::vector<Vec2> last_;
  std::vector<Vec2> way_;
};

/// Plays a world in portions of collisions; how long they take in scene time is learnt on the way.
class Player {
 public:
  explicit Player(World& world) : world_(world), count_(static_cast<double>(world.body_count())) {}

  /// Half a free time or so, if the guess of one unit of time is not too long.
  void learn() {
    for (double span = 1e-3; world_.collision_count() < world_.body_count() / 4; span *= 2) go(world_.time() + span);
    begin_ = {world_.time(), collisions()};
    play(count_ / 2);
  }

  /// About so many.
  void play(double collisions_wanted) { go(world_.time() + span_of(collisions_wanted)); }

  /// The same, sampled every twenty collisions a disc: none has crossed half of the box by then, and looking at all of
  /// the bodies leaves nothing of the flights in the caches.
  void play(double collisions_wanted, Displacement& displacement) {
    const double end = collisions() + collisions_wanted;
    while (collisions() < end) {
      play(std::min(end - collisions() + 1, 10 * count_));
      displacement.look(world_);
    }
  }

  [[nodiscard]] double span_of(double collisions_wanted) const {
    const double known = collisions() - begin_.collisions;
    // Before anything is known: as much as nothing, so that the next guess is better.
    return known > 0 ? collisions_wanted * (world_.time() - begin_.time) / known : 1e-3;
  }
  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] double collisions() const { return static_cast<double>(world_.collision_count()); }

 private:
  struct Moment {
    double time = 0;
    double collisions = 0;
  };

  void go(double end) {
    const double before = processor_seconds();
    play_measured(world_, end);
    seconds_ += processor_seconds() - before;
  }

  World& world_;
  double count_;
  double seconds_ = 0;
  Moment begin_;
};

/// Of three blocks the fastest: other work of the machine only ever takes time.
double timed(Player& player, double collisions, Displacement& displacement) {
  constexpr int k_blocks = 3;
  double best = 0;
  for (int k = 0; k < k_blocks; ++k) {
    const double seconds = player.seconds();
    const double before = player.collisions();
    player.play(collisions / k_blocks, displacement);
    best = std::max(best, (player.collisions() - before) / (player.seconds() - seconds));
  }
  return best;
}

}  // namespace

[[gnu::noinline]] void play_measured(World& world, double end) { world.step_to(end); }

Measured measure(const Case& which, Order order, const Plan& plan) {
  Measured measured;
  const auto count = static_cast<double>(which.count);
  const double bytes_before = resident_bytes();
  const double seconds_before = processor_seconds();
  World world = make_world(which, order);
  measured.set_up = processor_seconds() - seconds_before;
  const double bytes_created = resident_bytes();
  measured.world_bytes = (bytes_created - bytes_before) / count;

  const double energy = world.energy().kinetic;
  Displacement displacement(world, which.size());
  Player player(world);
  player.learn();
  player.play(plan.equilibration * count / 2, displacement);
  measured.fresh = timed(player, plan.measured, displacement);
  player.play(plan.between, displacement);
  measured.diffused = timed(player, plan.measured, displacement);
  measured.collisions = 2 * player.collisions() / count;
  measured.square = displacement.mean_square();
  measured.flight_bytes = (resident_bytes() - bytes_created - displacement.bytes()) / count;
  measured.energy_drift = world.energy().kinetic / energy - 1;
  return measured;
}

std::uint64_t play_bare(const Case& which, Order order, const Plan& plan) {
  World world = make_world(which, order);
  Player player(world);
  player.learn();
  world.step_to(world.time() + player.span_of(plan.equilibration * static_cast<double>(which.count) / 2));
  const std::uint64_t before = world.collision_count();
  play_measured(world, world.time() + player.span_of(plan.measured));
  return world.collision_count() - before;
}

}  // namespace carom::bench
