#include "world/queries/queries.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/elementary.hpp"
#include "carom/math/random.hpp"
#include "carom/shapes/mass.hpp"
#include "carom/world/world.hpp"
#include "world/bodies/images.hpp"

namespace carom {
namespace {

World open_plane() { return World::make({}).value(); }

World periodic(Vec2 min, Vec2 max) {
  WorldSettings settings;
  settings.bounds = Bounds{min, max, Edges::periodic};
  return World::make(std::move(settings)).value();
}

BodyId put(World& world, BodyShape shape, Vec2 at = {}, std::uint32_t category = 1) {
  BodyDef def;
  def.shape = std::move(shape);
  def.at = at;
  def.category = category;
  return world.add(std::move(def)).value();
}

Circle disc(double radius) { return {radius, {}, false}; }
Circle ring(double radius) { return {radius, {}, true}; }
Polygon square(double half, bool hollow = false) {
  return Polygon::make({{-half, -half}, {half, -half}, {half, half}, {-half, half}}, hollow).value();
}
Segment upright(double half) { return {{Vec2{0, -half}, Vec2{0, half}}}; }

using Ids = std::vector<BodyId>;

TEST(RayCast, MeetsEveryShapeWhereItBegins) {
  const BodyShape shapes[] = {disc(1), ring(1), square(1), square(1, true), upright(2), Border{Axis::x, 0}};
  const double distances[] = {9, 9, 9, 9, 10, 10};
  for (std::size_t k = 0; k < std::size(shapes); ++k) {
    World world = open_plane();
    const BodyId id = put(world, shapes[k], {10, 0.25});
    const auto hit = world.ray_cast({0, 0.25}, {20, 0.25});
    ASSERT_TRUE(hit) << k;
    EXPECT_EQ(hit->id, id);
    EXPECT_NEAR(hit->distance, distances[k], 1e-12);
    EXPECT_NEAR(hit->point.x, distances[k], 1e-12);
    EXPECT_NEAR(hit->point.y, 0.25, 1e-12);
    EXPECT_EQ(hit->normal, (Vec2{-1, 0}));
    EXPECT_FALSE(world.ray_cast({0, 0.25}, {8.9, 0.25})) << k;
    EXPECT_FALSE(world.ray_cast({0, 0.25}, {-20, 0.25})) << k;
  }
}

TEST(RayCast, TakesTheNearestAndOfEquallyNearTheFirstCreated) {
  World world = open_plane();
  put(world, disc(1), {10, 0});
  const BodyId near = put(world, disc(1), {5, 0});
  put(world, disc(2), {6, 0});
  EXPECT_EQ(world.ray_cast({0, 0}, {20, 0})->id, near);
  EXPECT_EQ(world.ray_cast({0, 0}, {20, 0})->distance, 4);
}

TEST(RayCast, BeginsInsideABody) {
  World world = open_plane();
  const BodyId first = put(world, square(3));
  put(world, disc(2));
  const auto hit = world.ray_cast({0.5, 0}, {0.5, 9});
  EXPECT_EQ(hit->id, first);
  EXPECT_EQ(hit->distance, 0);
  EXPECT_EQ(hit->point, (Vec2{0.5, 0}));
  EXPECT_EQ(hit->normal, (Vec2{0, -1}));
}

TEST(RayCast, RingsAndArenasAreLines) {
  World world = open_plane();
  const BodyId arena = put(world, square(3, true));
  const BodyId dish = put(world, ring(2));
  const auto hit = world.ray_cast({0, 0}, {9, 0});
  EXPECT_EQ(hit->id, dish);
  EXPECT_EQ(hit->distance, 2);
  EXPECT_EQ(hit->normal, (Vec2{-1, 0}));
  EXPECT_EQ(world.ray_cast({2.5, 0}, {9, 0})->id, arena);
  EXPECT_FALSE(world.ray_cast({-1, 0}, {1, 0}));
}

TEST(RayCast, TheMaskChoosesCategories) {
  World world = open_plane();
  put(world, disc(1), {5, 0}, 1);
  const BodyId far = put(world, disc(1), {10, 0}, 4);
  EXPECT_EQ(world.ray_cast({0, 0}, {20, 0}, {.mask = 6})->id, far);
  EXPECT_FALSE(world.ray_cast({0, 0}, {20, 0}, {.mask = 2}));
}

TEST(RayCast, ARayOfNoLengthMeetsOnlyWhatHoldsIt) {
  World world = open_plane();
  put(world, disc(1));
  EXPECT_EQ(world.ray_cast({0.5, 0}, {0.5, 0})->distance, 0);
  EXPECT_FALSE(world.ray_cast({2, 0}, {2, 0}));
}

TEST(RayCast, ThroughTheImagesOfAPeriodicBox) {
  World world = periodic({0, 0}, {10, 10});
  const BodyId id = put(world, disc(1), {5, 5});
  EXPECT_EQ(world.ray_cast({7, 5}, {40, 5})->id, id);
  EXPECT_NEAR(world.ray_cast({7, 5}, {40, 5})->distance, 7, 1e-12);
  EXPECT_NEAR(world.ray_cast({7, 5}, {40, 5})->point.x, 14, 1e-12);
  EXPECT_NEAR(world.ray_cast({5, 3}, {5, -40})->point.y, -4, 1e-12);
  // Slowly upward: it passes eight images below the centre, the ninth one at (85, 5) is near enough.
  EXPECT_NEAR(world.ray_cast({0, 0}, {1000, 50})->point.x, 84.3757357, 1e-6);
  EXPECT_FALSE(world.ray_cast({0, 0}, {1e6, 0}));
  EXPECT_EQ(world.ray_cast({-95.5, 5}, {-90, 5})->distance, 0);
}

TEST(RayCast, ABodyAheadOfItsOriginDoesNotHideANearerOne) {
  World world = periodic({0, 0}, {40, 40});
  put(world, Polygon::make({{9, -1}, {10, -1}, {10, 1}, {9, 1}}).value(), {19, 5});
  const BodyId nearer = put(world, disc(1), {24, 5});
  EXPECT_EQ(world.ray_cast({0, 5}, {60, 5})->id, nearer);
  EXPECT_EQ(world.ray_cast({26, 5}, {60, 5})->distance, 2);
}

RC_GTEST_PROP(RayCast, AgreesWithTheFormulaForDiscs, (std::uint64_t seed)) {
  Random random(seed);
  World world = open_plane();
  const Vec2 from = {random.uniform(-10, 10), random.uniform(-10, 10)};
  const Vec2 way = 30 * random.direction();
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 20; ++k) {
    const Vec2 at = {random.uniform(-10, 10), random.uniform(-10, 10)};
    const double radius = random.uniform(0.1, 1);
    put(world, disc(radius), at);
    const Vec2 d = at - from;
    const double along = dot(d, way) / 30;
    const double inside = radius * radius - (dot(d, d) - along * along);
    if (dot(d, d) <= radius * radius) nearest = 0;
    if (inside > 0 && along > 0 && dot(d, d) > radius * radius) nearest = std::min(nearest, along - std::sqrt(inside));
  }
  const auto hit = world.ray_cast(from, from + way);
  RC_ASSERT(hit.has_value() == (nearest <= 30));
  // The formula cancels near a tangent.
  if (hit) RC_ASSERT(std::abs(hit->distance - nearest) < 1e-6);
}

TEST(AtPoint, HoldsInsideAndOnTheLine) {
  World world = open_plane();
  const BodyId a = put(world, disc(1));
  const BodyId b = put(world, square(1));
  const BodyId c = put(world, ring(1));
  const BodyId d = put(world, square(1, true));
  const BodyId e = put(world, upright(2), {1, 0});
  const BodyId f = put(world, Border{Axis::x, 1});
  EXPECT_EQ(world.at_point({0, 0}), (Ids{a, b}));
  EXPECT_EQ(world.at_point({1, 0}), (Ids{a, b, c, d, e, f}));
  EXPECT_EQ(world.at_point({0.9, 0.9}), (Ids{b}));
  EXPECT_EQ(world.at_point({1, 1.5}), (Ids{e, f}));
  EXPECT_EQ(world.at_point({1, 100}), (Ids{f}));
  EXPECT_EQ(world.at_point({-1.1, 0}), Ids{});
  EXPECT_EQ(world.at_point({std::numeric_limits<double>::quiet_NaN(), 0}), Ids{});
}

TEST(AtPoint, FindsTheImages) {
  World world = periodic({0, 0}, {10, 10});
  const BodyId a = put(world, square(1), {0.5, 9.5});
  for (const Vec2 point : {Vec2{0.1, 9.1}, Vec2{9.75, 0.25}, Vec2{-0.25, 10.25}, Vec2{100.5, -0.5}}) {
    EXPECT_EQ(world.at_point(point), (Ids{a}));
  }
  EXPECT_EQ(world.at_point({5, 5}), Ids{});
}

TEST(InRegion, FindsThoseThatReachIn) {
  World world = open_plane();
  const BodyId a = put(world, disc(1), {0, 0});
  const BodyId b = put(world, square(1), {4, 0});
  const BodyId c = put(world, ring(10), {0, 0});
  EXPECT_EQ(world.in_region({-5, -5}, {5, 5}), (Ids{a, b}));
  EXPECT_EQ(world.in_region({0.5, -1}, {2, 1}), (Ids{a}));
  EXPECT_EQ(world.in_region({2, -1}, {3, 1}), (Ids{b}));  // touches
  EXPECT_EQ(world.in_region({0.8, 0.8}, {1, 1}), Ids{});  // in the corner of its box only
  EXPECT_EQ(world.in_region({-20, -20}, {20, 20}), (Ids{a, b, c}));
  EXPECT_EQ(world.in_region({2, 2}, {-2, -2}), Ids{});
}

TEST(InRegion, MayBeALineOrAPoint) {
  World world = open_plane();
  const BodyId a = put(world, disc(1), {0, 0});
  EXPECT_EQ(world.in_region({-5, 0.5}, {5, 0.5}), (Ids{a}));
  EXPECT_EQ(world.in_region({-5, 1.5}, {5, 1.5}), Ids{});
  EXPECT_EQ(world.in_region({0, 0}, {0, 0}), (Ids{a}));
  EXPECT_TRUE(std::holds_alternative<Polygon>(*detail::region({0, 0}, {1, 2})));
  EXPECT_TRUE(std::holds_alternative<Segment>(*detail::region({0, 0}, {0, 2})));
  EXPECT_TRUE(std::holds_alternative<Circle>(*detail::region({1, 2}, {1, 2})));
  EXPECT_FALSE(detail::region({0, 1}, {1, 0}));
}

TEST(InRegion, FindsTheImagesOnce) {
  World world = periodic({0, 0}, {10, 10});
  const BodyId a = put(world, disc(1), {0.5, 5});
  EXPECT_EQ(world.in_region({9, 4}, {9.75, 6}), (Ids{a}));
  EXPECT_EQ(world.in_region({2, 4}, {8, 6}), Ids{});
  EXPECT_EQ(world.in_region({-100, -100}, {100, 100}), (Ids{a}));
}

TEST(ShapeCast, MeetsWithItsOwnOutline) {
  World world = open_plane();
  const BodyId wall = put(world, Border{Axis::x, 10});
  const BodyId disc_there = put(world, disc(1), {5, 0});
  const auto of_disc = world.cast(disc(0.5), {{0, 0}}, {{8, 0}});
  ASSERT_TRUE(of_disc && of_disc.value());
  EXPECT_EQ(of_disc.value()->id, disc_there);
  EXPECT_NEAR(of_disc.value()->distance, 3.5, 1e-14);
  EXPECT_NEAR(of_disc.value()->point.x, 4, 1e-14);
  EXPECT_EQ(of_disc.value()->normal, (Vec2{-1, 0}));
  // Above the disc's top by less than the square's half: the edge of the square catches it.
  const auto of_square = world.cast(square(1), {{0, 1.5}}, {{9, 1.5}});
  ASSERT_TRUE(of_square && of_square.value());
  EXPECT_EQ(of_square.value()->id, disc_there);
  EXPECT_NEAR(of_square.value()->point.y, 0.5, 1e-12);
  const auto above = world.cast(square(1), {{0, 2.5}}, {{12, 2.5}});
  ASSERT_TRUE(above && above.value());
  EXPECT_EQ(above.value()->id, wall);
  EXPECT_NEAR(above.value()->distance, 9, 1e-14);
  const auto of_line = world.cast(upright(2), {{0, 0}}, {{9, 0}});
  EXPECT_EQ(of_line.value()->id, disc_there);
  EXPECT_NEAR(of_line.value()->distance, 4, 1e-14);
  const BodyShape dumbbell = Compound{{Circle{1, {0, 3}, false}, Circle{1, {0, -3}, false}}};
  EXPECT_EQ(world.cast(dumbbell, {{0, 0}}, {{9, 0}}).value()->id, wall) << "the disc goes through between the two";
  EXPECT_FALSE(world.cast(disc(0.5), {{0, 0}}, {{3, 0}}).value());
  EXPECT_EQ(world.cast(disc(2), {{5, 0}}, {{6, 0}}).value()->distance, 0);
}

TEST(ShapeCast, RefusesWhatIsNoShapeToMove) {
  const World world = open_plane();
  EXPECT_EQ(world.cast(Border{Axis::x, 0}, {{0, 0}}, {{1, 0}}).error().place, "/border");
  EXPECT_EQ(world.cast(disc(-1), {{0, 0}}, {{1, 0}}).error().place, "/circle/radius");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(world.cast(disc(1), {{0, nan}}, {{1, 0}}).value());
}

TEST(ShapeCast, OfAPointIsARay) {
  Random random(7);
  World world = periodic({0, 0}, {10, 10});
  for (int k = 0; k < 8; ++k) put(world, disc(0.5), {random.uniform(0, 10), random.uniform(0, 10)}, 1U << (k % 3));
  for (int k = 0; k < 200; ++k) {
    const Vec2 from = {random.uniform(-20, 20), random.uniform(-20, 20)};
    const Vec2 to = {random.uniform(-20, 20), random.uniform(-20, 20)};
    const std::uint32_t mask = 1 + static_cast<std::uint32_t>(k) % 7;
    const auto ray = world.ray_cast(from, to, {.mask = mask});
    const auto shape = world.cast(disc(0), {from}, {to}, {.mask = mask}).value();
    ASSERT_EQ(ray.has_value(), shape.has_value());
    if (!ray) continue;
    EXPECT_TRUE(ray->id == shape->id && ray->distance == shape->distance && ray->point == shape->point);
    // A fat one is stopped no later.
    const auto fat = world.cast(disc(0.25), {from}, {to}, {.mask = mask}).value();
    ASSERT_TRUE(fat);
    EXPECT_LE(fat->distance, ray->distance + 1e-12);
  }
}

RC_GTEST_PROP(Queries, AgreeWithTheFormulasForDiscs, (std::uint64_t seed)) {
  Random random(seed);
  World world = open_plane();
  // Far from the origin the same must be found: distances there are multiples of 2^-26.
  const double far = seed % 2 == 0 ? 0 : 1e8;
  const auto place = [&] { return Vec2{far + random.uniform(-10, 10), random.uniform(-10, 10)}; };
  const Vec2 min = place();
  const Vec2 max = min + Vec2{random.uniform(0, 3), random.uniform(0, 3)};
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 20; ++k) {
    const Vec2 at = place();
    const double radius = random.uniform(0.1, 3);
    const BodyId id = put(world, disc(radius), at);
    const Vec2 off = {at.x - std::clamp(at.x, min.x, max.x), at.y - std::clamp(at.y, min.y, max.y)};
    const auto found = world.in_region(min, max);
    const bool inside = std::find(found.begin(), found.end(), id) != found.end();
    if (std::abs(length(off) - radius) > 1e-6) RC_ASSERT(inside == (length(off) < radius));
    least = std::min(least, std::max(0.0, length(at - min) - radius));
  }
  RC_ASSERT(std::abs(world.nearest(min)->distance - least) < 1e-12);
}

