// The C interface as a C program uses it, held against the C++ library.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <carom/carom.h>
#include "carom/io/answer.hpp"
#include "carom/io/event_log.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/timetable.hpp"

namespace carom {
namespace {

struct FreeWorld {
  void operator()(carom_world* world) const { EXPECT_EQ(carom_world_free(world), CAROM_OK); }
};
using Opened = std::unique_ptr<carom_world, FreeWorld>;

Opened open(const std::string& scene) {
  carom_world* world = nullptr;
  EXPECT_EQ(carom_world_from_scene(scene.data(), scene.size(), &world), CAROM_OK) << carom_last_error();
  return Opened(world);
}

Opened empty(carom_detection detection = CAROM_SWEPT) {
  carom_world_def def = carom_default_world();
  def.detection = detection;
  carom_world* world = nullptr;
  EXPECT_EQ(carom_world_new(&def, &world), CAROM_OK) << carom_last_error();
  return Opened(world);
}

carom_body add(const Opened& world, const char* text) {
  carom_body body = CAROM_EDGES;
  EXPECT_EQ(carom_add_json(world.get(), text, CAROM_WHOLE_TEXT, &body), CAROM_OK) << carom_last_error();
  return body;
}

std::string taken(char* text) {
  std::string result = text;
  carom_free(text);
  return result;
}

std::string shipped(const char* name) {
  char* text = nullptr;
  EXPECT_EQ(carom_scene_text(name, &text, nullptr), CAROM_OK);
  return taken(text);
}

uint64_t hash(const Opened& world) {
  uint64_t result = 0;
  EXPECT_EQ(carom_hash(world.get(), &result), CAROM_OK);
  return result;
}

double time(const Opened& world) {
  double result = 0;
  EXPECT_EQ(carom_time(world.get(), &result), CAROM_OK);
  return result;
}

const char* const k_ball = R"({"carom": 1, "world": {"gravity": [0, -10], "restitution": 0.5}, "bodies": [
    {"name": "ball", "circle": {"radius": 0.5}, "at": [0, 5.5]}, {"name": "floor", "border": {"y": 0}}]})";

// The same steps as the program's: those of a TimeGrid.
TEST(CInterface, GivesTheBitsOfTheLibrary) {
  for (const char* const name : {"billiards_break", "gas", "newtons_cradle", "bullet_and_paper", "dominoes"}) {
    const std::string text = shipped(name);
    const Scene scene = read_scene(text).value();
    World expected = build_world(scene).value();
    const double until = scene.world.time + 0.4;
    const TimeGrid grid(scene.world.time, scene.world.dt);
    std::vector<ContactEvent> events;
    while (expected.time() < until) {
      expected.step_to(step_end(grid, expected.time(), until));
      events.insert(events.end(), expected.events().begin(), expected.events().end());
    }
    const Opened world = open(text);
    ASSERT_EQ(carom_run(world.get(), until), CAROM_OK) << carom_last_error();
    EXPECT_EQ(hash(world), expected.hash()) << name;
    const carom_events* columns = nullptr;
    ASSERT_EQ(carom_get_events(world.get(), &columns), CAROM_OK);
    ASSERT_EQ(columns->count, events.size());
    std::ranges::sort(events, comes_before);
    for (size_t k = 0; k < events.size(); ++k) {
      EXPECT_EQ(columns->t[k], events[k].t);
      EXPECT_EQ(columns->a[k], events[k].a.serial);
      EXPECT_EQ(columns->b[k], events[k].b ? events[k].b->serial : CAROM_EDGES);
      EXPECT_EQ(columns->impulse[k], events[k].impulse);
    }
    const carom_bodies* bodies = nullptr;
    ASSERT_EQ(carom_get_bodies(world.get(), &bodies), CAROM_OK);
    const auto ids = expected.bodies();
    ASSERT_EQ(bodies->count, ids.size());
    for (size_t k = 0; k < ids.size(); ++k) {
      const Body& body = *expected.body(ids[k]);
      EXPECT_EQ(bodies->body[k], body.serial);
      EXPECT_EQ(bodies->at[k].x, body.state.at.x);
      EXPECT_EQ(bodies->velocity[k].y, body.state.velocity.y);
      EXPECT_EQ(bodies->mass[k], body.mass);
    }
    double kinetic = 0;
    EXPECT_EQ(carom_energy(world.get(), &kinetic, nullptr, nullptr), CAROM_OK);
    EXPECT_EQ(kinetic, expected.energy().kinetic);
  }
}

TEST(CInterface, WorldsOfStructsAreThoseOfScenes) {
  carom_world_def def = carom_default_world();
  def.gravity = {0, -10};
  def.restitution = 0.5;
  def.friction = 0.25;
  def.bounds = true;
  def.bounds_min = {-5, -5};
  def.bounds_max = {5, 5};
  def.rules = R"([{"between": ["box", "*"], "restitution": 0.9}])";
  carom_world* made = nullptr;
  ASSERT_EQ(carom_world_new(&def, &made), CAROM_OK) << carom_last_error();
  const Opened world(made);
  carom_body_def body = carom_default_body();
  body.shape.radius = 0.5;
  body.at = {0, 2};
  body.mass = {true, 3};
  carom_body id = 7;
  ASSERT_EQ(carom_add(world.get(), &body, &id), CAROM_OK);
  EXPECT_EQ(id, 0U);
  const carom_vec2 corners[] = {{-1, -0.25}, {1, -0.25}, {1, 0.25}, {-1, 0.25}};
  const char* const tags[] = {"wood", "old"};
  body = carom_default_body();
  body.name = "box";
  body.shape.kind = CAROM_POLYGON;
  body.shape.vertices = corners;
  body.shape.vertex_count = 4;
  body.angle = 0.3;
  body.spin = 1;
  body.tags = tags;
  body.tag_count = 2;
  ASSERT_EQ(carom_add(world.get(), &body, &id), CAROM_OK) << carom_last_error();
  EXPECT_EQ(id, 1U);
  const carom_part parts[] = {{{CAROM_CIRCLE, 0.25, false, false, 0, nullptr, 0}, {1, 0}, 0},
                              {{CAROM_POLYGON, 0, false, false, 0, corners, 4}, {0, 0}, 0.5}};
  body = carom_default_body();
  body.parts = parts;
  body.part_count = 2;
  body.at = {0, -3};
  ASSERT_EQ(carom_add(world.get(), &body, &id), CAROM_OK) << carom_last_error();

  const Opened same = open(R"({"carom": 1, "world": {"gravity": [0, -10], "restitution": 0.5, "friction": 0.25,
      "bounds": {"min": [-5, -5], "max": [5, 5]}}, "rules": [{"between": ["box", "*"], "restitution": 0.9}], "bodies": [
      {"circle": {"radius": 0.5}, "at": [0, 2], "mass": 3},
      {"name": "box", "polygon": {"vertices": [[-1, -0.25], [1, -0.25], [1, 0.25], [-1, 0.25]]}, "angle": 0.3, "spin": 1,
       "tags": ["wood", "old"]},
      {"shapes": [{"circle": {"radius": 0.25}, "at": [1, 0]},
                  {"polygon": {"vertices": [[-1, -0.25], [1, -0.25], [1, 0.25], [-1, 0.25]]}, "angle": 0.5}], "at": [0, -3]}]})");
  EXPECT_EQ(hash(world), hash(same));
  char* text = nullptr;
  ASSERT_EQ(carom_scene_json(world.get(), &text, nullptr), CAROM_OK);
  const std::string scene = taken(text);
  ASSERT_EQ(carom_scene_json(same.get(), &text, nullptr), CAROM_OK);
  EXPECT_EQ(scene, taken(text));
  EXPECT_EQ(carom_run(world.get(), 2), CAROM_OK);
  EXPECT_EQ(carom_run(same.get(), 2), CAROM_OK);
  EXPECT_EQ(hash(world), hash(same));
}

