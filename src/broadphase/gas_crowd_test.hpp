#pragma once

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"
#include "broadphase/gas_grid.hpp"

/// Gases in a grid: what the cells find is compared with a test of every pair, box against box.
namespace carom::test {

inline constexpr double k_window = 1;

using namespace carom::detail;

inline constexpr auto k_anyone = [](std::uint32_t, Image) { return true; };

/// Discs in a GasGrid, with all it takes to test every pair instead. Places are the grid's.
struct Gas {
  GasGrid grid;
  GasGrid::Plan plan;
  std::vector<std::uint32_t> order;  ///< by place: the flight
  std::vector<Leg> legs;             ///< by place
  std::vector<int> rows;             ///< by place

  Gas(const std::vector<Flight>& flights, const GasGrid::Plan& the_plan, std::size_t pieces = 1) {
    fill(flights, the_plan, pieces);
  }

  void fill(const std::vector<Flight>& flights, const GasGrid::Plan& the_plan, std::size_t pieces = 1) {
    plan = the_plan;
    plan.count = flights.size();
    plan.window = k_window;
    legs.clear();
    rows.clear();
    grid.plan(plan, pieces);
    const auto each = [&](const auto& work) {
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        for (std::size_t i = piece * plan.count / pieces; i < (piece + 1) * plan.count / pieces; ++i) {
          work(piece, static_cast<std::uint32_t>(i));
        }
      }
    };
    each([&](std::size_t piece, std::uint32_t i) { grid.count(piece, i, flights[i].at); });
    grid.lay_places();
    order.resize(plan.count);
    each([&](std::size_t piece, std::uint32_t i) { order[grid.place(piece, i)] = i; });
    for (std::uint32_t place = 0; place < plan.count; ++place) {
      legs.push_back({flights[order[place]]});
      grid.put(place, way(place), legs[place].flight.velocity);
    }
    for (int row = 0; row < grid.rows(); ++row) {
      rows.insert(rows.end(), grid.row_start(row + 1) - grid.row_start(row), row);
    }
  }

  [[nodiscard]] Way way(std::uint32_t place) const {
    const auto& [f, since, present] = legs[place];
    return grid.way(f.at + since * f.velocity, f.at + k_window * f.velocity, f.radius);
  }
  [[nodiscard]] Vec2 shift(Image image) const {
    if (!plan.box) return {};
    return {image.x * (plan.box->max.x - plan.box->min.x), image.y * (plan.box->max.y - plan.box->min.y)};
  }
  [[nodiscard]] int lap(std::uint32_t place, RowScope scope) const { return rows[place] < scope.first ? 1 : 0; }

  /// From `now` on it flies like this.
  void change(std::uint32_t place, double now, Vec2 velocity) {
    Leg& leg = legs[place];
    leg.flight.at = leg.flight.at + now * (leg.flight.velocity - velocity);
    leg.flight.velocity = velocity;
    leg.since = now;
    const bool holds = grid.change(place, way(place), velocity, now);
    EXPECT_EQ(holds, grid.in_cells(place));
  }
};

inline Near near_of(std::uint32_t place, Image image) {
  return {place, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)};
}

