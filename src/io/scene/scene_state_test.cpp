#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/io/scene.hpp"
#include "carom/math/random.hpp"
#include "math/effort_test.hpp"
#include "world/snapshot/persistence.hpp"

namespace carom {
namespace {

/// Balls and pegs in a box under gravity, a ghost that passes, a rocket that ends in a puff, one that does not last.
constexpr auto k_lively = R"({"carom": 1, "name": "lively", "about": "all at once", "seed": 5,
  "world": {"dt": 0.01, "duration": 2, "time": 0.3, "restitution": 0.9, "gravity": [0, -5],
            "bounds": {"min": [-4, -4], "max": [4, 4]}},
  "bodies": [{"name": "ghost", "circle": {"radius": 0.7}, "at": [-2, 0], "velocity": [3, 1], "tags": ["spirit"]},
             {"circle": {"radius": 0.2}, "at": [3, 3], "velocity": [-1, 2], "lifetime": 0.7, "restitution": 0.5},
             {"name": "rocket", "circle": {"radius": 0.1}, "at": [0, 3], "velocity": [9, 0], "health": 3},
             {"name": "plank", "polygon": {"vertices": [[-1, -0.1], [1, -0.1], [1, 0.1], [-1, 0.1]]}, "at": [0, -1.5],
              "angle": 0.3, "fixed": true, "tags": ["wall"]},
             {"segment": {"ends": [[-4, -3], [0, -3.5]]}}],
  "fill": [{"count": 30, "circle": {"radius": [0.1, 0.2]}, "region": {"min": [-3, -1], "max": [3, 2]}, "speed": 3,
            "tags": ["gas"], "damping": 0.01}],
  "rules": [{"between": ["spirit", "*"], "response": "none", "before": [{"sound": "boo"}]},
            {"between": ["rocket", "bounds"], "after": [{"destroy": "rocket"},
              {"spawn": {"circle": {"radius": 0.05}, "lifetime": 0.9}}, {"mark": {"who": "first", "as": "late"}}]},
            {"between": ["gas", "wall"], "after": [{"mark": {"who": "gas", "as": "bruised"}}]}]})";

void steps(World& world, int count) {
  for (int k = 0; k < count; ++k) world.step();
}

World built(const Scene& scene) {
  auto world = build_world(scene);
  EXPECT_TRUE(world) << world.error().place << ": " << world.error().reason;
  return std::move(world).value();
}

TEST(SceneState, SaysEverythingAboutTheBodies) {
  const Scene origin = read_scene(k_lively).value();
  World world = built(origin);
  const Scene state = state_of(world, origin);
  EXPECT_EQ(state.name, "lively");
  EXPECT_EQ(state.about, "all at once");
  EXPECT_EQ(state.seed, 5U);
  EXPECT_EQ(state.duration, 2);
  EXPECT_EQ(state.world.time, 0.3);
  EXPECT_TRUE(state.fills.empty());
  ASSERT_EQ(state.bodies.size(), 35U);
  EXPECT_EQ(state.created, 35U);
  EXPECT_EQ(state.bodies[1].name, "#1");
  EXPECT_EQ(state.bodies[1].restitution, 0.5);
  EXPECT_EQ(state.world.time + *state.bodies[1].lifetime, 0.3 + 0.7);
  EXPECT_EQ(state.bodies[2].health, 3);
  EXPECT_EQ(state.bodies[3].angle, 0.3);
  EXPECT_EQ(state.bodies[3].fixed, true);
  EXPECT_EQ(std::get<Polygon>(state.bodies[3].shape).vertices()[0], (Vec2{-1, -0.1}));
  EXPECT_EQ(state.bodies[4].fixed, std::nullopt);
  EXPECT_EQ(state.bodies[34].tags, std::vector<std::string>{"gas"});
  EXPECT_EQ(state.bodies[34].damping, 0.01);
}

