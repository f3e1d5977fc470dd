/* Carom for C: exact collision detection in the plane, and what happens next. C99.
 *
 *   carom_world *world;
 *   carom_world_from_scene("{\"carom\": 1, ...}", CAROM_WHOLE_TEXT, &world);
 *   carom_run(world, 5);
 *   carom_world_free(world);
 *
 * examples/c has programs. Names, defaults and meaning of all keys are those of a scene file: docs/scenes.md.
 *
 * Status    Every function that can fail returns a carom_status. If it is not CAROM_OK, carom_last_error() says why, with the
 *           place of what is wrong; what the function would have written stays as it was, and the world has not changed.
 * Bodies    A carom_body is the place of a body in the order of creation, from 0. No other body of the world ever gets it, so
 *           a handle that is old is noticed (CAROM_GONE). A world that is put back to a snapshot goes on numbering from there.
 * Texts     Given as pointer and size in bytes, UTF-8; CAROM_WHOLE_TEXT in place of the size: up to the terminating 0. Texts and
 *           bytes that a function makes end with a 0 that is not counted, and belong to the caller: carom_free().
 * Columns   Pointers to whole arrays are valid until the next call that changes the world, and longer if they are retained.
 * Threads   One world is used by one thread at a time; a call that would break this returns CAROM_BUSY. Different worlds are
 *           independent. carom_interrupt() may be called from any thread, and from signal handlers.
 * Callbacks While one runs, its world may be read and changed, but not stepped, restored or freed (CAROM_BUSY).
 */
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CAROM_API
#else
#define CAROM_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What went wrong ------------------------------------------------------------------------------------------------- */

typedef enum carom_status {
  CAROM_OK = 0,
  CAROM_BAD_INPUT = 1,       /* a scene, a body, a number or a pointer that cannot be; place and reason say which and why */
  CAROM_GONE = 2,            /* there is no such body, or no such name, any more */
  CAROM_NOT_HERE = 3,        /* not in this kind of world: the reason says why */
  CAROM_BUSY = 4,            /* the world is stepping, or another thread uses it */
  CAROM_INTERRUPTED = 5,     /* by carom_interrupt() or the interrupt callback */
  CAROM_CALLBACK_FAILED = 6, /* a contact callback has asked to stop, or has thrown a C++ exception */
  CAROM_LIMIT_REACHED = 7,   /* a step needed more work or memory than carom_set_limits() lets it */
  CAROM_TIME_STANDS_STILL = 8, /* steps are lost in the rounding of the time */
  CAROM_NOT_FINITE = 9,      /* a body is at no place any more: what pulls is too strong for the steps */
  CAROM_OUT_OF_MEMORY = 10,
  CAROM_INTERNAL = 11 /* a defect of the library: please report it */
} carom_status;

/* Of the last call of this thread that failed; "" if none has. Valid until the next one fails. */
CAROM_API const char *carom_last_error(void);        /* as `carom validate` prints it: "/bodies/3/mass: expected ..." */
CAROM_API const char *carom_last_error_place(void);  /* a JSON pointer, "line 3, column 7", or "" */
CAROM_API const char *carom_last_error_reason(void);

/* "CAROM_OK" and so on; never NULL. */
CAROM_API const char *carom_status_name(carom_status status);
/* "0.1.0". */
CAROM_API const char *carom_version(void);
/* Gives back a text or bytes; NULL is fine. */
CAROM_API void carom_free(void *text);

#define CAROM_WHOLE_TEXT SIZE_MAX

/* ---- Numbers and shapes ---------------------------------------------------------------------------------------------- */

typedef uint64_t carom_body;
/* In place of a body: the edges of the world ("bounds"). No body has this handle. */
#define CAROM_EDGES UINT64_MAX

typedef struct carom_vec2 {
  double x;
  double y;
} carom_vec2;

/* A number that may be left out. */
typedef struct carom_optional {
  bool given;
  double value;
} carom_optional;

