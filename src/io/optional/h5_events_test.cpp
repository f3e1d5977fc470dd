#include "io/optional/h5_events.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

#include "carom/io/event_log.hpp"

namespace carom::io {
namespace {

class H5Events : public testing::Test {
 protected:
  void SetUp() override {
    if (hdf5_version().empty()) GTEST_SKIP() << "built without HDF5";
    path_ = (std::filesystem::temp_directory_path() /
             (std::string("carom_h5_events_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".h5"))
                .string();
    std::filesystem::remove(path_);
  }
  void TearDown() override {
    for (const auto* ending : {"", ".next", ".old"}) std::filesystem::remove(path_ + ending);
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> all;
    H5EventReader reader(path_);
    while (const auto event = reader.next()) all.push_back(event_line(*event));
    EXPECT_EQ(all.size(), reader.event_count());
    return all;
  }

  const H5mdHeader header_{"{}", "{\"version\":\"1\"}", "1", "carom run x", 7, std::nullopt, 2};
  std::string path_;
};

/// Every kind of value: names and none, edges, effects again and again, numbers at the edge.
EventRecord event(int k) {
  EventRecord record;
  record.t = k / 3.0;
  record.a = static_cast<std::uint64_t>(k % 5);
  record.name_a = k % 5 == 2 ? "ball \"é\"" : "#" + std::to_string(k % 5);
  if (k % 4 != 0) record.b = 7;
  record.name_b = record.b ? "#7" : "bounds";
  record.point = {k == 3 ? -0.0 : 0.1 * k, 1e-308};
  record.normal = {std::sqrt(0.5), -std::sqrt(0.5)};
  record.speed = 1e60 / (k + 1);
  record.impulse = k == 5 ? 5e-324 : 0.3 * k;
  record.response = static_cast<Response>(k % 6);
  if (k % 3 == 0) record.effects = R"({"sound":"clack"})";
  if (k % 10 == 9) record.effects = R"({"mark":{"who":"#1","as":"n)" + std::to_string(k) + R"("}})";
  return record;
}

std::vector<std::string> expected(int count) {
  std::vector<std::string> lines;
  for (int k = 0; k < count; ++k) lines.push_back(event_line(event(k)));
  return lines;
}

TEST_F(H5Events, ReadBackAsTheLinesThatTheyAre) {
  constexpr int count = 20'000;  // several chunks
  H5EventWriter writer(path_, header_);
  for (int k = 0; k < count; ++k) {
    writer.add(std::array{event(k)});
    if (k % 7777 == 0) {
      writer.publish();
      EXPECT_EQ(lines(), expected(k + 1));
    }
  }
  EXPECT_EQ(writer.event_count(), static_cast<std::uint64_t>(count));
  writer.finish();
  EXPECT_EQ(lines(), expected(count));
  EXPECT_TRUE(holds_events(path_));
  EXPECT_EQ(H5EventReader(path_).provenance(), header_.provenance);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".next"));
}

TEST_F(H5Events, GoOnWhereACheckpointStood) {
  {
    H5EventWriter writer(path_, header_);
    for (int k = 0; k < 900; ++k) writer.add(std::array{event(k)});
    writer.publish();
    writer.add(std::array{event(5)});  // lost with the kill
  }
  EXPECT_EQ(lines(), expected(900));
  H5EventWriter writer(path_, 300);
  for (int k = 300; k < 700; ++k) writer.add(std::array{event(k)});
  EXPECT_EQ(lines(), expected(900));  // as it was, until it is published
  writer.publish();
  for (int k = 700; k < 1000; ++k) writer.add(std::array{event(k)});
  writer.finish();
  EXPECT_EQ(lines(), expected(1000));
}

TEST_F(H5Events, OtherFilesAreRefused) {
  H5mdWriter(path_, header_).finish();
  EXPECT_FALSE(holds_events(path_));
  EXPECT_THROW(H5EventReader reader(path_), H5Failure);
  EXPECT_FALSE(holds_events(path_ + ".nowhere"));
  EXPECT_THROW(H5EventWriter(path_ + "/no/where.h5", header_), H5Failure);
  H5EventWriter(path_, header_).finish();
  EXPECT_TRUE(holds_events(path_));
  EXPECT_TRUE(lines().empty());
  EXPECT_THROW(H5EventWriter(path_, 3), H5Failure);
}

}  // namespace
}  // namespace carom::io
