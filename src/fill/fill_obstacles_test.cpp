#include "fill/fill_obstacles.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "carom/shapes/mass.hpp"
#include "fill/fill_check_test.hpp"
#include "oracle/random.hpp"

namespace carom::detail {
namespace {

BodyDef body_of(BodyShape shape, Vec2 at = {}, double angle = 0) {
  BodyDef body;
  body.shape = std::move(shape);
  body.at = at;
  body.angle = angle;
  return body;
}

Polygon box(double half_width, double half_height, bool hollow = false) {
  return Polygon::make({{-half_width, -half_height},
                        {half_width, -half_height},
                        {half_width, half_height},
                        {-half_width, half_height}},
                       hollow)
      .value();
}

const Region k_region{{-10, -10}, {10, 10}, false};

bool meets(const BodyDef& body, const Circle& disc, const std::optional<Bounds>& bounds = {}) {
  return Obstacles::make({&body, 1}, bounds, k_region, disc.radius).value().meets(disc);
}

TEST(FillObstacles, ADiscKeepsOthersOutAndARingAlsoIn) {
  const BodyDef disc = body_of(Circle{2, {}, false}, {1, 0});
  EXPECT_TRUE(meets(disc, {0.5, {1, 0}, false}));
  EXPECT_TRUE(meets(disc, {0.5, {3.4, 0}, false}));
  EXPECT_FALSE(meets(disc, {0.5, {3.5, 0}, false}));
  const BodyDef ring = body_of(Circle{2, {}, true}, {1, 0});
  EXPECT_FALSE(meets(ring, {0.5, {1, 0}, false}));
  EXPECT_FALSE(meets(ring, {0.5, {2.5, 0}, false}));
  EXPECT_TRUE(meets(ring, {0.5, {2.6, 0}, false}));
  EXPECT_FALSE(meets(ring, {0.5, {3.5, 0}, false}));
  EXPECT_TRUE(meets(ring, {3, {1, 0}, false}));
}

TEST(FillObstacles, LinesAreNotCut) {
  const BodyDef segment = body_of(Segment{{{{-1, 0}, {1, 0}}}}, {0, 2}, k_pi / 2);
  EXPECT_TRUE(meets(segment, {0.5, {0.4, 2.9}, false}));
  EXPECT_FALSE(meets(segment, {0.5, {0.9, 2}, false}));
  EXPECT_TRUE(meets(segment, {0.5, {0, 3.4}, false}));
  EXPECT_FALSE(meets(segment, {0.5, {0, 3.6}, false}));
  const BodyDef border = body_of(Border{Axis::y, 1}, {7, 2});  // at 3
  EXPECT_TRUE(meets(border, {0.5, {-9, 3.4}, false}));
  EXPECT_TRUE(meets(border, {0.5, {9, 2.6}, false}));
  EXPECT_FALSE(meets(border, {0.5, {9, 2.5}, false}));
}

TEST(FillObstacles, PolygonsAreTurned) {
  const BodyDef plank = body_of(box(4, 0.1), {1, 1}, k_pi / 4);
  EXPECT_TRUE(meets(plank, {0.3, {3, 3}, false}));
  EXPECT_FALSE(meets(plank, {0.3, {3, 1}, false}));
  const BodyDef solid = body_of(box(3, 3), {1, 1}, k_pi / 4);
  const BodyDef arena = body_of(box(3, 3, true), {1, 1}, k_pi / 4);
  EXPECT_TRUE(meets(solid, {0.3, {1, 4.5}, false}));  // in the corner that points up
  EXPECT_FALSE(meets(arena, {0.3, {1, 4.5}, false}));
  EXPECT_TRUE(meets(arena, {0.3, {1, 5}, false}));
  EXPECT_FALSE(meets(solid, {0.3, {3.6, 3.6}, false}));
}

TEST(FillObstacles, StandAtAllTheirImagesInAPeriodicWorld) {
  const Bounds periodic{{-10, -10}, {10, 10}, Edges::periodic};
  const Bounds walls{{-10, -10}, {10, 10}, Edges::rebound};
  const BodyDef disc = body_of(Circle{1, {}, false}, {-9.5, -9.5});
  for (const Vec2 corner : {Vec2{9.8, 9.8}, Vec2{-9.8, 9.8}, Vec2{9.8, -9.8}}) {
    EXPECT_TRUE(meets(disc, {0.1, corner, false}, periodic));
    EXPECT_FALSE(meets(disc, {0.1, corner, false}, walls));
  }
}

TEST(FillObstacles, MeetDiscsThatStandAcrossThePeriodicEdge) {
  const Bounds periodic{{-10, -10}, {10, 10}, Edges::periodic};
  const Region whole{{-10, -10}, {10, 10}, true};
  const BodyDef pebble = body_of(Circle{0.1, {}, false}, {9.85, 0});  // its image is all outside the region, at -10.15
  const Obstacles obstacles = Obstacles::make({&pebble, 1}, periodic, whole, 0.5).value();
  EXPECT_TRUE(obstacles.meets({0.5, {-9.7, 0}, false}));
  EXPECT_FALSE(obstacles.meets({0.5, {-9.4, 0}, false}));
}

TEST(FillObstacles, ABodyThatCannotBeTurnedIsAnError) {
  const Segment speck{{{{1e8, 1e8}, {1e8, std::nextafter(1e8, 2e8)}}}};
  double angle = 0.01;
  while (turned(speck, angle).ok()) angle += 0.01;
  const BodyDef bodies[] = {body_of(Circle{1, {}, false}), body_of(speck, {}, angle)};
  const auto obstacles = Obstacles::make(bodies, std::nullopt, k_region, 1);
  ASSERT_FALSE(obstacles.ok());
  EXPECT_EQ(obstacles.error().reason.substr(0, 8), "body 1: ");
}

BodyDef random_body(oracle::Random& random) {
  const Vec2 at{random.uniform(-15, 15), random.uniform(-15, 15)};
  const double size = random.one_in(4) ? random.uniform(1, 20) : random.uniform(0.05, 1);
  switch (random.below(4)) {
    case 0: return body_of(Circle{size, {}, random.one_in(2)}, at);
    case 1: return body_of(Border{random.one_in(2) ? Axis::x : Axis::y, size}, at);
    case 2: return body_of(Segment{{{{-size, 0}, {size, 0.1}}}}, at, random.uniform(-4, 4));
    default: return body_of(box(size, 0.3 * size, random.one_in(2)), at, random.uniform(-4, 4));
  }
}

bool overlaps(const BodyDef& body, const Circle& disc) {
  const Circle seen{disc.radius, disc.center - body.at, false};
  if (const auto* polygon = std::get_if<Polygon>(&body.shape)) {
    const Polygon shape = turned(*polygon, body.angle).value();
    return overlap(seen, &shape).has_value();
  }
  if (const auto* segment = std::get_if<Segment>(&body.shape)) {
    return overlap(seen, turned(*segment, body.angle).value()).has_value();
  }
  if (const auto* border = std::get_if<Border>(&body.shape)) return overlap(seen, *border).has_value();
  return overlap(seen, std::get<Circle>(body.shape)).has_value();
}

RC_GTEST_PROP(FillObstacles, MeetWhatBruteForceMeets, (std::uint64_t seed)) {
  oracle::Random random(seed);
  std::vector<BodyDef> bodies;
  for (int i = random.range(0, random.one_in(2) ? 5 : 200); i > 0; --i) bodies.push_back(random_body(random));
  if (bodies.size() > 20) {  // or nothing would be free
    std::erase_if(bodies, [](const BodyDef& b) { return std::holds_alternative<Border>(b.shape); });
  }
  const double largest = random.uniform(0.05, 0.5);
  const Obstacles obstacles = Obstacles::make(bodies, std::nullopt, k_region, largest).value();
  for (int i = 0; i < 30; ++i) {
    const Circle disc{random.uniform(0.1, 1) * largest, {random.uniform(-10, 10), random.uniform(-10, 10)}, false};
    const bool expected = std::ranges::any_of(bodies, [&](const BodyDef& body) { return overlaps(body, disc); });
    RC_ASSERT(obstacles.meets(disc) == expected);
  }
}

}  // namespace
}  // namespace carom::detail