typedef enum carom_shape_kind {
  CAROM_CIRCLE = 0,
  CAROM_BORDER = 1,
  CAROM_SEGMENT = 2,
  CAROM_POLYGON = 3,
  CAROM_SHAPES = 4 /* several, joined for good; only as the kind of a body that is there */
} carom_shape_kind;

/* Around the body's own origin. A shape uses the members that it needs; the others do not matter. */
typedef struct carom_shape {
  carom_shape_kind kind;
  double radius;              /* circle */
  bool hollow;                /* circle: a ring; polygon: an arena. They hold things inside */
  bool horizontal;            /* border: the line y = offset; otherwise x = offset */
  double offset;              /* border */
  const carom_vec2 *vertices; /* segment: its two ends; polygon: three or more */
  size_t vertex_count;
} carom_shape;

/* One of several shapes of a body, and where it stands in it. */
typedef struct carom_part {
  carom_shape shape;
  carom_vec2 at;
  double angle;
} carom_part;

/* ---- Questions without a world --------------------------------------------------------------------------------------- */

typedef struct carom_pose {
  carom_vec2 at;
  double angle;
} carom_pose;

/* A shape and its straight motion over t in [0, 1], as in `carom query`. */
typedef struct carom_moving {
  carom_shape_kind kind;
  double radius;          /* circle */
  bool hollow;            /* circle, polygon */
  bool horizontal;        /* border */
  double offset;          /* border */
  const carom_vec2 *from; /* circle: its centre; segment: two ends; polygon: vertices. Rotating: as seen from the pose */
  const carom_vec2 *to;   /* as many; NULL: it does not move */
  size_t count;           /* circle: 1 */
  bool rotating;          /* segment, polygon: it goes from one pose to the other, and `to` does not matter */
  carom_pose from_pose;
  carom_pose to_pose;
} carom_moving;

typedef enum carom_outcome { CAROM_MISS = 0, CAROM_HIT = 1, CAROM_OVERLAP = 2 } carom_outcome;

typedef struct carom_impact {
  carom_outcome outcome;
  double t;          /* in [0, 1]; 0 in an overlap. This and all below: 0 in a miss */
  carom_vec2 point;  /* where they touch */
  carom_vec2 normal; /* of length 1: pushes a off b */
  bool inner;        /* one is inside the other's ring or arena */
  double depth;      /* of an overlap */
} carom_impact;

/* When do a and b first meet? */
CAROM_API carom_status carom_query(const carom_moving *a, const carom_moving *b, carom_impact *impact);
/* The same of a[k] and b[k]; the place of an error begins with k: "/17/a/radius". Nothing is written then. */
CAROM_API carom_status carom_query_many(const carom_moving *a, const carom_moving *b, size_t count, carom_impact *impacts);
/* A line of `carom query` in, its answer out. A request that is wrong is answered too, with "error". */
CAROM_API carom_status carom_query_json(const char *line, size_t size, char **answer, size_t *answer_size);

/* Solid circles in motion, one column a property. */
typedef struct carom_circles {
  const carom_vec2 *from;
  const carom_vec2 *to;
  const double *radius;
} carom_circles;

/* When circle k of a and circle k of b meet: times[k] is 0 if they overlap, and NaN if they do not meet. `outcomes`, which may
 * be NULL, tells it in words (carom_outcome). The bits are those of carom_query(). */
CAROM_API carom_status carom_impact_times(const carom_circles *a, const carom_circles *b, size_t count, double *times,
                                          uint8_t *outcomes);

/* ---- Scenes ---------------------------------------------------------------------------------------------------------- */