/// All discs in the cells, tested one by one.
inline std::vector<Near> asked(const Gas& gas, std::uint32_t place, RowScope scope) {
  std::vector<Near> found;
  const Way own = gas.way(place);
  for (std::uint32_t other = 0; other < gas.legs.size(); ++other) {
    if (other == place || !gas.grid.in_cells(other)) continue;
    for_images_of(gas.plan.box, gas.way(other), own, [&](Image image) {
      const int row = gas.rows[other] + (gas.lap(place, scope) + image.y) * gas.grid.rows();
      if (row >= scope.first && row < scope.last) found.push_back(near_of(other, image));
    });
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// By how much boxes may be larger than they need be: they are rounded to single precision, in units of half the region or of
/// a cap, and shifted to another image.
inline double margin(const Gas& gas) {
  const Vec2 size = gas.plan.max - gas.plan.min;
  return 0x1p-17 * std::max({size.x / 2, size.y / 2, gas.plan.cap});
}

inline bool overlap_nearly(const Gas& gas, std::uint32_t place, const Near& near) {
  const PlainBox a = plain_box(gas.legs[place], k_window);
  const PlainBox b = plain_box(gas.legs[near.place], k_window, gas.shift({near.image_x, near.image_y}));
  const double wide = margin(gas);
  return a.low.x <= b.high.x + wide && b.low.x <= a.high.x + wide && a.low.y <= b.high.y + wide &&
         b.low.y <= a.high.y + wide;
}

/// Two from the later of their beginnings on.
struct Approach {
  double least;    ///< distance within so many times what is left of the window
  double closing;  ///< speed times distance
};
inline Approach approach(const Gas& gas, std::uint32_t place, const Near& near, double times) {
  const auto& [a, since_a, present_a] = gas.legs[place];
  const auto& [b, since_b, present_b] = gas.legs[near.place];
  const double start = std::max(since_a, since_b);
  const Vec2 w = a.velocity - b.velocity;
  const Vec2 d = a.at - b.at - gas.shift({near.image_x, near.image_y}) + start * w;
  const double best = dot(w, w) > 0 ? -dot(d, w) / dot(w, w) : 0;
  return {length(d + std::clamp(best, 0.0, times * (k_window - start)) * w), -dot(d, w)};
}

inline bool meet(const Gas& gas, std::uint32_t place, const Near& near) {
  const auto [least, closing] = approach(gas, place, near, 1);
  return closing > 0 && least <= gas.legs[place].flight.radius + gas.legs[near.place].flight.radius;
}

/// The prefilter is made for the largest, a little too wide, and takes an approach for twice as fast as it may be.
inline bool meet_nearly(const Gas& gas, std::uint32_t place, const Near& near) {
  return approach(gas, place, near, 2.02).least <= 1.01 * gas.plan.diameter + 4 * margin(gas);
}

/// A disc finds what a test of all finds. Long ways, of discs in no cell, need find only discs near them. How many.
inline std::size_t expect_near(const Gas& gas, std::uint32_t place, RowScope scope) {
  std::vector<Near> found;
  gas.grid.near(place, gas.way(place), scope, gas.lap(place, scope), k_anyone,
                [&](std::uint32_t other, Image image) { found.push_back(near_of(other, image)); });
  std::sort(found.begin(), found.end());
  const auto due = [&](const Near& n) {
    const PlainBox other = plain_box(gas.legs[n.place], k_window, gas.shift({n.image_x, n.image_y}));
    return gas.grid.in_cells(place) || comes_by(gas.legs[place], other, k_window);
  };
  expect_between(found, asked(gas, place, scope), due,
                 [&](const Near& n) { return gas.grid.in_cells(n.place) && overlap_nearly(gas, place, n); });
  return found.size();
}

/// Every pair in the cells of the scope that meets, once, with the image of the one or of the other. How many.
inline std::size_t expect_pairs(const Gas& gas, RowScope scope) {
  std::vector<NearPair> found, wanted;
  const auto pair = [](std::uint32_t a, const Near& b) {
    if (a < b.place) return NearPair{a, b.place, b.image_x, b.image_y};
    return NearPair{b.place, a, static_cast<std::int8_t>(-b.image_x), static_cast<std::int8_t>(-b.image_y)};
  };
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) {
    const int row = gas.rows[place] + gas.lap(place, scope) * gas.grid.rows();
    if (!gas.grid.in_cells(place) || row < scope.first || row >= scope.last) continue;
    gas.grid.pairs(place, gas.rows[place], scope, k_anyone, [&](std::uint32_t other, Image image) {
      const Near near = near_of(other, image);
      EXPECT_TRUE(overlap_nearly(gas, place, near) || meet_nearly(gas, place, near));
      found.push_back(pair(place, near_of(other, image)));
    });
    for (const Near& n : asked(gas, place, scope)) wanted.push_back(pair(place, n));
  }
  std::sort(found.begin(), found.end());
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  const auto due = [&](const NearPair& p) { return meet(gas, p.first, {p.second, p.image_x, p.image_y}); };
  expect_between(found, wanted, due, [](const NearPair&) { return true; });
  return found.size();
}

/// What two discs find that have just met: all that they meet from then on, and none that stays away. How many; nothing
/// where it takes more than the prefilter.
inline std::optional<std::size_t> expect_near_two(const Gas& gas, std::uint32_t a, std::uint32_t b, RowScope scope) {
  std::vector<NearPair> found, wanted;
  const double now = std::max(gas.legs[a].since, gas.legs[b].since);
  const auto any = [](std::uint32_t, std::uint32_t) { return true; };
  const bool prefiltered =
      gas.grid.near_two({a, gas.lap(a, scope)}, {b, gas.lap(b, scope)}, now, scope, any,
                        [&](std::uint32_t own, std::uint32_t other) { found.push_back({own, other, 0, 0}); });
  if (!prefiltered) return std::nullopt;
  for (const std::uint32_t own : {a, b}) {
    for (const Near& n : asked(gas, own, scope)) wanted.push_back({own, n.place, n.image_x, n.image_y});
  }
  std::sort(found.begin(), found.end());
  std::sort(wanted.begin(), wanted.end());
  const auto due = [&](const NearPair& p) { return meet(gas, p.first, {p.second, p.image_x, p.image_y}); };
  expect_between(found, wanted, due, [&](const NearPair& p) { return meet_nearly(gas, p.first, {p.second, 0, 0}); });
  return found.size();
}

inline void expect_all(const Gas& gas) {
  expect_pairs(gas, gas.grid.everywhere());
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, gas.grid.everywhere());
}

