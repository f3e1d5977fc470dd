#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "carom/broadphase/brute_force.hpp"
#include "carom/broadphase/flight_grid.hpp"

/// Flights to try broad phases on, and the comparison of a grid with brute force.
namespace carom::test {

inline double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

/// How a case is made; each field opens another way through the code.
struct Recipe {
  std::size_t count = 100;
  double extent = 10;
  double height = 10;  ///< of the region
  double speed = 1;    ///< per axis
  double smallest = 0.2;
  double largest = 0.2;  ///< radii spread evenly over the octaves
  double fast = 0;       ///< how many in a hundred cross everything
  double clustered = 0;  ///< how many in a hundred sit in a hundredth of the region
  bool all_discs = true;
  Vec2 offset;
};

inline Flight make_flight(const Recipe& recipe, std::mt19937_64& random) {
  const double octaves = recipe.smallest > 0 ? std::log2(recipe.largest / recipe.smallest) : 0;
  const double shrink = uniform(random, 0, 100) < recipe.clustered ? 0.01 : 1;
  const double speed = uniform(random, 0, 100) < recipe.fast ? 2 * recipe.extent : recipe.speed;
  return {{recipe.offset.x + shrink * uniform(random, 0, recipe.extent),
           recipe.offset.y + shrink * uniform(random, 0, recipe.height)},
          {uniform(random, -speed, speed), uniform(random, -speed, speed)},
          recipe.smallest > 0 ? recipe.smallest * std::exp2(uniform(random, 0, octaves))
                              : uniform(random, 0, recipe.largest),
          recipe.all_discs || random() % 3 != 0};
}

inline std::vector<Flight> make_flights(const Recipe& recipe, std::mt19937_64& random) {
  std::vector<Flight> flights(recipe.count);
  for (Flight& f : flights) f = make_flight(recipe, random);
  return flights;
}

/// A grid and brute force that are told the same. They number their places differently; `ids` are those of the flights, then of
/// newcomers.
struct Both {
  FlightGrid grid;
  BruteForce brute;
  std::vector<std::uint32_t> grid_id, brute_id, grid_place, brute_place;

  Both(const std::vector<Flight>& flights, double window, const std::optional<PeriodicBox>& box, unsigned strips) {
    grid.build(flights, window, box, strips);
    brute.build(flights, window, box, 1);
    grid_id.assign(grid.order().begin(), grid.order().end());
    brute_id.assign(brute.order().begin(), brute.order().end());
    grid_place.resize(flights.size());
    brute_place.resize(flights.size());
    for (std::uint32_t p = 0; p < flights.size(); ++p) {
      grid_place[grid_id[p]] = p;
      brute_place[brute_id[p]] = p;
    }
  }

  void insert(const Flight& flight) {
    const auto id = static_cast<std::uint32_t>(grid_place.size());
    grid_place.push_back(grid.insert(flight));
    brute_place.push_back(brute.insert(flight));
    grid_id.push_back(id);
    brute_id.push_back(id);
  }

  void change(std::uint32_t id, const Flight& flight, double now) {
    grid.change(grid_place[id], flight, now);
    brute.change(brute_place[id], flight, now);
  }

  void remove(std::uint32_t id) {
    grid.remove(grid_place[id]);
    brute.remove(brute_place[id]);
  }
};

inline std::vector<NearPair> by_id(std::vector<NearPair> pairs, const std::vector<std::uint32_t>& ids) {
  for (NearPair& p : pairs) {
    EXPECT_LT(p.first, p.second);
    p.first = ids[p.first];
    p.second = ids[p.second];
    if (p.first < p.second) continue;
    std::swap(p.first, p.second);
    p.image_x = static_cast<std::int8_t>(-p.image_x);
    p.image_y = static_cast<std::int8_t>(-p.image_y);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline std::vector<Near> by_id(std::vector<Near> near, const std::vector<std::uint32_t>& ids) {
  for (Near& n : near) n.place = ids[n.place];
  std::sort(near.begin(), near.end());
  return near;
}

inline std::string text(const Near& n) {
  return std::to_string(n.place) + " image " + std::to_string(n.image_x) + "," + std::to_string(n.image_y) + "; ";
}

inline std::string text(const NearPair& p) {
  return std::to_string(p.first) + " and " + text(Near{p.second, p.image_x, p.image_y});
}

/// Both are sorted; a failure says who is missing and who too many.
template <class T>
void expect_same(const std::vector<T>& found, const std::vector<T>& wanted) {
  std::vector<T> missing, extra;
  std::set_difference(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(), std::back_inserter(extra));
  std::string said;
  for (const T& t : missing) said += "missing " + text(t);
  for (const T& t : extra) said += "too many " + text(t);
  EXPECT_EQ(said, "");
}

/// Strips together have exactly the pairs that brute force has within the grid's strips.
inline void expect_same_pairs(const Both& both, unsigned strips) {
  std::vector<NearPair> grid, brute, within;
  for (unsigned s = 0; s < strips; ++s) both.grid.pairs(s, grid);
  both.brute.pairs(0, brute);
  for (const NearPair& p : brute) {
    const std::uint32_t a = both.grid_place[both.brute_id[p.first]];
    const std::uint32_t b = both.grid_place[both.brute_id[p.second]];
    if (both.grid.strip_of(a) == both.grid.strip_of(b)) within.push_back(p);
  }
  expect_same(by_id(grid, both.grid_id), by_id(within, both.brute_id));
}

/// Everyone finds whom it finds by brute force: everywhere, and in its strip.
inline void expect_same_near(const Both& both, std::uint32_t id, double now) {
  const std::uint32_t place = both.grid_place[id];
  std::vector<Near> grid, strip, brute, within;
  both.grid.near(place, now, Scope::everywhere, grid);
  both.grid.near(place, now, Scope::strip, strip);
  both.brute.near(both.brute_place[id], now, Scope::everywhere, brute);
  for (const Near& n : brute) {
    if (both.grid.strip_of(both.grid_place[both.brute_id[n.place]]) == both.grid.strip_of(place)) within.push_back(n);
  }
  expect_same(by_id(grid, both.grid_id), by_id(brute, both.brute_id));
  expect_same(by_id(strip, both.grid_id), by_id(within, both.brute_id));
}

}  // namespace carom::test