TEST(CInterface, ErrorsHavePlaceAndReason) {
  carom_world* world = nullptr;
  EXPECT_EQ(carom_world_from_scene(R"({"carom": 1, "bodies": [{"circle": {"radius": -1}}]})", CAROM_WHOLE_TEXT, &world),
            CAROM_BAD_INPUT);
  EXPECT_EQ(world, nullptr);
  EXPECT_STREQ(carom_last_error_place(), "/bodies/0/circle/radius");
  EXPECT_EQ(std::string(carom_last_error()), std::string(carom_last_error_place()) + ": " + carom_last_error_reason());
  EXPECT_EQ(carom_world_from_scene("{", CAROM_WHOLE_TEXT, &world), CAROM_BAD_INPUT);
  EXPECT_EQ(std::string(carom_last_error_place()).substr(0, 6), "line 1");

  carom_world_def def = carom_default_world();
  def.gravity.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(carom_world_new(&def, &world), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/world/gravity/1");
  def = carom_default_world();
  def.struct_size = 8;
  EXPECT_EQ(carom_world_new(&def, &world), CAROM_BAD_INPUT);
  def = carom_default_world();
  def.rules = R"([{"between": ["a"]}])";
  EXPECT_EQ(carom_world_new(&def, &world), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/rules/0/between");
  const int unknown = 17;
  def = carom_default_world();
  std::memcpy(&def.detection, &unknown, sizeof unknown);
  EXPECT_EQ(carom_world_new(&def, &world), CAROM_BAD_INPUT);

  const Opened good = empty();
  carom_body_def body = carom_default_body();
  body.shape.kind = CAROM_POLYGON;
  carom_body id = 0;
  EXPECT_EQ(carom_add(good.get(), &body, &id), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/polygon/vertices");
  body = carom_default_body();
  body.mass = {true, -1};
  EXPECT_EQ(carom_add(good.get(), &body, &id), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/mass");
}

TEST(CInterface, AnErrorThatIsVeryLongIsCutBetweenCharacters) {
  std::string name;
  for (int k = 0; k < 3000; ++k) name += "ü";
  const Opened world = empty();
  carom_body body = 0;
  EXPECT_EQ(carom_find(world.get(), name.c_str(), &body), CAROM_GONE);
  const std::string reason = carom_last_error_reason();
  EXPECT_LT(reason.size(), 1024U);
  EXPECT_EQ(reason.size() % 2, std::string("there is no body \"").size() % 2);
}

TEST(CInterface, OldHandlesAreNoticed) {
  const Opened world = empty();
  const carom_body first = add(world, R"({"circle": {"radius": 1}})");
  ASSERT_EQ(carom_remove(world.get(), first), CAROM_OK);
  const carom_body second = add(world, R"({"circle": {"radius": 1}})");
  EXPECT_NE(first, second);
  EXPECT_EQ(carom_remove(world.get(), first), CAROM_GONE);
  EXPECT_EQ(carom_set_at(world.get(), first, {1, 1}), CAROM_GONE);
  carom_body_info info;
  EXPECT_EQ(carom_body_get(world.get(), first, &info), CAROM_GONE);
  EXPECT_EQ(carom_body_get(world.get(), CAROM_EDGES, &info), CAROM_GONE);
  EXPECT_EQ(carom_body_get(world.get(), second, &info), CAROM_OK);
}

TEST(CInterface, BodiesAreChanged) {
  const Opened world = empty();
  const carom_body ball =
      add(world, R"({"name": "ball", "circle": {"radius": 1}, "tags": ["red"], "restitution": 0.5})");
  ASSERT_EQ(carom_set_velocity(world.get(), ball, {3, 4}), CAROM_OK);
  ASSERT_EQ(carom_change_json(world.get(), ball,
                              R"({"mass": 2, "restitution": null, "name": "cube", "tags": ["blue", "old"],
                                  "polygon": {"vertices": [[-1, -1], [1, -1], [1, 1], [-1, 1]]}, "angle": 0.5})",
                              CAROM_WHOLE_TEXT),
            CAROM_OK)
      << carom_last_error();
  carom_body_info info;
  ASSERT_EQ(carom_body_get(world.get(), ball, &info), CAROM_OK);
  EXPECT_EQ(info.kind, CAROM_POLYGON);
  EXPECT_EQ(info.mass, 2);
  EXPECT_EQ(info.state.angle, 0.5);
  EXPECT_EQ(info.state.velocity.y, 4);
  EXPECT_FALSE(info.restitution.given);
  carom_body found = 99;
  EXPECT_EQ(carom_find(world.get(), "cube", &found), CAROM_OK);
  EXPECT_EQ(found, ball);
  EXPECT_EQ(carom_find(world.get(), "ball", &found), CAROM_GONE);
  EXPECT_EQ(carom_change_json(world.get(), ball, R"({"colour": 3})", CAROM_WHOLE_TEXT), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/colour");
  EXPECT_EQ(carom_change_json(world.get(), ball, "[]", CAROM_WHOLE_TEXT), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_change_json(world.get(), ball, R"({"mass": )", CAROM_WHOLE_TEXT), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_change_json(world.get(), ball, R"({"mass": 3, "mass": 4})", CAROM_WHOLE_TEXT), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_change_json(world.get(), ball, R"({"mass": NaN})", CAROM_WHOLE_TEXT), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/mass");
  EXPECT_EQ(carom_change_json(world.get(), ball, "{}", CAROM_WHOLE_TEXT), CAROM_OK);
  // A mass gives way to a density, and what a text holds is no end of it.
  EXPECT_EQ(carom_change_json(world.get(), ball, R"({"density": 3, "tags": ["},\"{"]})", CAROM_WHOLE_TEXT), CAROM_OK)
      << carom_last_error();
  ASSERT_EQ(carom_body_get(world.get(), ball, &info), CAROM_OK);
  EXPECT_EQ(info.mass, 12);
  EXPECT_EQ(carom_change_json(world.get(), ball, R"({"mass": 2})", CAROM_WHOLE_TEXT), CAROM_OK);
  EXPECT_EQ(carom_set_velocity(world.get(), ball, {std::nan(""), 0}), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/velocity/0");
  EXPECT_EQ(carom_apply_impulse(world.get(), ball, {2, 0}), CAROM_OK);
  EXPECT_EQ(carom_apply_impulse_at(world.get(), ball, {0, 1}, {5, 0}), CAROM_OK);
  ASSERT_EQ(carom_body_get(world.get(), ball, &info), CAROM_OK);
  EXPECT_EQ(info.state.velocity.x, 4);
  EXPECT_GT(info.state.spin, 0);
}

TEST(CInterface, NothingIsTooMuchForIt) {
  // NULL wherever it can be given.
  const Opened world = open(k_ball);
  carom_world* none = nullptr;
  EXPECT_EQ(carom_world_from_scene(nullptr, 5, &none), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_world_from_scene("{}", 2, nullptr), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_world_new(nullptr, &none), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_run(nullptr, 1), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_time(world.get(), nullptr), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_get_bodies(nullptr, nullptr), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_query(nullptr, nullptr, nullptr), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_restore(world.get(), nullptr), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_snapshot_from_bytes(nullptr, 3, nullptr), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_at_point(world.get(), {0, 0}, nullptr, nullptr), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_ray_cast_many(world.get(), nullptr, nullptr, 2, 1, nullptr), CAROM_BAD_INPUT);
  carom_interrupt(nullptr);
  carom_free(nullptr);
  carom_snapshot_free(nullptr);
  carom_bodies_release(nullptr);
  EXPECT_EQ(carom_world_free(nullptr), CAROM_OK);
  // Times that are none.
  EXPECT_EQ(carom_run(world.get(), std::numeric_limits<double>::infinity()), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_run(world.get(), std::nan("")), CAROM_BAD_INPUT);
  EXPECT_EQ(carom_run(world.get(), -3), CAROM_OK);
  EXPECT_EQ(time(world), 0);
  carom_state state;
  EXPECT_EQ(carom_state_at(world.get(), 0, std::nan(""), &state), CAROM_NOT_HERE);
  EXPECT_EQ(carom_states_at(world.get(), 0, &state, 1), CAROM_BAD_INPUT);
}

TEST(CInterface, StepsAreThoseOfTheScene) {
  for (const carom_detection detection : {CAROM_SWEPT, CAROM_OVERLAPPING, CAROM_EVENT}) {
    const Opened world = empty(detection);
    add(world, R"({"circle": {"radius": 1}, "velocity": [1, 0]})");
    uint64_t steps = 0;
    EXPECT_EQ(carom_step(world.get(), 30, &steps), CAROM_OK);
    EXPECT_EQ(steps, 30U);
    EXPECT_EQ(time(world), 0.5);
    EXPECT_EQ(carom_run_some(world.get(), 0.55, 100, &steps), CAROM_OK);
    EXPECT_EQ(time(world), 0.55);
    EXPECT_EQ(carom_step(world.get(), 0, &steps), CAROM_OK);
    EXPECT_EQ(steps, 0U);
  }
}

TEST(CInterface, ColumnsStayWhileTheyAreRetained) {
  const Opened world = open(k_ball);
  const carom_bodies* first = nullptr;
  ASSERT_EQ(carom_get_bodies(world.get(), &first), CAROM_OK);
  const carom_bodies* again = nullptr;
  ASSERT_EQ(carom_get_bodies(world.get(), &again), CAROM_OK);
  EXPECT_EQ(first, again) << "nothing has changed";
  carom_bodies_retain(first);
  const carom_vec2 start = first->at[0];
  ASSERT_EQ(carom_step(world.get(), 5, nullptr), CAROM_OK);
  const carom_bodies* later = nullptr;
  ASSERT_EQ(carom_get_bodies(world.get(), &later), CAROM_OK);
  EXPECT_NE(first, later);
  EXPECT_EQ(first->at[0].y, start.y);
  EXPECT_LT(later->at[0].y, start.y);
  EXPECT_EQ(first->revision, later->revision) << "the same bodies";
  add(world, R"({"circle": {"radius": 1}})");
  ASSERT_EQ(carom_get_bodies(world.get(), &later), CAROM_OK);
  EXPECT_NE(first->revision, later->revision);
  EXPECT_EQ(later->count, 3U);
  EXPECT_EQ(later->kind[1], CAROM_BORDER);
  EXPECT_EQ(later->flags[1], CAROM_FIXED);
  EXPECT_TRUE(std::isinf(later->radius[1]));
  carom_bodies_release(first);
}

TEST(CInterface, OutlinesAreThoseOfTheShapes) {
  const Opened world = empty();
  add(world, R"({"circle": {"radius": 1}})");
  add(world, R"({"segment": {"ends": [[0, 0], [2, 0]]}, "at": [5, 5]})");
  add(world, R"({"border": {"x": 3}})");
  const carom_outlines* outlines = nullptr;
  ASSERT_EQ(carom_get_outlines(world.get(), &outlines), CAROM_OK);
  ASSERT_EQ(outlines->count, 2U);
  EXPECT_EQ(outlines->body[0], 1U);
  EXPECT_EQ(outlines->start[1], 2U);
  EXPECT_EQ(outlines->points[1].x, 2);
  EXPECT_EQ(outlines->points[2].x, 3);
}

// Callbacks.

struct Log {
  int before = 0;
  int after = 0;
  carom_verdict verdict = CAROM_GO_ON;
  carom_world* expected = nullptr;
  std::vector<carom_status> inside;
};

carom_verdict note_before(carom_world* world, const carom_contact* contact, void* user) {
  Log& log = *static_cast<Log*>(user);
  ++log.before;
  EXPECT_EQ(world, log.expected);
  EXPECT_GT(contact->speed, 0);
  return log.verdict;
}
carom_verdict note_after(carom_world*, const carom_contact*, void* user) {
  ++static_cast<Log*>(user)->after;
  return CAROM_GO_ON;
}

TEST(CInterface, CallbacksThatOnlyLookChangeNothing) {
  for (const char* const name : {"billiards_break", "gas"}) {
    const Opened plain = open(shipped(name));
    const Opened watched = open(shipped(name));
    Log log;
    log.expected = watched.get();
    ASSERT_EQ(carom_set_callbacks(watched.get(), note_before, note_after, &log), CAROM_OK);
    ASSERT_EQ(carom_run(plain.get(), 0.5), CAROM_OK);
    ASSERT_EQ(carom_run(watched.get(), 0.5), CAROM_OK);
    EXPECT_EQ(hash(plain), hash(watched));
    const carom_events* events = nullptr;
    ASSERT_EQ(carom_get_events(watched.get(), &events), CAROM_OK);
    EXPECT_EQ(log.before, static_cast<int>(events->count));
    EXPECT_EQ(log.after, static_cast<int>(events->count));
    EXPECT_GT(log.before, 0);
  }
}

TEST(CInterface, BeforeMayRefuse) {
  const Opened world = open(k_ball);
  Log log;
  log.expected = world.get();
  log.verdict = CAROM_IGNORE_CONTACT;
  ASSERT_EQ(carom_set_callbacks(world.get(), note_before, nullptr, &log), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 2), CAROM_OK);
  carom_body_info info;
  ASSERT_EQ(carom_body_get(world.get(), 0, &info), CAROM_OK);
  EXPECT_LT(info.state.at.y, -1) << "it fell through the floor";
  const carom_events* events = nullptr;
  ASSERT_EQ(carom_get_events(world.get(), &events), CAROM_OK);
  ASSERT_EQ(events->count, 1U);
  EXPECT_EQ(events->response[0], CAROM_IGNORE);
}

carom_verdict use_everything(carom_world* world, const carom_contact* contact, void* user) {
  Log& log = *static_cast<Log*>(user);
  carom_snapshot* snapshot = nullptr;
  char* text = nullptr;
  log.inside = {carom_step(world, 1, nullptr),
                carom_run(world, 9),
                carom_world_free(world),
                carom_snapshot_take(world, &snapshot),
                carom_scene_json(world, &text, nullptr),
                carom_change_json(world, contact->a, "{}", 2),
                carom_change_settings(world, "{}", 2),
                carom_set_callbacks(world, nullptr, nullptr, nullptr),
                carom_set_interrupt(world, nullptr, nullptr)};
  for (const carom_status status : log.inside) EXPECT_EQ(status, CAROM_BUSY);
  const carom_bodies* bodies = nullptr;
  carom_ray_hit hit;
  carom_body body = 0;
  EXPECT_EQ(carom_get_bodies(world, &bodies), CAROM_OK);
  EXPECT_EQ(carom_ray_cast(world, {-9, 0}, {9, 0}, CAROM_EVERYTHING, &hit), CAROM_OK);
  EXPECT_EQ(carom_set_velocity(world, contact->a, {1, 1}), CAROM_OK);
  if (++log.before == 1) {
    EXPECT_EQ(carom_add_json(world, R"({"circle": {"radius": 0.1}, "at": [50, 50]})", CAROM_WHOLE_TEXT, &body),
              CAROM_OK);
    EXPECT_EQ(carom_remove(world, body), CAROM_OK);
  }
  return CAROM_GO_ON;
}

TEST(CInterface, CallbacksMayChangeButNotStep) {
  for (const char* const detection : {"swept", "overlap", "event"}) {
    const Opened world = open(std::string(R"({"carom": 1, "world": {"detection": ")") + detection +
                              R"("}, "bodies": [{"circle": {"radius": 1}, "velocity": [2, 0]},
                              {"circle": {"radius": 1}, "at": [5, 0]}]})");
    Log log;
    ASSERT_EQ(carom_set_callbacks(world.get(), use_everything, nullptr, &log), CAROM_OK);
    EXPECT_EQ(carom_run(world.get(), 3), CAROM_OK) << carom_last_error();
    EXPECT_GE(log.before, 1) << detection;
  }
}