TEST(SceneState, SaysWhatTurns) {
  const Scene origin = read_scene(R"({"carom": 1, "world": {"friction": 0.5}, "bodies": [
    {"circle": {"radius": 1}, "spin": 2, "friction": 0.25}, {"circle": {"radius": 1}, "at": [9, 0], "turns": false},
    {"polygon": {"vertices": [[0, 0], [1, 0], [0, 1]]}, "at": [5, 0], "fixed": true, "spin": -1},
    {"border": {"y": -9}, "friction": 1}, {"border": {"y": 19}, "fixed": false, "mass": 3}]})")
                           .value();
  const World world = built(origin);
  const Scene state = read_scene(write_scene(state_of(world, origin))).value();
  EXPECT_EQ(state.world.friction, 0.5);
  ASSERT_EQ(state.bodies.size(), 5U);
  EXPECT_EQ(state.bodies[0].spin, 2);
  EXPECT_EQ(state.bodies[0].friction, 0.25);
  EXPECT_TRUE(state.bodies[0].turns);
  EXPECT_EQ(state.bodies[1].friction, std::nullopt);
  EXPECT_FALSE(state.bodies[1].turns);
  EXPECT_EQ(state.bodies[2].spin, -1);
  for (std::size_t k = 2; k < 5; ++k) EXPECT_TRUE(state.bodies[k].turns) << k;
  EXPECT_EQ(built(state).hash(), world.hash());
}

TEST(SceneState, KeepsThePointsAtWhichBodiesRest) {
  const Scene origin = read_scene(R"({"carom": 1, "bodies": [{"circle": {"radius": 1}, "spin": 2},
    {"name": "b", "circle": {"radius": 1}, "at": [9, 0]}, {"circle": {"radius": 1}, "at": [5, 0]}]})")
                           .value();
  World world = built(origin);
  EXPECT_TRUE(detail::Persistence::ledger(world).rotating);
  detail::SavedLedger ledger = detail::Persistence::ledger(world);
  const std::uint64_t edge = ~std::uint64_t{0} - 2;
  ledger.points = {{0, 1, 1ULL << 63U, 0.1, -0.0}, {0, 2, 7, 1, 2}, {1, edge, 5, 1e70, 5e-324}};
  std::vector<Body> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
  World resumed = World::make(origin.world).value();
  ASSERT_FALSE(detail::Persistence::resume(resumed, bodies, ledger));
  const auto points_again = [&] {
    const std::string text = write_scene(state_of(resumed, origin));
    const auto scene = read_scene(text);
    EXPECT_TRUE(scene) << scene.error().place << ": " << scene.error().reason << text;
    return detail::Persistence::ledger(built(scene.value())).points;
  };
  EXPECT_EQ(points_again(), ledger.points);
  resumed.remove(resumed.bodies()[2]);
  EXPECT_EQ(points_again(), (std::vector<detail::HeldPoint>{ledger.points[0], ledger.points[2]}));
}

TEST(SceneState, KeepsWhenARunOfTheEventWorldHasEndedAndWhatHasJustParted) {
  const Scene origin = read_scene(R"({"carom": 1, "world": {"detection": "event"}, "bodies": [
    {"circle": {"radius": 1}, "velocity": [1, 0]}, {"name": "b", "circle": {"radius": 1}, "at": [9, 0], "sensor": true},
    {"circle": {"radius": 1}, "at": [0, 9]}]})")
                           .value();
  World world = built(origin);
  world.step_to(0.75);
  detail::SavedLedger ledger = detail::Persistence::ledger(world);
  ledger.clock.now = std::nextafter(0.75, 0);
  ledger.just_parted = {{0, 1, -0.5, 3}, {1, 2, 0.125, 1}};
  std::vector<Body> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
  World resumed = World::make(origin.world).value();
  ASSERT_FALSE(detail::Persistence::resume(resumed, bodies, ledger));
  const auto again = [&] {
    const std::string text = write_scene(state_of(resumed, origin));
    const auto scene = read_scene(text);
    EXPECT_TRUE(scene) << scene.error().place << ": " << scene.error().reason << text;
    return detail::Persistence::ledger(built(scene.value()));
  };
  EXPECT_EQ(again().clock.now, ledger.clock.now);
  EXPECT_EQ(again().just_parted, ledger.just_parted);
}

