#include "carom/io/checkpoint.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

World::Snapshot some_snapshot() {
  World world = World::make({}).value();
  BodyDef ball;
  ball.name = "ball";
  EXPECT_TRUE(world.add(ball));
  world.step_to(2.5);
  return world.snapshot();
}

Checkpoint some_checkpoint() {
  Checkpoint c;
  c.scene_file = "x.json";
  c.scene_text = "{}";
  c.dt = 0.1;
  c.detection = Detection::overlap;
  c.until = 5;
  c.threads = 2;
  c.events = {"/tmp/e.jsonl", 123456789012};
  c.every = 0.25;
  c.last_frame = 1.25;
  c.paths.emplace();
  c.paths->bodies.emplace_back().strokes = {{{1, 2}}, {{3, 4}, {5, 6}}};
  c.paths->hits = {{{7, 8}, {1, 0}, 0.5}};
  c.series = {"/tmp/s.csv", 77};
  c.last_row = 0.5;
  c.gas.virial = 3;
  c.plot_file = "/tmp/p.svg";
  c.plot_rows = {{1, 2, 3, 4, {5, 6}, 7, {8, 9}, 10, 11}, {}};
  c.dark = true;
  c.provenance.command = "carom run x.json";
  c.paths->sources = {{{9, 10}, 11}};
  c.paths->bounds = Bounds{{0, 0}, {1, 1}, Edges::periodic};
  c.start = {1, {2, 3}, {4, 5}, 6};
  c.wall_seconds = 1.5;
  c.world = some_snapshot();
  return c;
}

std::string written(const Checkpoint& checkpoint, std::string_view version) {
  std::string text;
  write_checkpoint(checkpoint, checkpoint.world ? checkpoint.world->bytes() : std::vector<std::byte>(), version,
                   [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(Checkpoint, ReadsBackAsItWas) {
  const std::string text = written(some_checkpoint(), "1.2.3");
  const auto read = read_checkpoint(text, "1.2.3");
  ASSERT_TRUE(read) << read.error().reason;
  // All of it: what it is written as again has the same bytes.
  EXPECT_EQ(written(read.value(), "1.2.3"), text);
  const Checkpoint& c = read.value();
  EXPECT_EQ(c.scene_text, "{}");
  EXPECT_EQ(c.detection, Detection::overlap);
  EXPECT_FALSE(c.seed);
  EXPECT_EQ(c.events.bytes, 123456789012U);
  EXPECT_EQ(c.paths->bodies.at(0).strokes.at(1).at(1), (Vec2{5, 6}));
  EXPECT_EQ(c.paths->sources.at(0).strength, 11);
  ASSERT_TRUE(c.world);
  EXPECT_EQ(c.world->bytes(), some_snapshot().bytes());
  EXPECT_EQ(c.world->time(), 2.5);
}

TEST(Checkpoint, OfARunThatHasNotBegunHasNoWorld) {
  const auto read = read_checkpoint(written({}, "1"), "1");
  ASSERT_TRUE(read);
  EXPECT_FALSE(read.value().world);
}

TEST(Checkpoint, AnotherVersionIsRefused) {
  const auto read = read_checkpoint(written(some_checkpoint(), "1.2.3"), "1.2.4");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().reason.find("found \"14 1.2.3\", expected \"14 1.2.4\""), std::string::npos)
      << read.error().reason;
}

TEST(Checkpoint, OtherFilesAreRefused) {
  for (const char* const text : {"", "{}", "carom checkpoint ", "carom checkpoint 1 1 0 0"}) {
    const auto read = read_checkpoint(text, "1");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().reason.find("no checkpoint"), std::string::npos);
  }
}

RC_GTEST_PROP(Checkpoint, AnyChangedByteIsFound, ()) {
  std::string text = written(some_checkpoint(), "1");
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  text[at] = static_cast<char>(text[at] ^ *rc::gen::inRange(1, 256));
  RC_ASSERT(!read_checkpoint(text, "1").ok());
}

RC_GTEST_PROP(Checkpoint, AnyCutIsFound, ()) {
  const std::string text = written(some_checkpoint(), "1");
  const auto length = *rc::gen::inRange<std::size_t>(0, text.size());
  RC_ASSERT(!read_checkpoint(std::string_view(text).substr(0, length), "1").ok());
  RC_ASSERT(!read_checkpoint(text + "x", "1").ok());
}

}  // namespace
}  // namespace carom