/* The names of the scenes that come with Carom, in order; NULL after the last. */
CAROM_API const char *carom_scene_name(size_t k);
/* The text of one of them. CAROM_GONE: there is none of this name. */
CAROM_API carom_status carom_scene_text(const char *name, char **text, size_t *text_size);
/* What `carom validate` finds: {"faults": [{"place", "reason", "message"}, ...], "warnings": [...], "bodies", "rules"}. */
CAROM_API carom_status carom_validate(const char *scene, size_t size, char **report, size_t *report_size);

/* ---- Worlds ---------------------------------------------------------------------------------------------------------- */

typedef struct carom_world carom_world;

typedef enum carom_detection { CAROM_SWEPT = 0, CAROM_OVERLAPPING = 1, CAROM_EVENT = 2 } carom_detection;
typedef enum carom_edges { CAROM_REBOUND_EDGES = 0, CAROM_PERIODIC_EDGES = 1, CAROM_REMOVE_EDGES = 2 } carom_edges;
typedef enum carom_integrator { CAROM_LEAPFROG = 0, CAROM_CHIN = 1, CAROM_EXTRAPOLATION = 2 } carom_integrator;

/* A fixed point that pulls: acceleration strength / distance^2. */
typedef struct carom_source {
  carom_vec2 at;
  double strength;
} carom_source;

/* The "world" of a scene. Made by carom_default_world(), then changed. */
typedef struct carom_world_def {
  size_t struct_size; /* sizeof(carom_world_def), by which the library knows the version of the caller */
  carom_detection detection;
  double dt;
  double duration; /* what carom_duration() tells, and the scene that a state is written as */
  double restitution;
  double friction;
  carom_vec2 gravity;
  const carom_source *sources;
  size_t source_count;
  bool attraction; /* body pulls body, by the next three */
  double attraction_G;
  double attraction_softening;
  double attraction_opening;
  carom_integrator integrator;
  carom_optional substep;
  bool bounds; /* by the next three */
  carom_vec2 bounds_min;
  carom_vec2 bounds_max;
  carom_edges bounds_edges;
  double time; /* at which the world starts */
  carom_optional contact_duration;
  const char *rules; /* the "rules" of a scene, as JSON text: "[{\"between\": [\"*\", \"*\"], ...}]"; NULL: none */
} carom_world_def;

/* Every member as a scene has it that leaves it out. */
CAROM_API carom_world_def carom_default_world(void);

/* A world without bodies. The place of an error is that in a scene: "/world/gravity/0". */
CAROM_API carom_status carom_world_new(const carom_world_def *def, carom_world **world);
/* The world that a scene describes, at the time at which it starts. */
CAROM_API carom_status carom_world_from_scene(const char *scene, size_t size, carom_world **world);
/* CAROM_BUSY from inside a callback, otherwise CAROM_OK; NULL is fine. */
CAROM_API carom_status carom_world_free(carom_world *world);

/* Other settings from here on: takes "world" of a scene, whose keys that are left out get their defaults. Time, rules and
 * bodies stay; the events of the last call are forgotten. */
CAROM_API carom_status carom_change_settings(carom_world *world, const char *scene, size_t size);
/* How many threads may work; it changes no bit of any result. */
CAROM_API carom_status carom_set_threads(carom_world *world, unsigned threads);

/* ---- Bodies ---------------------------------------------------------------------------------------------------------- */

/* A body of a scene. Made by carom_default_body(), then changed. */
typedef struct carom_body_def {
  size_t struct_size; /* sizeof(carom_body_def) */
  const char *name;   /* NULL: it is called #k */
  carom_shape shape;
  const carom_part *parts; /* in place of `shape`, several */
  size_t part_count;
  carom_vec2 at;
  carom_vec2 velocity;
  double angle;
  double spin;
  carom_optional mass;
  double density;
  bool fixed_given; /* false: borders and segments are fixed, others are not */
  bool fixed;
  carom_optional restitution;
  carom_optional friction;
  bool turns;
  const char *const *tags;
  size_t tag_count;
  carom_optional health;
  carom_optional lifetime;
  bool sensor;
  uint32_t category;
  uint32_t mask;
  double damping;
  uint64_t user_data;
} carom_body_def;

