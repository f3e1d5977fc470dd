#include "broadphase/prefilter_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>

#include "carom/math/random.hpp"

// What the prefilter finds is compared with all flights, in double precision.
namespace carom::detail {
namespace {

constexpr double k_duration = 0.37;
constexpr double k_diameter = 0.8;

struct Disc {
  Vec2 at;  ///< at `since`
  Vec2 velocity;
  double since = 0;
  double radius = 0.5 * k_diameter;

  [[nodiscard]] Vec2 place(double t) const { return at + (t - since) * velocity; }
};

struct Prefiltered {
  PrefilterGrid grid;
  PrefilterGrid::Plan plan;
  std::vector<Disc> discs;

  Prefiltered(const std::vector<Disc>& all, Vec2 extent, bool periodic, double width) {
    plan = {{-1, 2}, Vec2{-1, 2} + extent, periodic, k_diameter, width, all.size()};
    EXPECT_TRUE(PrefilterGrid::suits(plan));
    grid.open(plan, k_duration);
    for (std::uint32_t k = 0; k < all.size(); ++k) grid.count(k, all[k].at, all[k].velocity);
    grid.lay_places();
    for (std::uint32_t k = 0; k < all.size(); ++k) grid.put(k, all[k].at, all[k].velocity);
    discs = all;
  }

  [[nodiscard]] bool inside(Vec2 p) const {
    return p.x >= plan.min.x && p.x <= plan.max.x && p.y >= plan.min.y && p.y <= plan.max.y;
  }

  /// When they first touch after `now`; within the window, and before one of them leaves a periodic box.
  [[nodiscard]] std::optional<double> pending(std::uint32_t a, std::uint32_t b, double now) const {
    const auto leaves = [&](const Disc& d) {
      double t = k_duration;
      const auto along = [&](double at, double v, double low, double high) {
        if (v != 0) t = std::min(t, now + std::max(((v > 0 ? high : low) - at) / v, 0.0));
      };
      along(d.place(now).x, d.velocity.x, plan.min.x, plan.max.x);
      along(d.place(now).y, d.velocity.y, plan.min.y, plan.max.y);
      return t;
    };
    // A disc outside would have come in at the other side already.
    if (plan.periodic && !(inside(discs[a].place(now)) && inside(discs[b].place(now)))) return std::nullopt;
    const double last = plan.periodic ? std::min(leaves(discs[a]), leaves(discs[b])) : k_duration;
    const Vec2 extent = plan.max - plan.min;
    std::optional<double> first;
    for (int x = -1; x <= 1; ++x) {
      for (int y = -1; y <= 1; ++y) {
        if (!plan.periodic && (x != 0 || y != 0)) continue;
        const Vec2 d = discs[a].place(now) - discs[b].place(now) - Vec2{x * extent.x, y * extent.y};
        const Vec2 w = discs[a].velocity - discs[b].velocity;
        const double m = dot(d, w);
        const double radii = discs[a].radius + discs[b].radius;
        const double c = dot(d, d) - radii * radii;
        const double q = m * m - dot(w, w) * c;
        if (!(m < 0) || q < 0) continue;
        const double t = now + std::max(c / (std::sqrt(q) - m), 0.0);
        if (t <= last && (!first || t < *first)) first = t;
      }
    }
    return first;
  }

  void expect_all_pairs_seen() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    grid.pairs([&](std::uint32_t a, std::uint32_t b, bool) { seen.insert({std::min(a, b), std::max(a, b)}); });
    std::size_t met = 0;
    for (std::uint32_t b = 0; b < discs.size(); ++b) {
      for (std::uint32_t a = 0; a < b; ++a) {
        if (!pending(a, b, 0)) continue;
        ++met;
        ASSERT_TRUE(seen.contains({a, b})) << a << " and " << b;
      }
    }
    EXPECT_GT(met, discs.size() / 20);
    EXPECT_LT(seen.size(), discs.size() * discs.size() / 4) << "a prefilter that finds all discs is of no use";
  }

  void expect_all_seen_by(std::uint32_t a, double now) {
    std::set<std::uint32_t> seen;
    grid.near(a, now, [&](std::uint32_t b, bool) { seen.insert(b); });
    expect_all_among(seen, a, now);
  }