TEST(Nearest, GivesThePointOnTheBody) {
  World world = open_plane();
  EXPECT_FALSE(world.nearest({0, 0}));
  const BodyId a = put(world, disc(1), {5, 0});
  const BodyId b = put(world, square(1), {0, 4});
  EXPECT_EQ(world.nearest({0, 0})->id, b);
  EXPECT_EQ(world.nearest({0, 0})->distance, 3);
  EXPECT_EQ(world.nearest({0, 0})->point, (Vec2{0, 3}));
  EXPECT_EQ(world.nearest({3, 0})->id, a);
  EXPECT_EQ(world.nearest({3, 0})->point, (Vec2{4, 0}));
  EXPECT_EQ(world.nearest({5, 0.5})->distance, 0);
  const BodyId c = put(world, Border{Axis::y, -1});
  EXPECT_EQ(world.nearest({0, 0})->id, c);
}

TEST(Nearest, OfEquallyNearTheFirstCreated) {
  World world = open_plane();
  const BodyId a = put(world, disc(1), {3, 0});
  put(world, disc(1), {-3, 0});
  EXPECT_EQ(world.nearest({0, 0})->id, a);
}

TEST(Nearest, MayBeAnImage) {
  World world = periodic({0, 0}, {10, 10});
  const BodyId a = put(world, disc(1), {9, 9});
  put(world, disc(1), {5, 3});
  const auto found = world.nearest({0.5, 0.5});
  EXPECT_EQ(found->id, a);
  EXPECT_NEAR(found->distance, std::sqrt(4.5) - 1, 1e-12);
  EXPECT_NEAR(found->point.x, -1 + std::sqrt(0.5), 1e-12);
}

