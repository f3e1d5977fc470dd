#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "carom/math/elementary.hpp"
#include "carom/overlap/overlap.hpp"
#include "math/effort_test.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/rules/capabilities.hpp"
#include "world/testing/swept_world_test.hpp"

// Every response, between every two kinds of shape, in every world, rotating or not: every run ends after a bounded number of
// contacts. Where bodies pass through each other, every pass is reported once, with its begin and its end; the passes are
// counted by an oracle that looks at the overlap of the shapes at many moments and knows nothing of the search.
namespace carom::swept_test {
namespace {

/// More contacts than this in a run are a run that does not end: the bodies are taken out, and the test fails.
constexpr std::size_t k_most_contacts_told = 2000;
/// The same in one step, of bodies that spin into each other under a law that knows nothing of spin: they meet again and
/// again until they fly on as one, in each step anew.
constexpr std::size_t k_most_contacts_a_step = 64;

BodyShape polygon_of(std::vector<Vec2> vertices, bool hollow = false) {
  auto made = Polygon::make(std::move(vertices), hollow);
  EXPECT_TRUE(made);
  return std::move(made).value();
}

struct Kind {
  std::string name;
  BodyShape shape;
};

/// Those of two sides differ in size: equal outlines that lie on each other for a moment are not tested.
std::vector<Kind> all_kinds(double size) {
  const auto scaled = [&](std::vector<Vec2> vertices) {
    for (Vec2& v : vertices) v = size * v;
    return vertices;
  };
  Compound dumbbell;
  dumbbell.parts.emplace_back(Circle{.radius = 0.3 * size, .center = {-0.7 * size, 0}, .hollow = false});
  dumbbell.parts.emplace_back(Circle{.radius = 0.3 * size, .center = {0.7 * size, 0}, .hollow = false});
  dumbbell.parts.emplace_back(
      std::get<Polygon>(polygon_of(scaled({{-0.7, -0.1}, {0.7, -0.1}, {0.7, 0.1}, {-0.7, 0.1}}))));
  return {
      {"disc", Circle{.radius = 0.5 * size, .center = {}, .hollow = false}},
      {"ring", Circle{.radius = size, .center = {}, .hollow = true}},
      {"box", polygon_of(scaled({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}))},
      {"chevron", polygon_of(scaled({{-1, -1}, {1, 0}, {-1, 1}, {-0.5, 0}}))},
      {"arena", polygon_of(scaled({{-1.5, -1.5}, {1.5, -1.5}, {1.5, 1.5}, {-1.5, 1.5}}), true)},
      {"bar", Segment{{size * Vec2{-0.3, -size}, size * Vec2{0.3, size}}}},
      {"dumbbell", dumbbell},
      {"border", Border{Axis::x, 0}},
  };
}
const std::vector<Kind>& movers() {
  static const std::vector<Kind> kinds = all_kinds(0.75);
  return kinds;
}
const std::vector<Kind>& standers() {
  static const std::vector<Kind> kinds = all_kinds(1);
  return kinds;
}

bool is_border(const Kind& kind) { return std::holds_alternative<Border>(kind.shape); }
bool is_compound(const Kind& kind) { return std::holds_alternative<Compound>(kind.shape); }

enum class SensorOverlap : std::uint8_t { none, ignore, first_senses, second_senses, both_sense };

struct WorldKind {
  std::string name;
  Detection detection = Detection::swept;
  double dt = 1.0 / 16;
  bool turns = false;
  double spin_a = 0;
  double spin_b = 0;
  double friction = 0;
};

std::vector<WorldKind> all_worlds() {
  const Detection swept = Detection::swept;
  return {
      {"swept", swept, 1.0 / 16},
      {"swept, a pass within a step", swept, 8},
      {"swept, odd steps", swept, 0.0837},
      {"event", Detection::event, 1},
      {"overlap", Detection::overlap, 1.0 / 64},
      {"rotating", swept, 1.0 / 16, true},
      {"rotating, a pass within a step", swept, 8, true},
      {"rotating, odd steps", swept, 0.0837, true},
      {"rotating, first spins", swept, 1.0 / 16, true, 3, 0},
      {"rotating, second spins", swept, 1.0 / 16, true, 0, -2},
      {"rotating, both spin within a step", swept, 8, true, 0.7, -1.1},
      {"rotating, friction", swept, 1.0 / 16, true, 1, 0, 0.4},
  };
}

/// Removes all bodies from a run that does not end.
struct Guard : Recorder {
  explicit Guard(std::size_t most_contacts = k_most_contacts_told) : most(most_contacts) {
    on_before = [this](World& world, const PendingContact& /*meeting*/) {
      if (meetings.size() > most) {
        for (const BodyId id : world.bodies()) world.remove(id);
      }
      return true;
    };
  }
  [[nodiscard]] bool ended() const { return meetings.size() <= most; }