TEST(SceneState, AWorldThatHasTurnedBodiesStaysOne) {
  const Scene origin =
      read_scene(
          R"({"carom": 1, "bodies": [{"circle": {"radius": 1}, "spin": 2}, {"circle": {"radius": 1}, "at": [9, 0]}]})")
          .value();
  World world = built(origin);
  world.remove(world.bodies()[0]);
  Scene state = read_scene(write_scene(state_of(world, origin))).value();
  ASSERT_TRUE(state.resting);
  EXPECT_TRUE(detail::Persistence::ledger(built(state)).rotating);
  state.world.detection = Detection::overlap;
  EXPECT_FALSE(detail::Persistence::ledger(built(state)).rotating);
  state.resting.reset();
  state.world.detection = Detection::swept;
  EXPECT_FALSE(detail::Persistence::ledger(built(state)).rotating);
}

/// Discs, boxes and what stands or moves among them, by a seed: of one world, with and without gravity, loss, edges.
std::string random_scene(std::string_view detection, std::uint64_t seed) {
  Random random(seed);
  const auto any = [&random](std::initializer_list<const char*> words) {
    return words.begin()[static_cast<std::size_t>(random.uniform() * static_cast<double>(words.size()))];
  };
  const bool periodic = random.uniform() < 0.25;
  const bool falls = !periodic && random.uniform() < 0.5;
  std::string text = fmt::format(
      R"({{"carom": 1, "seed": {}, "world": {{"detection": "{}", "dt": 0.01, "restitution": {}, "gravity": [0, {}],)"
      R"("bounds": {{"min": [-4, -4], "max": [4, 4], "edges": "{}"}}}}, "bodies": [)",
      seed, detection, any({"1", "0.9", "0.5", "0"}), falls ? "-5" : "0",
      periodic ? "periodic" : any({"rebound", "rebound", "remove"}));
  text += R"({"name": "peg", "circle": {"radius": 0.4}, "at": [-2, 0.5], "fixed": true})";
  if (random.uniform() < 0.5)
    text += R"(, {"circle": {"radius": 0.3}, "at": [2, -2], "velocity": [-0.5, 1], "fixed": true})";
  const int boxes = static_cast<int>(random.uniform() * 4);
  for (int k = 0; k < boxes; ++k) {
    text +=
        fmt::format(R"(, {{"polygon": {{"vertices": [[-0.3,-0.2],[0.3,-0.2],[0.2,0.3]]}}, "at": [{}, 3], "angle": {}, )"
                    R"("velocity": [{}, {}], "mass": {}, "turns": {}}})",
                    1.5 * k - 2.5, random.uniform(0, 3), random.uniform(-2, 2), random.uniform(-2, 2),
                    random.uniform(0.1, 10), any({"true", "false"}));
  }
  text += fmt::format(R"(], "fill": [{{"count": {}, "circle": {{"radius": [0.1, 0.25]}}, "region": {{"min": [-3, -3],)"
                      R"("max": [3, 2.5]}}, "speed": 2}}]}})",
                      10 + static_cast<int>(random.uniform() * 30));
  return text;
}

/// The hash at `end`, cut at `cut` and continued from the text of the state, or not cut at all.
std::uint64_t hash_at(const Scene& scene, double end, std::optional<double> cut) {
  const auto run_to = [](World& world, double time) {
    while (world.time() < time) {
      world.step_to(world.settings().detection == Detection::event ? time : std::min(time, world.time() + 1.0 / 128));
    }
  };
  World world = built(scene);
  if (cut) {
    run_to(world, *cut);
    const auto state = read_scene(write_scene(state_of(world, scene)));
    EXPECT_TRUE(state) << state.error().place << ": " << state.error().reason;
    world = built(state.value());
  }
  run_to(world, end);
  return world.hash();
}