/* A circle of radius 1 at the origin. */
CAROM_API carom_body_def carom_default_body(void);

CAROM_API carom_status carom_add(carom_world *world, const carom_body_def *def, carom_body *body);
/* A body of a scene, as JSON text. */
CAROM_API carom_status carom_add_json(carom_world *world, const char *text, size_t size, carom_body *body);
CAROM_API carom_status carom_remove(carom_world *world, carom_body body);
/* The body of this name; CAROM_GONE: there is none. */
CAROM_API carom_status carom_find(carom_world *world, const char *name, carom_body *body);
/* What a body is called, also when it is gone. */
CAROM_API carom_status carom_name(carom_world *world, carom_body body, char **name, size_t *name_size);
/* A body as a scene that went on from here would have it. */
CAROM_API carom_status carom_body_json(carom_world *world, carom_body body, char **text, size_t *text_size);
/* Changes whatever keys of a body the text has: {"mass": 3, "restitution": null, "tags": ["ball"]}; null gives a key its default.
 * A new shape takes the place of the old one. A body whose mass follows from its density gets a new one with a new shape only if
 * "density" is given. Not from inside a callback (CAROM_BUSY). */
CAROM_API carom_status carom_change_json(carom_world *world, carom_body body, const char *text, size_t size);

typedef struct carom_state {
  carom_vec2 at;       /* of the shape's origin */
  carom_vec2 velocity; /* of the centre of mass; of a fixed body of `at` */
  double angle;
  double spin;
} carom_state;

/* What there is to know of a body beside its shape, name and tags. */
typedef struct carom_body_info {
  carom_state state;
  carom_shape_kind kind;
  double radius; /* of a circle; of others how far they reach from `at`: infinite for a border */
  double mass;   /* of a fixed body: as if it were not */
  bool hollow;
  bool fixed;
  bool sensor;
  uint32_t category;
  uint32_t mask;
  double damping;
  carom_optional restitution;
  carom_optional friction;
  carom_optional health;
  carom_optional lifetime; /* what is left of it */
  uint64_t user_data;
} carom_body_info;

CAROM_API carom_status carom_body_get(carom_world *world, carom_body body, carom_body_info *info);

CAROM_API carom_status carom_set_at(carom_world *world, carom_body body, carom_vec2 at);
CAROM_API carom_status carom_set_velocity(carom_world *world, carom_body body, carom_vec2 velocity);
CAROM_API carom_status carom_set_spin(carom_world *world, carom_body body, double spin);
/* Of many bodies in one call; all of them or, with an error, none. */
CAROM_API carom_status carom_set_velocities(carom_world *world, const carom_body *bodies, const carom_vec2 *velocities,
                                            size_t count);
/* At once, at the centre of mass, or at a point of the plane, which turns the body too. */
CAROM_API carom_status carom_apply_impulse(carom_world *world, carom_body body, carom_vec2 impulse);
CAROM_API carom_status carom_apply_impulse_at(carom_world *world, carom_body body, carom_vec2 impulse, carom_vec2 point);
/* For the next step. */
CAROM_API carom_status carom_apply_force(carom_world *world, carom_body body, carom_vec2 force);
/* Two bodies meet if each one's mask has a bit of the other's category. */
CAROM_API carom_status carom_set_filter(carom_world *world, carom_body body, uint32_t category, uint32_t mask);
/* The same from here on between steps only, and CAROM_NOT_HERE also where carom_add() would refuse such a body. A shape is turned
 * about its origin. */
