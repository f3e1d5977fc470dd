#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "carom/fill/fill.hpp"
#include "world/testing/swept_world_test.hpp"

// Velocities turned round, a gas goes back the way it came. What rounding has changed on the way grows with every
// collision; by how much, a twin tells that starts one last-place unit away in every number.
namespace carom::swept_test {
namespace {

constexpr std::size_t k_discs = 1000;
constexpr double k_collisions_each = 20;

struct Gas {
  World world;
  std::vector<BodyId> ids;

  [[nodiscard]] Vec2 place(std::size_t k) const { return at(world, ids[k]); }
};

double box_size(double area_fraction) { return std::sqrt(k_discs * std::numbers::pi / area_fraction); }

Gas gas_at(double area_fraction, bool twin) {
  WorldSettings settings;
  settings.detection = Detection::event;
  const double size = box_size(area_fraction);
  settings = bounded(settings, {0, 0}, {size, size}, Edges::periodic);
  FillDef def;
  def.count = k_discs;
  def.radius_min = def.radius_max = 1;
  def.max = {size, size};
  def.speed = 1;
  def.seed = 5;
  auto bodies = fill(def, settings, {});
  EXPECT_TRUE(bodies);
  Gas gas{make_world(settings), {}};
  gas.world.set_recording(false);
  for (BodyDef body : bodies.value()) {
    if (twin) {
      for (double* x : {&body.at.x, &body.at.y, &body.velocity.x, &body.velocity.y}) *x = std::nextafter(*x, size);
    }
    gas.ids.push_back(add(gas.world, std::move(body)));
  }
  return gas;
}

double distance(Vec2 a, Vec2 b, double size) {
  const Vec2 d = a - b;
  return length({d.x - size * std::round(d.x / size), d.y - size * std::round(d.y / size)});
}

double farthest(const Gas& gas, const std::vector<Vec2>& places, double size) {
  double far = 0;
  for (std::size_t k = 0; k < places.size(); ++k) far = std::max(far, distance(gas.place(k), places[k], size));
  return far;
}

std::vector<Vec2> places(const Gas& gas) {
  std::vector<Vec2> all;
  for (std::size_t k = 0; k < gas.ids.size(); ++k) all.push_back(gas.place(k));
  return all;
}

void expect_return(double area_fraction) {
  const double size = box_size(area_fraction);
  Gas gas = gas_at(area_fraction, false);
  const std::vector<Vec2> start = places(gas);
  while (static_cast<double>(gas.world.collision_count()) < k_collisions_each * k_discs / 2) {
    gas.world.step_to(gas.world.time() + 0.1);
  }
  const double span = gas.world.time();
  const double travelled = farthest(gas, start, size);

  Gas twin = gas_at(area_fraction, true);
  const double began = farthest(twin, start, size);
  twin.world.step_to(span);
  const double growth = farthest(twin, places(gas), size) / began;

  const std::uint64_t there = gas.world.collision_count();
  for (const BodyId id : gas.ids) ASSERT_TRUE(gas.world.set_velocity(id, -velocity(gas.world, id)));
  gas.world.step_to(2 * span);
  const std::uint64_t back = gas.world.collision_count() - there;
  const double missed = farthest(gas, start, size);
  std::printf(
      "area fraction %.2f: %.1f radii away after %llu collisions, back within %.2g after %llu more; a last-place unit "
      "has grown %.2g times\n",
      area_fraction, travelled, static_cast<unsigned long long>(there), missed, static_cast<unsigned long long>(back),
      growth);
  EXPECT_LT(missed, 100 * 0x1p-53 * size * growth);
  // Where the bound says that they return at all, every collision is undone.
  ASSERT_LT(100 * 0x1p-53 * size * growth, 0.01) << "this gas is too chaotic to tell";
  EXPECT_EQ(back, there);
}

TEST(EventReversal, AThousandDiscsReturn) {
  for (const double area_fraction : {0.6, 0.65}) expect_return(area_fraction);
}

}  // namespace
}  // namespace carom::swept_test