  void expect_all_among(const std::set<std::uint32_t>& seen, std::uint32_t a, double now) const {
    EXPECT_FALSE(seen.contains(a));
    for (std::uint32_t b = 0; b < discs.size(); ++b) {
      if (b == a || !pending(a, b, now)) continue;
      ASSERT_TRUE(seen.contains(b)) << a << " and " << b << " from " << now << (plan.periodic ? ", periodic" : "")
                                    << ": " << discs[a].place(now).x << ' ' << discs[a].place(now).y << " by "
                                    << discs[a].velocity.x << ' ' << discs[a].velocity.y << "; "
                                    << discs[b].place(now).x << ' ' << discs[b].place(now).y << " by "
                                    << discs[b].velocity.x << ' ' << discs[b].velocity.y;
    }
  }
};

std::vector<Disc> any_discs(Random& random, std::size_t count, Vec2 extent, double speed) {
  std::vector<Disc> discs(count);
  for (Disc& d : discs) {
    d.at = Vec2{-1, 2} + Vec2{random.uniform(0, extent.x), random.uniform(0, extent.y)};
    // Some fast ones, some at rest.
    d.velocity = random.uniform(0, 1) < 0.1
                     ? Vec2{}
                     : speed * random.uniform(0, random.uniform(0, 1) < 0.1 ? 8 : 1) * random.direction();
    d.radius = random.uniform(0.25, 0.5) * k_diameter;
  }
  return discs;
}

void check(bool periodic, double width, double speed) {
  Random random(7);
  const Vec2 extent{22, 17};
  for (int k = 0; k < 12; ++k) {
    Prefiltered crowd(any_discs(random, 160, extent, speed), extent, periodic, width);
    crowd.expect_all_pairs_seen();
    // In the course of the window flights change: from there on others are met.
    double now = 0;
    for (int n = 0; n < 40; ++n) {
      now = std::min(now + random.uniform(0, 0.05) * k_duration, k_duration);
      const auto disc = static_cast<std::uint32_t>(random.uniform(0, 160));
      Disc& d = crowd.discs[disc];
      d = {d.place(now), speed * random.uniform(0, n % 8 == 0 ? 12 : 1) * random.direction(), now, d.radius};
      if (periodic) {
        // A disc that has left the box comes in at its other side.
        const Vec2 out = d.at - crowd.plan.min;
        d.at = d.at - Vec2{std::floor(out.x / extent.x) * extent.x, std::floor(out.y / extent.y) * extent.y};
      }
      crowd.grid.change(disc, d.at, d.velocity, now);
      crowd.expect_all_seen_by(disc, now);
      const auto other = static_cast<std::uint32_t>(random.uniform(0, 160));
      crowd.expect_all_seen_by(other, now);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

/// Two discs that fly side by side turn together, as after a contact: both find all that they meet, each other included.
void check_twos(bool periodic, double width, double speed) {
  Random random(5);
  const Vec2 extent{22, 17};
  for (int k = 0; k < 20; ++k) {
    Prefiltered crowd(any_discs(random, 160, extent, speed), extent, periodic, width);
    double now = 0;
    for (int n = 0; n < 30; ++n) {
      now = std::min(now + random.uniform(0, 0.05) * k_duration, k_duration);
      const auto a = static_cast<std::uint32_t>(random.uniform(0, 160));
      const auto distance = [&](std::uint32_t other) {
        return length(crowd.discs[other].place(now) - crowd.discs[a].place(now));
      };
      std::uint32_t b = a == 0 ? 1 : 0;
      for (std::uint32_t other = 0; other < 160; ++other) {
        if (other != a && distance(other) < distance(b)) b = other;
      }
      if (!crowd.inside(crowd.discs[a].place(now)) || !crowd.inside(crowd.discs[b].place(now))) continue;
      for (const std::uint32_t disc : {a, b}) {
        Disc& d = crowd.discs[disc];
        d = {d.place(now), speed * random.uniform(0, n % 8 == 0 ? 12 : 1) * random.direction(), now, d.radius};
      }
      for (const std::uint32_t disc : {a, b}) {
        crowd.grid.change(disc, crowd.discs[disc].at, crowd.discs[disc].velocity, now);
      }
      std::set<std::uint32_t> seen_by_a;
      std::set<std::uint32_t> seen_by_b;
      crowd.grid.near_two(a, b, now, [&](std::uint32_t disc, std::uint32_t other, bool) {
        (disc == a ? seen_by_a : seen_by_b).insert(other);
      });
      // It does not matter which of the two finds the other.
      if (seen_by_a.contains(b)) seen_by_b.insert(a);
      if (seen_by_b.contains(a)) seen_by_a.insert(b);
      crowd.expect_all_among(seen_by_a, a, now);
      crowd.expect_all_among(seen_by_b, b, now);
      crowd.expect_all_seen_by(a, now);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(PrefilterGrid, TwoThatTurnFindAllTheyMeet) {
  for (const bool periodic : {false, true}) {
    check_twos(periodic, 1.6, 1);
    check_twos(periodic, 0.9, 6);
    check_twos(periodic, 2.8, 2);
  }
}

TEST(PrefilterGrid, DiscsThatMeetAreFound) { check(false, 1.6, 1); }
TEST(PrefilterGrid, DiscsThatMeetAreFoundAcrossTheBordersOfABox) { check(true, 1.6, 1); }
TEST(PrefilterGrid, DiscsThatGoFarToo) {
  check(false, 0.9, 6);
  check(true, 0.9, 6);
}
TEST(PrefilterGrid, CellsOfManyToo) {
  check(false, 5, 2);
  check(true, 2.8, 2);
}

/// Two that touch and close slowly, at great speed: single precision cannot represent it.
TEST(PrefilterGrid, DiscsThatCloseSlowlyAreFound) {
  Random random(3);
  for (int k = 0; k < 2000; ++k) {
    const Vec2 way = 3 * random.direction();
    const Vec2 out = random.direction();
    const Vec2 at{random.uniform(2, 18), random.uniform(5, 15)};
    const double creep = std::ldexp(1.0, -k % 40);
    std::vector<Disc> two{{at, way}, {at + (k_diameter * (1 + 1e-15)) * out, way - creep * out}};
    Prefiltered crowd(two, {22, 17}, false, 1.6);
    std::size_t seen = 0;
    crowd.grid.pairs([&](std::uint32_t, std::uint32_t, bool) { ++seen; });
    ASSERT_GT(seen, 0U) << k;
  }
}

TEST(PrefilterGrid, WhatSuits) {
  const PrefilterGrid::Plan plan{{0, 0}, {20, 20}, true, 1, 2, 100};
  EXPECT_TRUE(PrefilterGrid::suits(plan));
  const auto with = [&](auto change) {
    PrefilterGrid::Plan other = plan;
    change(other);
    return PrefilterGrid::suits(other);
  };
  EXPECT_FALSE(with([](auto& p) { p.width = 4; })) << "images could be taken for each other";
  EXPECT_TRUE(with([](auto& p) { p.width = 4, p.periodic = false; }));
  EXPECT_FALSE(with([](auto& p) { p.max.x = 1e6, p.width = 1000; })) << "too coarse for single precision";
  EXPECT_FALSE(with([](auto& p) { p.max.y = 0; }));
  EXPECT_FALSE(with([](auto& p) { p.diameter = 0; }));
}

TEST(PrefilterGrid, DiscsThatMayLeave) {
  // In the middle, at the edge, and fast.
  Prefiltered crowd({{{10, 10}, {0, 1}}, {{-0.9, 10}, {0, 0}}, {{10, 12}, {40, 0}}}, {22, 17}, false, 1.6);
  std::set<double> found;
  crowd.grid.outermost([&](std::uint32_t place) { found.insert(crowd.discs[place].velocity.x); });
  EXPECT_TRUE(found == (std::set<double>{0, 40}));
  for (std::uint32_t place = 0; place < 3; ++place) {
    EXPECT_EQ(crowd.grid.may_leave(place), crowd.discs[place].velocity.y == 0) << place;
  }
}

}  // namespace
}  // namespace carom::detail
