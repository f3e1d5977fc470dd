// A bouncing ball: a world, a floor, a ball, and the events of each step.
//
// A ball of radius 0.1 falls one metre onto a floor, keeps 80 % of its speed at each bounce and comes to rest. The floor
// is a line without thickness and a step is a sixtieth of a second; still every bounce has its own moment within a step.
// The first one is at √(2 h / g) = 0.4515 s with 4.43 m/s, and each rebound reaches 0.8² = 64 % of the height before.

#include <carom/carom.hpp>
#include <cmath>
#include <cstdio>

int main() {
  carom::WorldSettings settings;
  settings.restitution = 0.8;
  settings.gravity = {0, -9.81};
  carom::World world = carom::World::make(settings).value();

  carom::BodyDef floor;
  floor.shape = carom::Border{carom::Axis::y, 0};
  world.add(floor);
  carom::BodyDef ball;
  ball.shape = carom::Circle{.radius = 0.1, .center = {}};
  ball.at = {0, 1.1};
  const carom::BodyId id = world.add(ball).value();

  double first = 0;
  while (world.time() < 5) {
    world.step();
    for (const carom::ContactEvent& event : world.events()) {
      std::printf("t = %.4f s: bounce at %.2f m/s\n", event.t, event.speed);
      if (first == 0) first = event.t;
    }
  }

  const double height = world.body(id)->state.at.y;
  std::printf("at rest at height %.6f m after %d bounces\n", height, static_cast<int>(world.collision_count()));
  return std::abs(first - std::sqrt(2 / 9.81)) < 1e-3 && std::abs(height - 0.1) < 1e-9 ? 0 : 1;
}