/// Cuts are on the grid of steps: a shortened step would be another run.
TEST(SceneState, ARunThatIsCutByItsStateEndsInTheSameBits) {
  const std::uint64_t seeds = test::is_short_run() ? 20 : 80;
  for (const char* const detection : {"swept", "overlap", "event"}) {
    int different = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const std::string text = random_scene(detection, seed);
      const Scene scene = read_scene(text).value();
      const double cut = static_cast<double>(1 + seed % 100) / 128;
      if (hash_at(scene, 1.5, cut) != hash_at(scene, 1.5, std::nullopt)) ++different;
    }
    EXPECT_EQ(different, 0) << detection << ", of " << seeds;
  }
}

TEST(SceneState, FlightsOfAnEditedStateAreForgotten) {
  const Scene origin = read_scene(random_scene("event", 3)).value();
  World world = built(origin);
  world.step_to(0.5);
  const Scene state = read_scene(write_scene(state_of(world, origin))).value();
  ASSERT_TRUE(state.flights);
  EXPECT_EQ(state.flights->bodies.size(), world.body_count());
  EXPECT_EQ(detail::Persistence::ledger(built(state)).flights.size(), world.body_count());
  EXPECT_EQ(built(state).hash(), world.hash());
  Scene edited = state;
  edited.bodies.back().velocity = {7, 7};
  EXPECT_TRUE(detail::Persistence::ledger(built(edited)).flights.empty());
  World other = built(edited);
  EXPECT_EQ(other.body(other.bodies().back())->state.velocity, (Vec2{7, 7}));
  other.step_to(0.51);
  Scene shortened = state;
  ASSERT_TRUE(shortened.flights.has_value());
  shortened.flights.value().bodies.resize(shortened.flights.value().bodies.size() - 1);
  EXPECT_TRUE(detail::Persistence::ledger(built(shortened)).flights.empty());
}

TEST(SceneState, TheSumsOfAGasBeginWhereAStateIsGoneOnFrom) {
  const Scene scene = read_scene(R"({"carom": 1,
      "world": {"detection": "event", "bounds": {"min": [-5, -5], "max": [5, 5], "edges": "periodic"}},
      "fill": [{"count": 60, "circle": {"radius": 0.3}, "region": {"min": [-5, -5], "max": [5, 5]}, "speed": 2}]})")
                          .value();
  World whole = built(scene);
  whole.step_to(5);
  const GasSums first = whole.gas();
  World second = built(read_scene(write_scene(state_of(whole, scene))).value());
  EXPECT_EQ(second.gas().time, 0);
  whole.step_to(10);
  second.step_to(10);
  const GasSums all = whole.gas();
  const GasSums rest = second.gas();
  EXPECT_GT(rest.contacts, 100U);
  EXPECT_EQ(rest.contacts, all.contacts - first.contacts);
  EXPECT_DOUBLE_EQ(rest.time, 5);
  EXPECT_NEAR(rest.virial, all.virial - first.virial, 1e-9 * all.virial);
  EXPECT_NEAR(rest.kinetic, all.kinetic - first.kinetic, 1e-9 * all.kinetic);
  EXPECT_NEAR(rest.bodies, all.bodies - first.bodies, 1e-9 * all.bodies);
  // Speeds are those of the end of an epoch.
  EXPECT_NEAR(rest.speeds, all.speeds - first.speeds, 0.05 * rest.speeds);
}