carom_verdict stop(carom_world*, const carom_contact*, void* user) {
  return ++static_cast<Log*>(user)->before == 2 ? CAROM_STOP : CAROM_GO_ON;
}
carom_verdict throw_it(carom_world*, const carom_contact*, void* user) {
  if (++static_cast<Log*>(user)->before == 2) throw std::runtime_error("out of patience");
  return CAROM_GO_ON;
}

TEST(CInterface, ACallbackThatFailsEndsTheCallAndNothingElse) {
  for (const char* const detection : {"swept", "overlap", "event"}) {
    for (const carom_contact_callback callback : {stop, throw_it}) {
      const std::string scene = std::string(R"({"carom": 1, "world": {"detection": ")") + detection +
                                R"("}, "bodies": [{"circle": {"radius": 1}, "velocity": [2, 0]},
                                {"circle": {"radius": 1}, "at": [5, 0]}, {"circle": {"radius": 1}, "at": [9, 0]}]})";
      const Opened world = open(scene);
      Log log;
      ASSERT_EQ(carom_set_callbacks(world.get(), callback, nullptr, &log), CAROM_OK);
      EXPECT_EQ(carom_run(world.get(), 6), CAROM_CALLBACK_FAILED);
      const bool told_why = std::string(carom_last_error()).find("out of patience") != std::string::npos;
      EXPECT_EQ(told_why, callback == throw_it);
      EXPECT_EQ(log.before, 2) << detection;
      EXPECT_LT(time(world), 3);
      // Going on, it is as if it had never stopped.
      ASSERT_EQ(carom_set_callbacks(world.get(), nullptr, nullptr, nullptr), CAROM_OK);
      EXPECT_EQ(carom_run(world.get(), 6), CAROM_OK);
      const Opened never = open(scene);
      ASSERT_EQ(carom_run(never.get(), 6), CAROM_OK);
      EXPECT_EQ(hash(world), hash(never)) << detection;
    }
  }
}

