#include "broadphase/sieve_batch.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"
#include "broadphase/may_touch.hpp"

namespace carom::test {
namespace {

using namespace carom::detail;

constexpr std::size_t k_count = 96;

struct Sieved {
  std::vector<FlightRecord> records;
  FlightColumns columns;
  ColumnUnits units{{50, 50}, 1.0 / 50, 1.0 / 50, 1, 64};

  explicit Sieved(std::mt19937_64& random) {
    Recipe recipe;
    recipe.count = k_count;
    recipe.extent = recipe.height = 3;
    recipe.offset = {uniform(random, 0, 100), uniform(random, 0, 100)};
    columns.resize(k_count);
    for (const Flight& f : make_flights(recipe, random)) {
      records.push_back({f.at.x, f.at.y, f.velocity.x, f.velocity.y, padded(f, 1, 0), 1, f.at});
      EXPECT_TRUE(columns.set(records.size() - 1, records.back(), units));
    }
  }
};

bool touch(const FlightRecord& a, const FlightRecord& b) {
  return may_touch(b.x - a.x, b.y - a.y, b.vx - a.vx, b.vy - a.vy, a.radius + b.radius, 1, 0, 1);
}

TEST(SieveBatch, LetsEveryTouchThroughAndLittleElse) {
  std::mt19937_64 random(1);
  int touching = 0;
  int passing = 0;
  for (int round = 0; round < 200; ++round) {
    const Sieved s(random);
    const SmallAsker asker = small_asker(s.records[0], s.units, 0, true);
    const RowSlots rows{{{0, 5}, {20, 36}, {40, 41}}};
    Kept kept{};
    const std::uint32_t sum = sieve_rows(s.columns, asker, rows, true, k_gap, kept);
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < k_gap; ++i) {
      for (std::size_t r = 0; r < k_rows; ++r) {
        const bool passes = (kept[i] >> r & 1U) != 0;
        const bool there = rows[r].begin + i < rows[r].end;
        const bool touches = there && touch(s.records[0], s.records[rows[r].begin + i]);
        EXPECT_TRUE(there || !passes);
        EXPECT_TRUE(passes || !touches);
        seen += (passes ? 1U : 0U) << r;
        passing += passes ? 1 : 0;
        touching += touches ? 1 : 0;
      }
    }
    EXPECT_EQ(sum, seen);
    Kept alone{};
    sieve_row(s.columns, asker, rows[1], alone);
    for (std::size_t i = 0; i < k_gap; ++i) EXPECT_EQ(alone[i], kept[i] >> 1U & 1U);
    Kept two{};
    sieve_rows(s.columns, asker, rows, false, k_half, two);
    for (std::size_t i = 0; i < k_half; ++i) EXPECT_EQ(two[i], kept[i] & 3U);
  }
  EXPECT_GT(touching, 300);
  EXPECT_LT(passing, 2 * touching);
}

TEST(SieveBatch, TheParkedTouchNoOne) {
  std::mt19937_64 random(2);
  Sieved s(random);
  for (std::size_t i = 0; i < k_count; ++i) s.columns.park(i);
  const SmallAsker asker = small_asker(s.records[0], s.units, 0, true);
  Kept kept{};
  EXPECT_EQ(sieve_rows(s.columns, asker, {{{0, 16}, {16, 32}, {32, 48}}}, true, k_gap, kept), 0U);
}

}  // namespace
}  // namespace carom::test
