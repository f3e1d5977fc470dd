/* What the C interface costs: a call, reading 10,000 bodies, a callback. The least of several rounds, in nanoseconds.
 *
 *   cc -O2 -std=c11 bench/bindings/cost.c -Ibindings/c/include -Lbuild -lcarom -Wl,-rpath,$PWD/build -o build/bench_c_cost
 */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void must(carom_status status) {
  if (status == CAROM_OK) return;
  fprintf(stderr, "%s\n", carom_last_error());
  exit(1);
}

static carom_verdict look(carom_world *world, const carom_contact *contact, void *user) {
  (void)world;
  (void)contact;
  ++*(long *)user;
  return CAROM_GO_ON;
}

/* Seconds for the same two seconds of a gas. */
static double run_gas(carom_contact_callback callback, long *count) {
  carom_world *world;
  char *text;
  must(carom_scene_text("gas", &text, NULL));
  must(carom_world_from_scene(text, CAROM_WHOLE_TEXT, &world));
  carom_free(text);
  must(carom_set_callbacks(world, callback, NULL, count));
  const double begin = now();
  must(carom_run(world, 2));
  const double taken = now() - begin;
  uint64_t collisions;
  must(carom_collision_count(world, &collisions));
  *count = (long)collisions;
  carom_world_free(world);
  return taken;
}

int main(void) {
  carom_world *world;
  const char *scene =
      "{\"carom\": 1, \"fill\": [{\"count\": 10000, \"circle\": {\"radius\": 0.1}, \"region\": {\"min\": [0, 0], \"max\": [100, 100]},"
      " \"arrangement\": \"square\", \"speed\": 1}]}";
  must(carom_world_from_scene(scene, CAROM_WHOLE_TEXT, &world));
  double call = 1e300, read = 1e300, one = 1e300, plain = 1e300, called = 1e300;
  long count = 0;
  for (int round = 0; round < 20; ++round) {
    double time, begin = now();
    for (int k = 0; k < 100000; ++k) must(carom_time(world, &time));
    const double per_call = (now() - begin) / 100000;
    if (per_call < call) call = per_call;
    carom_body_info info;
    begin = now();
    for (int k = 0; k < 10000; ++k) must(carom_body_get(world, (carom_body)k, &info));
    const double per_body = (now() - begin) / 10000;
    if (per_body < one) one = per_body;
    const carom_bodies *bodies;
    must(carom_set_velocity(world, 0, (carom_vec2){1, 0})); /* so that the columns are filled anew */
    begin = now();
    must(carom_get_bodies(world, &bodies));
    const double per_read = now() - begin;
    if (per_read < read) read = per_read;
  }
  for (int round = 0; round < 3; ++round) {
    const double without = run_gas(NULL, &count), with = run_gas(look, &count);
    if (without < plain) plain = without;
    if (with < called) called = with;
  }
  printf("a call %.0f ns; one body of 10,000 %.0f ns; columns of 10,000 bodies %.0f us; a callback %.0f ns (%ld contacts)\n", call, one,
         read / 1000, (called - plain) / (double)count, count);
  carom_world_free(world);
  return 0;
}
