#include "world/pairs/window_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace carom::detail {
namespace {

struct Predicted {
  double t = 0;
  int id = 0;
};

bool before(const Predicted& x, const Predicted& y) { return x.t != y.t ? x.t < y.t : x.id < y.id; }

/// A queue and an ordered set with the same input.
template <bool puts_off>
class BothOf {
 public:
  void open(double start, double end, std::size_t expected) {
    queue_.open(start, end, expected);
    all_.clear();
  }
  void push(double t) {
    queue_.push({t, next_}, before);
    all_.insert({t, next_++});
  }
  /// False: both are empty.
  bool pop() {
    const Predicted* front = queue_.front(before);
    EXPECT_EQ(front == nullptr, all_.empty());
    const std::optional<Predicted> first = front != nullptr ? std::optional(*front) : std::nullopt;
    const auto popped = queue_.pop(before);
    EXPECT_EQ(popped.has_value(), !all_.empty());
    if (!popped || all_.empty()) return false;
    EXPECT_EQ(popped->id, all_.begin()->second);
    EXPECT_EQ(popped->t, all_.begin()->first);
    EXPECT_EQ(first->id, popped->id);
    all_.erase(all_.begin());
    return true;
  }
  void pop_all() {
    while (pop()) {
    }
  }

 private:
  WindowQueue<Predicted, puts_off> queue_;
  std::set<std::pair<double, int>> all_;
  int next_ = 0;
};

using Both = BothOf<false>;

/// One after the other at nearly the same time: nothing waits, and nothing is kept of what has been.
TEST(WindowQueue, ContactsWithoutNumberInASlotTakeNoRoom) {
  WindowQueue<Predicted> queue;
  queue.open(0, 1, 10);
  queue.push({0.5, 0}, before);
  for (int k = 1; k < 100'000; ++k) {
    const auto first = queue.pop(before);
    ASSERT_TRUE(first);
    ASSERT_EQ(first->id, k - 1);
    queue.push({0.5 + 1e-12 * k, k}, before);
    ASSERT_EQ(queue.waiting(), 1U);
  }
}

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

RC_GTEST_PROP(WindowQueue, IsAnOrderedList, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  Both both;
  for (int window = 0; window < 3; ++window) {
    const double end = window + 1;
    both.open(window, end, random() % 60);
    double now = window;
    for (int k = 0; k < 200; ++k) {
      const auto what = random() % 8;
      if (what < 4) {
        both.push(uniform(random, now, end));
      } else if (what == 4) {
        both.push(now);
      } else if (both.pop()) {
        now = std::min(end, now + uniform(random, 0, 0.02));
      }
    }
    both.pop_all();
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

/// Of so many slots most are not in the caches: what is predicted for them is written down a little later.
RC_GTEST_PROP(WindowQueue, IsAnOrderedListOfManySlots, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  BothOf<true> both;
  for (int window = 0; window < 2; ++window) {
    both.open(window, window + 1, 100'000);
    double now = window;
    const double reach = window == 0 ? 1 : 1e-2;
    for (int k = 0; k < 1000; ++k) {
      if (random() % 3 != 0) {
        both.push(uniform(random, now, std::min(now + reach, window + 1.0)));
      } else if (both.pop()) {
        now = std::min(window + 1.0, now + uniform(random, 0, 1e-4));
      }
    }
    both.pop_all();
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(WindowQueue, OfOneTimeTheOrderIsTheCallers) {
  Both both;
  both.open(0, 1, 10);
  for (int k = 0; k < 50; ++k) both.push(k % 3 == 0 ? 0.25 : 0.75);
  both.pop_all();
}

TEST(WindowQueue, AllInOneSlot) {
  Both both;
  both.open(0, 1, 1000);
  for (int k = 0; k < 500; ++k) both.push(0.5 + 1e-9 * ((k * 37) % 500));
  both.pop_all();
  both.open(0, 1, 0);
  for (int k = 0; k < 500; ++k) both.push(1e-3 * ((k * 37) % 500));
  both.pop_all();
}

/// What follows from a contact may be predicted for the moment that is being played, or for one before it, in rounding.
TEST(WindowQueue, EarlierThanNowComesNext) {
  Both both;
  both.open(2, 3, 100);
  for (int k = 0; k < 100; ++k) both.push(2 + 0.01 * k);
  for (int k = 0; k < 60; ++k) EXPECT_TRUE(both.pop());
  both.push(2.1);
  both.push(1);
  both.push(2.6);
  both.pop_all();
}

TEST(WindowQueue, TimesOutsideTheWindowAndWindowsOfNoLength) {
  Both both;
  both.open(0, 1, 20);
  for (const double t : {-1.0, 0.0, 0.999999, 1.0, 7.0, 1e300, 0.5}) both.push(t);
  both.pop_all();
  both.open(1, 1, 20);
  for (const double t : {1.0, 1.0, 0.5, 2.0}) both.push(t);
  both.pop_all();
  both.open(0, 1, 20);
  EXPECT_FALSE(both.pop());
}

/// Far more than expected: what a slot has no room for is not lost.
TEST(WindowQueue, SlotsThatSpill) {
  Both both;
  both.open(0, 1, 40);
  for (int k = 0; k < 3000; ++k) both.push(1e-4 * ((k * 37) % 9000));
  for (int k = 0; k < 1000; ++k) EXPECT_TRUE(both.pop());
  for (int k = 0; k < 500; ++k) both.push(0.3 + 1e-4 * ((k * 31) % 6000));
  both.pop_all();
}

TEST(WindowQueue, WhatDoesNotHoldIsDroppedAndWhatComesIsTold) {
  struct Hooks {
    std::array<std::multiset<int>, 3>& told;
    [[nodiscard]] static bool holds(const Predicted& item) { return item.id % 3 != 0; }
    void ahead(const Predicted& item, std::size_t call) const { told[call].insert(item.id); }
  };
  std::array<std::multiset<int>, 3> told;
  const Hooks hooks{told};
  WindowQueue<Predicted> queue;
  constexpr int k_items = 2000;
  queue.open(0, 1, k_items);
  for (int k = 0; k < k_items; ++k) queue.push({1.0 * ((k * 37) % k_items) / k_items, k}, before);
  EXPECT_EQ(queue.pushed(), std::size_t{k_items});
  double last = 0;
  int found = 0;
  for (const Predicted* next = queue.front(before, hooks); next != nullptr; next = queue.front(before, hooks)) {
    EXPECT_NE(next->id % 3, 0);
    EXPECT_GE(next->t, last);
    last = next->t;
    ++found;
    queue.drop(before);
  }
  EXPECT_EQ(found, k_items - (k_items + 2) / 3);
  for (const std::multiset<int>& call : told) {
    EXPECT_EQ(call.size(), std::set<int>(call.begin(), call.end()).size()) << "no item twice in one call";
    EXPECT_GT(call.size(), std::size_t{k_items - 200});
  }
}

RC_GTEST_PROP(RankTimes, AreTheNumbersOfEarlierOnes, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const std::size_t count = random() % (k_slot_room + 1);
  const bool coarse = random() % 2 == 0;
  std::array<double, k_slot_room + 4> times{};
  std::array<std::uint32_t, k_slot_room + 4> ranks{};
  for (std::size_t k = 0; k < count; ++k)
    times[k] = coarse ? static_cast<double>(random() % 300) : uniform(random, 0, 1);
  const std::set<double> different(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(count));
  RC_ASSERT(rank_times(times.data(), count, ranks.data()) == (different.size() == count));
  for (std::size_t k = 0; k < count; ++k) {
    const auto earlier = std::count_if(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(count),
                                       [&](double t) { return t < times[k]; });
    RC_ASSERT(static_cast<std::ptrdiff_t>(ranks[k]) == earlier);
  }
}

}  // namespace
}  // namespace carom::detail
