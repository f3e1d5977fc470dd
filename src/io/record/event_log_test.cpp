#include "carom/io/event_log.hpp"

#include <gtest/gtest.h>

#include "io/record/trajectory_test_world.hpp"

namespace carom {
namespace {

class EventLog : public testing::Test {
 protected:
  EventLog() : world_(open_world()) {
    BodyDef cue = ball({-2, 0});
    cue.name = "cue \"7\"";
    a_ = world_.add(std::move(cue)).value();
    b_ = world_.add(ball({2, 0})).value();
  }

  [[nodiscard]] ContactEvent event() const {
    ContactEvent event;
    event.t = 0.1;
    event.a = {a_, 0};
    event.b = Party{b_, 1};
    event.point = {-0.0, 3};
    event.normal = {-1, 0};
    event.speed = 2;
    event.impulse = 1e-300;
    return event;
  }

  World world_;
  BodyId a_;
  BodyId b_;
};

TEST_F(EventLog, ALineHasAllKeysInTheirOrder) {
  EXPECT_EQ(event_line(world_, event()),
            R"({"t":0.1,"a":"cue \"7\"","b":"#1","point":[-0.0,3.0],"normal":[-1.0,0.0],"speed":2.0,)"
            R"("impulse":1e-300,"response":"impulse","effects":[]})"
            "\n");
}

/// One contact where a step ends, and one of bodies that are older where the next begins.
TEST(EventLines, TiesAcrossStepsAreInOrderOfCreation) {
  World world = open_world();
  const BodyId first = world.add(ball({-9, 5}, {1, 0})).value();
  ASSERT_TRUE(world.add(ball({0, 5})));
  ASSERT_TRUE(world.add(ball({-2, 0}, {1, 0})));
  ASSERT_TRUE(world.add(ball({0, 0})));
  std::vector<WaitingLine> waiting;
  world.step_to(1);
  ASSERT_EQ(world.events().size(), 1U);
  const std::string late = event_line(world, world.events()[0]);
  EXPECT_EQ(lines_after_step(world, waiting), "") << "it waits";
  ASSERT_EQ(waiting.size(), 1U);
  EXPECT_EQ(waiting[0].text, late);

  world.teleport(first, {-1, 5});
  world.step_to(2);
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(world.events()[0].t, 1);
  EXPECT_EQ(lines_after_step(world, waiting), event_line(world, world.events()[0]) + late);
  EXPECT_TRUE(waiting.empty());
}

TEST(EventLines, UnmatchedEventsAreWrittenAfterTheNextStep) {
  World world = open_world();
  ASSERT_TRUE(world.add(ball({-2, 0}, {1, 0})));
  ASSERT_TRUE(world.add(ball({0, 0})));
  std::vector<WaitingLine> waiting;
  world.step_to(1);
  EXPECT_EQ(lines_after_step(world, waiting), "");
  const std::string late = waiting.at(0).text;
  world.step_to(2);
  EXPECT_EQ(lines_after_step(world, waiting), late);
  EXPECT_TRUE(waiting.empty());
}

/// Two boxes in touch in front of a wall: 314 contacts at one moment, which is cut wherever somebody asks for it.
TEST(EventLines, AMomentThatIsCutIsWrittenInTheSameOrder) {
  const auto boxes = [] {
    WorldSettings settings;
    settings.detection = Detection::event;
    World world = World::make(std::move(settings)).value();
    BodyDef wall;
    wall.shape = Border{Axis::x, 0};
    EXPECT_TRUE(world.add(wall));
    BodyDef box;
    box.shape = Polygon::make({{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}).value();
    box.at = {0.5, 0};
    box.mass = 1;
    EXPECT_TRUE(world.add(box));
    box.at = {1.5, 0};
    box.velocity = {-1, 0};
    box.mass = 10'000;
    EXPECT_TRUE(world.add(box));
    return world;
  };
  World whole = boxes();
  std::vector<WaitingLine> waiting;
  whole.step_to(1);
  const std::string lines = lines_after_step(whole, waiting);
  EXPECT_TRUE(waiting.empty());
  EXPECT_EQ(std::ranges::count(lines, '\n'), 314);
  for (const bool over : {true, false}) {
    World world = boxes();
    world.set_interrupt([] { return true; });
    std::string parts;
    std::size_t cuts = 0;
    while (world.time() < (over ? 1 : 1e-300)) {
      if (world.step_to(1).completed()) break;
      cuts += world.time() == 0 && !world.events().empty() ? 1U : 0U;
      parts += lines_after_step(world, waiting);
      if (!over && world.collision_count() == 314) break;
    }
    EXPECT_GT(cuts, 2U);
    EXPECT_EQ(parts + last_lines(waiting), lines) << "over: " << over;
    waiting.clear();
  }
}

TEST_F(EventLog, TheEdgesAreCalledBounds) {
  ContactEvent at_edge = event();
  at_edge.b.reset();
  at_edge.response = Response::ignore;
  const std::string line = event_line(world_, at_edge);
  EXPECT_NE(line.find(R"("b":"bounds")"), std::string::npos);
  EXPECT_NE(line.find(R"("response":"ignore")"), std::string::npos);
}

TEST_F(EventLog, EffectsAreWrittenAsASceneHasThem) {
  ContactEvent busy = event();
  BodyDef blast = ball({0, 0});
  blast.name = "blast#2";
  blast.tags = {"hot", "loud"};
  blast.lifetime = 0.25;
  busy.effects = {SoundEffect{"hit"}, NotifyEffect{"over"},        DestroyEffect{"cue"},
                  SpawnEffect{blast}, MarkEffect{"#1", "charred"}, DamageEffect{50, 4, "wall"}};
  EXPECT_NE(event_line(world_, busy)
                .find(R"("effects":[{"sound":"hit"},{"notify":"over"},{"destroy":"cue"},)"
                      R"({"spawn":{"name":"blast#2","circle":{"radius":0.5},"tags":["hot","loud"],"lifetime":0.25}},)"
                      R"({"mark":{"who":"#1","as":"charred"}},{"damage":{"amount":50.0,"radius":4.0,"to":"wall"}}]})"),
            std::string::npos);
}

TEST_F(EventLog, SpawnedShapesOfEveryKind) {
  const auto written = [this](BodyShape shape) {
    BodyDef def;
    def.shape = std::move(shape);
    ContactEvent spawning = event();
    spawning.effects = {SpawnEffect{std::move(def)}};
    return event_line(world_, spawning);
  };
  EXPECT_NE(written(Circle{1, {}, true}).find(R"("circle":{"radius":1.0,"hollow":true})"), std::string::npos);
  EXPECT_NE(written(Border{Axis::y, 2}).find(R"("border":{"y":2.0})"), std::string::npos);
  EXPECT_NE(written(Segment{{Vec2{0, 1}, Vec2{2, 3}}}).find(R"("segment":{"ends":[[0.0,1.0],[2.0,3.0]]})"),
            std::string::npos);
  EXPECT_NE(written(Polygon::make({{0, 0}, {1, 0}, {0, 1}}).value())
                .find(R"("polygon":{"vertices":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]})"),
            std::string::npos);
}

}  // namespace
}  // namespace carom
