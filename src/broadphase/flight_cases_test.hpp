#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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
                              : uniform(random, 0, recipe.largest)};
}

inline std::vector<Flight> make_flights(const Recipe& recipe, std::mt19937_64& random) {
  std::vector<Flight> flights(recipe.count);
  for (Flight& f : flights) f = make_flight(recipe, random);
  return flights;
}

/// A flight from a time on.
struct Leg {
  Flight flight;
  double since = 0;
  bool present = true;
};

/// A grid and brute force with the same input. They number their places differently; ids are those of the flights, then of
/// newcomers.
struct Both {
  FlightGrid grid;
  BruteForce brute;
  std::vector<std::uint32_t> grid_id, brute_id, grid_place, brute_place;
  std::vector<Leg> legs;  ///< by id
  double window;
  std::optional<PeriodicBox> box;
  Vec2 centre;  ///< of all, or of the periodic box
  double smallest = std::numeric_limits<double>::max();

  Both(const std::vector<Flight>& flights, double the_window, const std::optional<PeriodicBox>& the_box)
      : window(the_window), box(the_box) {
    grid.build(flights, window, box);
    brute.build(flights, window, box);
    grid_id.assign(grid.order().begin(), grid.order().end());
    brute_id.assign(brute.order().begin(), brute.order().end());
    grid_place.resize(flights.size());
    brute_place.resize(flights.size());
    for (std::uint32_t p = 0; p < flights.size(); ++p) {
      grid_place[grid_id[p]] = p;
      brute_place[brute_id[p]] = p;
    }
    Vec2 low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
    for (const Flight& f : flights) {
      legs.push_back({f});
      smallest = std::min(smallest, f.radius);
      low = {std::min(low.x, f.at.x), std::min(low.y, f.at.y)};
      high = {std::max(high.x, f.at.x), std::max(high.y, f.at.y)};
    }
    centre = box ? 0.5 * box->min + 0.5 * box->max : 0.5 * low + 0.5 * high;
  }

  void insert(const Flight& flight) {
    const auto id = static_cast<std::uint32_t>(grid_place.size());
    grid_place.push_back(grid.insert(flight));
    brute_place.push_back(brute.insert(flight));
    grid_id.push_back(id);
    brute_id.push_back(id);
    legs.push_back({flight});
  }

  void change(std::uint32_t id, const Flight& flight, double now) {
    grid.change(grid_place[id], flight, now);
    brute.change(brute_place[id], flight, now);
    legs[id] = {flight, now};
  }

  void remove(std::uint32_t id) {
    grid.remove(grid_place[id]);
    brute.remove(brute_place[id]);
    legs[id].present = false;
  }

  [[nodiscard]] Vec2 shift(int image_x, int image_y) const {
    if (!box) return {};
    const Vec2 size = box->max - box->min;
    return {image_x * size.x, image_y * size.y};
  }
};

/// What a leg covers, in plain double.
struct PlainBox {
  Vec2 low, high;
};

inline PlainBox plain_box(const Leg& leg, double window, Vec2 shift = {}) {
  const Flight& f = leg.flight;
  const Vec2 a = f.at + leg.since * f.velocity + shift;
  const Vec2 b = f.at + window * f.velocity + shift;
  return {{std::min(a.x, b.x) - f.radius, std::min(a.y, b.y) - f.radius},
          {std::max(a.x, b.x) + f.radius, std::max(a.y, b.y) + f.radius}};
}

/// By how much the two boxes of a grid may be larger than the plain ones, together. Single precision widens one by 2⁻²⁰ of its
/// coordinates, as seen from the centre, twice if it is looked at from another level or image; a tenth more is for the
/// rounding itself.
inline double margin(const Both& both, const Leg& a, const Leg& b, Vec2 shift) {
  double sum = 1.1 * 0x1p-18 * (std::abs(shift.x) + std::abs(shift.y));
  for (const Leg* leg : {&a, &b}) {
    const PlainBox box = plain_box(*leg, both.window);
    const Vec2 low = box.low - both.centre;
    const Vec2 high = box.high - both.centre;
    const Flight& f = leg->flight;
    sum += 1.1 * 0x1p-18 * std::max({std::abs(low.x), std::abs(low.y), std::abs(high.x), std::abs(high.y)});
    sum += 2e-9 * (f.radius + both.window * (std::abs(f.velocity.x) + std::abs(f.velocity.y)));
    sum += 4e-15 * (std::abs(f.at.x) + std::abs(f.at.y));
  }
  return sum;
}

