#include "io/record/file_kind.hpp"

#include <gtest/gtest.h>

#include "carom/io/event_log.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/provenance.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/series.hpp"
#include "carom/io/summary.hpp"
#include "carom/io/trajectory.hpp"
#include "io/record/trajectory_test_world.hpp"

namespace carom::io {
namespace {

/// What the writers write is known for what it is.
TEST(FileKind, OfWhatIsWritten) {
  World world = bounded_world({-1, -1}, {1, 1}, Edges::rebound);
  ASSERT_TRUE(world.add(ball({0, 0}, {9, 0}, 0.1)));
  const auto frame = [&](TrajectoryFormat format) {
    return trajectory_header(format) + trajectory_frame(format, world, world.time());
  };
  EXPECT_EQ(file_kind(frame(TrajectoryFormat::csv)), FileKind::trajectory_csv);
  EXPECT_EQ(file_kind(frame(TrajectoryFormat::jsonl) + frame(TrajectoryFormat::jsonl)), FileKind::trajectory_jsonl);
  EXPECT_EQ(file_kind(frame(TrajectoryFormat::xyz)), FileKind::trajectory_xyz);
  EXPECT_EQ(file_kind(series_header()), FileKind::series);
  EXPECT_EQ(file_kind(write_scene({})), FileKind::scene);
  EXPECT_EQ(file_kind(provenance_file({}, "{\"carom\":1}")), FileKind::provenance);
  EXPECT_EQ(file_kind(summary_json(run_summary(world, run_start(world)))), FileKind::summary);
  EXPECT_EQ(file_kind(picture_svg(begin_paths(world), {})), FileKind::svg);
  world.step(0.5);
  ASSERT_FALSE(world.events().empty());
  const std::string line = event_line(world, world.events().front());
  EXPECT_EQ(file_kind(line + line), FileKind::events);
}

TEST(FileKind, OfOthers) {
  EXPECT_EQ(file_kind("{\"carom\": 1, \"scene\": \"x\",\n\"vary\": {}}"), FileKind::sweep);
  EXPECT_EQ(file_kind("carom checkpoint 11 0.1.0 9 8\n"), FileKind::checkpoint);
  EXPECT_EQ(file_kind("{\"scene_sha256\": \"x\", \"vary\": {}, \"report\": []}"), FileKind::sweep);
  EXPECT_EQ(file_kind("\x89HDF\r\n"), FileKind::hdf5);
  EXPECT_EQ(file_kind(std::string_view("\0\0\0\x20"
                                       "ftypisom",
                                       12)),
            FileKind::mp4);
  EXPECT_EQ(file_kind("\x1a\x45\xdf\xa3 webm"), FileKind::webm);
  EXPECT_EQ(file_kind("GIF89a"), FileKind::gif);
  for (const auto* text : {"", "\n", "hello", "[1, 2]", "{\"a\": 1}", "{", "1,2\n"}) {
    EXPECT_EQ(file_kind(text), FileKind::unknown) << text;
  }
}

}  // namespace
}  // namespace carom::io
