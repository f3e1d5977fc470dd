/* Questions without a world: two shapes, many circles at once, and a wrong one. */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
  const carom_vec2 from = {-5, 0}, to = {5, 0};
  const carom_moving disc = {.kind = CAROM_CIRCLE, .radius = 1, .from = &from, .to = &to, .count = 1};
  const carom_moving wall = {.kind = CAROM_BORDER, .offset = 1};
  carom_impact impact;
  if (carom_query(&disc, &wall, &impact)) return 1;
  printf("hit at t = %g, point (%g, %g)\n", impact.t, impact.point.x, impact.point.y);

  /* Circle k of the first meets circle k of the second. */
  const carom_vec2 there[] = {{0, 0}, {0, 0}, {0, 0}}, here[] = {{-3, 0}, {-3, 5}, {-0.5, 0}}, next[] = {{1, 0}, {1, 5}, {1, 0}};
  const double one[] = {1, 1, 1};
  const carom_circles moving = {here, next, one}, still = {there, there, one};
  double t[3];
  if (carom_impact_times(&moving, &still, 3, t, NULL)) return 1;
  printf("times: %g, %g, %g\n", t[0], t[1], t[2]);

  const carom_moving wrong = {.kind = CAROM_CIRCLE, .radius = -1, .from = &from, .count = 1};
  if (carom_query(&wrong, &wall, &impact) == CAROM_OK) return 1;
  printf("error: %s\n", carom_last_error());
  return 0;
}
