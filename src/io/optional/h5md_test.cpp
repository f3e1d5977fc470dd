#include "io/optional/h5md.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "io/record/trajectory_test_world.hpp"

namespace carom::io {
namespace {

class H5md : public testing::Test {
 protected:
  void SetUp() override {
    if (hdf5_version().empty()) GTEST_SKIP() << "built without HDF5";
    path_ = (std::filesystem::temp_directory_path() /
             (std::string("carom_h5md_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".h5"))
                .string();
    std::filesystem::remove(path_);
  }
  void TearDown() override {
    for (const auto* ending : {"", ".next", ".old"}) std::filesystem::remove(path_ + ending);
  }

  std::vector<RecordedFrame> frames() const {
    std::vector<RecordedFrame> all;
    const auto reader = h5md_frames(path_);
    for (auto frame = reader->next(); frame && frame.value(); frame = reader->next()) all.push_back(*frame.value());
    return all;
  }

  std::string path_;
};

H5mdBody body(std::uint64_t id, double x) { return {id, {{x, 2 * x}, {-x, 0.5}, 0.25 * x, 3}, 1.5, 0.1, "ball"}; }

TEST_F(H5md, FramesReadBackBitForBitAndBodiesComeAndGo) {
  H5mdWriter writer(path_,
                    {"{}", "{\"version\":\"1\"}", "1", "carom run x", 7, Bounds{{0, 0}, {2, 3}, Edges::periodic}, 2});
  writer.add_frame(0, 0, {body(0, 0.1), body(1, 1.0 / 3)});
  writer.add_frame(0.5, 1, {body(1, 1e-300)});
  writer.add_frame(1, 2, {body(1, 5), body(4, -0.0)});
  writer.add_row({.t = 1, .steps = 2});
  writer.finish();
  const auto found = frames();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].bodies, (std::vector<RecordedBody>{{0, body(0, 0.1).state}, {1, body(1, 1.0 / 3).state}}));
  EXPECT_EQ(found[1].t, 0.5);
  EXPECT_EQ(found[1].bodies, (std::vector<RecordedBody>{{1, body(1, 1e-300).state}}));
  ASSERT_EQ(found[2].bodies.size(), 2U);
  EXPECT_EQ(found[2].bodies[1].id, 4U);
  EXPECT_TRUE(std::signbit(found[2].bodies[1].state.at.x));
  const H5mdFacts facts = h5md_facts(path_);
  EXPECT_EQ(facts.frames, 3U);
  EXPECT_EQ(facts.bodies, 5U);
  EXPECT_EQ(facts.last, 1);
  EXPECT_EQ(facts.scene_text, "{}");
  EXPECT_EQ(facts.provenance, "{\"version\":\"1\"}");
  EXPECT_FALSE(std::filesystem::exists(path_ + ".next"));
}

TEST_F(H5md, TheFileIsThatOfTheLastPublish) {
  H5mdWriter writer(path_, H5mdHeader{});
  EXPECT_TRUE(frames().empty());
  for (int k = 0; k < 10; ++k) {
    writer.add_frame(k, 0, {body(0, k), body(static_cast<std::uint64_t>(1 + k), 2)});
    EXPECT_EQ(frames().size(), static_cast<std::size_t>(k / 3 * 3));
    if (k % 3 == 2) {
      writer.publish();
      const auto found = frames();
      ASSERT_EQ(found.size(), static_cast<std::size_t>(k + 1));
      for (int j = 0; j <= k; ++j) {
        EXPECT_EQ(found[static_cast<std::size_t>(j)].bodies.size(), 2U) << j;
        EXPECT_EQ(found[static_cast<std::size_t>(j)].bodies[0].state.at.x, j);
      }
    }
  }
}

TEST_F(H5md, GoesOnFromATime) {
  {
    H5mdWriter writer(path_, H5mdHeader{});
    for (int k = 0; k < 6; ++k) writer.add_frame(k, 0, {body(0, k)});
    for (int k = 0; k < 6; ++k) writer.add_row({.t = 1.0 * k});
    writer.publish();
    writer.add_frame(6, 0, {body(0, 6)});  // lost: never published
  }
  H5mdWriter writer(path_, 3.5);
  EXPECT_EQ(writer.frame_count(), 4U);
  writer.add_frame(4, 0, {body(0, 44)});
  writer.publish();
  writer.add_frame(5, 0, {body(0, 55)});
  writer.finish();
  const auto found = frames();
  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[3].bodies[0].state.at.x, 3);
  EXPECT_EQ(found[4].bodies[0].state.at.x, 44);
  EXPECT_EQ(found[5].bodies[0].state.at.x, 55);
}

/// So many that a frame is written in several pieces, the last of which is not full.
TEST_F(H5md, FramesOfManyBodiesReadBackAsWritten) {
  const auto many = [&](std::uint64_t count, double t) {
    std::vector<H5mdBody> bodies;
    for (std::uint64_t k = 0; k < count; ++k) {
      H5mdBody one = body(k, std::sqrt(static_cast<double>(k) + t));
      one.state.velocity = {-t / static_cast<double>(k + 1), 1e-300 * static_cast<double>(k)};
      bodies.push_back(one);
    }
    return bodies;
  };
  const std::vector<std::uint64_t> counts{9'000, 9'000, 10'001, 30'000, 17};
  H5mdHeader header;
  header.bodies = 9'000;
  H5mdWriter writer(path_, header);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    writer.add_frame(static_cast<double>(k), 0, many(counts[k], static_cast<double>(k)));
    if (k == 1) writer.publish();
  }
  writer.finish();
  const auto found = frames();
  ASSERT_EQ(found.size(), counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto expected = many(counts[k], static_cast<double>(k));
    ASSERT_EQ(found[k].bodies.size(), expected.size()) << k;
    for (std::size_t b = 0; b < expected.size(); ++b) {
      ASSERT_EQ(found[k].bodies[b], (RecordedBody{expected[b].id, expected[b].state})) << k << " " << b;
    }
  }
}

TEST_F(H5md, WhatIsNoFileOfOursIsRefused) {
  EXPECT_THROW(static_cast<void>(h5md_frames(path_)), H5Failure);
  std::ofstream(path_) << "hello";
  EXPECT_THROW(static_cast<void>(h5md_facts(path_)), H5Failure);
  EXPECT_THROW(H5mdWriter(path_ + "/no/such/folder.h5", H5mdHeader{}), std::exception);
}

TEST_F(H5md, BodiesOfAWorld) {
  World world = open_world();
  BodyDef def = ball({1, 2}, {3, 4}, 0.5);
  def.mass = 9;
  def.tags = {"two words"};
  ASSERT_TRUE(world.add(def));
  H5mdWriter writer(path_, H5mdHeader{});
  writer.add_frame(0.5, 3, world.bodies_at(world.time()));
  writer.finish();
  const auto found = frames();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].t, 0.5);
  EXPECT_EQ(found[0].bodies, (std::vector<RecordedBody>{{0, world.body(world.bodies()[0])->state}}));
}

}  // namespace
}  // namespace carom::io
