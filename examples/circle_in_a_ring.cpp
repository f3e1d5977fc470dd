// A circle in a ring: shapes that hold things inside, and a small simulation made of single questions.
//
// A ring of radius 5 (a hollow circle) holds a ball of radius 1. The ball starts at the centre and would fly 10 units
// to the right in one step; its centre can go 4, so it meets the ring at t = 0.4, from the inside: `side` is inner, and
// the normal that pushes the ball off the ring points back to the centre.
//
// Then the ball flies on, mirrored at each wall it meets, for ten bounces. However long the path, the centre never gets
// more than 4 units away from the middle (but for rounding), because each hit is found at its own time.

#include <carom/carom.hpp>
#include <cmath>
#include <cstdio>

namespace {

const carom::Circle k_ring{.radius = 5, .center = {0, 0}, .hollow = true};

carom::Impact flight(carom::Vec2 from, carom::Vec2 velocity) {
  const carom::MovingCircle ball{.radius = 1, .from = from, .to = from + velocity};
  return carom::time_of_impact(ball, carom::still(k_ring));
}

}  // namespace

int main() {
  const carom::Impact first = flight({0, 0}, {10, 0});
  std::printf("straight to the right: t = %.17g, point (%g, %g), normal (%g, %g), %s side\n", first.contact.t,
              first.contact.point.x, first.contact.point.y, first.contact.normal.x, first.contact.normal.y,
              first.contact.side == carom::Side::inner ? "inner" : "outer");
  bool as_told = first.outcome == carom::Outcome::hit && std::abs(first.contact.t - 0.4) < 1e-13 &&
                 first.contact.side == carom::Side::inner && first.contact.normal == carom::Vec2{-1, 0};

  carom::Vec2 center{0, 1};
  carom::Vec2 velocity{10, 3};
  for (int bounce = 1; bounce <= 10; ++bounce) {
    const carom::Impact impact = flight(center, velocity);
    as_told = as_told && impact.outcome == carom::Outcome::hit;
    center = carom::lerp(center, center + velocity, impact.contact.t);
    velocity = velocity - 2 * carom::dot(velocity, impact.contact.normal) * impact.contact.normal;
    std::printf("bounce %2d: t = %.4f, the ball at (%7.4f, %7.4f), %.15f from the middle\n", bounce, impact.contact.t,
                center.x, center.y, carom::length(center));
    as_told = as_told && carom::length(center) <= 4 + 1e-12;
    center = (4 - 1e-9) / carom::length(center) * center;  // back inside, whichever way the last bit was rounded
  }
  return as_told ? 0 : 1;
}
