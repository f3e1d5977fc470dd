#include "broadphase/gas_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "broadphase/flight_cases_test.hpp"

// Whom the cells find is compared with asking everyone, box against box.
namespace carom::test {
namespace {

constexpr double k_window = 1;

using namespace carom::detail;

constexpr auto k_anyone = [](std::uint32_t, Image) { return true; };

/// A crowd in a GasGrid, with all it takes to ask everyone instead. Places are the grid's.
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

Near near_of(std::uint32_t place, Image image) {
  return {place, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)};
}

/// Everyone in the cells, asked one by one.
std::vector<Near> asked(const Gas& gas, std::uint32_t place, RowScope scope) {
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
double margin(const Gas& gas) {
  const Vec2 size = gas.plan.max - gas.plan.min;
  return 0x1p-17 * std::max({size.x / 2, size.y / 2, gas.plan.cap});
}

bool overlap_nearly(const Gas& gas, std::uint32_t place, const Near& near) {
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
Approach approach(const Gas& gas, std::uint32_t place, const Near& near, double times) {
  const auto& [a, since_a, present_a] = gas.legs[place];
  const auto& [b, since_b, present_b] = gas.legs[near.place];
  const double start = std::max(since_a, since_b);
  const Vec2 w = a.velocity - b.velocity;
  const Vec2 d = a.at - b.at - gas.shift({near.image_x, near.image_y}) + start * w;
  const double best = dot(w, w) > 0 ? -dot(d, w) / dot(w, w) : 0;
  return {length(d + std::clamp(best, 0.0, times * (k_window - start)) * w), -dot(d, w)};
}

bool meet(const Gas& gas, std::uint32_t place, const Near& near) {
  const auto [least, closing] = approach(gas, place, near, 1);
  return closing > 0 && least <= gas.legs[place].flight.radius + gas.legs[near.place].flight.radius;
}

/// Glances are made for the largest, a little too wide, and take an approach for twice as fast as it may be.
bool meet_nearly(const Gas& gas, std::uint32_t place, const Near& near) {
  return approach(gas, place, near, 2.02).least <= 1.01 * gas.plan.diameter + 4 * margin(gas);
}

/// One finds whom it finds by asking everyone. Long ways, of those in no cell, need find only whom they come by. How many.
std::size_t expect_near(const Gas& gas, std::uint32_t place, RowScope scope) {
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
std::size_t expect_pairs(const Gas& gas, RowScope scope) {
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

/// What two see who have just met: all whom they meet from then on, and nobody who stays away. How many; nothing where it
/// takes more than a glance.
std::optional<std::size_t> expect_near_two(const Gas& gas, std::uint32_t a, std::uint32_t b, RowScope scope) {
  std::vector<NearPair> found, wanted;
  const double now = std::max(gas.legs[a].since, gas.legs[b].since);
  const auto anyone = [](std::uint32_t, std::uint32_t) { return true; };
  const bool glanced =
      gas.grid.near_two({a, gas.lap(a, scope)}, {b, gas.lap(b, scope)}, now, scope, anyone,
                        [&](std::uint32_t own, std::uint32_t other) { found.push_back({own, other, 0, 0}); });
  if (!glanced) return std::nullopt;
  for (const std::uint32_t own : {a, b}) {
    for (const Near& n : asked(gas, own, scope)) wanted.push_back({own, n.place, n.image_x, n.image_y});
  }
  std::sort(found.begin(), found.end());
  std::sort(wanted.begin(), wanted.end());
  const auto due = [&](const NearPair& p) { return meet(gas, p.first, {p.second, p.image_x, p.image_y}); };
  expect_between(found, wanted, due, [&](const NearPair& p) { return meet_nearly(gas, p.first, {p.second, 0, 0}); });
  return found.size();
}

void expect_all(const Gas& gas) {
  expect_pairs(gas, gas.grid.everywhere());
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, gas.grid.everywhere());
}

/// The region of a recipe, or the periodic box; a cap for those of its usual speed.
GasGrid::Plan plan_for(const Recipe& recipe, bool periodic) {
  GasGrid::Plan plan;
  plan.min = recipe.offset;
  plan.max = recipe.offset + Vec2{recipe.extent, recipe.height};
  plan.cap = 1.01 * (recipe.largest + recipe.speed);
  plan.diameter = 2 * recipe.largest;
  if (periodic) plan.box = PeriodicBox{plan.min, plan.max};
  return plan;
}

/// Some are hit, and may become too fast for the cells; then all look around.
void hit_some(Gas& gas, const Recipe& recipe, std::mt19937_64& random) {
  const double now = uniform(random, 0, k_window);
  for (std::size_t k = 0; k < gas.legs.size() / 4; ++k) {
    const double speed = recipe.speed * (random() % 4 == 0 ? 5 : 1);
    gas.change(static_cast<std::uint32_t>(random() % gas.legs.size()), now,
               {uniform(random, -speed, speed), uniform(random, -speed, speed)});
  }
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, gas.grid.everywhere());
}

/// Two at a time get new flights and look. How many did so at a glance.
std::size_t hit_pairs(Gas& gas, double speed, RowScope scope, std::mt19937_64& random) {
  std::size_t glances = 0;
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
    if (in_scope(a) && in_scope(b) && expect_near_two(gas, a, b, scope)) ++glances;
  }
  return glances;
}

RC_GTEST_PROP(GasGrid, FindsWhomAskingEveryoneFinds, (std::uint64_t seed)) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  Recipe recipe;
  recipe.count = 1 + random() % 200;
  recipe.speed = std::exp2(uniform(random, -6, 1));
  recipe.smallest = std::exp2(uniform(random, -5, -1));
  recipe.largest = recipe.smallest * uniform(random, 1, 4);
  recipe.fast = random() % 3 == 0 ? 5 : 0;
  recipe.clustered = random() % 3 == 0 ? 60 : 0;
  if (random() % 2 == 0) recipe.height = recipe.extent * std::exp2(uniform(random, -7, 7));
  recipe.offset = {uniform(random, -100, 100), uniform(random, -100, 100)};
  Gas gas(make_flights(recipe, random), plan_for(recipe, random() % 2 == 0));
  expect_all(gas);
  hit_some(gas, recipe, random);
  hit_pairs(gas, recipe.speed, gas.grid.everywhere(), random);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(GasGrid, PeriodicBoxesOfFewColumnsAndRows) {
  std::mt19937_64 random(1);
  std::size_t pairs = 0;
  for (const Vec2 size : {Vec2{0.5, 0.5}, Vec2{0.7, 4}, Vec2{4, 0.7}, Vec2{1.2, 1.2}, Vec2{1.6, 3}, Vec2{3, 1.6},
                          Vec2{2, 2}, Vec2{0.5, 50}, Vec2{50, 0.5}}) {
    SCOPED_TRACE(std::to_string(size.x) + " by " + std::to_string(size.y));
    Recipe recipe;
    recipe.count = 30;
    recipe.extent = size.x;
    recipe.height = size.y;
    recipe.speed = 0.3;
    Gas gas(make_flights(recipe, random), plan_for(recipe, true));
    expect_all(gas);
    pairs += expect_pairs(gas, gas.grid.everywhere());
    hit_some(gas, recipe, random);
  }
  EXPECT_GT(pairs, 2000U);
}

TEST(GasGrid, ACrowdOnALineOrInOnePoint) {
  for (const Vec2 along : {Vec2{1, 0}, Vec2{0, 1}, Vec2{0, 0}, Vec2{1, 1e-300}, Vec2{1e-12, 1}}) {
    std::vector<Flight> flights;
    for (int k = 0; k < 60; ++k) flights.push_back({Vec2{3, 4} + k * along, {0.3, -0.4}, 0.4});
    GasGrid::Plan plan{{3, 4}, Vec2{3, 4} + 59 * along, 0, 1, std::nullopt};
    const Gas gas(flights, plan);
    expect_all(gas);
    // A glance sees that nobody comes nearer to anybody.
    plan.diameter = 0.8;
    expect_all(Gas(flights, plan));
    EXPECT_GE(expect_pairs(gas, gas.grid.everywhere()), 59U);
  }
}

/// Nobody is told where people will be: those outside the region are found as well, how far they may be.
TEST(GasGrid, PeopleOutsideTheRegion) {
  std::mt19937_64 random(2);
  Recipe recipe;
  recipe.count = 200;
  recipe.speed = 0.3;
  auto flights = make_flights(recipe, random);
  const Vec2 sides[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, 1}, {-1, -1}};
  std::size_t i = 0;
  for (const double far : {1.0, 7.0, 30.0, 3e3, 1e7}) {
    for (const Vec2 side : sides) {
      // They come to touch just when the window ends.
      const Vec2 at = Vec2{5, 5} + (5 + far) * side;
      flights[i++] = {at, {0, 0}, 0.2};
      flights[i++] = {at + Vec2{0.6, 0}, {-0.2, 0}, 0.2};
    }
  }
  const Gas gas(flights, plan_for(recipe, false));
  expect_all(gas);
  // Whoever is too far out for single precision is in no cell.
  for (std::uint32_t place = 0; place < flights.size(); ++place) {
    const Vec2 out = gas.legs[place].flight.at - Vec2{5, 5};
    EXPECT_EQ(gas.grid.in_cells(place), std::max(std::abs(out.x), std::abs(out.y)) <= 10) << gas.order[place];
  }
}

TEST(GasGrid, FastOnesAreFoundByNobodyAndFindEverybodyOnTheirWay) {
  std::mt19937_64 random(3);
  for (const bool periodic : {false, true}) {
    Recipe recipe;
    recipe.count = 1500;
    recipe.extent = recipe.height = 40;
    recipe.speed = 0.1;
    auto flights = make_flights(recipe, random);
    flights[0] = {{1, 1}, {38, 37}, 0.2};
    flights[1] = {{39, 2}, {-37, 1}, 0.2};
    flights[2] = {{20, 39}, {0.01, -38}, 0.2};
    // Several times through a periodic box.
    flights[3] = {{20, 20}, {500, 3}, 0.2};
    flights[4] = {{20, 20}, {-3, -500}, 0.2};
    flights[5] = {{20, 20}, {311, -222}, 0.2};
    const Gas gas(flights, plan_for(recipe, periodic));
    for (std::uint32_t place = 0; place < flights.size(); ++place) {
      if (gas.order[place] > 5) continue;
      EXPECT_FALSE(gas.grid.in_cells(place));
      const std::size_t found = expect_near(gas, place, gas.grid.everywhere());
      EXPECT_GT(found, 10U);
      // Its box covers everyone, again and again.
      EXPECT_LT(found, gas.order[place] < 3 || !periodic ? 500U : 5000U);
    }
  }
}

/// Where a crowd is neither too dense nor too spread out for it.
TEST(GasGrid, TwoLookAtAGlance) {
  std::mt19937_64 random(10);
  std::size_t glances = 0;
  for (int round = 0; round < 20; ++round) {
    Recipe recipe;
    recipe.count = 250;
    recipe.largest = round % 2 == 0 ? 0.2 : 0.4;
    recipe.speed = 0.2;
    recipe.offset = {1e4 * round, 3};
    Gas gas(make_flights(recipe, random), plan_for(recipe, round % 3 == 0));
    glances += hit_pairs(gas, recipe.speed, gas.grid.everywhere(), random);
    glances += hit_pairs(gas, recipe.speed, {0, gas.grid.rows() / 2}, random);
  }
  EXPECT_GT(glances, 800U);
}

/// Single precision does not tell people of a millionth of the region apart, or ways of a hundred diameters.
TEST(GasGrid, WhereAGlanceTellsNothingBoxesDo) {
  std::mt19937_64 random(11);
  for (const double radius : {1e-6, 2e-3}) {
    Recipe recipe;
    recipe.count = 200;
    recipe.smallest = recipe.largest = radius;
    recipe.speed = radius < 1e-3 ? 1e-6 : 0.5;
    Gas gas(make_flights(recipe, random), plan_for(recipe, false));
    expect_all(gas);
    EXPECT_EQ(hit_pairs(gas, recipe.speed, gas.grid.everywhere(), random), 0U);
  }
}

/// Rows that are worked on side by side: whoever is asked about one scope hears of that one alone.
TEST(GasGrid, ScopesAreRows) {
  std::mt19937_64 random(4);
  Recipe recipe;
  recipe.count = 400;
  recipe.speed = 0.2;
  const Gas gas(make_flights(recipe, random), plan_for(recipe, false));
  const int rows = gas.grid.rows();
  ASSERT_GT(rows, 12);
  std::size_t within = 0;
  for (const RowScope scope : {RowScope{0, 5}, RowScope{5, 6}, RowScope{6, rows}}) {
    within += expect_pairs(gas, scope);
    for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, scope);
  }
  const std::size_t all = expect_pairs(gas, gas.grid.everywhere());
  EXPECT_LT(within, all);
  EXPECT_GT(within, all / 2);
}

