#include "world/snapshot/step_undo.hpp"

#include <bit>
#include <sstream>

#include "math/effort_test.hpp"
#include "world/snapshot/persistence.hpp"
#include "world/testing/swept_world_test.hpp"

// A step that is abandoned, at whatever moment, leaves the world as it was; and going on gives the bits of a run that
// was not stopped.
namespace carom {
namespace {

using namespace swept_test;

/// All that there is of a world, as text.
class Digest {
 public:
  explicit Digest(const World& world) {
    for (const BodyId id : world.bodies()) body(*world.body(id));
    const detail::SavedLedger ledger = detail::Persistence::ledger(world);
    put(ledger.time, ledger.steps, ledger.next_serial, ledger.collisions, ledger.exchanged_energy.sum(),
        ledger.exchanged_energy.rest(), ledger.exchanged_momentum, ledger.exchanged_angular_momentum, ledger.had_fixed,
        ledger.had_corners, ledger.rotating);
    const PolicyCounts& p = ledger.policies;
    put(p.rests, p.calms, p.clumps, p.grazes, p.briefs, p.hops, p.holds);
    for (const auto& pairs : {ledger.passing, ledger.touching}) {
      text_ << "\npairs";
      for (const World::Pair& pair : pairs) put(pair.a, pair.b.value_or(~std::uint64_t{0}));
    }
    for (const detail::HeldPoint& q : ledger.points) put(q.a, q.b, q.feature, q.impulse, q.friction_impulse);
    put(world.hash());
  }
  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  void body(const Body& b) {
    text_ << "\n" << b.name;
    put(b.id.slot, b.id.generation, b.serial, b.state.at, b.state.velocity, b.state.angle, b.state.spin, b.force,
        b.mass, b.inverse_mass, b.inverse_inertia, b.reach, b.health.value_or(-1), b.expires.value_or(-1), b.category,
        b.mask, b.user_data);
    for (const std::string& tag : b.tags) text_ << " " << tag;
    if (const auto* polygon = std::get_if<Polygon>(&b.shape)) {
      for (const Vec2 v : polygon->vertices()) put(v);
    }
    if (const auto* circle = std::get_if<Circle>(&b.shape)) put(circle->radius);
  }

  template <class... All>
  void put(const All&... all) {
    (one(all), ...);
  }
  void one(double number) { text_ << " " << std::hex << std::bit_cast<std::uint64_t>(number); }
  void one(Vec2 v) { put(v.x, v.y); }
  void one(std::uint64_t number) { text_ << " " << std::dec << number; }
  void one(std::uint32_t number) { one(std::uint64_t{number}); }
  void one(bool yes) { one(std::uint64_t{yes ? 1U : 0U}); }