inline bool boxes_overlap(const Both& both, const Leg& a, const Leg& b, Vec2 shift) {
  const PlainBox first = plain_box(a, both.window);
  const PlainBox second = plain_box(b, both.window, shift);
  const double wide = margin(both, a, b, shift);
  return first.low.x <= second.high.x + wide && second.low.x <= first.high.x + wide &&
         first.low.y <= second.high.y + wide && second.low.y <= first.high.y + wide;
}

/// Whether the square around a moving one touches the other's box at some moment.
inline bool comes_by(const Leg& a, const PlainBox& other, double window) {
  const Flight& f = a.flight;
  double from = a.since;
  double to = window;
  const auto cut = [&](double at, double velocity, double low, double high) {
    if (velocity == 0) {
      if (at < low || at > high) to = -1;
      return;
    }
    const double first = (low - at) / velocity;
    const double second = (high - at) / velocity;
    from = std::max(from, std::min(first, second));
    to = std::min(to, std::max(first, second));
  };
  cut(f.at.x, f.velocity.x, other.low.x - f.radius, other.high.x + f.radius);
  cut(f.at.y, f.velocity.y, other.low.y - f.radius, other.high.y + f.radius);
  return from <= to;
}

/// Whether a way surely covers so few rows of cells that it is searched by its box: a row is at least one cap high, a cap at
/// least 1.25 of the radii it is for, so four radii and a cap at both ends are hardly more than five rows.
inline bool is_short(const Both& both, const Leg& leg) {
  const PlainBox own = plain_box(leg, both.window);
  return own.high.y - own.low.y < 4 * both.smallest;
}

/// Whether a grid has to report what brute force reports: it follows longer ways row by row, and finds only bodies near them.
inline bool is_due(const Both& both, const Leg& self, const Leg& other, Vec2 shift) {
  return is_short(both, self) || comes_by(self, plain_box(other, both.window, shift), both.window);
}

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

/// Both are sorted. Every wanted one with due() is found; every found one has may(), and is found once.
template <class T, class Due, class May>
void expect_between(const std::vector<T>& found, const std::vector<T>& wanted, const Due& due, const May& may) {
  std::string said;
  for (const T& t : wanted) {
    if (!std::binary_search(found.begin(), found.end(), t) && due(t)) said += "missing " + text(t);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!may(found[i])) said += "too many " + text(found[i]);
    if (i > 0 && found[i] == found[i - 1]) said += "twice " + text(found[i]);
  }
  EXPECT_EQ(said, "");
}

/// The grid has, each once, the pairs that brute force has.
inline void expect_pairs(const Both& both) {
  std::vector<NearPair> grid, brute;
  both.grid.pairs(grid);
  both.brute.pairs(brute);
  const auto due = [&](const NearPair& p) {
    const Vec2 shift = both.shift(p.image_x, p.image_y);
    return is_due(both, both.legs[p.first], both.legs[p.second], shift) &&
           is_due(both, both.legs[p.second], both.legs[p.first], -shift);
  };
  expect_between(by_id(grid, both.grid_id), by_id(brute, both.brute_id), due, [&](const NearPair& p) {
    return boxes_overlap(both, both.legs[p.first], both.legs[p.second], both.shift(p.image_x, p.image_y));
  });
}

/// Of one leg, what a grid and brute force have found: by ids, sorted.
inline void expect_found(const Both& both, const Leg& self, const std::vector<Near>& grid,
                         const std::vector<Near>& brute) {
  const auto due = [&](const Near& n) {
    return is_due(both, self, both.legs[n.place], both.shift(n.image_x, n.image_y));
  };
  expect_between(grid, brute, due, [&](const Near& n) {
    return both.legs[n.place].present &&
           boxes_overlap(both, self, both.legs[n.place], both.shift(n.image_x, n.image_y));
  });
}

/// A member finds the same bodies as brute force.
inline void expect_near(const Both& both, std::uint32_t id, double now) {
  const Leg self{both.legs[id].flight, now};
  std::vector<Near> grid, brute;
  both.grid.near(both.grid_place[id], self.flight, now, grid);
  both.brute.near(both.brute_place[id], self.flight, now, brute);
  expect_found(both, self, by_id(grid, both.grid_id), by_id(brute, both.brute_id));
}

/// The same for one that is no member; how many the grid has found.
inline std::size_t expect_near(const Both& both, const Flight& stranger, double now) {
  std::vector<Near> grid, brute;
  both.grid.near(stranger, now, grid);
  both.brute.near(stranger, now, brute);
  expect_found(both, {stranger, now}, by_id(grid, both.grid_id), by_id(brute, both.brute_id));
  return grid.size();
}

}  // namespace carom::test