/// The last rows of a periodic box and the first ones, which follow them.
TEST(GasGrid, AScopeAcrossTheSeam) {
  std::mt19937_64 random(5);
  Recipe recipe;
  recipe.count = 400;
  recipe.speed = 0.2;
  Gas gas(make_flights(recipe, random), plan_for(recipe, true));
  const int rows = gas.grid.rows();
  ASSERT_GT(rows, 12);
  const std::size_t all = expect_pairs(gas, gas.grid.everywhere());
  // The lines between two scopes in turn: with one of them at the seam, and with none.
  const std::size_t split = expect_pairs(gas, {0, rows / 2}) + expect_pairs(gas, {rows / 2, rows});
  const std::size_t across = expect_pairs(gas, {rows - 4, rows + 4}) + expect_pairs(gas, {4, rows - 4});
  EXPECT_LT(split, all);
  EXPECT_LT(across, all);
  hit_some(gas, recipe, random);
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) {
    expect_near(gas, place, {rows - 4, rows + 4});
    expect_near(gas, place, {0, rows / 2});
  }
}

TEST(GasGrid, PiecesGiveOneOrder) {
  std::mt19937_64 random(6);
  Recipe recipe;
  recipe.count = 500;
  const auto flights = make_flights(recipe, random);
  const Gas one(flights, plan_for(recipe, false));
  for (const std::size_t pieces : {2U, 3U, 8U}) {
    EXPECT_EQ(Gas(flights, plan_for(recipe, false), pieces).order, one.order) << pieces;
  }
  // One after the other in a cell, in a row, in the grid.
  for (std::size_t place = 1; place < flights.size(); ++place) EXPECT_GE(one.rows[place], one.rows[place - 1]);
  EXPECT_EQ(one.rows.size(), flights.size());
}