// Interrupts.

bool at_once(void* user) { return ++*static_cast<int*>(user) > 0; }

TEST(CInterface, IsInterruptedFromOutside) {
  const Opened world = open(shipped("gas"));
  std::atomic<bool> begun = false;
  carom_status ended = CAROM_OK;
  std::thread runner([&] {
    begun = true;
    while ((ended = carom_run(world.get(), 1e9)) == CAROM_BUSY) std::this_thread::yield();  // the other one asks
  });
  while (!begun) std::this_thread::yield();
  // Until it has begun nothing is there to be interrupted.
  double now = 0;
  while (carom_time(world.get(), &now) != CAROM_BUSY) std::this_thread::yield();
  carom_interrupt(world.get());
  runner.join();
  EXPECT_EQ(ended, CAROM_INTERRUPTED);
  // It goes on in the bits of a run that never stopped.
  const double reached = time(world);
  const Opened other = open(shipped("gas"));
  ASSERT_EQ(carom_run(world.get(), reached + 0.25), CAROM_OK);
  ASSERT_EQ(carom_run(other.get(), reached + 0.25), CAROM_OK);
  EXPECT_EQ(hash(world), hash(other));
}

TEST(CInterface, AsksNowAndThenWhetherToGoOn) {
  for (const char* const detection : {"swept", "event"}) {
    std::string text = shipped("gas");
    const Opened world = open(text);
    const std::string settings = std::string(R"({"carom": 1, "world": {"detection": ")") + detection +
                                 R"(", "dt": 0.01, "bounds": {"min": [-50, -50], "max": [50, 50]}}})";
    ASSERT_EQ(carom_change_settings(world.get(), settings.data(), settings.size()), CAROM_OK) << carom_last_error();
    int asked = 0;
    ASSERT_EQ(carom_set_interrupt(world.get(), at_once, &asked), CAROM_OK);
    EXPECT_EQ(carom_run(world.get(), 1e9), CAROM_INTERRUPTED);
    EXPECT_EQ(asked, 1);
  }
}