RC_GTEST_PROP(Queries, InAPeriodicBoxTheSameEverywhere, (std::uint64_t seed)) {
  Random random(seed);
  World world = periodic({-2, -3}, {6, 3});
  for (int k = 0; k < 10; ++k) {
    const Vec2 at = {random.uniform(-2, 6), random.uniform(-3, 3)};
    // Off its own origin, so that the nearest place is not always of the nearest body.
    const Vec2 off = {random.uniform(-3, 3), random.uniform(-3, 3)};
    put(world, Polygon::make({off, {off.x + 1, off.y}, {off.x, off.y + 1}}).value(), at);
  }
  const Vec2 point = {random.uniform(-2, 6), random.uniform(-3, 3)};
  const auto here = world.nearest(point);
  for (const Vec2 shift : {Vec2{8, 0}, Vec2{-16, 6}, Vec2{0, -60}}) {
    const auto there = world.nearest(point + shift);
    RC_ASSERT(there->id == here->id);
    RC_ASSERT(std::abs(there->distance - here->distance) < 1e-12);
  }
  RC_ASSERT(world.at_point(point).empty() == (here->distance > 0));
  // A ray into the nearest body hits something, and nothing nearer than it.
  const Body* body = world.body(here->id);
  const Vec2 inside = body->state.at + mass_properties(std::get<Polygon>(body->shape)).centroid;
  const Vec2 into = detail::nearest_image(inside - here->point, Vec2{8, 6});
  const auto hit = world.ray_cast(point, here->point + into);
  RC_ASSERT(hit.has_value());
  RC_ASSERT(hit->distance >= here->distance - 1e-9);
  RC_ASSERT(world.nearest(hit->point)->distance < 1e-9);
}

}  // namespace
}  // namespace carom