  std::size_t most;
};

struct Told {
  std::vector<ContactEvent> events;
  std::vector<Touch> touches;
};

Told run(World& world, double end) {
  Told told;
  while (world.time() < end && world.body_count() > 0) {
    world.step_to(std::min(world.time() + world.settings().dt, end));
    told.events.insert(told.events.end(), world.events().begin(), world.events().end());
    told.touches.insert(told.touches.end(), world.touches().begin(), world.touches().end());
  }
  return told;
}

/// How far apart two bodies are that nothing stops, t seconds after they began.
double gap_at(const Body& a, const Body& b, double t) {
  const auto placed = [&](const Body& body) {
    std::vector<BodyShape> parts;
    const double angle = body.state.angle + t * body.state.spin;
    const Vec2 hub = body.state.at + turned(body.center, sin_cos(body.state.angle)) + t * body.state.velocity;
    const Vec2 at = hub - turned(body.center, sin_cos(angle));
    detail::for_each_part(body.upright, [&](const auto& part) {
      using Part = std::decay_t<decltype(part)>;
      if constexpr (std::is_same_v<Part, Border>) {
        parts.emplace_back(Border{part.axis, part.at + (part.axis == Axis::x ? at.x : at.y)});
      } else if constexpr (std::is_same_v<Part, Circle>) {
        parts.emplace_back(Circle{part.radius, at + turned(part.center, sin_cos(angle)), part.hollow});
      } else if constexpr (std::is_same_v<Part, Segment>) {
        parts.emplace_back(
            Segment{{at + turned(part.ends[0], sin_cos(angle)), at + turned(part.ends[1], sin_cos(angle))}});
      } else {
        std::vector<Vec2> vertices(part.vertices().begin(), part.vertices().end());
        for (Vec2& v : vertices) v = at + turned(v, sin_cos(angle));
        parts.push_back(polygon_of(std::move(vertices), part.hollow()));
      }
    });
    return parts;
  };
  double least = std::numeric_limits<double>::infinity();
  for (const BodyShape& p : placed(a)) {
    for (const BodyShape& q : placed(b)) {
      const auto closest = closest_points(detail::view_of(p), detail::view_of(q));
      least = std::min(least, closest ? closest->distance : std::numeric_limits<double>::infinity());
    }
  }
  return least;
}

struct Pass {
  double begin = 0;
  double end = 0;  ///< of one that is not over: infinite
};

constexpr double k_duration = 6;
constexpr int k_looks = 2000;

/// By looking at many moments; not at those before which a gap cannot have closed.
std::vector<Pass> passes_of(const Body& a, const Body& b) {
  // No point of a body is farther than this from the point it rotates about.
  constexpr double farthest = 3;
  const double fastest =
      length(a.state.velocity - b.state.velocity) + farthest * (std::abs(a.state.spin) + std::abs(b.state.spin));
  std::vector<Pass> passes;
  bool inside = false;
  for (int k = 0; k <= k_looks;) {
    const double t = k_duration * k / k_looks;
    const double gap = gap_at(a, b, t);
    const bool now = gap <= 0;
    if (now && !inside) passes.push_back({t, std::numeric_limits<double>::infinity()});
    if (!now && inside) passes.back().end = t;
    inside = now;
    k += 1 + static_cast<int>(std::min(0.99 * std::max(gap, 0.0) / fastest, k_duration) * k_looks / k_duration);
  }
  return passes;
}

struct PassScene {
  Kind first;
  Kind second;
  WorldKind world;
  SensorOverlap passing = SensorOverlap::none;
  double offset = 0;
  bool fixed = true;

