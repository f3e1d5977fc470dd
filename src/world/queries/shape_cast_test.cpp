#include "world/queries/shape_cast.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/math/random.hpp"
#include "carom/math/tolerances.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "carom/world/world.hpp"
#include "world/bodies/body_shape.hpp"

namespace carom {
namespace {

Polygon box(double half_x, double half_y, bool hollow = false) {
  return Polygon::make({{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}}, hollow).value();
}

BodyShape any_shape(Random& random, bool movable) {
  const double size = random.uniform(0.1, 1);
  switch (random.below(movable ? 5 : 8)) {
    case 0: return Circle{size, {}, false};
    case 1: return Segment{{Vec2{-size, 0.1}, Vec2{size, -0.2}}};
    case 2: return box(size, 0.3);
    case 3: return Polygon::make({{-size, -size}, {size, -size}, {0, 0}, {-size, size}}).value();
    case 4: return Compound{{Circle{0.3, {size, 0}, false}, box(size, 0.1)}};
    case 5: return Circle{2 * size, {}, true};
    case 6: return box(2 * size, size, true);
    default: return Border{random.below(2) == 0 ? Axis::x : Axis::y, 0};
  }
}

Vec2 anywhere(Random& random) { return {random.uniform(-6, 6), random.uniform(-6, 6)}; }

World crowded(Random& random, int bodies) {
  World world = World::make({}).value();
  for (int k = 0; k < bodies; ++k) {
    BodyDef def;
    def.shape = any_shape(random, false);
    const bool border = std::holds_alternative<Border>(def.shape);
    def.at = border ? 2 * anywhere(random) : anywhere(random);
    def.angle = border ? 0 : random.uniform(-3, 3);
    def.fixed = true;
    def.category = 1U << static_cast<unsigned>(random.below(3));
    def.sensor = random.below(4) == 0;
    EXPECT_TRUE(world.add(std::move(def)));
  }
  return world;
}

bool same(const std::optional<RayHit>& a, const std::optional<RayHit>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->id == b->id && a->t == b->t && a->distance == b->distance && a->point == b->point && a->normal == b->normal;
}

/// A part that goes from `from` to `to`, as the kernels take it.
struct Moved {
  std::optional<Polygon> memory;
  MovingShape operator()(const Circle& c, Vec2 from, Vec2 to) {
    return MovingCircle{c.radius, c.center + from, c.center + to, c.hollow};
  }
  MovingShape operator()(const Segment& s, Vec2 from, Vec2 to) {
    return sliding(Segment{{s.ends[0] + from, s.ends[1] + from}}, to - from);
  }
  MovingShape operator()(const Polygon& p, Vec2 from, Vec2 to) {
    std::vector<Vec2> vertices(p.vertices().begin(), p.vertices().end());
    for (Vec2& v : vertices) v = v + from;
    memory = Polygon::make(std::move(vertices), p.hollow()).value();
    return sliding(*memory, to - from);
  }
  MovingShape operator()(const Border& b, Vec2, Vec2) { return b; }
};
MovingShape at_rest(const Circle& c) { return still(c); }
MovingShape at_rest(const Segment& s) { return still(s); }
MovingShape at_rest(const Polygon& p) { return still(p); }
MovingShape at_rest(const Border& b) { return b; }

/// The first contact with every body asked, part by part.
std::optional<RayHit> by_brute_force(const World& world, const BodyShape& shape, const Pose& from, Vec2 to,
                                     const QueryFilter& filter) {
  std::optional<RayHit> best;
  const BodyShape placed = detail::turned(shape, from.angle).value();
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if ((body.category & filter.mask) == 0 || (body.sensor && !filter.sensors) || filter.except == id) continue;
    const Vec2 at = body.state.at;
    detail::for_each_part(placed, [&](const auto& own) {
      detail::for_each_part(body.shape, [&](const auto& part) {
        Moved moved;
        const Impact impact = time_of_impact(moved(own, from.at - at, to - at), at_rest(part));
        if (impact.outcome != Outcome::hit && impact.outcome != Outcome::overlap) return;
        const double t = impact.outcome == Outcome::hit ? impact.contact.t : 0;
        if (best && best->t <= t) return;
        best = RayHit{id, t * length(to - from.at), impact.contact.point + at, impact.contact.normal, t};
      });
    });
  }
  return best;
}

RC_GTEST_PROP(Cast, WithoutTurningIsTheFirstOfAllPairs, (std::uint64_t seed)) {
  Random random(seed);
  const World world = crowded(random, 20);
  const std::vector<BodyId> ids = world.bodies();
  QueryFilter filter{.mask = static_cast<std::uint32_t>(1 + random.below(7)),
                     .sensors = random.below(2) == 0,
                     .except = ids[random.below(20)]};
  std::vector<ShapeCast> casts;
  for (int k = 0; k < 10; ++k) {
    const double angle = random.uniform(-3, 3);
    casts.push_back({any_shape(random, true), {anywhere(random), angle}, {anywhere(random), angle}});
  }
  const auto together = world.casts(casts, filter);
  RC_ASSERT(together.ok());
  for (std::size_t k = 0; k < casts.size(); ++k) {
    const ShapeCast& one = casts[k];
    const auto alone = world.cast(one.shape, one.from, one.to, filter);
    RC_ASSERT(same(alone.value(), by_brute_force(world, one.shape, one.from, one.to.at, filter)));
    RC_ASSERT(same(alone.value(), together.value()[k]));
  }
}

/// The distance of a shape in a pose from the bodies it is asked about.
double gap(const World& world, const BodyShape& shape, const Pose& pose) {
  double least = 1e9;
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    least = std::min(least, detail::distance_between(shape, pose, body.upright, {body.state.at, body.state.angle}));
  }
  return least;
}