CAROM_API carom_status carom_set_angle(carom_world *world, carom_body body, double angle);
/* A number that is not given: the world's value counts. */
CAROM_API carom_status carom_set_restitution(carom_world *world, carom_body body, carom_optional restitution);
CAROM_API carom_status carom_set_friction(carom_world *world, carom_body body, carom_optional friction);
CAROM_API carom_status carom_set_mass(carom_world *world, carom_body body, double mass);
/* A fixed body with a velocity or spin is kinematic: it moves, and no contact changes that. */
CAROM_API carom_status carom_set_fixed(carom_world *world, carom_body body, bool fixed);
CAROM_API carom_status carom_set_user_data(carom_world *world, carom_body body, uint64_t data);
CAROM_API carom_status carom_add_tag(carom_world *world, carom_body body, const char *tag);

/* All bodies there are, in order of creation, one column a property. */
typedef struct carom_bodies {
  size_t count;
  uint64_t revision; /* another one whenever bodies came or went, or may have */
  const carom_body *body;
  const uint8_t *kind;  /* carom_shape_kind */
  const uint8_t *flags; /* CAROM_FIXED and so on */
  const carom_vec2 *at;
  const carom_vec2 *velocity;
  const double *angle;
  const double *spin;
  const double *radius; /* as in carom_body_info */
  const double *mass;
} carom_bodies;

#define CAROM_FIXED 1U
#define CAROM_HOLLOW 2U
#define CAROM_SENSOR 4U

CAROM_API carom_status carom_get_bodies(carom_world *world, const carom_bodies **bodies);
/* Retained columns stay as they are, whatever becomes of the world, until they are released as often as they were retained.
 * Both may be called from any thread. */
CAROM_API void carom_bodies_retain(const carom_bodies *bodies);
CAROM_API void carom_bodies_release(const carom_bodies *bodies);

/* What is no circle, as points around the body's own origin before it is turned. Outline k has the points from start[k] to
 * start[k + 1]: of a polygon its vertices, of a segment its ends, of a border two points that it goes through. A body of several
 * shapes has one outline each, a circle among them as a polygon of 48 corners. */
typedef struct carom_outlines {
  size_t count;
  const carom_body *body;
  const uint32_t *start; /* count + 1 of them */
  const carom_vec2 *points;
} carom_outlines;

CAROM_API carom_status carom_get_outlines(carom_world *world, const carom_outlines **outlines);

/* ---- Time ------------------------------------------------------------------------------------------------------------ */

/* At most `count` steps of the world's dt, the very ones that `carom run` takes. How many were taken is written to `taken`, which
 * may be NULL, also when the call ends early. In the event world a step is a piece of dt. */
CAROM_API carom_status carom_step(carom_world *world, uint64_t count, uint64_t *taken);
/* Steps until it is `until` exactly; the last step is shorter. */
CAROM_API carom_status carom_run(carom_world *world, double until);
/* At most `count` steps, none beyond `until`; in the event world, if it may be more than one, all at once, but not many more than
 * `count` thousand events. */
CAROM_API carom_status carom_run_some(carom_world *world, double until, uint64_t count, uint64_t *taken);

/* A step that is interrupted, or too much, or whose callback fails, is abandoned: the world is where the step before has left it,
 * bit for bit, and stepping again gives the bits of a run that never stopped. The event world, which has no steps, stops between
 * two events; if a callback has failed, it is where it was before the call. */

/* Ends the step or run of this world that goes on now, within some milliseconds in most worlds; nothing if there is none. From
 * any thread, or a signal handler. */
CAROM_API void carom_interrupt(carom_world *world);
/* Asked about every 20 ms while steps are taken, on the thread that takes them; true: the call returns CAROM_INTERRUPTED. It must
 * not call the world. NULL: no callback. */
typedef bool (*carom_interrupt_callback)(void *user);
CAROM_API carom_status carom_set_interrupt(carom_world *world, carom_interrupt_callback ask, void *user);

/* Whether steps keep what happened in them; they do unless told not to. Without it carom_get_events() has none. */
CAROM_API carom_status carom_set_recording(carom_world *world, bool recording);

