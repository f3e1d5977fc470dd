#include <carom/toi/time_of_impact.hpp>
#include <cstdio>

int main() {
  const carom::MovingCircle ball{1, {0, 0}, {10, 0}};
  const carom::Border wall{carom::Axis::x, 6};
  const carom::Impact impact = carom::time_of_impact(ball, wall);
  std::printf("hit at t = %g\n", impact.contact.t);
  return impact.outcome == carom::Outcome::hit && impact.contact.t == 0.5 ? 0 : 1;
}
