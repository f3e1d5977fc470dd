#include "carom/io/trajectory.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "io/record/trajectory_test_world.hpp"

namespace carom {
namespace {

World two_bodies() {
  World world = open_world();
  BodyDef gas = ball({-0.0, 2}, {1, 0.1});
  gas.tags = {"hot gas", "b"};
  EXPECT_TRUE(world.add(std::move(gas)));
  BodyDef border;
  border.shape = Border{Axis::x, 9};
  EXPECT_TRUE(world.add(std::move(border)));
  return world;
}

TEST(Trajectory, TheEndingTellsTheFormat) {
  EXPECT_EQ(trajectory_format("a.csv").value(), TrajectoryFormat::csv);
  EXPECT_EQ(trajectory_format("dir.csv/a.jsonl").value(), TrajectoryFormat::jsonl);
  EXPECT_EQ(trajectory_format("a.xyz").value(), TrajectoryFormat::xyz);
  EXPECT_EQ(trajectory_format("a.h5").value(), TrajectoryFormat::h5md);
  EXPECT_FALSE(trajectory_format("csv").ok());
  EXPECT_FALSE(trajectory_format("a.json").ok());
}

TEST(Trajectory, Csv) {
  EXPECT_EQ(trajectory_header(TrajectoryFormat::csv), "t,id,x,y,vx,vy,angle,spin,cx,cy\n");
  EXPECT_EQ(trajectory_frame(TrajectoryFormat::csv, two_bodies(), 0), "0,0,-0,2,1,0.1,0,0,-0,2\n0,1,0,0,0,0,0,0,0,0\n");
}

TEST(Trajectory, JsonLines) {
  EXPECT_EQ(trajectory_header(TrajectoryFormat::jsonl), "");
  EXPECT_EQ(
      trajectory_frame(TrajectoryFormat::jsonl, two_bodies(), 0),
      R"({"t":0.0,"bodies":[{"id":0,"at":[-0.0,2.0],"velocity":[1.0,0.1],"angle":0.0,"spin":0.0,"center":[-0.0,2.0]},)"
      R"({"id":1,"at":[0.0,0.0],"velocity":[0.0,0.0],"angle":0.0,"spin":0.0,"center":[0.0,0.0]}]})"
      "\n");
}

TEST(Trajectory, XyzHasAWordForTheSpeciesAndNoInfiniteRadius) {
  EXPECT_EQ(trajectory_frame(TrajectoryFormat::xyz, two_bodies(), 0),
            "2\nProperties=species:S:1:pos:R:3:velo:R:3:id:I:1:radius:R:1:center:R:3 Time=0\n"
            "hot_gas -0 2 0 1 0.1 0 0 0.5 -0 2 0\nborder 0 0 0 0 0 0 1 0 0 0 0\n");
}

TEST(Trajectory, XyzTellsThePeriodicBox) {
  const World world = bounded_world({-1, -2}, {3, 2}, Edges::periodic);
  EXPECT_EQ(trajectory_frame(TrajectoryFormat::xyz, world, 0),
            "0\nLattice=\"4 0 0 0 4 0 0 0 1\" Origin=\"-1 -2 0\" pbc=\"T T F\" "
            "Properties=species:S:1:pos:R:3:velo:R:3:id:I:1:radius:R:1:center:R:3 Time=0\n");
}

TEST(Trajectory, AFrameInsideAStepIsNotRoundedToItsEnd) {
  World world = open_world();
  ASSERT_TRUE(world.add(ball({0, 0}, {1, 0})));
  world.step_to(1);
  EXPECT_EQ(trajectory_frame(TrajectoryFormat::csv, world, 0.25), "0.25,0,0.25,0,1,0,0,0,0.25,0\n");
  EXPECT_EQ(trajectory_frame(TrajectoryFormat::csv, world, 1), "1,0,1,0,1,0,0,0,1,0\n");
}

/// Numbers between commas.
std::vector<double> columns(const std::string& line) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin < line.size(); begin = line.find_first_of(",\n", begin) + 1) {
    numbers.push_back(std::stod(line.substr(begin)));
  }
  return numbers;
}

// The origin of a body that turns goes on a cycloid; what goes straight with `vx` and `vy` is the centre of mass.
TEST(Trajectory, TheCentreOfMassGoesWithTheVelocity) {
  World world = open_world();
  BodyDef def;
  def.shape = Polygon::make({{0, 0}, {2, 0}, {2, 1}, {0, 1}}).value();
  def.velocity = {3, -1};
  def.spin = 2;
  ASSERT_TRUE(world.add(std::move(def)));
  const auto start = columns(trajectory_frame(TrajectoryFormat::csv, world, 0));
  EXPECT_EQ((std::vector(start.begin() + 8, start.end())), (std::vector<double>{1, 0.5}));
  world.step_to(1);
  for (const double t : {0.3, 0.7, 1.0}) {
    const auto now = columns(trajectory_frame(TrajectoryFormat::csv, world, t));
    EXPECT_NEAR(now[8], 1 + 3 * t, 1e-14);
    EXPECT_NEAR(now[9], 0.5 - t, 1e-14);
    EXPECT_GT(std::abs(now[2] - 3 * t), 0.1);
    const std::string xyz = trajectory_frame(TrajectoryFormat::xyz, world, t);
    const std::string json = trajectory_frame(TrajectoryFormat::jsonl, world, t);
    EXPECT_NE(xyz.find(fmt::format(" {} {} 0\n", now[8], now[9])), std::string::npos) << xyz;
    EXPECT_NE(json.find(R"("center":[)"), std::string::npos) << json;
  }
}

TEST(Trajectory, AFrameInsideAStepShowsTheBodiesOfThatTime) {
  struct Replace : Listener {
    void after(World& world, const ContactEvent& event) override {
      world.remove(event.b->id);
      EXPECT_TRUE(world.add(ball({0, 5}, {1, 0})));
    }
  } replace;
  World world = open_world();
  ASSERT_TRUE(world.add(ball({0, 0}, {1, 0})));
  ASSERT_TRUE(world.add(ball({1.5, 0})));
  world.set_listener(&replace);
  world.step_to(1);
  EXPECT_EQ(trajectory_frame(TrajectoryFormat::csv, world, 0.25),
            "0.25,0,0.25,0,1,0,0,0,0.25,0\n0.25,1,1.5,0,0,0,0,0,1.5,0\n");
  EXPECT_EQ(trajectory_frame(TrajectoryFormat::csv, world, 0.75),
            "0.75,0,0.5,0,0,0,0,0,0.5,0\n0.75,2,0.25,5,1,0,0,0,0.25,5\n");
}

}  // namespace
}  // namespace carom
