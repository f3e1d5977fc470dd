// A character that is no body: it walks, jumps, takes steps, stands on slopes and rides on a lift.
//
// carom::Mover asks the world where there is room (World::cast) and slides along what is in the way. Gravity and jumping are
// the game's: a velocity that grows while there is no ground. A level in one line each, and where the hero has come to.

#include <carom/carom.hpp>
#include <cmath>
#include <cstdio>

namespace {

carom::Polygon box(double half_x, double half_y) {
  return carom::Polygon::make({{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}}).value();
}

void put(carom::World& world, carom::BodyShape shape, carom::Vec2 at, carom::Vec2 velocity = {}) {
  carom::BodyDef def;
  def.shape = std::move(shape);
  def.at = at;
  def.velocity = velocity;
  def.fixed = true;
  world.add(def);
}

struct Hero {
  carom::Mover mover;
  double rise = 0;  // the vertical part of its velocity

  void play(carom::World& world, double dt, double walk, bool jump) {
    world.step(dt);
    if (mover.grounded()) rise = jump ? 6 : 0;
    rise -= 15 * dt;
    mover.move(world, {walk * dt, rise * dt});
    if (mover.grounded()) rise = 0;
  }
};

}  // namespace

int main() {
  constexpr double dt = 1.0 / 60;
  carom::World world = carom::World::make({}).value();
  put(world, carom::Border{carom::Axis::y, 0}, {0, 0});
  for (int k = 1; k <= 4; ++k) put(world, box(0.5, 0.125 * k), {2.0 + k, 0.125 * k});  // four steps of 0.25
  put(world, carom::Segment{{carom::Vec2{0, 0}, carom::Vec2{2, 1}}}, {6.5, 1});        // a slope of 1 : 2
  put(world, box(1, 0.1), {9.6, -0.7}, {0, 0.5});                                      // a lift
  put(world, box(0.1, 0.4), {1, 0.4});                                                 // a wall, to be jumped over

  carom::MoverSettings settings;
  settings.shape = box(0.2, 0.4);
  Hero hero{carom::Mover::make(settings, {0, 0.5}).value()};
  bool good = true;
  const auto report = [&](const char* what, double x, double y) {
    const carom::Vec2 at = hero.mover.at();
    std::printf("%-28s at (%.2f, %.2f)%s\n", what, at.x, at.y, hero.mover.grounded() ? "" : ", in the air");
    good = good && std::abs(at.x - x) < 0.1 && std::abs(at.y - y) < 0.1;
  };
  const auto walk = [&](double seconds, double speed, bool jump = false) {
    for (int frame = 0; frame < static_cast<int>(std::lround(seconds / dt)); ++frame) hero.play(world, dt, speed, jump);
  };

  walk(1, 2);
  report("stopped by the wall", 0.7, 0.4);
  walk(0.05, 2, true);
  walk(0.75, 2);
  report("over the wall, jumping", 1.9, 0.4);
  walk(2.2, 2);
  report("up the steps", 6.3, 1.4);
  walk(1, 2);
  report("up the slope", 8.1, 2.3);
  walk(0.5, 2);
  walk(1, 0);
  report("on the lift", 9.1, 3.1);
  return good ? 0 : 1;
}