/* What one step may use at most: World::set_limits in carom/world/world.hpp says in which units. */
typedef struct carom_limits {
  uint64_t work;
  uint64_t work_a_body;
  uint64_t records;
  uint64_t records_a_body;
} carom_limits;
CAROM_API carom_status carom_set_limits(carom_world *world, const carom_limits *limits);

/* ---- Contacts -------------------------------------------------------------------------------------------------------- */

typedef enum carom_response {
  CAROM_IMPULSE = 0,
  CAROM_REBOUND = 1,
  CAROM_SLIDE = 2,
  CAROM_NONE = 3,
  CAROM_IGNORE = 4,
  CAROM_MERGE = 5
} carom_response;

/* The contacts of the last carom_step() or carom_run(), of all the steps that it took, in order of time; ties by order of
 * creation of a, then of b. */
typedef struct carom_events {
  size_t count;
  const double *t; /* scene time */
  const carom_body *a;
  const carom_body *b; /* CAROM_EDGES: the edges of the world. Either may be gone by now */
  const carom_vec2 *point;
  const carom_vec2 *normal; /* of length 1, from b to a */
  const double *speed;      /* at which they closed in along the normal */
  const double *impulse;    /* size of the momentum exchanged */
  const uint8_t *response;  /* carom_response */
  const uint32_t *effects;  /* how many effects of rules ran; carom_event_json() tells which */
} carom_events;

CAROM_API carom_status carom_get_events(carom_world *world, const carom_events **events);
/* Event k of those as a line of `carom run --events`, without its end. */
CAROM_API carom_status carom_event_json(carom_world *world, size_t k, char **text, size_t *text_size);

/* Two bodies that touch. */
typedef struct carom_contact {
  double t;
  carom_body a;
  carom_body b; /* or CAROM_EDGES */
  carom_vec2 point;
  carom_vec2 normal;
  double speed;
  double impulse;           /* before: 0 */
  double restitution;       /* after: 0 */
  carom_response response;  /* before: CAROM_IMPULSE */
  bool inner;               /* before only: one is inside the other's ring or arena */
  carom_vec2 velocity_a;    /* before only */
  carom_vec2 velocity_b;
} carom_contact;

typedef enum carom_verdict {
  CAROM_GO_ON = 0,
  CAROM_IGNORE_CONTACT = 1, /* before: as by a rule with the response "ignore" */
  CAROM_STOP = 2            /* the step is abandoned, and the call returns CAROM_CALLBACK_FAILED */
} carom_verdict;

/* Called on every contact while a step runs, before it is resolved and after. Bodies may be added, removed, moved and pushed. */
typedef carom_verdict (*carom_contact_callback)(carom_world *world, const carom_contact *contact, void *user);
CAROM_API carom_status carom_set_callbacks(carom_world *world, carom_contact_callback before,
                                           carom_contact_callback after, void *user);

/* ---- What the world is like ------------------------------------------------------------------------------------------ */

/* How often a policy that guarantees the end of every step has acted: docs/mathematics.md, 15, 17 and 20. */
typedef struct carom_policies {
  uint64_t rests;
  uint64_t calms;
  uint64_t clumps;
  uint64_t grazes;
  uint64_t briefs;
  uint64_t hops;
  uint64_t holds;
  uint64_t capped_extrapolations;
  uint64_t capped_substeps;
} carom_policies;

/* What the collisions of a gas say about it, in the event world within bounds: docs/scenes.md, "The gas". */
typedef struct carom_gas {
  double pressure;
  double compressibility;
  double collision_rate;
  double mean_free_path;
  double temperature;
  double area;
} carom_gas;

