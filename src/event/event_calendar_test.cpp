#include "event/event_calendar.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();

/// The next event of each mover, the calendar that has them, and a plain list as the reference.
struct Office {
  Calendar calendar;
  std::vector<double> plans;

  [[nodiscard]] static bool later(const Calendar::Entry& x, const Calendar::Entry& y) {
    return x.t > y.t || (x.t == y.t && x.mover > y.mover);
  }
  void plan(std::uint32_t mover, double t) {
    plans[mover] = t;
    calendar.add(t, mover, later);
  }
  void open(double start, double end, double expected) {
    calendar.open_year(start, end, expected);
    for (std::uint32_t mover = 0; mover < plans.size(); ++mover) calendar.add(plans[mover], mover, later);
    calendar.begin([&](std::uint32_t mover) { return plans[mover]; }, later);
  }
  /// The next one that still holds, as the event loop asks for it.
  std::optional<Calendar::Entry> next() {
    for (;;) {
      const auto* entry = calendar.next([&](std::uint32_t mover) { return plans[mover]; }, later);
      if (entry == nullptr) return std::nullopt;
      const Calendar::Entry found = *entry;
      calendar.drop();
      if (found.t == plans[found.mover]) return found;
    }
  }
  /// Before the end of the year.
  [[nodiscard]] std::optional<Calendar::Entry> truth() const {
    std::optional<Calendar::Entry> first;
    for (std::uint32_t mover = 0; mover < plans.size(); ++mover) {
      const Calendar::Entry mine{plans[mover], mover};
      if (mine.t < calendar.end() && (!first || later(*first, mine))) first = mine;
    }
    return first;
  }
};

/// Plays one year; a mover whose event has happened gets the next, and so do a few others at any time.
void live_through(Office& office, Random& random, double mean, int& played) {
  while (const auto expected = office.truth()) {
    const auto found = office.next();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->t, expected->t);
    ASSERT_EQ(found->mover, expected->mover);
    ++played;
    office.plan(found->mover, found->t + random.uniform(0, 2 * mean));
    for (int k = 0; k < 2; ++k) {
      const auto mover = static_cast<std::uint32_t>(random.below(office.plans.size()));
      // Some soon, some late, some at once, some never.
      const double waits[] = {random.uniform(0, 0.01 * mean), random.uniform(0, 5 * mean), 0, k_endless};
      office.plan(mover, found->t + waits[random.below(k == 0 ? 4 : 2)]);
    }
  }
  EXPECT_FALSE(office.next());
}

TEST(EventCalendar, ChangesOfMindOverManyYears) {
  for (const double expected : {1.0, 64.0, 1000.0, 100'000.0}) {
    Random random(7);
    Office office;
    office.plans.resize(50);
    for (double& plan : office.plans) plan = random.uniform(0, 1);
    int played = 0;
    for (int year = 0; year < 8; ++year) {
      office.open(year * 0.7, (year + 1) * 0.7, expected);
      live_through(office, random, 0.3, played);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(played, 500) << expected;
  }
}

TEST(EventCalendar, TiesGoByTheOrderGiven) {
  Office office;
  office.plans = {0.5, 0.25, 0.5, 0.25, 0.5};
  office.open(0, 1, 5);
  std::vector<std::uint32_t> order;
  while (const auto entry = office.next()) {
    order.push_back(entry->mover);
    office.plans[entry->mover] = k_endless;
  }
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 3, 0, 2, 4}));
}

TEST(EventCalendar, ThousandsOnOneDay) {
  Office office;
  Random random(9);
  office.plans.resize(5000);
  for (double& plan : office.plans) plan = 0.5 + 1e-9 * static_cast<double>(random.below(1000));
  office.open(0, 1, 64);
  Calendar::Entry last{0, 0};
  int count = 0;
  while (const auto entry = office.next()) {
    ASSERT_TRUE(Office::later(*entry, last));
    last = *entry;
    office.plans[entry->mover] = k_endless;
    ++count;
  }
  EXPECT_EQ(count, 5000);
}