TEST(CInterface, OneThreadAtATime) {
  const Opened world = open(shipped("gas"));
  std::thread runner([&] {
    carom_status ended = CAROM_OK;
    while ((ended = carom_run(world.get(), 1e9)) == CAROM_BUSY) std::this_thread::yield();  // the other one asks
    EXPECT_EQ(ended, CAROM_INTERRUPTED);
  });
  double now = 0;
  while (carom_time(world.get(), &now) != CAROM_BUSY) std::this_thread::yield();
  EXPECT_EQ(carom_remove(world.get(), 0), CAROM_BUSY);
  EXPECT_EQ(carom_world_free(world.get()), CAROM_BUSY);
  carom_interrupt(world.get());
  runner.join();
  EXPECT_EQ(carom_remove(world.get(), 0), CAROM_OK);
}

TEST(CInterface, LimitsAndTimesThatStandStill) {
  const Opened world = open(shipped("gas"));
  const carom_limits limits = {1, 0, 1, 0};
  ASSERT_EQ(carom_set_limits(world.get(), &limits), CAROM_OK);
  EXPECT_EQ(carom_run(world.get(), 1), CAROM_LIMIT_REACHED);
  EXPECT_NE(std::string(carom_last_error()), "");
  const Opened late =
      open(R"({"carom": 1, "world": {"time": 1e16, "dt": 0.01}, "bodies": [{"circle": {"radius": 1}}]})");
  EXPECT_EQ(carom_step(late.get(), 1, nullptr), CAROM_TIME_STANDS_STILL);
}

// Questions.

TEST(CInterface, QueriesAreThoseOfTheProgram) {
  std::ifstream file(CAROM_SOURCE_DIR "/tests/vectors/query.jsonl");
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    char* answer_text = nullptr;
    ASSERT_EQ(carom_query_json(line.data(), line.size(), &answer_text, nullptr), CAROM_OK);
    const QueryLine question = read_query(line);
    const auto impact = answer(question);
    EXPECT_EQ(taken(answer_text), answer_line(question.id, impact));
    // The same as structs.
    std::vector<std::vector<carom_vec2>> memory;
    const auto points = [&memory](auto vertices) {
      std::vector<carom_vec2> column;
      for (const Vec2 v : vertices) column.push_back({v.x, v.y});
      memory.push_back(column);
      return memory.back().data();
    };
    memory.reserve(8);
    const auto moving = [&](const QueryShape& shape) {
      carom_moving result{};
      if (const auto* const circle = std::get_if<MovingCircle>(&shape)) {
        result.radius = circle->radius;
        result.hollow = circle->hollow;
        result.from = points(std::vector{circle->from});
        result.to = points(std::vector{circle->to});
        result.count = 1;
      } else if (const auto* const border = std::get_if<Border>(&shape)) {
        result.kind = CAROM_BORDER;
        result.horizontal = border->axis == Axis::y;
        result.offset = border->at;
      } else if (const auto* const segment = std::get_if<MovingSegment>(&shape)) {
        result.kind = CAROM_SEGMENT;
        result.from = points(segment->from.ends);
        result.to = points(segment->to.ends);
        result.count = 2;
      } else if (const auto* const polygon = std::get_if<QueryPolygon>(&shape)) {
        result.kind = CAROM_POLYGON;
        result.hollow = polygon->from.hollow();
        result.from = points(polygon->from.vertices());
        if (polygon->to) result.to = points(polygon->to->vertices());
        result.count = polygon->from.vertices().size();
      }
      return result;
    };
    ASSERT_TRUE(question.query);
    const carom_moving a = moving(question.query.value().a);
    const carom_moving b = moving(question.query.value().b);
    carom_impact found{};
    ASSERT_EQ(carom_query(&a, &b, &found), CAROM_OK) << carom_last_error() << line;
    EXPECT_EQ(static_cast<int>(found.outcome), static_cast<int>(impact.value().outcome));
    if (impact.value().outcome == Outcome::miss) continue;
    EXPECT_EQ(found.t, impact.value().contact.t);
    EXPECT_EQ(found.normal.x, impact.value().contact.normal.x);
    EXPECT_EQ(found.point.y, impact.value().contact.point.y);
    if (a.kind == CAROM_CIRCLE && b.kind == CAROM_CIRCLE && !a.hollow && !b.hollow) {
      const carom_circles circles_a = {a.from, a.to, &a.radius};
      const carom_circles circles_b = {b.from, b.to, &b.radius};
      double t = -1;
      uint8_t outcome = 9;
      ASSERT_EQ(carom_impact_times(&circles_a, &circles_b, 1, &t, &outcome), CAROM_OK);
      EXPECT_EQ(outcome, found.outcome);
      EXPECT_EQ(t, found.t);
    }
  }
  EXPECT_EQ(count, 1520);
}

