#include "carom/io/recorded.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "io/record/trajectory_test_world.hpp"

namespace carom {
namespace {

World some_world() {
  World world = falling_world();
  EXPECT_TRUE(world.add(ball({0.1, 1.0 / 3}, {-1e-17, 2e30}, 0.1)));
  BodyDef other = ball({5, 1}, {}, 0.2);
  other.angle = 0.7;
  other.tags = {"two words"};
  EXPECT_TRUE(world.add(other));
  return world;
}

RecordedFrame frame_of(const World& world, TrajectoryFormat format) {
  RecordedFrame frame{world.time(), {}};
  for (const BodyId id : world.bodies()) {
    frame.bodies.push_back({world.body(id)->serial, world.body(id)->state});
    if (format == TrajectoryFormat::xyz) frame.bodies.back().state.angle = frame.bodies.back().state.spin = 0;
  }
  return frame;
}

class Recorded : public testing::TestWithParam<TrajectoryFormat> {};

TEST_P(Recorded, FramesReadBackBitForBit) {
  World world = some_world();
  std::stringstream file;
  std::vector<RecordedFrame> written;
  file << trajectory_header(GetParam());
  for (int k = 0; k < 3; ++k) {
    file << trajectory_frame(GetParam(), world, world.time());
    written.push_back(frame_of(world, GetParam()));
    world.step(0.1);
  }
  const auto reader = text_frames(file, GetParam());
  for (const RecordedFrame& expected : written) {
    const auto frame = reader->next();
    ASSERT_TRUE(frame) << frame.error().reason;
    ASSERT_TRUE(frame.value());
    EXPECT_EQ(frame.value()->t, expected.t);
    EXPECT_EQ(frame.value()->bodies, expected.bodies);
  }
  const auto end = reader->next();
  ASSERT_TRUE(end);
  EXPECT_FALSE(end.value());
}

INSTANTIATE_TEST_SUITE_P(Formats, Recorded,
                         testing::Values(TrajectoryFormat::csv, TrajectoryFormat::jsonl, TrajectoryFormat::xyz));

void expect_error(TrajectoryFormat format, const std::string& text, const std::string& place, const std::string& part) {
  std::stringstream file(text);
  const auto reader = text_frames(file, format);
  auto frame = reader->next();
  while (frame && frame.value()) frame = reader->next();
  ASSERT_FALSE(frame) << text;
  EXPECT_EQ(frame.error().place, place);
  EXPECT_NE(frame.error().reason.find(part), std::string::npos) << frame.error().reason;
}

TEST(RecordedFaults, NameTheLine) {
  const std::string header = "t,id,x,y,vx,vy,angle,spin,cx,cy\n";
  expect_error(TrajectoryFormat::csv, "", "line 0", "expected the header");
  expect_error(TrajectoryFormat::csv, "a,b\n", "line 1", "found \"a,b\"");
  expect_error(TrajectoryFormat::csv, header + "0,0,1,2,3,4,5,6,1,2\n0,1,1,2,3\n", "line 3", "as numbers");
  expect_error(TrajectoryFormat::csv, header + "0,0,1,x,3,4,5,6,1,2\n", "line 2", "as numbers");
  expect_error(TrajectoryFormat::jsonl, "{\"t\":0.0,\"bodies\":[]}\n{\"t\":", "line 2", "expected a frame");
  expect_error(TrajectoryFormat::jsonl, "{\"t\":0.0,\"bodies\":[{\"id\":1}]}", "line 1", "velocity");
  expect_error(TrajectoryFormat::xyz, "x\n", "line 1", "the number of bodies");
  expect_error(TrajectoryFormat::xyz, "1\nTime=0\n", "line 2", "ends within a frame");
  expect_error(TrajectoryFormat::xyz, "1\nhello\nA 0 0 0\n", "line 2", "Time=");
}

}  // namespace
}  // namespace carom
