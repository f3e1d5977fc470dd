// First contact: ask when two discs meet, and read the answer.
//
// A disc of radius 1 flies from (-5, 0) to (3, 0) within one step; another of the same size rests at the origin. They
// touch when their centres are 2 apart: after 3 of the 8 units, at t = 3/8, in the point (-1, 0). The normal is the
// direction that pushes the first off the second: (-1, 0).
//
// Then the same flight twice more, past the second disc: 2 higher, where the two touch in a single point, and higher by
// one more bit, where they do not. The first is a hit at t = 5/8, the other a miss. No tolerance decides this.

#include <carom/carom.hpp>
#include <cmath>
#include <cstdio>
#include <limits>

namespace {

carom::Impact flight_at_height(double y) {
  const carom::MovingCircle flying{.radius = 1, .from = {-5, y}, .to = {3, y}};
  const carom::Circle resting{.radius = 1, .center = {0, 0}};
  const carom::Impact impact = carom::time_of_impact(flying, carom::still(resting));

  std::printf("flying at height %.17g: ", y);
  if (impact.outcome == carom::Outcome::hit) {
    const carom::Contact& contact = impact.contact;
    std::printf("hit at t = %.17g in (%g, %g), normal (%g, %g)\n", contact.t, contact.point.x, contact.point.y,
                contact.normal.x, contact.normal.y);
  } else {
    std::printf("miss\n");
  }
  return impact;
}

}  // namespace

int main() {
  const carom::Impact head_on = flight_at_height(0);
  const carom::Impact graze = flight_at_height(2);
  const carom::Impact past = flight_at_height(std::nextafter(2, std::numeric_limits<double>::infinity()));

  const bool as_told = head_on.outcome == carom::Outcome::hit && head_on.contact.t == 0.375 &&
                       head_on.contact.point == carom::Vec2{-1, 0} && head_on.contact.normal == carom::Vec2{-1, 0} &&
                       graze.outcome == carom::Outcome::hit && graze.contact.t == 0.625 &&
                       past.outcome == carom::Outcome::miss;
  return as_told ? 0 : 1;
}