  std::ostringstream text_;
};

BodyDef named(BodyDef def, std::string name, std::vector<std::string> tags = {}) {
  def.name = std::move(name);
  def.tags = std::move(tags);
  return def;
}

/// Discs that fall onto each other.
World pile(WorldSettings settings, int count, double radius = 0.2) {
  World world = make_world(bounded(std::move(settings), {0, 0}, {4, 8}));
  for (int k = 0; k < count; ++k) {
    add(world, disc(radius, {0.5 + 0.45 * (k % 7), 0.4 + 0.42 * (k / 7)}, {0.3 * (k % 5) - 0.6, -0.2 * (k % 3)}));
  }
  return world;
}

/// Boxes, discs and a spinning one, on a floor.
World tumble(double friction = 0.4) {
  WorldSettings settings = bounded(settings_with(1.0 / 60, 0.3, {0, -10}), {0, 0}, {4, 8});
  settings.friction = friction;
  World world = make_world(settings);
  for (int k = 0; k < 14; ++k) {
    const Vec2 at{0.5 + 0.55 * (k % 6) + 0.03 * (k / 6), 0.35 + 0.5 * (k / 6)};
    BodyDef def = k % 3 == 0 ? disc(0.2, at) : box({0.2, 0.15}, at);
    def.turns = true;
    def.angle = 0.1 * k;
    def.velocity = {0.2 * (k % 4), -1.0};
    def.spin = k % 2 == 0 ? 2 : 0;
    add(world, def);
  }
  return world;
}

std::vector<Rule> busy_rules() {
  Rule hurt;
  hurt.between = {"shot", "wall"};
  hurt.after = {DamageEffect{1, 1.5, "wall"}, MarkEffect{"first", "spent"},
                SpawnEffect{named(disc(0.05, {0, 0.4}, {3, 1}), "chip", {"chip"})}};
  Rule end;
  end.between = {"chip", "*"};
  end.after = {DestroyEffect{"chip"}};
  Rule glue;
  glue.between = {"glue", "glue"};
  glue.response = Response::merge;
  Rule ghost;
  ghost.between = {"ghost", "*"};
  ghost.response = Response::none;
  return {hurt, end, glue, ghost};
}

/// Bodies that come, go, are hurt, marked and become one.
World busy(WorldSettings settings) {
  settings.rules = busy_rules();
  // Bodies do not merge in the event world.
  if (settings.detection == Detection::event) settings.rules[2].response = Response::impulse;
  World world = make_world(bounded(std::move(settings), {0, 0}, {6, 4}));
  for (int k = 0; k < 4; ++k) {
    BodyDef wall = named(disc(0.25, {3 + 0.6 * (k % 2), 0.5 + 0.8 * k}, {}, 4), "wall" + std::to_string(k), {"wall"});
    wall.health = 2.5;
    add(world, wall);
    add(world, named(disc(0.1, {0.4 + 0.3 * k, 0.5 + 0.8 * k}, {6.0 + k, 0.3 * k}), "", {"shot"}));
    add(world, named(disc(0.15, {5.0, 0.4 + 0.5 * k}, {-0.4, 2.0 * (k % 2) - 1}), "", {"glue"}));
  }
  BodyDef brief = named(disc(0.1, {1.5, 3.5}, {0, -5}), "brief");
  brief.lifetime = 0.21;
  add(world, brief);
  add(world, named(disc(0.3, {2.2, 1.5}, {0.1, 0.4}), "ghost", {"ghost"}));
  return world;
}

WorldSettings attracting(Integrator integrator, bool substep) {
  WorldSettings settings = settings_with(1.0 / 20, 0.8);
  settings.attraction = Attraction{.G = 0.4, .softening = 0.05, .opening = 0.5};
  settings.integrator = integrator;
  if (substep) settings.substep = 0.05;
  return settings;
}

World gas_of(WorldSettings settings, int side) {
  World world = make_world(bounded(std::move(settings), {0, 0}, {side * 0.5, side * 0.5}));
  for (int k = 0; k < side * side; ++k) {
    const double phase = 0.37 * k;
    add(world, disc(0.15, {0.25 + 0.5 * (k % side), 0.25 + 0.5 * (k / side)},
                    {8 * std::abs(phase - std::floor(phase) - 0.5) - 2, 3 * (k % 5) - 6.0}));
  }
  return world;
}

World gas(unsigned threads, int side = 60) {
  WorldSettings settings = settings_with(0.1);
  settings.threads = threads;
  return gas_of(settings, side);
}

struct Case {
  std::string name;
  std::function<World()> make;
  int steps = 12;
};

std::vector<Case> cases() {
  const auto overlapping = [](WorldSettings settings) {
    settings.detection = Detection::overlap;
    return settings;
  };
  return {
      {"pile", [] { return pile(settings_with(1.0 / 30, 0.5, {0, -10}), 24); }},
      {"elastic", [] { return pile(settings_with(1.0 / 10), 30); }},
      {"tumble", [] { return tumble(); }},
      {"busy", [] { return busy(settings_with(1.0 / 20)); }},
      {"busy and rotating",
       [] {
         WorldSettings settings = settings_with(1.0 / 20, 0.9);
         settings.friction = 0.2;
         return busy(settings);
       }},
      {"busy in the overlap world", [=] { return busy(overlapping(settings_with(1.0 / 20))); }},
      {"pile in the overlap world", [=] { return pile(overlapping(settings_with(1.0 / 30, 0.5, {0, -10})), 24); }},
      {"attraction", [] { return pile(attracting(Integrator::leapfrog, false), 20, 0.1); }},
      {"attraction in parts", [] { return pile(attracting(Integrator::chin, true), 12, 0.1); }},
      {"attraction by extrapolation", [] { return pile(attracting(Integrator::extrapolation, true), 8, 0.1); }, 5},
      {"attraction in the overlap world",
       [=] { return pile(overlapping(attracting(Integrator::extrapolation, true)), 8, 0.1); }, 5},
      {"busy under attraction", [] { return busy(attracting(Integrator::chin, true)); }, 8},
      {"busy and turning under attraction",
       [] {
         WorldSettings settings = attracting(Integrator::chin, true);
         settings.friction = 0.2;
         return busy(settings);
       },
       8},
  };
}

/// Steps of the settings' length, with forces now and then, as a run without any interruption.
std::vector<std::string> uninterrupted(const Case& one) {
  World world = one.make();
  std::vector<std::string> digests;
  for (int k = 0; k < one.steps; ++k) {
    if (k % 3 == 1) world.apply_force(world.bodies()[2], {5, 3});
    EXPECT_TRUE(world.step().completed());
    digests.push_back(Digest(world).text());
  }
  return digests;
}

StepLimits work_of(std::uint64_t units) {
  StepLimits limits;
  limits.work = units;
  limits.work_a_body = 0;
  return limits;
}

/// At many moments: every one at first, then at ever longer intervals.
TEST(StepUndo, AnAbandonedStepLeavesNothingBehind) {
  const std::uint64_t growth = test::is_short_run() ? 4 : 16;
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    const std::vector<std::string> expected = uninterrupted(one);
    World world = one.make();
    int abandoned = 0;
    for (int k = 0; k < one.steps; ++k) {
      if (k % 3 == 1) world.apply_force(world.bodies()[2], {5, 3});
      const std::string before = Digest(world).text();
      for (std::uint64_t units = 1;; units += 1 + units / growth) {
        world.set_limits(work_of(units));
        const StepResult result = world.step();
        if (result.completed()) break;
        ++abandoned;
        ASSERT_EQ(result.end, StepResult::End::limit_reached);
        ASSERT_EQ(Digest(world).text(), before) << "step " << k << " after " << units << " units";
        ASSERT_TRUE(world.events().empty());
      }
      ASSERT_EQ(Digest(world).text(), expected[static_cast<std::size_t>(k)]) << "step " << k;
    }
    EXPECT_GT(abandoned, 50);
  }
}

TEST(StepUndo, TheInterruptEndsAStepInEveryWorld) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    World world = one.make();
    world.step();
    const std::string before = Digest(world).text();
    // A step so long that the interrupt is polled.
    int asked = 0;
    world.set_interrupt([&] {
      ++asked;
      return false;
    });
    World reference = one.make();
    reference.step();
    reference.step(2);
    world.step(2);
    EXPECT_EQ(Digest(world).text(), Digest(reference).text()) << "asking changes nothing";
    World other = one.make();
    other.step();
    const int questions = asked;
    for (int most = 1; most <= questions; most += 1 + questions / 8) {
      asked = 0;
      other.set_interrupt([&] { return ++asked == most; });
      EXPECT_EQ(other.step(2).end, StepResult::End::interrupted);
      EXPECT_EQ(Digest(other).text(), before) << most << " of " << questions;
    }
    other.set_interrupt({});
    EXPECT_TRUE(other.step(2).completed());
    EXPECT_EQ(Digest(other).text(), Digest(reference).text());
  }
}

