#include "swept/worker.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

TEST(Worker, CancelledContactsAreTakenOutOfTheRecords) {
  Worker worker;
  // One of an earlier window, then three: the second is taken back.
  for (int k = 0; k < 4; ++k) worker.records.contacts.emplace_back().t = k;
  worker.records.first_contact = 1;
  worker.records.grazes = 5;
  for (std::uint32_t record = 1; record < 4; ++record) {
    worker.history.pasts.push_back({{}, record, record == 2 ? 2U : 0U, record == 2});
  }
  worker.history.drop_cancelled(worker.records);
  ASSERT_EQ(worker.records.contacts.size(), 3U);
  EXPECT_EQ(worker.records.contacts[0].t, 0);
  EXPECT_EQ(worker.records.contacts[1].t, 1);
  EXPECT_EQ(worker.records.contacts[2].t, 3);
  EXPECT_EQ(worker.records.grazes, 3U);
}

TEST(Worker, CornersOfUndoneChangesGo) {
  Worker worker;
  for (std::uint32_t k = 0; k < 3; ++k) {
    worker.records.corners.emplace_back().body_index = k;
    worker.history.changes.push_back({BodyRef::mover(k), {}, k == 1});
  }
  worker.history.drop_cancelled(worker.records);
  ASSERT_EQ(worker.records.corners.size(), 2U);
  EXPECT_EQ(worker.records.corners[1].body_index, 2U);
}

TEST(Worker, ForgetKeepsWhatCameBefore) {
  Worker worker;
  worker.records.events.resize(3);
  worker.records.first_event = 2;
  worker.rows.ungridded = {1};
  worker.forget();
  EXPECT_EQ(worker.records.events.size(), 2U);
  EXPECT_TRUE(worker.rows.ungridded.empty());
}

TEST(GasRows, OnlyMoversOfTheSureRowsAreNotDoubted) {
  GasRows rows;
  rows.sure_begin = 2;
  rows.sure_end = 4;
  EXPECT_TRUE(rows.doubts(BodyRef::mover(1)));
  EXPECT_FALSE(rows.doubts(BodyRef::mover(2)));
  EXPECT_TRUE(rows.doubts(BodyRef::mover(4)));
  EXPECT_TRUE(rows.doubts(BodyRef::fixed(2)));
}

}  // namespace
}  // namespace carom::detail
