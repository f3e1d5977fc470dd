/* Ten lines to a bouncing ball: a scene as text, and the hits of three seconds.
 *
 *   cc -std=c99 bouncing_ball.c $(pkg-config --cflags --libs carom) -o bouncing_ball
 */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
  carom_world *world;
  const carom_events *hits;
  if (carom_world_from_scene("{\"carom\": 1, \"world\": {\"gravity\": [0, -10], \"restitution\": 0.5}, \"bodies\": ["
                             "{\"border\": {\"y\": 0}}, {\"circle\": {\"radius\": 0.5}, \"at\": [0, 5.5]}]}",
                             CAROM_WHOLE_TEXT, &world)) {
    fprintf(stderr, "%s\n", carom_last_error());
    return 1;
  }
  carom_run(world, 2.5);
  carom_get_events(world, &hits);
  for (size_t k = 0; k < hits->count; ++k) printf("t = %.4f s: hits the floor at %.3f m/s\n", hits->t[k], hits->speed[k]);
  carom_world_free(world);
  return 0;
}