/// A disc on the wall of a hollow triangle, inside and outside at once: the two meet thousands of times at one moment.
World astride() {
  WorldSettings settings = event_settings(0.3);
  settings.contact_duration = 1e-5;
  World world = make_world(settings);
  BodyDef triangle = polygon({{-0.46931, 0.04631}, {0.29225, -0.37012}, {0.17423, 0.43823}}, {}, true);
  triangle.mass = 0.205;
  add(world, moving(triangle, {-0.7526249377575973, -0.1681775926018201}));
  add(world, disc(0.2454, {0.233, 0.034}, {-1.8, 5.1}, 0.1892));
  return world;
}

/// Two boxes in touch in front of a wall: some hundreds of contacts at one moment, in front of which a disc has its own.
World pi_by_boxes() {
  WorldSettings settings = event_settings();
  World world = make_world(settings);
  add(world, border(Axis::x, 0));
  add(world, moving(box({0.5, 0.5}, {0.5, 0}), {}));
  BodyDef heavy = moving(box({0.5, 0.5}, {1.5, 0}), {-1, 0});
  heavy.mass = 10'000;
  add(world, heavy);
  add(world, disc(0.1, {4, 0}, {-3, 0}));
  return world;
}

/// Their steps are seconds.
std::vector<Case> event_cases() {
  const auto in_the_event_world = [](WorldSettings settings) {
    settings.detection = Detection::event;
    return settings;
  };
  return {
      {"pile", [] { return pile(event_settings(0.5, {0, -10}), 24); }, 2},
      {"elastic", [] { return pile(event_settings(), 100); }, 40},
      {"busy", [=] { return busy(in_the_event_world(settings_with(1.0 / 20, 0.9))); }, 2},
      {"astride", astride, 2},
      {"pi by boxes", pi_by_boxes, 2},
      {"a gas in windows",
       [=] {
         WorldSettings settings = in_the_event_world(settings_with(0.1));
         return gas_of(settings, 30);
       },
       6},
  };
}