CAROM_API carom_status carom_time(carom_world *world, double *time);
CAROM_API carom_status carom_duration(carom_world *world, double *end); /* the time at which the scene's duration ends */
CAROM_API carom_status carom_step_count(carom_world *world, uint64_t *steps);
CAROM_API carom_status carom_collision_count(carom_world *world, uint64_t *collisions);
CAROM_API carom_status carom_body_count(carom_world *world, size_t *count);
CAROM_API carom_status carom_hash(carom_world *world, uint64_t *hash); /* "%016" PRIx64 is what `carom run` prints */
/* `exchanged` is what removed and spawned bodies and inelastic contacts took or brought. All three may be NULL. */
CAROM_API carom_status carom_energy(carom_world *world, double *kinetic, double *potential, double *exchanged);
CAROM_API carom_status carom_momentum(carom_world *world, carom_vec2 *momentum);
/* False: something here is fixed, or pulls. */
CAROM_API carom_status carom_keeps_momentum(carom_world *world, bool *keeps);
CAROM_API carom_status carom_angular_momentum(carom_world *world, double *about_origin);
CAROM_API carom_status carom_get_policies(carom_world *world, carom_policies *policies);
/* CAROM_NOT_HERE: there is nothing to measure. */
CAROM_API carom_status carom_get_gas(carom_world *world, carom_gas *gas);

/* At a time inside the last step, also of a body that has gone within it. CAROM_NOT_HERE: it is not known then. */
CAROM_API carom_status carom_state_at(carom_world *world, carom_body body, double time, carom_state *state);
/* Of all bodies, in the order of carom_get_bodies(), into memory of the caller for `count` of them; where a body's state at that
 * time is not known, its state now. */
CAROM_API carom_status carom_states_at(carom_world *world, double time, carom_state *states, size_t count);

/* ---- Questions about the world as it is now -------------------------------------------------------------------------- */

typedef struct carom_ray_hit {
  bool hit; /* false: nothing is met, and the rest is 0 */
  carom_body body;
  double distance;
  carom_vec2 point;
  carom_vec2 normal;
} carom_ray_hit;

#define CAROM_EVERYTHING 0xffffffffU /* a mask */

/* The first body that a ray meets, of those whose category has a bit of `mask`. */
CAROM_API carom_status carom_ray_cast(carom_world *world, carom_vec2 from, carom_vec2 to, uint32_t mask, carom_ray_hit *hit);
CAROM_API carom_status carom_ray_cast_many(carom_world *world, const carom_vec2 *from, const carom_vec2 *to, size_t count,
                                           uint32_t mask, carom_ray_hit *hits);
/* The same of a shape that is turned by `angle` and moved without turning; `distance` is how far it can go. */
CAROM_API carom_status carom_shape_cast(carom_world *world, const carom_shape *shape, double angle, carom_vec2 from,
                                        carom_vec2 to, uint32_t mask, carom_ray_hit *hit);

/* Which bodies a question is about. */
typedef struct carom_filter {
  uint32_t mask;     /* those whose category has a bit of it */
  bool no_sensors;
  carom_body except; /* all but this one; CAROM_EDGES: nobody is left out */
} carom_filter;

/* A shape that goes from one pose to another, straight and, where the angles differ, turning evenly. */
typedef struct carom_cast {
  carom_shape shape;
  const carom_part *parts; /* in place of `shape`, several */
  size_t part_count;
  carom_pose from;
  carom_pose to;
} carom_cast;

typedef struct carom_cast_hit {
  bool hit; /* false: nothing is met, and the rest is 0 */
  carom_body body;
  double t;        /* the part of the way that can be gone, in [0, 1] */
  double distance; /* how far its origin can go */
  carom_vec2 point;
  carom_vec2 normal; /* away from the body */
} carom_cast_hit;

/* What casts[k] meets first, in one call for many. Exact where a shape does not turn. `filter` may be NULL: every body. The place
 * of an error begins with k: "/17/circle/radius". Nothing is written then. */
CAROM_API carom_status carom_cast_many(carom_world *world, const carom_cast *casts, size_t count,
                                       const carom_filter *filter, carom_cast_hit *hits);