/// The region of a recipe, or the periodic box; a cap for those of its usual speed.
inline GasGrid::Plan plan_for(const Recipe& recipe, bool periodic) {
  GasGrid::Plan plan;
  plan.min = recipe.offset;
  plan.max = recipe.offset + Vec2{recipe.extent, recipe.height};
  plan.cap = 1.01 * (recipe.largest + recipe.speed);
  plan.diameter = 2 * recipe.largest;
  if (periodic) plan.box = PeriodicBox{plan.min, plan.max};
  return plan;
}

/// Some are hit, and may become too fast for the cells; then all look around.
inline void hit_some(Gas& gas, const Recipe& recipe, std::mt19937_64& random) {
  const double now = uniform(random, 0, k_window);
  for (std::size_t k = 0; k < gas.legs.size() / 4; ++k) {
    const double speed = recipe.speed * (random() % 4 == 0 ? 5 : 1);
    gas.change(static_cast<std::uint32_t>(random() % gas.legs.size()), now,
               {uniform(random, -speed, speed), uniform(random, -speed, speed)});
  }
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, gas.grid.everywhere());
}

/// Two at a time get new flights and look. How many did so at the prefilter.
inline std::size_t hit_pairs(Gas& gas, double speed, RowScope scope, std::mt19937_64& random) {
  std::size_t hits = 0;
  double now = std::ranges::max(gas.legs, {}, &Leg::since).since;
  for (int k = 0; k < 60; ++k) {
    now = uniform(random, now, now + 0.03 * (k_window - now));
    const auto a = static_cast<std::uint32_t>(random() % gas.legs.size());
    const auto b = static_cast<std::uint32_t>((a + 1) % gas.legs.size());
    for (const std::uint32_t place : {a, b}) {
      gas.change(place, now, {uniform(random, -speed, speed), uniform(random, -speed, speed)});
    }
    const auto in_scope = [&](std::uint32_t place) {
      const int row = gas.rows[place] + gas.lap(place, scope) * gas.grid.rows();
      return row >= scope.first && row < scope.last;
    };
    if (in_scope(a) && in_scope(b) && expect_near_two(gas, a, b, scope)) ++hits;
  }
  return hits;
}

}  // namespace carom::test