RC_GTEST_PROP(Cast, TurningTouchesNothingBeforeItsHit, (std::uint64_t seed)) {
  Random random(seed);
  const World world = crowded(random, 8);
  std::vector<ShapeCast> casts;
  for (int k = 0; k < 6; ++k) {
    casts.push_back({any_shape(random, true),
                     {anywhere(random), random.uniform(-3, 3)},
                     {anywhere(random), random.uniform(-9, 9)}});
  }
  const auto together = world.casts(casts);
  for (std::size_t k = 0; k < casts.size(); ++k) {
    const ShapeCast& one = casts[k];
    const auto hit = world.cast(one.shape, one.from, one.to);
    RC_ASSERT(hit.ok() && same(hit.value(), together.value()[k]));
    const Turn way{one.from, one.to};
    const double stop = hit.value() ? hit.value()->t : 1;
    // Sizes are below 5, places below 20.
    constexpr double tolerance = 10 * k_rotating_gap;
    if (hit.value() && stop > 0) {
      RC_ASSERT(gap(world, one.shape, way.at(stop)) <= tolerance);
      RC_ASSERT(hit.value()->distance == stop * length(one.to.at - one.from.at));
      // The normal leads away from the body: a little way along it from the point of contact there is nothing of it.
      RC_ASSERT(std::abs(length(hit.value()->normal) - 1) < 1e-14);
    }
    for (int sample = 1; sample < 200 && stop > 0; ++sample) {
      const double t = stop * sample / 200;
      RC_ASSERT(gap(world, one.shape, way.at(t)) > 0);
    }
  }
}

TEST(Cast, ABladeTurnsInItsPlaceUntilItMeetsAPost) {
  World world = World::make({}).value();
  BodyDef post;
  post.shape = Circle{0.5, {}, false};
  post.at = {0, 3};
  const BodyId id = world.add(post).value();
  const BodyShape blade = Segment{{Vec2{-4, 0}, Vec2{4, 0}}};
  const auto hit = world.cast(blade, {{0, 0}, 0}, {{0, 0}, std::numbers::pi}).value();
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->id, id);
  EXPECT_EQ(hit->distance, 0) << "its origin has not moved";
  // The angle at which a line through the origin touches the circle.
  const double angle = std::numbers::pi / 2 - std::asin(0.5 / 3);
  EXPECT_NEAR(hit->t, angle / std::numbers::pi, 1e-9);
  EXPECT_NEAR(hit->point.y, 3 - 0.5 * 0.5 / 3, 1e-8);
  // The other way round it meets the post with its other arm.
  const auto back = world.cast(blade, {{0, 0}, 0}, {{0, 0}, -std::numbers::pi}).value();
  ASSERT_TRUE(back);
  EXPECT_NEAR(back->t, hit->t, 1e-9);
}

TEST(Cast, ATurningBoxNeedsMoreRoomThanOneThatSlides) {
  World world = World::make({}).value();
  BodyDef wall;
  wall.shape = Border{Axis::y, -1.2};
  EXPECT_TRUE(world.add(wall));
  const BodyShape tile = box(1, 1);
  EXPECT_FALSE(world.cast(tile, {{0, 0}, 0}, {{9, 0}, 0}).value());
  const auto hit = world.cast(tile, {{0, 0}, 0}, {{9, 0}, 1}).value();
  ASSERT_TRUE(hit) << "its corners reach 1.41";
  // sin(a) + cos(a) = 1.2
  EXPECT_NEAR(hit->t, std::asin(1.2 / std::numbers::sqrt2) - std::numbers::pi / 4, 1e-9);
  EXPECT_EQ(hit->normal, (Vec2{0, 1}));
}

TEST(Cast, OfADiscThatTurnsIsExact) {
  World world = World::make({}).value();
  BodyDef post;
  post.shape = Circle{1, {}, false};
  post.at = {5, 0.25};
  EXPECT_TRUE(world.add(post));
  const BodyShape disc = Circle{0.5, {}, false};
  EXPECT_TRUE(
      same(world.cast(disc, {{0, 0}, 0}, {{9, 0}, 7}).value(), world.cast(disc, {{0, 0}, 0}, {{9, 0}, 0}).value()));
}