/* The same of rays. */
CAROM_API carom_status carom_ray_cast_filtered(carom_world *world, const carom_vec2 *from, const carom_vec2 *to,
                                               size_t count, const carom_filter *filter, carom_ray_hit *hits);

/* A shape at rest. */
typedef struct carom_placed {
  carom_shape shape;
  const carom_part *parts;
  size_t part_count;
  carom_pose at;
} carom_placed;

/* Bodies that have a point in common with shapes[k], decided exactly: those from bodies[start[k]] to bodies[start[k + 1]], in
 * order of creation. `start`, of `count` + 1 numbers, is memory of the caller; the array `bodies` is the caller's to free:
 * carom_free(). */
CAROM_API carom_status carom_overlaps_many(carom_world *world, const carom_placed *shapes, size_t count,
                                           const carom_filter *filter, carom_body **bodies, size_t *start);
/* Bodies that are inside a sensor, as the last step has left it. The array is the caller's: carom_free(). */
CAROM_API carom_status carom_inside(carom_world *world, carom_body sensor, carom_body **bodies, size_t *count);
/* Bodies in order of creation; the array is the caller's: carom_free(). */
CAROM_API carom_status carom_at_point(carom_world *world, carom_vec2 point, carom_body **bodies, size_t *count);
CAROM_API carom_status carom_in_region(carom_world *world, carom_vec2 min, carom_vec2 max, carom_body **bodies, size_t *count);
/* The nearest body, how far away it is, and its point that is nearest. CAROM_GONE: there is no body. */
CAROM_API carom_status carom_nearest(carom_world *world, carom_vec2 point, carom_body *body, double *distance,
                                     carom_vec2 *on_body);

/* ---- The state as a whole -------------------------------------------------------------------------------------------- */

typedef struct carom_snapshot carom_snapshot;

/* Bodies, time, counters, open contacts, settings and rules. Going on from it is bit-equal to never having stopped. */
CAROM_API carom_status carom_snapshot_take(carom_world *world, carom_snapshot **snapshot);
CAROM_API carom_status carom_restore(carom_world *world, const carom_snapshot *snapshot);
/* Another world that is where the snapshot was taken. */
CAROM_API carom_status carom_world_from_snapshot(const carom_snapshot *snapshot, carom_world **world);
CAROM_API double carom_snapshot_time(const carom_snapshot *snapshot);
CAROM_API void carom_snapshot_free(carom_snapshot *snapshot);
/* The same bytes on every machine. Any bytes may be read: what is no snapshot is an error. */
CAROM_API carom_status carom_snapshot_bytes(const carom_snapshot *snapshot, uint8_t **bytes, size_t *size);
CAROM_API carom_status carom_snapshot_from_bytes(const uint8_t *bytes, size_t size, carom_snapshot **snapshot);

/* A journal of every call that changes the world, steps included with what callbacks said in them: to be attached to the report of a
 * defect. Begins one here, in the place of any before. */
CAROM_API carom_status carom_journal_start(carom_world *world);
CAROM_API carom_status carom_journal_stop(carom_world *world);
/* All up to now, with settings and rules. CAROM_NOT_HERE: none is kept. The bytes are the caller's: carom_free(). */
CAROM_API carom_status carom_journal_bytes(carom_world *world, uint8_t **bytes, size_t *size);
/* Another world in which all of a journal has happened, to the same bits. Any bytes may be given; a journal is read by the version of
 * Carom that wrote it. */
CAROM_API carom_status carom_world_from_journal(const uint8_t *bytes, size_t size, carom_world **world);

/* The state as a scene that runs on from here, as `carom run --state` writes it. */
CAROM_API carom_status carom_scene_json(carom_world *world, char **text, size_t *text_size);
/* The bodies as an SVG picture. */
CAROM_API carom_status carom_picture_svg(carom_world *world, char **text, size_t *text_size);

#ifdef __cplusplus
}
#endif

#endif
