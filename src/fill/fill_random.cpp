#include "fill/fill_random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "carom/math/elementary.hpp"
#include "fill/fill_lattice.hpp"
#include "math/sort_stably.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t k_trials_at_first = 20;    // for each disc, on the average
constexpr std::size_t k_trials_a_round = 6;      // after each shaking, for each disc
constexpr std::size_t k_trials_at_least = 5000;  // where there are few discs
constexpr std::size_t k_sweeps = 3;              // a round
constexpr std::size_t k_moves_at_least = 1000;   // a round, where there are few discs
constexpr std::size_t k_rounds = 40;
constexpr std::size_t k_idle_rounds = 8;       // without one more disc: no use to go on
constexpr std::size_t k_lattice_sweeps = 300;  // after a hundred the directions of the lattice still show

/// Covered parts of the region: beyond the first a lattice is the better start, beyond the second no equal discs fit (π/√12).
constexpr double k_crowded = 0.57;
constexpr double k_densest = 0.9069;

class Shaker {
 public:
  Shaker(Room& room, Random& random, double largest_radius)
      : room_(room), random_(random), largest_step_(largest_radius), step_(0.3 * largest_radius) {
    const Region& r = room.region;
    const double far = std::max({std::abs(r.min.x), std::abs(r.min.y), std::abs(r.max.x), std::abs(r.max.y)});
    elbow_room_ = 0x1p-48 * far;
  }

  /// Discs keep a little more than no distance, so that they do not overlap by rounding either when they are seen from
  /// elsewhere: relative to a body, or across a periodic edge.
  [[nodiscard]] double elbow_room() const noexcept { return elbow_room_; }

  /// At a random place, if it is free.
  bool drop(double radius) {
    const Region& r = room_.region;
    const double wall = r.periodic ? 0 : radius;
    Vec2 place;
    if (r.annulus) {
      const double least = r.annulus->inner > 0 ? r.annulus->inner + radius : 0;
      const double most = r.annulus->outer - radius;
      const Vec2 direction = random_.direction();  // drawn first: within one expression the order is the compiler's
      place = r.annulus->center + std::sqrt(random_.uniform(least * least, most * most)) * direction;
    } else {
      const double x = random_.uniform(r.min.x + wall, r.max.x - wall);
      place = {x, random_.uniform(r.min.y + wall, r.max.y - wall)};
    }
    const Circle disc{radius, place, false};
    if (!room_.is_free(disc, elbow_room_)) return false;
    room_.discs.add(disc);
    return true;
  }

  /// Each disc in turn tries one small move. The step adapts, so that about a third of the moves succeed.
  void sweep() {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < room_.discs.size(); ++i) {
      const double dx = random_.uniform(-step_, step_);
      const double dy = random_.uniform(-step_, step_);
      const Vec2 center = wrapped(room_.discs[i].center + Vec2{dx, dy});
      if (!room_.is_free({room_.discs[i].radius, center, false}, elbow_room_, i)) continue;
      room_.discs.move(i, center);
      ++moved;
    }
    const bool often = 3 * moved > room_.discs.size();
    step_ = std::min(step_ * (often ? 1.1 : 0.9), largest_step_);
  }

 private:
  [[nodiscard]] Vec2 wrapped(Vec2 p) const noexcept {
    const Region& r = room_.region;
    if (!r.periodic) return p;
    const Vec2 size = r.size();
    if (p.x < r.min.x) p.x += size.x;
    if (p.x >= r.max.x) p.x -= size.x;
    if (p.y < r.min.y) p.y += size.y;
    if (p.y >= r.max.y) p.y -= size.y;
    return p;
  }

  Room& room_;
  Random& random_;
  double largest_step_;
  double step_;
  double elbow_room_;
};

/// Tries until all have dropped or the trials are used up.
void drop_all(Room& room, Shaker& shaker, const std::vector<double>& largest_first, std::size_t trials) {
  for (std::size_t trial = 0; trial < trials && room.discs.size() < largest_first.size(); ++trial) {
    shaker.drop(largest_first[room.discs.size()]);
  }
}

void shake_and_drop(Room& room, Shaker& shaker, const std::vector<double>& largest_first) {
  std::size_t idle = 0;
  for (std::size_t round = 0; round < k_rounds && idle < k_idle_rounds; ++round) {
    const std::size_t before = room.discs.size();
    if (before == largest_first.size()) return;
    const std::size_t sweeps = k_sweeps + k_moves_at_least / std::max<std::size_t>(before, 1);
    for (std::size_t sweep = 0; sweep < sweeps; ++sweep) shaker.sweep();
    drop_all(room, shaker, largest_first, k_trials_a_round * largest_first.size() + k_trials_at_least);
    idle = room.discs.size() == before ? idle + 1 : 0;
  }
}

/// True if there were sites enough; otherwise the room is as it was.
bool start_from_lattice(Room& room, Shaker& shaker, const std::vector<double>& largest_first, Random& random) {
  const std::size_t count = largest_first.size();
  const double radius = (largest_first.front() + shaker.elbow_room()) * (1 + 1e-9);
  std::vector<Vec2> sites = densest_sites(room, Lattice::hexagonal, radius, count);
  if (sites.size() < count) return false;
  room.discs.clear();
  for (std::size_t k = 0; k < count; ++k) {
    std::swap(sites[k], sites[k + static_cast<std::size_t>(random.below(sites.size() - k))]);
    room.discs.add({largest_first[k], sites[k], false});
  }
  for (std::size_t sweep = 0; sweep < k_lattice_sweeps; ++sweep) shaker.sweep();
  return true;
}

double area_of(std::span<const double> radii) noexcept {
  double sum = 0;
  for (const double radius : radii) sum += k_pi * radius * radius;
  return sum;
}

void place_all(Room& room, const std::vector<double>& largest_first, Random& random) {
  Shaker shaker(room, random, largest_first.front());
  const std::size_t count = largest_first.size();
  drop_all(room, shaker, largest_first, k_trials_at_first * count + k_trials_at_least);
  if (room.discs.size() == count) return;
  const double covered = area_of(largest_first) / room.region.area();
  if (largest_first.front() == largest_first.back() && covered > k_densest) return;
  const bool crowded = covered > k_crowded;
  if (crowded && start_from_lattice(room, shaker, largest_first, random)) return;
  shake_and_drop(room, shaker, largest_first);
  if (room.discs.size() < count && !crowded) start_from_lattice(room, shaker, largest_first, random);
}

}  // namespace

Arranged arrange_randomly(Room& room, std::span<const double> radii, Random& random) {
  std::vector<std::size_t> order(radii.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  sort_stably(order, std::greater<>(), [&](std::size_t k) { return radii[k]; });
  std::vector<double> largest_first(radii.size());
  std::ranges::transform(order, largest_first.begin(), [&](std::size_t k) { return radii[k]; });
  place_all(room, largest_first, random);

  const std::size_t placed = room.discs.size();
  Arranged result{{}, area_of(std::span(largest_first).first(placed))};
  if (placed < radii.size()) return result;
  result.centers.resize(placed);
  for (std::size_t k = 0; k < placed; ++k) result.centers[order[k]] = room.discs[k].center;
  return result;
}

}  // namespace carom::detail
