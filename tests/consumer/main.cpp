#include <carom/carom.hpp>
#include <cstdio>

namespace {

bool one_question() {
  const carom::MovingCircle ball{1, {0, 0}, {10, 0}};
  const carom::Border wall{carom::Axis::x, 6};
  const carom::Impact impact = carom::time_of_impact(ball, wall);
  std::printf("hit at t = %g\n", impact.contact.t);
  return impact.outcome == carom::Outcome::hit && impact.contact.t == 0.5;
}

/// Two balls swap their velocities; two threads, so that the library's own dependency is linked and used.
bool one_world() {
  carom::WorldSettings settings;
  settings.dt = 1;
  settings.threads = 2;
  carom::World world = carom::World::make(settings).value();
  carom::BodyDef ball;
  ball.velocity = {4, 0};
  const carom::BodyId left = world.add(ball).value();
  ball.at = {4, 0};
  ball.velocity = {};
  const carom::BodyId right = world.add(ball).value();
  world.step();
  std::printf("%zu contact, then the right ball has the speed %g\n", world.events().size(),
              world.body(right)->state.velocity.x);
  // The same state in another world, by way of bytes.
  carom::World copy = carom::World::make(settings).value();
  const auto snapshot = carom::World::Snapshot::from_bytes(world.snapshot().bytes());
  if (!snapshot || copy.restore(snapshot.value()) || copy.hash() != world.hash()) return false;
  return world.events().size() == 1 && world.events()[0].t == 0.5 && world.body(left)->state.velocity.x == 0 &&
         world.body(right)->state.velocity.x == 4;
}

}  // namespace

int main() { return one_question() && one_world() ? 0 : 1; }