TEST(SceneState, OneBodyIsWrittenAsItStandsInTheState) {
  const Scene origin = read_scene(k_lively).value();
  World world = built(origin);
  steps(world, 10);
  const std::string state = write_scene(state_of(world, origin));
  for (const BodyId id : world.bodies()) {
    const std::string line = write_body(definition_of(world, *world.body(id)));
    EXPECT_NE(state.find("    " + line), std::string::npos) << line;
    const auto read = read_body(line);
    ASSERT_TRUE(read) << line;
    EXPECT_EQ(write_body(read.value()), line);
  }
}

TEST(SceneState, RunsOnInTheSameBits) {
  const Scene origin = read_scene(k_lively).value();
  for (const int stop : {1, 30, 45, 60, 75, 150}) {
    World whole = built(origin);
    World first = built(origin);
    steps(whole, stop);
    steps(first, stop);
    const std::string text = write_scene(state_of(first, origin));
    const auto scene = read_scene(text);
    ASSERT_TRUE(scene) << scene.error().place << ": " << scene.error().reason;
    World second = built(scene.value());
    EXPECT_EQ(second.hash(), whole.hash()) << stop;
    EXPECT_EQ(write_scene(state_of(second, scene.value())), text);
    steps(whole, 50);
    steps(second, 50);
    EXPECT_EQ(second.hash(), whole.hash()) << stop;
    EXPECT_EQ(write_scene(state_of(second, scene.value())), write_scene(state_of(whole, origin))) << stop;
  }
}

TEST(SceneState, TheRunHasHadEverythingThatAStateKeeps) {
  const Scene origin = read_scene(k_lively).value();
  World world = built(origin);
  steps(world, 75);
  const Scene state = state_of(world, origin);
  EXPECT_FALSE(world.find("rocket"));  // destroyed
  EXPECT_EQ(state.created, 36U);       // the puff
  EXPECT_EQ(state.bodies.back().name, "#35");
  EXPECT_NE(state.bodies[1].name, "#1");  // its time was up
  EXPECT_FALSE(state.passing.empty());    // the ghost overlaps a disc
  const auto bruised = [](const BodyDef& body) { return body.tags == std::vector<std::string>{"gas", "bruised"}; };
  EXPECT_GT(std::ranges::count_if(state.bodies, bruised), 0);
}

TEST(SceneState, AFixedBodyWithoutMassHasNoneAgain) {
  Scene origin;
  for (const double density : {1.0, 1e-30, 5e-324}) {
    BodyDef body;
    body.shape = Circle{1e-160, {}, false};
    body.density = density;
    body.fixed = true;
    origin.bodies.push_back(body);
  }
  const World world = built(origin);
  EXPECT_GT(world.body(world.bodies()[0])->mass, 0);
  EXPECT_EQ(world.body(world.bodies()[1])->mass, 0);
  EXPECT_EQ(built(state_of(world, origin)).hash(), world.hash());
}

TEST(SceneState, LifetimesLeftEndAtTheSameMoment) {
  Scene origin;
  origin.world.dt = 0.1;
  for (int k = 1; k <= 200; ++k) {
    BodyDef body;
    body.shape = Circle{0.01, {}, false};
    body.at = {static_cast<double>(k), 0};
    body.lifetime = 10 + k * 0.37;
    origin.bodies.push_back(body);
  }
  World world = built(origin);
  steps(world, 37);
  const Scene state = state_of(world, origin);
  ASSERT_EQ(state.bodies.size(), 200U);
  std::size_t exact = 0;
  for (std::size_t k = 0; k < 200; ++k) {
    const double left = *state.bodies[k].lifetime;
    const double expires = *world.body(world.bodies()[k])->expires;
    if (world.time() + left == expires) {
      ++exact;
      continue;
    }
    // No double gives that sum: one is too early, the next too late, by one unit in the last place at most.
    EXPECT_NE(world.time() + std::nextafter(left, 0.0), expires);
    EXPECT_NE(world.time() + std::nextafter(left, 1e9), expires);
    EXPECT_TRUE(std::nextafter(world.time() + left, expires) == expires);
  }
  EXPECT_GT(exact, 180U);
}

}  // namespace
}  // namespace carom