/// The caller's own question comes before the visit, and is asked about nobody else.
TEST(GasGrid, VisitsThoseWhoPassTheTest) {
  std::mt19937_64 random(7);
  Recipe recipe;
  recipe.count = 300;
  const Gas gas(make_flights(recipe, random), plan_for(recipe, true));
  const auto even = [](std::uint32_t other, Image) { return other % 2 == 0; };
  for (std::uint32_t place = 0; place < 300; ++place) {
    std::vector<Near> passed, wanted;
    gas.grid.near(place, gas.way(place), gas.grid.everywhere(), 0, even,
                  [&](std::uint32_t other, Image image) { passed.push_back(near_of(other, image)); });
    gas.grid.near(place, gas.way(place), gas.grid.everywhere(), 0, k_anyone, [&](std::uint32_t other, Image image) {
      if (other % 2 == 0) wanted.push_back(near_of(other, image));
    });
    EXPECT_EQ(passed, wanted);
  }
}

/// Who goes too far leaves the cells, and comes back when it goes less far.
TEST(GasGrid, WhoGoesTooFarIsInNoCell) {
  std::mt19937_64 random(8);
  Recipe recipe;
  recipe.count = 100;
  recipe.speed = 0.2;
  Gas gas(make_flights(recipe, random), plan_for(recipe, false));
  EXPECT_TRUE(gas.grid.in_cells(7));
  gas.change(7, 0.1, {3, 0});
  EXPECT_FALSE(gas.grid.in_cells(7));
  expect_all(gas);
  gas.change(7, 0.1, {0.1, 0});
  EXPECT_TRUE(gas.grid.in_cells(7));
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, gas.grid.everywhere());
}

/// The memory of a larger crowd must not be looked at by a smaller one.
TEST(GasGrid, OneGridForOneCrowdAfterTheOther) {
  std::mt19937_64 random(9);
  Recipe recipe;
  recipe.count = 300;
  Gas gas(make_flights(recipe, random), plan_for(recipe, false));
  recipe.count = 40;
  gas.fill(make_flights(recipe, random), plan_for(recipe, true));
  expect_all(gas);
  recipe.count = 500;
  gas.fill(make_flights(recipe, random), plan_for(recipe, false), 3);
  expect_all(gas);
}

}  // namespace
}  // namespace carom::test