TEST(CInterface, QueriesThatRotate) {
  const carom_vec2 ends[] = {{-1, 0}, {1, 0}};
  carom_moving rod{};
  rod.kind = CAROM_SEGMENT;
  rod.from = ends;
  rod.count = 2;
  rod.rotating = true;
  rod.to_pose.angle = 1.5;
  const carom_vec2 center = {0, 0.8};
  carom_moving disc{};
  disc.radius = 0.1;
  disc.from = &center;
  disc.count = 1;
  carom_impact found{};
  ASSERT_EQ(carom_query(&rod, &disc, &found), CAROM_OK) << carom_last_error();
  EXPECT_EQ(found.outcome, CAROM_HIT);
  EXPECT_NEAR(found.t, (std::acos(-1.0) / 2 - std::asin(0.1 / 0.8)) / 1.5, 1e-9);
  const carom_vec2 moved[] = {{-1, 1}, {1, 2}};
  carom_moving morphing = rod;
  morphing.rotating = false;
  morphing.to = moved;
  EXPECT_EQ(carom_query(&rod, &morphing, &found), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/b/segment/to");
}

TEST(CInterface, WrongQueriesAreNamed) {
  const carom_vec2 far = {1e70, 0};
  const carom_vec2 here = {0, 0};
  carom_moving disc{};
  disc.radius = 1;
  disc.from = &here;
  disc.count = 1;
  carom_moving wrong = disc;
  wrong.from = &far;
  carom_impact impacts[2];
  const carom_moving a[] = {disc, wrong};
  const carom_moving b[] = {disc, disc};
  EXPECT_EQ(carom_query_many(a, b, 2, impacts), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/1/a/circle/from/0/0");
  const double radius[] = {1, -1};
  const carom_vec2 points[] = {{0, 0}, {0, 0}};
  const carom_circles circles = {points, points, radius};
  double t[2];
  EXPECT_EQ(carom_impact_times(&circles, &circles, 2, t, nullptr), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/a_radius/1");
}

TEST(CInterface, AsksTheWorld) {
  const Opened world = open(k_ball);
  carom_ray_hit hit;
  ASSERT_EQ(carom_ray_cast(world.get(), {0, 9}, {0, -9}, CAROM_EVERYTHING, &hit), CAROM_OK);
  EXPECT_TRUE(hit.hit);
  EXPECT_EQ(hit.body, 0U);
  EXPECT_EQ(hit.distance, 3);
  ASSERT_EQ(carom_ray_cast(world.get(), {3, 9}, {3, 8}, CAROM_EVERYTHING, &hit), CAROM_OK);
  EXPECT_FALSE(hit.hit);
  carom_shape box{};
  const carom_vec2 corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  box.kind = CAROM_POLYGON;
  box.vertices = corners;
  box.vertex_count = 4;
  ASSERT_EQ(carom_shape_cast(world.get(), &box, 0, {3, 9}, {3, -9}, CAROM_EVERYTHING, &hit), CAROM_OK);
  EXPECT_EQ(hit.body, 1U);
  EXPECT_EQ(hit.distance, 8);
  ASSERT_EQ(carom_shape_cast(world.get(), &box, std::acos(-1.0) / 4, {3, 9}, {3, -9}, CAROM_EVERYTHING, &hit),
            CAROM_OK);
  EXPECT_NEAR(hit.distance, 9 - std::sqrt(2), 1e-12);
  carom_body* bodies = nullptr;
  size_t count = 0;
  ASSERT_EQ(carom_at_point(world.get(), {0, 5.5}, &bodies, &count), CAROM_OK);
  EXPECT_EQ(count, 1U);
  carom_free(bodies);
  ASSERT_EQ(carom_in_region(world.get(), {-1, -1}, {1, 9}, &bodies, &count), CAROM_OK);
  EXPECT_EQ(count, 2U);
  carom_free(bodies);
  EXPECT_EQ(carom_in_region(world.get(), {1, 1}, {0, 9}, &bodies, &count), CAROM_BAD_INPUT);
  carom_body nearest = 9;
  double distance = 0;
  ASSERT_EQ(carom_nearest(world.get(), {0, 1}, &nearest, &distance, nullptr), CAROM_OK);
  EXPECT_EQ(nearest, 1U);
  EXPECT_EQ(distance, 1);
  EXPECT_EQ(carom_ray_cast(world.get(), {std::nan(""), 0}, {0, 0}, 1, &hit), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/from/0");
}

TEST(CInterface, CastsThatTurnAndWhatTheyOverlap) {
  const Opened world = open(R"({"carom": 1, "world": {"dt": 1}, "bodies": [
    {"circle": {"radius": 0.5}, "at": [0, 3], "fixed": true},
    {"circle": {"radius": 2}, "at": [9, 0], "fixed": true, "sensor": true},
    {"circle": {"radius": 0.5}, "at": [6, 0], "velocity": [1, 0]}]})");
  const carom_vec2 ends[] = {{-4, 0}, {4, 0}};
  carom_cast casts[2] = {};
  casts[0].shape.kind = CAROM_SEGMENT;
  casts[0].shape.vertices = ends;
  casts[0].shape.vertex_count = 2;
  casts[0].to.angle = 1.6;
  carom_part parts[2] = {};
  parts[0].shape.kind = CAROM_CIRCLE;
  parts[0].shape.radius = 0.5;
  parts[0].at = {0, 1};
  parts[1] = parts[0];
  parts[1].at = {0, -1};
  casts[1].parts = parts;
  casts[1].part_count = 2;
  casts[1].from.at = {0, -5};
  casts[1].to.at = {0, 5};
  carom_cast_hit hits[2];
  ASSERT_EQ(carom_cast_many(world.get(), casts, 2, nullptr, hits), CAROM_OK);
  EXPECT_TRUE(hits[0].hit && hits[0].body == 0 && hits[0].distance == 0);
  EXPECT_NEAR(hits[0].t * 1.6, std::acos(-1.0) / 2 - std::asin(0.5 / 3), 1e-9);
  EXPECT_TRUE(hits[1].hit && hits[1].body == 0 && hits[1].distance == 6);
  carom_filter filter{CAROM_EVERYTHING, true, 0};
  ASSERT_EQ(carom_cast_many(world.get(), casts, 2, &filter, hits), CAROM_OK);
  EXPECT_FALSE(hits[0].hit || hits[1].hit) << "but for body 0, and no sensors";
  parts[1].shape.radius = -1;
  EXPECT_EQ(carom_cast_many(world.get(), casts, 2, nullptr, hits), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/1/shapes/1/circle/radius");

  const carom_vec2 from = {0, 0};
  const carom_vec2 to = {20, 0};
  carom_ray_hit ray;
  filter.except = 2;
  ASSERT_EQ(carom_ray_cast_filtered(world.get(), &from, &to, 1, &filter, &ray), CAROM_OK);
  EXPECT_FALSE(ray.hit);
  ASSERT_EQ(carom_ray_cast_filtered(world.get(), &from, &to, 1, nullptr, &ray), CAROM_OK);
  EXPECT_EQ(ray.body, 2U);

  carom_placed placed[3] = {};
  for (carom_placed& one : placed) {
    one.shape.kind = CAROM_CIRCLE;
    one.shape.radius = 2;
  }
  placed[0].at.at = {0, 1};
  placed[2].at.at = {7, 0};
  carom_body* bodies = nullptr;
  size_t start[4] = {};
  ASSERT_EQ(carom_overlaps_many(world.get(), placed, 3, nullptr, &bodies, start), CAROM_OK);
  EXPECT_EQ(std::vector<size_t>(start, start + 4), (std::vector<size_t>{0, 1, 1, 3}));
  EXPECT_EQ(std::vector<carom_body>(bodies, bodies + 3), (std::vector<carom_body>{0, 1, 2}));
  carom_free(bodies);
  placed[2].at.angle = std::nan("");
  EXPECT_EQ(carom_overlaps_many(world.get(), placed, 3, nullptr, &bodies, start), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/2/at/angle");

  size_t count = 9;
  ASSERT_EQ(carom_inside(world.get(), 1, &bodies, &count), CAROM_OK);
  EXPECT_EQ(count, 0U);
  carom_free(bodies);
  ASSERT_EQ(carom_step(world.get(), 2, nullptr), CAROM_OK);
  ASSERT_EQ(carom_inside(world.get(), 1, &bodies, &count), CAROM_OK);
  ASSERT_EQ(count, 1U);
  EXPECT_EQ(bodies[0], 2U);
  carom_free(bodies);
  EXPECT_EQ(carom_inside(world.get(), 77, &bodies, &count), CAROM_GONE);
}

TEST(CInterface, SettersOfWhatABodyIsMadeFrom) {
  const Opened world = open(k_ball);
  EXPECT_EQ(carom_set_angle(world.get(), 0, 0.5), CAROM_OK);
  EXPECT_EQ(carom_set_restitution(world.get(), 0, {true, 0.25}), CAROM_OK);
  EXPECT_EQ(carom_set_friction(world.get(), 0, {true, 0.75}), CAROM_OK);
  EXPECT_EQ(carom_set_mass(world.get(), 0, 3), CAROM_OK);
  EXPECT_EQ(carom_set_fixed(world.get(), 0, true), CAROM_OK);
  carom_body_info info;
  ASSERT_EQ(carom_body_get(world.get(), 0, &info), CAROM_OK);
  EXPECT_EQ(info.state.angle, 0.5);
  EXPECT_EQ(info.restitution.value, 0.25);
  EXPECT_EQ(info.friction.value, 0.75);
  EXPECT_EQ(info.mass, 3);
  EXPECT_TRUE(info.fixed);
  EXPECT_EQ(carom_set_restitution(world.get(), 0, {false, 0}), CAROM_OK);
  ASSERT_EQ(carom_body_get(world.get(), 0, &info), CAROM_OK);
  EXPECT_FALSE(info.restitution.given);
  EXPECT_EQ(carom_set_mass(world.get(), 0, std::nan("")), CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/mass/0");
  EXPECT_EQ(carom_set_mass(world.get(), 0, -1), CAROM_NOT_HERE);
  EXPECT_EQ(carom_set_fixed(world.get(), 77, true), CAROM_GONE);
}

carom_verdict refuse_some(carom_world* world, const carom_contact* contact, void* user) {
  int& called = *static_cast<int*>(user);
  if (++called % 3 == 0) return CAROM_IGNORE_CONTACT;
  if (called % 4 == 0) {
    EXPECT_EQ(carom_set_velocity(world, contact->a, {1, 2}), CAROM_OK);
  }
  return CAROM_GO_ON;
}

TEST(CInterface, AJournalIsReplayedToTheSameBits) {
  const Opened world = open(R"({"carom": 1, "world": {"dt": 0.01, "bounds": {"min": [-3, -3], "max": [3, 3]}},
    "rules": [{"between": ["spark", "*"], "after": [{"destroy": "spark"}]}],
    "bodies": [{"circle": {"radius": 0.4}, "at": [-1, 0], "velocity": [5, 1]}, {"circle": {"radius": 0.4}, "at": [1, 0]}]})");
  uint8_t* bytes = nullptr;
  size_t size = 0;
  EXPECT_EQ(carom_journal_bytes(world.get(), &bytes, &size), CAROM_NOT_HERE);
  ASSERT_EQ(carom_step(world.get(), 20, nullptr), CAROM_OK);
  ASSERT_EQ(carom_journal_start(world.get()), CAROM_OK);
  int called = 0;
  ASSERT_EQ(carom_set_callbacks(world.get(), refuse_some, nullptr, &called), CAROM_OK);
  carom_body spark = 0;
  ASSERT_EQ(
      carom_add_json(world.get(), R"({"circle": {"radius": 0.1}, "at": [0, 2], "velocity": [0, 1], "tags": ["spark"]})",
                     CAROM_WHOLE_TEXT, &spark),
      CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 2), CAROM_OK);
  EXPECT_GT(called, 4);
  // Settings are others from here on, and then those of before again.
  carom_snapshot* saved = nullptr;
  ASSERT_EQ(carom_snapshot_take(world.get(), &saved), CAROM_OK);
  const char* const heavy =
      R"({"carom": 1, "world": {"dt": 0.02, "gravity": [0, -2], "bounds": {"min": [-3, -3], "max": [3, 3]}}})";
  ASSERT_EQ(carom_change_settings(world.get(), heavy, CAROM_WHOLE_TEXT), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 3), CAROM_OK);
  ASSERT_EQ(carom_restore(world.get(), saved), CAROM_OK);
  carom_snapshot_free(saved);
  ASSERT_EQ(carom_set_mass(world.get(), 0, 2), CAROM_OK);
  ASSERT_EQ(carom_change_json(world.get(), 1, R"({"damping": 0.5})", CAROM_WHOLE_TEXT), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 2.5), CAROM_OK);
  uint64_t hash = 0;
  ASSERT_EQ(carom_hash(world.get(), &hash), CAROM_OK);
  ASSERT_EQ(carom_journal_bytes(world.get(), &bytes, &size), CAROM_OK);

  carom_world* again = nullptr;
  ASSERT_EQ(carom_world_from_journal(bytes, size, &again), CAROM_OK) << carom_last_error();
  uint64_t other = 0;
  EXPECT_EQ(carom_hash(again, &other), CAROM_OK);
  EXPECT_EQ(other, hash);
  carom_world_free(again);
  again = nullptr;
  for (size_t cut = 0; cut < size; cut += 97) EXPECT_EQ(carom_world_from_journal(bytes, cut, &again), CAROM_BAD_INPUT);
  EXPECT_EQ(again, nullptr);
  carom_free(bytes);
  EXPECT_EQ(carom_journal_stop(world.get()), CAROM_OK);
  EXPECT_EQ(carom_journal_bytes(world.get(), &bytes, &size), CAROM_NOT_HERE);
}

TEST(CInterface, StatesInsideTheLastStep) {
  const Opened world = open(k_ball);
  ASSERT_EQ(carom_run(world.get(), 1.5), CAROM_OK);
  carom_state state;
  ASSERT_EQ(carom_state_at(world.get(), 0, 1.49, &state), CAROM_OK);
  carom_state all[2];
  ASSERT_EQ(carom_states_at(world.get(), 1.49, all, 2), CAROM_OK);
  EXPECT_EQ(all[0].at.y, state.at.y);
  EXPECT_EQ(carom_state_at(world.get(), 0, 0.1, &state), CAROM_NOT_HERE);
  EXPECT_EQ(carom_state_at(world.get(), 7, 1.49, &state), CAROM_GONE);
}

// Snapshots.

TEST(CInterface, SnapshotsGoOnInTheSameBits) {
  for (const char* const name : {"billiards_break", "gas", "dominoes"}) {
    const Opened world = open(shipped(name));
    ASSERT_EQ(carom_run(world.get(), 0.3), CAROM_OK);
    carom_snapshot* snapshot = nullptr;
    ASSERT_EQ(carom_snapshot_take(world.get(), &snapshot), CAROM_OK);
    EXPECT_EQ(carom_snapshot_time(snapshot), 0.3);
    ASSERT_EQ(carom_run(world.get(), 0.6), CAROM_OK);
    const uint64_t expected = hash(world);
    ASSERT_EQ(carom_restore(world.get(), snapshot), CAROM_OK);
    ASSERT_EQ(carom_run(world.get(), 0.6), CAROM_OK);
    EXPECT_EQ(hash(world), expected);
    // As bytes, into another world.
    uint8_t* bytes = nullptr;
    size_t size = 0;
    ASSERT_EQ(carom_snapshot_bytes(snapshot, &bytes, &size), CAROM_OK);
    carom_snapshot* read = nullptr;
    ASSERT_EQ(carom_snapshot_from_bytes(bytes, size, &read), CAROM_OK) << carom_last_error();
    carom_world* made = nullptr;
    ASSERT_EQ(carom_world_from_snapshot(read, &made), CAROM_OK) << carom_last_error();
    const Opened other(made);
    ASSERT_EQ(carom_run(other.get(), 0.6), CAROM_OK);
    EXPECT_EQ(hash(other), expected) << name;
    const Opened third = empty();
    ASSERT_EQ(carom_restore(third.get(), read), CAROM_OK);
    ASSERT_EQ(carom_run(third.get(), 0.6), CAROM_OK);
    EXPECT_EQ(hash(third), expected);
    // Cut anywhere, or with a bit turned, they are refused or mean something: never a crash.
    for (size_t cut = 0; cut < size; cut += 1 + size / 100) {
      carom_snapshot* none = nullptr;
      EXPECT_EQ(carom_snapshot_from_bytes(bytes, cut, &none), CAROM_BAD_INPUT);
      bytes[cut] ^= 0x10U;
      if (carom_snapshot_from_bytes(bytes, size, &none) == CAROM_OK) carom_snapshot_free(none);
      bytes[cut] ^= 0x10U;
    }
    carom_free(bytes);
    carom_snapshot_free(read);
    carom_snapshot_free(snapshot);
  }
}

TEST(CInterface, SettingsAreChangedAndComeBackWithASnapshot) {
  const Opened world = open(k_ball);
  carom_snapshot* snapshot = nullptr;
  ASSERT_EQ(carom_snapshot_take(world.get(), &snapshot), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 0.5), CAROM_OK);
  ASSERT_EQ(carom_change_settings(world.get(), R"({"carom": 1, "world": {"gravity": [0, 0]}})", CAROM_WHOLE_TEXT),
            CAROM_OK);
  carom_body_info before;
  carom_body_info after;
  ASSERT_EQ(carom_body_get(world.get(), 0, &before), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 0.6), CAROM_OK);
  ASSERT_EQ(carom_body_get(world.get(), 0, &after), CAROM_OK);
  EXPECT_EQ(before.state.velocity.y, after.state.velocity.y);
  // The new settings are in the bytes of a snapshot.
  carom_snapshot* changed = nullptr;
  carom_snapshot* read = nullptr;
  uint8_t* bytes = nullptr;
  size_t size = 0;
  ASSERT_EQ(carom_snapshot_take(world.get(), &changed), CAROM_OK);
  ASSERT_EQ(carom_snapshot_bytes(changed, &bytes, &size), CAROM_OK);
  ASSERT_EQ(carom_snapshot_from_bytes(bytes, size, &read), CAROM_OK) << carom_last_error();
  const Opened other = empty();
  ASSERT_EQ(carom_restore(other.get(), read), CAROM_OK);
  ASSERT_EQ(carom_run(other.get(), 0.9), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 0.9), CAROM_OK);
  EXPECT_EQ(hash(other), hash(world));
  carom_free(bytes);
  carom_snapshot_free(changed);
  carom_snapshot_free(read);
  EXPECT_EQ(carom_change_settings(world.get(), R"({"carom": 1, "world": {"dt": 0}})", CAROM_WHOLE_TEXT),
            CAROM_BAD_INPUT);
  EXPECT_STREQ(carom_last_error_place(), "/world/dt");
  ASSERT_EQ(carom_restore(world.get(), snapshot), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 2.5), CAROM_OK);
  const Opened fresh = open(k_ball);
  ASSERT_EQ(carom_run(fresh.get(), 2.5), CAROM_OK);
  EXPECT_EQ(hash(world), hash(fresh));
  carom_snapshot_free(snapshot);
}