TEST(EventCalendar, WhatLiesInThePastComesAtOnce) {
  Office office;
  office.plans = {0.9, k_endless};
  office.open(0.5, 1, 64);
  ASSERT_EQ(office.next()->mover, 0U);
  office.plan(1, 0.2);
  ASSERT_EQ(office.next()->t, 0.2);
}

TEST(EventCalendar, WhatLiesBeyondTheYearIsLeftToTheNext) {
  Office office;
  office.plans = {0.3, 1.0, 1.5, k_endless};
  office.open(0, 1, 64);
  EXPECT_EQ(office.next()->mover, 0U);
  office.plans[0] = k_endless;
  EXPECT_FALSE(office.next());
  EXPECT_FALSE(office.next()) << "asked again";
  EXPECT_EQ(office.calendar.end(), 1);
  office.open(1, 2, 64);
  EXPECT_EQ(office.next()->mover, 1U) << "the end of one year is the beginning of the next";
  office.plans[1] = k_endless;
  EXPECT_EQ(office.next()->mover, 2U);
}

TEST(EventCalendar, AYearOfOneInstant) {
  Office office;
  office.plans = {1.0, 2.0};
  office.open(1, std::nextafter(1.0, 2.0), 64);
  EXPECT_EQ(office.next()->mover, 0U);
  office.plans[0] = k_endless;
  EXPECT_FALSE(office.next());
}

TEST(EventCalendar, NoBodyAtAll) {
  Office office;
  office.open(0, 1, 0);
  EXPECT_FALSE(office.next());
  EXPECT_EQ(office.calendar.seen_a_second(), 0);
}

TEST(EventCalendar, MemoryIsUsedAgain) {
  Office office;
  Random random(4);
  office.plans.resize(100);
  for (double& plan : office.plans) plan = random.uniform(0, 0.1);
  office.open(0, 1000, 40'000);
  std::size_t early = 0;
  for (int k = 0; k < 100'000; ++k) {
    const auto entry = office.next();
    ASSERT_TRUE(entry);
    office.plan(entry->mover, entry->t + random.uniform(0, 0.1));
    if (k == 10'000) early = office.calendar.bytes();
  }
  EXPECT_LE(office.calendar.bytes(), early + early / 8);
}

/// Two that meet again and again within one day, and each time put off what comes later that day.
TEST(EventCalendar, ADayWithMillionsOfChangedPlansStaysShort) {
  std::vector<double> plans{0.25, 0.5, 0.75};
  Calendar calendar;
  std::uint64_t compared = 0;
  const auto hour = [&](std::uint32_t mover) { return plans[mover]; };
  const auto later = [&](const Calendar::Entry& x, const Calendar::Entry& y) {
    ++compared;
    return x.t > y.t || (x.t == y.t && x.mover > y.mover);
  };
  calendar.open_year(0, 16, 1);
  for (std::uint32_t mover = 0; mover < 3; ++mover) calendar.add(plans[mover], mover, later);
  calendar.begin(hour, later);
  const std::size_t before = calendar.bytes();
  constexpr int k_times = 20'000;
  for (int k = 0; k < k_times; ++k) {
    for (std::uint32_t mover = 0; mover < 3; ++mover) {
      plans[mover] = mover == 0 ? 0.25 + 1e-9 * k : 0.5 + 0.25 * mover - 1e-9 * k;
      if (calendar.crowded()) calendar.tidy(hour);
      calendar.add(plans[mover], mover, later);
    }
    const auto* next = calendar.next(hour, later);
    while (next != nullptr && next->t != plans[next->mover]) {
      calendar.drop();
      next = calendar.next(hour, later);
    }
    ASSERT_NE(next, nullptr);
    ASSERT_EQ(next->mover, 0U) << k;
    calendar.drop();
  }
  EXPECT_LT(compared, 1000ULL * k_times);
  EXPECT_LT(calendar.bytes(), before + 65'536);
}

}  // namespace
}  // namespace carom::detail