/// It has no steps to take back. It stops between two events, also of one moment, and going on gives the bits of a run
/// that was not stopped: this world, or another one that is given its snapshot.
TEST(StepUndo, TheInterruptEndsARunOfTheEventWorldAtAnyQuestion) {
  for (const Case& one : event_cases()) {
    const double end = one.steps;
    SCOPED_TRACE(one.name);
    World reference = one.make();
    int questions = 0;
    reference.set_interrupt([&] {
      ++questions;
      return false;
    });
    ASSERT_TRUE(reference.step_to(end).completed());
    ASSERT_GT(questions, 4);
    std::uint64_t stopped_in_a_moment = 0;
    for (int most = 1; most <= questions; most += 1 + questions / 12) {
      SCOPED_TRACE(std::to_string(most) + " of " + std::to_string(questions));
      World world = one.make();
      int asked = 0;
      world.set_interrupt([&] { return ++asked == most; });
      ASSERT_EQ(world.step_to(end).end, StepResult::End::interrupted);
      EXPECT_LE(asked, most) << "after a stop it is polled no more";
      World other = make_world(world.settings());
      ASSERT_FALSE(other.restore(world.snapshot()));
      for (World* each : {&world, &other}) {
        each->set_interrupt({});
        ASSERT_TRUE(each->step_to(end).completed());
        EXPECT_EQ(Digest(*each).text(), Digest(reference).text());
      }
    }
    // Stopped again and again it still goes on.
    World world = one.make();
    world.set_interrupt([] { return true; });
    for (double before = -1; world.time() < end; before = world.time()) {
      world.step_to(end);
      if (world.time() == before) ++stopped_in_a_moment;
    }
    EXPECT_EQ(Digest(world).text(), Digest(reference).text());
    const bool has_a_long_moment = one.name == "astride" || one.name == "pi by boxes";
    EXPECT_TRUE(!has_a_long_moment || stopped_in_a_moment > 2) << stopped_in_a_moment;
  }
}

TEST(StepUndo, AGasInStripsIsInterruptedAtAnyQuestion) {
  World reference = gas(1);
  for (int k = 0; k < 4; ++k) reference.step();
  for (const unsigned threads : {1U, 2U, 4U}) {
    SCOPED_TRACE(threads);
    World world = gas(threads);
    int interrupted = 0;
    for (int k = 0; k < 4; ++k) {
      const std::string before = Digest(world).text();
      for (int most = 1;; ++most) {
        int asked = 0;
        world.set_interrupt([&] { return ++asked == most; });
        const StepResult result = world.step();
        if (result.completed()) break;
        ++interrupted;
        ASSERT_EQ(result.end, StepResult::End::interrupted);
        ASSERT_EQ(Digest(world).text(), before);
      }
    }
    EXPECT_GT(interrupted, 4);
    EXPECT_EQ(Digest(world).text(), Digest(reference).text());
  }
}