TEST(CInterface, ScenesComeWithIt) {
  size_t count = 0;
  while (carom_scene_name(count) != nullptr) ++count;
  EXPECT_GE(count, 25U);
  for (size_t k = 0; k < count; ++k) {
    const std::string text = shipped(carom_scene_name(k));
    char* report = nullptr;
    ASSERT_EQ(carom_validate(text.data(), text.size(), &report, nullptr), CAROM_OK);
    EXPECT_EQ(taken(report).find(R"({"faults":[],)"), 0U) << carom_scene_name(k);
  }
  char* text = nullptr;
  EXPECT_EQ(carom_scene_text("nothing", &text, nullptr), CAROM_GONE);
  char* report = nullptr;
  ASSERT_EQ(carom_validate(R"({"carom": 1, "bodis": []})", CAROM_WHOLE_TEXT, &report, nullptr), CAROM_OK);
  EXPECT_NE(taken(report).find(R"("place":"/bodis")"), std::string::npos);
}

TEST(CInterface, GasAndPolicies) {
  const Opened world = open(R"({"carom": 1, "world": {"detection": "event",
      "bounds": {"min": [0, 0], "max": [10, 10], "edges": "periodic"}},
      "fill": [{"count": 50, "circle": {"radius": 0.2}, "region": {"min": [0, 0], "max": [10, 10]}, "speed": 1}]})");
  carom_gas gas;
  EXPECT_EQ(carom_get_gas(world.get(), &gas), CAROM_NOT_HERE);
  ASSERT_EQ(carom_run(world.get(), 50), CAROM_OK);
  ASSERT_EQ(carom_get_gas(world.get(), &gas), CAROM_OK);
  EXPECT_GT(gas.compressibility, 1);
  EXPECT_EQ(gas.area, 100);
  carom_policies policies;
  ASSERT_EQ(carom_get_policies(world.get(), &policies), CAROM_OK);
  EXPECT_EQ(policies.rests, 0U);
  bool keeps = false;
  ASSERT_EQ(carom_keeps_momentum(world.get(), &keeps), CAROM_OK);
  EXPECT_TRUE(keeps);
  carom_vec2 momentum;
  ASSERT_EQ(carom_momentum(world.get(), &momentum), CAROM_OK);
  EXPECT_NEAR(momentum.x, 0, 1e-12);
}

