/* A world made of structs: bodies added, pushed, changed and removed, callbacks on contacts, a snapshot to come back to. */
#include <carom/carom.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void must(carom_status status) {
  if (status == CAROM_OK) return;
  fprintf(stderr, "%s: %s\n", carom_status_name(status), carom_last_error());
  exit(1);
}

/* Tells of every contact; the second time that the ball reaches an edge it is let through. */
static carom_verdict before(carom_world *world, const carom_contact *contact, void *user) {
  int *bounces = user;
  (void)world;
  printf("  t = %.4f: body %" PRIu64 " meets %s at %.2f m/s\n", contact->t, contact->a,
         contact->b == CAROM_EDGES ? "the edges" : "a body", contact->speed);
  if (contact->b != CAROM_EDGES) return CAROM_GO_ON;
  return ++*bounces == 2 ? CAROM_IGNORE_CONTACT : CAROM_GO_ON;
}

int main(void) {
  carom_world *world;
  carom_body ball, gate, old;
  carom_snapshot *start;
  carom_ray_hit seen;
  carom_body_info info;
  uint64_t hash, again;
  int bounces = 0;

  carom_world_def settings = carom_default_world();
  settings.gravity.y = -9.81;
  settings.restitution = 0.8;
  settings.bounds = true;
  settings.bounds_min.x = settings.bounds_min.y = -2;
  settings.bounds_max.x = settings.bounds_max.y = 2;
  must(carom_world_new(&settings, &world));

  carom_body_def def = carom_default_body();
  def.name = "ball";
  def.shape.radius = 0.1;
  must(carom_add(world, &def, &ball));

  const carom_vec2 corners[] = {{-1, -0.1}, {1, -0.1}, {1, 0.1}, {-1, 0.1}};
  def = carom_default_body();
  def.name = "gate";
  def.shape.kind = CAROM_POLYGON;
  def.shape.vertices = corners;
  def.shape.vertex_count = 4;
  def.at.y = -1;
  def.fixed_given = def.fixed = true;
  def.sensor = true;
  must(carom_add(world, &def, &gate));

  must(carom_ray_cast(world, (carom_vec2){0, 1.9}, (carom_vec2){0, -1.9}, CAROM_EVERYTHING, &seen));
  printf("a ray from above meets body %" PRIu64 " at y = %.2f\n", seen.body, seen.point.y);

  must(carom_snapshot_take(world, &start));
  must(carom_apply_impulse(world, ball, (carom_vec2){0.02, 0}));
  must(carom_set_callbacks(world, before, NULL, &bounces));
  printf("two seconds:\n");
  must(carom_run(world, 2));
  must(carom_body_get(world, ball, &info));
  must(carom_hash(world, &hash));
  printf("the ball is at (%.3f, %.3f)\n", info.state.at.x, info.state.at.y);

  /* Back to the start, and the same again: the same bits. */
  bounces = 0;
  must(carom_restore(world, start));
  must(carom_apply_impulse(world, ball, (carom_vec2){0.02, 0}));
  printf("the same two seconds:\n");
  must(carom_run(world, 2));
  must(carom_hash(world, &again));
  printf("%s\n", hash == again ? "the same bits" : "other bits");

  must(carom_change_json(world, ball, "{\"mass\": 3, \"restitution\": 0.1}", CAROM_WHOLE_TEXT));
  old = gate;
  must(carom_remove(world, gate));
  printf("an old handle: %s\n", carom_status_name(carom_set_velocity(world, old, (carom_vec2){1, 0})));

  carom_snapshot_free(start);
  must(carom_world_free(world));
  return hash == again ? 0 : 1;
}
