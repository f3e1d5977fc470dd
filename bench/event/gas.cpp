#include "gas.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

namespace carom::bench {
namespace {

constexpr double k_radius = 0.5;  // of the small discs

template <class T>
T value_or_exit(Checked<T> made, const Case& which) {
  if (!made) {
    fmt::print(stderr, "carom_events: {}: {}: {}\n", which.label(), made.error().place, made.error().reason);
    std::exit(1);
  }
  return std::move(made).value();
}

std::uint64_t large_count(const Case& which) {
  if (which.ratio == 1) return 0;
  return static_cast<std::uint64_t>(std::round(static_cast<double>(which.count) / (1 + which.ratio * which.ratio)));
}

FillDef fill_of(const Case& which, std::uint64_t count, double radius, Arrangement arrangement) {
  FillDef def;
  def.count = count;
  def.radius_min = def.radius_max = radius;
  def.max = {which.size(), which.size()};
  def.arrangement = arrangement;
  def.speed = k_radius / radius;  // so that small and large have one temperature
  return def;
}

std::vector<BodyDef> discs_of(const Case& which, const WorldSettings& settings) {
  const std::uint64_t large = large_count(which);
  if (large == 0) {
    return value_or_exit(fill(fill_of(which, which.count, k_radius, Arrangement::hexagonal), settings, {}), which);
  }
  std::vector<BodyDef> discs =
      value_or_exit(fill(fill_of(which, large, which.ratio * k_radius, Arrangement::hexagonal), settings, {}), which);
  std::vector<BodyDef> small =
      value_or_exit(fill(fill_of(which, which.count - large, k_radius, Arrangement::random), settings, discs), which);
  discs.insert(discs.end(), std::make_move_iterator(small.begin()), std::make_move_iterator(small.end()));
  return discs;
}

}  // namespace

std::string Case::label() const {
  return fmt::format("N={} fraction={} {}", count, area_fraction, ratio == 1 ? "equal" : fmt::format("1:{}", ratio));
}

double Case::size() const {
  const auto large = static_cast<double>(large_count(*this));
  const double small = static_cast<double>(count) - large;
  const double area = std::numbers::pi * k_radius * k_radius * (small + large * ratio * ratio);
  return std::sqrt(area / area_fraction);
}

World make_world(const Case& which, Order order) {
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.bounds = Bounds{{0, 0}, {which.size(), which.size()}, Edges::periodic};
  std::vector<BodyDef> discs = discs_of(which, settings);
  if (order == Order::shuffled) {
    Random random(1);
    for (std::size_t k = discs.size(); k > 1; --k) std::swap(discs[k - 1], discs[random.below(k)]);
  }
  World world = value_or_exit(World::make(std::move(settings)), which);
  for (BodyDef& disc : discs) value_or_exit(world.add(std::move(disc)), which);
  world.set_recording(false);
  return world;
}

}  // namespace carom::bench
