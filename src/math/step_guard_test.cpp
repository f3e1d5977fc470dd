#include "math/step_guard.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace carom::detail {
namespace {

using Verdict = StepGuard::Verdict;

TEST(StepGuard, AsksNowAndThenAndStopsForGood) {
  int asked = 0;
  const std::function<bool()> ask = [&] { return ++asked == 3; };
  StepGuard guard;
  guard.open(ask, {});
  std::uint64_t spent = 0;
  while (!guard.spend(1)) ++spent;
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(spent + 1, 3 * StepGuard::k_look);
  EXPECT_EQ(guard.verdict(), Verdict::interrupted);
  EXPECT_TRUE(guard.spend(1));
  EXPECT_TRUE(guard.pause(1));
  EXPECT_TRUE(guard.keeps(0));
  EXPECT_EQ(asked, 3) << "it is polled no more";
  guard.open(ask, {});
  EXPECT_FALSE(guard.stopped());
}

TEST(StepGuard, WorkIsLimitedToTheUnit) {
  StepGuard guard;
  guard.open({}, {100'000, 10});
  std::uint64_t spent = 0;
  while (!guard.spend(1)) ++spent;
  EXPECT_EQ(spent, 100'000U);
  EXPECT_EQ(guard.verdict(), Verdict::too_much_work);
}

TEST(StepGuard, WorkThatIsForgottenDoesNotCount) {
  StepGuard guard;
  guard.open({}, {100'000, 10});
  for (int k = 0; k < 5; ++k) {
    EXPECT_FALSE(guard.spend(90'000));
    guard.forget_work();
  }
  EXPECT_TRUE(guard.spend(100'001));
  guard.forget_work();
  EXPECT_TRUE(guard.spend(1)) << "it has stopped for good";
}

TEST(StepGuard, WhatDoesNotCountOnlyAsks) {
  int asked = 0;
  const std::function<bool()> ask = [&] {
    ++asked;
    return false;
  };
  StepGuard guard;
  guard.open(ask, {10, 10});
  for (int k = 0; k < 8; ++k) EXPECT_FALSE(guard.pause(StepGuard::k_look / 2));
  EXPECT_EQ(asked, 4);
  EXPECT_FALSE(guard.stopped());
}

TEST(StepGuard, RecordsAreLimited) {
  StepGuard guard;
  guard.open({}, {100, 10});
  EXPECT_FALSE(guard.keeps(10));
  EXPECT_TRUE(guard.keeps(11));
  EXPECT_EQ(guard.verdict(), Verdict::too_many_records);
  EXPECT_TRUE(guard.spend(0));
}

TEST(StepGuard, OnlyTheThreadThatOpenedItAsks) {
  int asked = 0;
  const std::function<bool()> ask = [&] {
    ++asked;
    return true;
  };
  StepGuard guard;
  guard.open(ask, {});
  std::thread([&] { EXPECT_FALSE(guard.pause(StepGuard::k_look)); }).join();
  EXPECT_EQ(asked, 0);
  EXPECT_TRUE(guard.pause(StepGuard::k_look));
  std::thread([&] { EXPECT_TRUE(guard.pause(1)); }).join();
}

TEST(StepGuard, StopsAtOnceWhenItIsInterrupted) {
  StepGuard guard;
  guard.open({}, {});
  EXPECT_FALSE(guard.spend(1));
  guard.interrupt();
  EXPECT_TRUE(guard.spend(1));
  EXPECT_TRUE(guard.pause(1));
  EXPECT_TRUE(guard.keeps(0));
  EXPECT_EQ(guard.verdict(), StepGuard::Verdict::interrupted);
  guard.open({}, {});
  EXPECT_FALSE(guard.spend(1));
}

}  // namespace
}  // namespace carom::detail