TEST(Cast, TurnsThroughTheImagesOfAPeriodicBox) {
  WorldSettings settings;
  settings.bounds = Bounds{{0, 0}, {10, 10}, Edges::periodic};
  World world = World::make(settings).value();
  BodyDef post;
  post.shape = Circle{1, {}, false};
  post.at = {5, 5};
  EXPECT_TRUE(world.add(post));
  const BodyShape blade = Segment{{Vec2{-1, 0}, Vec2{1, 0}}};
  const auto hit = world.cast(blade, {{7.5, 15}, 0}, {{27.5, 15}, 0.5}).value();
  ASSERT_TRUE(hit);
  EXPECT_LT(hit->t, (15 - 2 - 7.5) / 20 + 0.01);
  EXPECT_GT(hit->t, (15 - 2 - 7.5) / 20 - 1e-9);
}

TEST(Cast, RefusesWithPlaceAndReason) {
  const World world = World::make({}).value();
  const double nan = std::nan("");
  EXPECT_EQ(world.cast(box(1, 1), {{0, 0}, nan}, {{1, 0}, 0}).error().place, "/from/angle");
  EXPECT_EQ(world.cast(box(1, 1), {{0, 0}, 0}, {{1, 0}, nan}).error().place, "/to/angle");
  EXPECT_EQ(world.cast(box(1, 1), {{0, 0}, 0}, {{1, 0}, 1001}).error().place, "/to/angle");
  const ShapeCast casts[] = {{box(1, 1), {}, {}}, {Circle{-1, {}, false}, {}, {}}};
  EXPECT_EQ(world.casts(casts).error().place, "/1/circle/radius");
  const PlacedShape shapes[] = {{box(1, 1), {}}, {Border{Axis::x, 0}, {{0, 0}, 1}}};
  EXPECT_EQ(world.overlaps(shapes).error().place, "/1/at/angle");
  EXPECT_TRUE(world.overlaps(box(1, 1), {{nan, 0}, 0}).value().empty());
}

RC_GTEST_PROP(Overlaps, AreAllThatHaveAPointInCommon, (std::uint64_t seed)) {
  Random random(seed);
  const World world = crowded(random, 30);
  const QueryFilter filter{.mask = static_cast<std::uint32_t>(1 + random.below(7)),
                           .sensors = random.below(2) == 0,
                           .except = world.bodies()[3]};
  std::vector<PlacedShape> shapes;
  for (int k = 0; k < 10; ++k) {
    PlacedShape placed{any_shape(random, false), {anywhere(random), random.uniform(-3, 3)}};
    if (std::holds_alternative<Border>(placed.shape)) placed.at.angle = 0;
    shapes.push_back(std::move(placed));
  }
  const auto together = world.overlaps(shapes, filter);
  RC_ASSERT(together.ok());
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const auto& [shape, at] = shapes[k];
    const auto found = world.overlaps(shape, at, filter).value();
    RC_ASSERT(found == together.value()[k]);
    for (const BodyId id : world.bodies()) {
      const Body& body = *world.body(id);
      const bool asked = (body.category & filter.mask) != 0 && (filter.sensors || !body.sensor) && filter.except != id;
      const bool borders = std::holds_alternative<Border>(shape) && std::holds_alternative<Border>(body.shape);
      if (borders) continue;
      const double apart = detail::distance_between(shape, at, body.upright, {body.state.at, body.state.angle});
      const bool listed = std::ranges::find(found, id) != found.end();
      if (!asked) RC_ASSERT(!listed);
      if (asked && apart > 1e-12) RC_ASSERT(!listed);
      if (asked && apart == 0) RC_ASSERT(listed);
    }
    RC_ASSERT(std::ranges::is_sorted(found, {}, [&](BodyId id) { return world.body(id)->serial; }));
  }
}

TEST(Overlaps, OfBordersAreThoseTheyCross) {
  World world = World::make({}).value();
  std::vector<BodyId> ids;
  for (const BodyShape& shape : {BodyShape(Border{Axis::x, 1}), BodyShape(Border{Axis::y, 1}), BodyShape(box(2, 2)),
                                 BodyShape(Circle{0.5, {}, false})}) {
    BodyDef def;
    def.shape = shape;
    ids.push_back(world.add(std::move(def)).value());
  }
  EXPECT_EQ(world.overlaps(Border{Axis::x, 1}, {}).value(), (std::vector<BodyId>{ids[0], ids[1], ids[2]}));
  EXPECT_EQ(world.overlaps(Border{Axis::x, 0}, {{0.5, 7}, 0}).value(), (std::vector<BodyId>{ids[1], ids[2], ids[3]}));
}

RC_GTEST_PROP(RayCasts, AreThoseAskedOneByOne, (std::uint64_t seed)) {
  Random random(seed);
  const World world = crowded(random, 40);
  std::vector<Ray> rays;
  for (int k = 0; k < 30; ++k) rays.push_back({anywhere(random), anywhere(random)});
  rays.push_back({{std::nan(""), 0}, {1, 1}});
  const auto hits = world.ray_casts(rays, {.mask = 5});
  for (std::size_t k = 0; k < rays.size(); ++k) {
    RC_ASSERT(same(hits[k], world.ray_cast(rays[k].from, rays[k].to, {.mask = 5})));
  }
}

}  // namespace
}  // namespace carom