/// What a callback does to the world is taken back, too.
TEST(StepUndo, CallbacksAreTakenBackAsFarAsTheWorldGoes) {
  struct Meddler : Listener {
    void after(World& world, const ContactEvent& event) override {
      world.set_user_data(event.a.id, ++heard);
      world.set_filter(event.a.id, 3, 7);
      world.apply_force(event.a.id, {1, 1});
      if (event.b) world.set_velocity(event.b->id, {0.5, 0.25});
      if (heard % 7 == 0) add(world, disc(0.01, {3.9, 0.1 + 0.05 * static_cast<double>(heard)}));
    }
    std::uint64_t heard = 0;
  };
  for (const bool rotating : {false, true}) {
    SCOPED_TRACE(rotating);
    Meddler meddler;
    World world = rotating ? tumble() : pile(settings_with(1.0 / 30, 0.5, {0, -10}), 24);
    world.set_listener(&meddler);
    for (int k = 0; k < 8; ++k) {
      const std::string before = Digest(world).text();
      for (std::uint64_t units = 64;; units += units / 4) {
        world.set_limits(work_of(units));
        if (world.step().completed()) break;
        ASSERT_EQ(Digest(world).text(), before) << units;
      }
    }
    EXPECT_GT(meddler.heard, 10U);
  }
}

TEST(StepUndo, ALimitSaysWhichStepAndWhat) {
  World world = pile(settings_with(1.0 / 30, 0.5, {0, -10}), 24);
  world.step();
  world.set_limits(work_of(20));
  const StepResult result = world.step();
  EXPECT_EQ(result.end, StepResult::End::limit_reached);
  EXPECT_EQ(result.reason, "step 2 from t = 0.03333333333333333 needs more than 20 units of work");
  StepLimits few;
  few.records = 1;
  few.records_a_body = 0;
  world.set_limits(few);
  EXPECT_EQ(world.step().reason,
            "step 2 from t = 0.03333333333333333 keeps more than 1 contacts, corners and predictions");
  EXPECT_EQ(world.step_count(), 1U);
  world.set_limits({});
  EXPECT_TRUE(world.step().completed());
  EXPECT_EQ(world.step_count(), 2U);
}

/// All bodies in one place: pairs without number end with a message, not with the machine.
TEST(StepUndo, PairsWithoutNumberReachTheLimit) {
  for (const Detection detection : {Detection::swept, Detection::overlap}) {
    WorldSettings settings = settings_with(0.1);
    settings.detection = detection;
    Rule none;
    none.response = Response::none;
    settings.rules = {none};
    World world = make_world(settings);
    for (int k = 0; k < 3000; ++k) add(world, disc(1, {0, 1e-5 * k}, {1, 0}));
    StepLimits few;
    few.records = 1'000'000;
    few.records_a_body = 0;
    world.set_limits(few);
    EXPECT_EQ(world.step().end, StepResult::End::limit_reached);
    EXPECT_EQ(world.time(), 0);
  }
}

/// A contact that many effects follow keeps more than one that none follows.
TEST(StepUndo, EffectsCountAsRecords) {
  for (const Detection detection : {Detection::swept, Detection::event}) {
    const auto ends = [&](std::size_t effects) {
      WorldSettings settings = settings_with(1);
      settings.detection = detection;
      Rule loud;
      loud.after.assign(effects, Effect{SoundEffect{"clink"}});
      settings.rules = {loud};
      settings.bounds = Bounds{{-2, -2}, {2, 2}};
      World world = make_world(settings);
      add(world, disc(1, {0, 0}, {10'000, 0}));  // 5,000 contacts
      StepLimits few;
      few.records = 100'000;
      few.records_a_body = 0;
      world.set_limits(few);
      return world.step().end;
    };
    EXPECT_EQ(ends(1), StepResult::End::completed);
    EXPECT_EQ(ends(30), StepResult::End::limit_reached);
  }
}

/// It has no steps to take back: it stops between two events.
TEST(StepUndo, TheEventWorldStopsWhereItIs) {
  World world = pile(event_settings(), 24);
  World reference = pile(event_settings(), 24);
  StepLimits few;
  few.records = 400;
  few.records_a_body = 0;
  world.set_limits(few);
  const StepResult result = world.step_to(1000);
  EXPECT_EQ(result.end, StepResult::End::limit_reached);
  EXPECT_LT(world.time(), 1000);
  EXPECT_GT(world.time(), 0);
  for (int k = 0; k < 10'000 && world.time() < 20; ++k) world.step_to(20);
  reference.step_to(20);
  EXPECT_EQ(world.time(), 20);
  EXPECT_EQ(world.hash(), reference.hash());
}

}  // namespace
}  // namespace carom