TEST(CInterface, EventsAsLinesAndNames) {
  const Opened world = open(k_ball);
  ASSERT_EQ(carom_run(world.get(), 1.5), CAROM_OK);
  char* text = nullptr;
  ASSERT_EQ(carom_event_json(world.get(), 0, &text, nullptr), CAROM_OK);
  EXPECT_NE(taken(text).find(R"("a":"ball","b":"floor")"), std::string::npos);
  EXPECT_EQ(carom_event_json(world.get(), 1, &text, nullptr), CAROM_BAD_INPUT);
  ASSERT_EQ(carom_name(world.get(), CAROM_EDGES, &text, nullptr), CAROM_OK);
  EXPECT_EQ(taken(text), "bounds");
  ASSERT_EQ(carom_picture_svg(world.get(), &text, nullptr), CAROM_OK);
  EXPECT_EQ(taken(text).find("<svg"), 0U);
  ASSERT_EQ(carom_set_recording(world.get(), false), CAROM_OK);
  ASSERT_EQ(carom_run(world.get(), 3), CAROM_OK);
  const carom_events* events = nullptr;
  ASSERT_EQ(carom_get_events(world.get(), &events), CAROM_OK);
  EXPECT_EQ(events->count, 0U);
}

}  // namespace
}  // namespace carom