  [[nodiscard]] std::string name() const {
    const char* const how[] = {"none", "ignore", "first is a sensor", "second is a sensor", "both are sensors"};
    return first.name + " through " + second.name + ", " + world.name + ", " + how[static_cast<int>(passing)] +
           (fixed ? ", fixed" : ", free") + ", offset " + std::to_string(offset);
  }
};

WorldSettings settings_of(const WorldKind& kind) {
  WorldSettings settings = settings_with(kind.dt);
  settings.detection = kind.detection;
  settings.friction = kind.friction;
  return settings;
}

BodyDef body_of(const Kind& kind, const WorldKind& world, Vec2 at, Vec2 velocity, double spin, bool fixed) {
  BodyDef def;
  def.shape = kind.shape;
  def.at = at;
  def.velocity = velocity;
  def.mass = 1;
  def.fixed = fixed || is_border(kind);
  def.turns = world.turns;
  if (!is_border(kind)) def.spin = spin;
  return def;
}

/// The same whatever lets them pass, and in all worlds of these spins.
const std::vector<Pass>& known_passes(const PassScene& scene, const Body& a, const Body& b) {
  static std::map<std::tuple<std::string, std::string, double, double, double, bool>, std::vector<Pass>> known;
  const auto [found, is_new] =
      known.try_emplace({scene.first.name, scene.second.name, scene.offset, a.state.spin, b.state.spin, scene.fixed},
                        std::vector<Pass>{});
  if (is_new) found->second = passes_of(a, b);
  return found->second;
}

struct PassWorld {
  World world;
  BodyId a;
  BodyId b;
};

PassWorld make(const PassScene& scene) {
  WorldSettings settings = settings_of(scene.world);
  if (scene.passing == SensorOverlap::none) settings.rules.push_back({{"*", "*"}, Response::none, {}, {}, {}});
  if (scene.passing == SensorOverlap::ignore) settings.rules.push_back({{"*", "*"}, Response::ignore, {}, {}, {}});
  PassWorld made{make_world(settings), {}, {}};
  BodyDef first = body_of(scene.first, scene.world, {-4, scene.offset}, {2, 0}, scene.world.spin_a, false);
  first.sensor = scene.passing == SensorOverlap::first_senses || scene.passing == SensorOverlap::both_sense;
  BodyDef second = body_of(scene.second, scene.world, {}, {}, scene.world.spin_b, scene.fixed);
  second.sensor = scene.passing == SensorOverlap::second_senses || scene.passing == SensorOverlap::both_sense;
  made.a = add(made.world, first);
  made.b = add(made.world, second);
  return made;
}

void check_pass(const PassScene& scene) {
  SCOPED_TRACE(scene.name());
  PassWorld made = make(scene);
  World& world = made.world;
  const Body start_a = *world.body(made.a);
  const Body start_b = *world.body(made.b);
  const std::vector<Pass>& expected = known_passes(scene, start_a, start_b);

  Guard guard;
  world.set_listener(&guard);
  const Told told = run(world, k_duration);
  ASSERT_TRUE(guard.ended()) << "reports without end";
  EXPECT_EQ(told.events.size(), expected.size());
  std::vector<double> begins;
  std::vector<double> ends;
  for (const Touch& touch : told.touches) {
    (touch.change == TouchChange::begin ? begins : ends).push_back(touch.t);
  }
  const bool samples = scene.world.detection == Detection::overlap;
  const double error = (samples ? scene.world.dt : 0) + 1.01 * k_duration / k_looks;
  ASSERT_EQ(begins.size(), expected.size());
  const auto over = static_cast<std::size_t>(
      std::ranges::count_if(expected, [](const Pass& pass) { return std::isfinite(pass.end); }));
  ASSERT_EQ(ends.size(), over);
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(begins[k], expected[k].begin, error);
  for (std::size_t k = 0; k < over; ++k) EXPECT_NEAR(ends[k], expected[k].end, error);
  for (const ContactEvent& event : told.events) EXPECT_EQ(event.impulse, 0);
  // Nothing is moved.
  const Vec2 hub_a = start_a.state.at + start_a.center;
  const Body& end_a = *world.body(made.a);
  const Vec2 at = end_a.state.at + turned(end_a.center, sin_cos(end_a.state.angle));
  EXPECT_NEAR(at.x, hub_a.x + 2 * k_duration, 1e-12);
  EXPECT_NEAR(at.y, hub_a.y, 1e-12);
  EXPECT_EQ(end_a.state.velocity, (Vec2{2, 0}));
  EXPECT_EQ(velocity(world, made.b), Vec2{});
}

/// The same, with steps that end where a pass begins or ends, and one bit before and after.
void check_cut_pass(const PassScene& scene) {
  SCOPED_TRACE(scene.name());
  std::vector<double> cuts;
  std::size_t expected = 0;
  {
    World world = make(scene).world;
    const Told told = run(world, k_duration);
    expected = told.events.size();
    for (const Touch& touch : told.touches) cuts.push_back(touch.t);
  }
  for (const double cut : cuts) {
    for (const int bits : {-2, -1, 0, 1, 2}) {
      SCOPED_TRACE("cut at " + std::to_string(cut) + (bits < 0 ? " less " : " and ") + std::to_string(bits) + " bits");
      double end = cut;
      for (int k = 0; k < std::abs(bits); ++k) end = std::nextafter(end, bits < 0 ? 0 : 2 * cut);
      World world = make(scene).world;
      Guard guard;
      world.set_listener(&guard);
      std::size_t events = 0;
      std::vector<TouchChange> changes;
      for (const double until : {end, k_duration}) {
        world.step_to(until);
        events += world.events().size();
        for (const Touch& touch : world.touches()) changes.push_back(touch.change);
      }
      ASSERT_TRUE(guard.ended()) << "reports without end";
      EXPECT_EQ(events, expected);
      EXPECT_EQ(changes.size(), cuts.size());
      for (std::size_t k = 0; k < changes.size(); ++k) {
        EXPECT_EQ(changes[k], k % 2 == 0 ? TouchChange::begin : TouchChange::end);
      }
    }
  }
}

bool is_refused(const Kind& kind, const WorldKind& world) {
  return is_compound(kind) && world.detection != Detection::swept;
}

TEST(ResponseTable, WhatPassesIsReportedOnceAPass) {
  // Eleven cases a pair, seven where one is a border.
  constexpr test::Strides strides{3, 13};
  std::size_t number = 0;
  for (const WorldKind& world : all_worlds()) {
    for (const Kind& first : movers()) {
      if (is_border(first) || is_refused(first, world)) continue;
      for (const Kind& second : standers()) {
        if (is_refused(second, world)) continue;
        for (const SensorOverlap passing : {SensorOverlap::none, SensorOverlap::ignore, SensorOverlap::first_senses,
                                            SensorOverlap::second_senses, SensorOverlap::both_sense}) {
          for (const double offset : {0.0, 0.37}) {
            for (const bool fixed : {true, false}) {
              if (!fixed && is_border(second)) continue;
              const bool rare = passing == SensorOverlap::ignore || passing == SensorOverlap::first_senses ||
                                passing == SensorOverlap::both_sense;
              if (rare && (offset == 0 || !fixed)) continue;
              if (strides.ask(++number)) check_pass({first, second, world, passing, offset, fixed});
            }
          }
        }
      }
    }
  }
}

TEST(ResponseTable, APassIsOneWhereverStepsEnd) {
  // Seven movers or six, eight bodies in their way or seven.
  constexpr test::Strides strides{3, 13};
  std::size_t number = 0;
  for (const WorldKind& world : all_worlds()) {
    if (world.dt != 8 && world.detection != Detection::event) continue;
    for (const Kind& first : movers()) {
      if (is_border(first) || is_refused(first, world)) continue;
      for (const Kind& second : standers()) {
        if (is_refused(second, world)) continue;
        if (!strides.ask(++number)) continue;
        check_cut_pass({first, second, world, SensorOverlap::none, 0, false});
        check_cut_pass({first, second, world, SensorOverlap::second_senses, 0.37, true});
      }
    }
  }
}

TEST(ResponseTable, WhatAWorldCannotDoIsRefusedWithItsReason) {
  for (const Detection detection : {Detection::event, Detection::overlap}) {
    WorldSettings settings = settings_with(0.1);
    settings.detection = detection;
    for (const Response response : {Response::none, Response::impulse}) {
      settings.rules = {{{"*", "*"}, response, {}, {}, {}}};
      World world = make_world(settings);
      for (const Kind& kind : standers()) {
        if (!is_compound(kind)) continue;
        BodyDef def;
        def.shape = kind.shape;
        const auto refused = world.add(def);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().place, "/shapes");
        const std::string why = detail::reason_against(detail::Feature::shapes, settings);
        EXPECT_NE(refused.error().reason.find(why), std::string::npos) << refused.error().reason;
      }
      BodyDef spinning = box({1, 1}, {});
      spinning.spin = 1;
      EXPECT_FALSE(world.add(spinning));
    }
    settings.friction = 0.5;
    EXPECT_EQ(static_cast<bool>(World::make(settings)), detection == Detection::event);
  }
}

/// Solid responses: the run ends, what comes together parts or rests, and an elastic impulse keeps energy and momentum.
void check_contact(const Kind& first, const Kind& second, const WorldKind& kind, Response response, double restitution,
                   double offset, bool is_fixed) {
  const char* const how[] = {"impulse", "rebound", "slide"};
  const int name = response == Response::impulse ? 0 : response == Response::rebound ? 1 : 2;
  SCOPED_TRACE(first.name + " against " + second.name + ", " + kind.name + ", " + how[name] + ", e " +
               std::to_string(restitution) + (is_fixed ? ", fixed" : ", free") + ", offset " + std::to_string(offset));
  WorldSettings settings = settings_of(kind);
  settings.restitution = restitution;
  settings.rules.push_back({{"*", "*"}, response, {}, {}, {}});
  World world = make_world(settings);
  const BodyId a = add(world, body_of(first, kind, {-4, offset}, {2, 0}, kind.spin_a, false));
  const BodyId b = add(world, body_of(second, kind, {}, {}, kind.spin_b, is_fixed));
  const double energy = world.energy().kinetic;
  const Vec2 momentum = world.momentum();
  const bool spins = response != Response::impulse && (kind.spin_a != 0 || kind.spin_b != 0);
  const auto steps = static_cast<std::size_t>(std::ceil(k_duration / kind.dt));
  Guard guard(spins ? std::max(k_most_contacts_told, steps * k_most_contacts_a_step) : k_most_contacts_told);
  world.set_listener(&guard);
  run(world, k_duration);
  ASSERT_TRUE(guard.ended()) << "contacts without end";
  EXPECT_GE(guard.meetings.size(), 1U);
  const double given = std::abs(kind.spin_b) > 0 && is_fixed ? world.exchanged_energy() : 0;
  if (response == Response::impulse && restitution == 1 && kind.friction == 0) {
    EXPECT_NEAR(world.energy().kinetic - given, energy, 1e-11);
  }
  EXPECT_NEAR(world.energy().kinetic - world.exchanged_energy(), energy, 1e-11);
  if (!is_fixed && !is_border(second) && response == Response::impulse) {
    EXPECT_LT(length(world.momentum() - momentum), 1e-12);
  }
  EXPECT_TRUE(world.body(a) != nullptr && world.body(b) != nullptr);
}

TEST(ResponseTable, EveryContactEnds) {
  // Twenty cases a pair, ten where one is a border.
  constexpr test::Strides strides{1, 11};
  std::size_t number = 0;
  for (const WorldKind& world : all_worlds()) {
    for (const Kind& first : movers()) {
      if (is_border(first) || is_refused(first, world)) continue;
      for (const Kind& second : standers()) {
        if (is_refused(second, world)) continue;
        for (const Response response : {Response::impulse, Response::rebound, Response::slide}) {
          for (const double restitution : {1.0, 0.5, 0.0}) {
            if (response != Response::impulse && restitution != 1) continue;
            for (const double offset : {0.0, 0.37}) {
              for (const bool fixed : {true, false}) {
                if (!fixed && is_border(second)) continue;
                if (strides.ask(++number)) check_contact(first, second, world, response, restitution, offset, fixed);
              }
            }
          }
        }
      }
    }
  }
}

/// A box between two edges as far apart as it is wide slides along both, and one that spins there comes to an end, too.
TEST(ResponseTable, SlideOfAPolygonThatHasNoRoomEnds) {
  for (const WorldKind& kind : all_worlds()) {
    SCOPED_TRACE(kind.name);
    for (const double spin : {0.0, kind.spin_a}) {
      WorldSettings settings = bounded(settings_of(kind), {-0.5, -40}, {0.5, 40});
      settings.rules.push_back({{"*", "bounds"}, Response::slide, {}, {}, {}});
      World world = make_world(settings);
      BodyDef def = box({0.5, 0.5}, {0, 0});
      def.velocity = {1, 2};
      def.turns = kind.turns;
      def.spin = spin;
      const BodyId id = add(world, def);
      const auto steps = static_cast<std::size_t>(std::ceil(k_duration / kind.dt));
      Guard guard(std::max(k_most_contacts_told, steps * k_most_contacts_a_step));
      world.set_listener(&guard);
      run(world, k_duration);
      ASSERT_TRUE(guard.ended()) << "contacts without end";
      const double overlaps = kind.detection == Detection::overlap ? 0.1 : 1e-9;
      for (const Vec2 v : std::get<Polygon>(world.body(id)->shape).vertices()) {
        EXPECT_LT(std::abs(at(world, id).x + v.x), 0.5 + overlaps);
      }
    }
  }
}

/// What is fixed and moves crosses everything, again and again in a periodic box: three hundred discs, a border that can be
/// moved and a polygon. Every step ends, completed or with a reason.
TEST(ResponseTable, APistonThatCrossesEverythingEnds) {
  for (const bool turns : {false, true}) {
    SCOPED_TRACE(turns);
    WorldSettings settings = bounded(settings_with(1.0 / 60, 0.5), {-10, -10}, {10, 10});
    World world = make_world(settings);
    BodyDef piston = fixed(moving(box({1, 1}, {8, 8}), {-638, -519}));
    piston.turns = turns;
    add(world, piston);
    for (int k = 0; k < 300; ++k) {
      BodyDef small = disc(0.2, {-9.5 + 0.9 * (k % 20), -9.5 + 0.9 * (k / 20)}, {std::sin(k), std::cos(k)});
      small.turns = turns;
      add(world, small);
    }
    BodyDef line = border(Axis::x, -9.9);
    line.fixed = false;
    line.mass = 1;
    add(world, line);
    BodyDef some = moving(box({0.4, 0.3}, {9, -9}), {-1, 1});
    some.turns = turns;
    add(world, some);
    for (int step = 0; step < 4; ++step) {
      const StepResult result = world.step();
      EXPECT_TRUE(result.completed() || !result.reason.empty());
    }
  }
}

/// Only solid discs merge, in worlds that look at steps: all others meet as if there were no such rule, or are refused.
TEST(ResponseTable, DiscsMergeInEveryWorldThatHasSteps) {
  for (const WorldKind& kind : all_worlds()) {
    SCOPED_TRACE(kind.name);
    WorldSettings settings = settings_of(kind);
    settings.rules.push_back({{"*", "*"}, Response::merge, {}, {}, {}});
    if (kind.detection == Detection::event) {
      EXPECT_FALSE(World::make(settings));
      continue;
    }
    for (const Kind& first : movers()) {
      if (is_border(first) || is_refused(first, kind)) continue;
      for (const Kind& second : standers()) {
        if (is_border(second) || is_refused(second, kind)) continue;
        for (const double offset : {0.0, 0.37}) {
          SCOPED_TRACE(first.name + " with " + second.name + ", offset " + std::to_string(offset));
          World world = make_world(settings);
          add(world, body_of(first, kind, {-4, offset}, {2, 0}, kind.spin_a, false));
          add(world, body_of(second, kind, {}, {}, kind.spin_b, false));
          const double energy = world.energy().kinetic;
          const Vec2 momentum = world.momentum();
          Guard guard;
          world.set_listener(&guard);
          run(world, k_duration);
          ASSERT_TRUE(guard.ended()) << "contacts without end";
          EXPECT_GE(guard.meetings.size(), 1U);
          const auto is_disc = [](const Kind& one) { return one.name == "disc"; };
          EXPECT_EQ(world.body_count(), is_disc(first) && is_disc(second) ? 1U : 2U);
          EXPECT_LT(length(world.momentum() - momentum), 1e-12);
          EXPECT_NEAR(world.energy().kinetic - world.exchanged_energy(), energy, 1e-11);
        }
      }
    }
  }
}

/// Against the edges of the world, which every world has.
TEST(ResponseTable, EveryContactWithTheEdgesEnds) {
  // Ten cases a body.
  constexpr test::Strides strides{1, 3};
  std::size_t number = 0;
  for (const WorldKind& kind : all_worlds()) {
    for (const Kind& first : movers()) {
      if (is_border(first) || is_refused(first, kind)) continue;
      for (const Response response :
           {Response::impulse, Response::rebound, Response::slide, Response::none, Response::ignore}) {
        for (const bool sensor : {false, true}) {
          const bool through = sensor || response == Response::none || response == Response::ignore;
          if (!strides.ask(++number)) continue;
          SCOPED_TRACE(first.name + ", " + kind.name + ", response " + std::to_string(static_cast<int>(response)) +
                       (sensor ? ", sensor" : ""));
          WorldSettings settings = bounded(settings_of(kind), {-3, -3}, {3, 3});
          settings.rules.push_back({{"*", "bounds"}, response, {}, {}, {}});
          World world = make_world(settings);
          BodyDef def = body_of(first, kind, {-1, 0.2}, {1, 0.4}, kind.spin_a, false);
          def.sensor = sensor;
          add(world, def);
          Guard guard;
          world.set_listener(&guard);
          const Told told = run(world, 8);
          ASSERT_TRUE(guard.ended()) << "contacts without end";
          // A corner that turns may touch an edge, leave it and come back.
          if (!through || (kind.spin_a != 0 && !std::holds_alternative<Circle>(first.shape))) continue;
          // Looked for after each step, the edges are one partner.
          const std::size_t expected = kind.detection == Detection::overlap ? 1 : 2;
          // Out over the right edge, then over the upper one: each is passed once, and not left.
          EXPECT_EQ(told.events.size(), expected);
          for (const Touch& touch : told.touches) EXPECT_EQ(touch.change, TouchChange::begin);
          EXPECT_EQ(told.touches.size(), expected);
        }
      }
    }
  }
}

}  // namespace
}  // namespace carom::swept_test
