#include "overlap_world/overlap_finder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "world/bodies/make_body.hpp"
#include "world/testing/overlap_world_test.hpp"

namespace carom::detail {
namespace {

using test::box;
using test::disc;
using test::expect_near;

Body body(BodyDef def) {
  auto made = make_body(std::move(def), WorldSettings{}, 0);
  EXPECT_TRUE(made);
  return std::move(made).value();
}

std::vector<BodyId> put(BodyStore& store, std::vector<BodyDef> defs) {
  std::vector<BodyId> ids;
  for (BodyDef& def : defs) ids.push_back(store.add(body(std::move(def))));
  return ids;
}

BodyDef border(Axis axis, double coordinate) {
  BodyDef def;
  def.shape = Border{axis, coordinate};
  return def;
}

BodyDef segment(Vec2 from, Vec2 to) {
  BodyDef def;
  def.shape = Segment{{from, to}};
  def.mass = 1;
  return def;
}

/// One of each shape, all of them around the place they are given.
std::vector<Body> one_of_each(Vec2 at, double slope) {
  std::vector<Body> bodies = {body(disc(at)), body(box({0.5, 0.25}, at)),
                              body(test::polygon({{-1, -1}, {1, -1}, {1, 1}, {0, -0.5}, {-1, 1}}, at))};
  BodyDef line = segment({-0.5, -0.5 * slope}, {0.5, 0.5 * slope});
  line.at = at;
  bodies.push_back(body(line));
  BodyDef wall = border(Axis::y, 0.1);
  wall.at = at;
  bodies.push_back(body(wall));
  return bodies;
}

TEST(OverlapFinder, TellsPointNormalAndDepth) {
  const auto found = overlap_of(body(disc({10, 0})), body(disc({10.75, 0})), {});
  ASSERT_TRUE(found);
  expect_near(found->point, {10.375, 0}, 1e-15);
  EXPECT_EQ(found->normal, (Vec2{-1, 0}));
  EXPECT_EQ(found->depth, 0.25);
  EXPECT_FALSE(overlap_of(body(disc({0, 0})), body(disc({1, 0})), {})) << "touching is not overlapping";
}

TEST(OverlapFinder, EveryTwoShapesMoveApartByWhatItSays) {
  for (const Body& a : one_of_each({3, 2}, 1)) {
    for (const Body& b : one_of_each({3.25, 1.875}, -1)) {
      const auto found = overlap_of(a, b, {});
      const bool borders = std::holds_alternative<Border>(a.shape) && std::holds_alternative<Border>(b.shape);
      ASSERT_EQ(found.has_value(), !borders);
      if (borders) continue;
      const auto mirrored = overlap_of(b, a, {});
      ASSERT_TRUE(mirrored);
      expect_near(mirrored->normal, -found->normal, 1e-12);
      EXPECT_NEAR(mirrored->depth, found->depth, 1e-12);
      expect_near(mirrored->point, found->point, 1e-12);
      Body parted = a;
      parted.state.at = a.state.at + found->depth * found->normal;
      const auto left = overlap_of(parted, b, {});
      EXPECT_LT(left ? left->depth : 0, 1e-14) << a.shape.index() << " " << b.shape.index();
    }
  }
}

TEST(OverlapFinder, AnImageIsSeenWhereItIs) {
  const auto found = overlap_of(body(disc({0.25, 5})), body(disc({9.5, 5})), {-10, 0});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->depth, 0.25);
  EXPECT_EQ(found->normal, (Vec2{1, 0}));
  expect_near(found->point, {-0.125, 5}, 1e-15);
}

TEST(OverlapFinder, TellsHowFarBeyondAnEdge) {
  const Bounds bounds{{-1, -2}, {1, 2}, Edges::rebound};
  const Body wide = body(box({0.5, 0.25}, {0.75, 1.875}));
  EXPECT_FALSE(overlap_of(wide, bounds, Edge::left));
  EXPECT_FALSE(overlap_of(wide, bounds, Edge::lower));
  const auto right = overlap_of(wide, bounds, Edge::right);
  ASSERT_TRUE(right);
  EXPECT_EQ(right->depth, 0.25);
  EXPECT_EQ(right->normal, (Vec2{-1, 0}));
  EXPECT_EQ(right->point, (Vec2{1, 1.875}));
  const auto upper = overlap_of(wide, bounds, Edge::upper);
  ASSERT_TRUE(upper);
  EXPECT_EQ(upper->depth, 0.125);
  EXPECT_EQ(upper->normal, (Vec2{0, -1}));
  EXPECT_EQ(upper->point, (Vec2{0.75, 2}));
  EXPECT_EQ(depth_beyond(wide.shape, {0, 0}, bounds, Edge::left), -0.5);
  EXPECT_FALSE(overlap_of(body(border(Axis::x, 5)), bounds, Edge::right)) << "a border has no end to be beyond";
}

TEST(OverlapFinder, FiltersAndFixedBodies) {
  Body a = body(disc({0, 0}));
  Body b = body(disc({0, 0}));
  EXPECT_TRUE(may_meet(a, b));
  a.category = 2;
  b.mask = 1;
  EXPECT_FALSE(may_meet(a, b));
  EXPECT_FALSE(may_meet(b, a));
  b.mask = 3;
  EXPECT_TRUE(may_meet(a, b));
  a.inverse_mass = 0;
  EXPECT_TRUE(may_meet(a, b));
  b.inverse_mass = 0;
  EXPECT_FALSE(may_meet(a, b));
}

TEST(OverlapFinder, OrderOfCreationWithEdgesLast) {
  BodyStore store;
  const auto ids = put(store, {border(Axis::y, 0), disc({0.25, 0.25}), disc({0.5, 0.25}), disc({9, 9})});
  const auto found = find_overlaps(store, ids, Bounds{{0, -9}, {10, 10}, Edges::rebound});
  ASSERT_EQ(found.size(), 4U);
  EXPECT_TRUE(found[0].a == 0 && found[0].b == 1 && !found[0].edge);
  EXPECT_TRUE(found[1].a == 0 && found[1].b == 2 && !found[1].edge);
  EXPECT_TRUE(found[2].a == 1 && found[2].b == 2 && !found[2].edge);
  EXPECT_TRUE(found[3].a == 1 && found[3].edge == Edge::left);
}

/// All pairs, the slow way.
std::vector<std::pair<std::uint32_t, std::uint32_t>> all_pairs(const BodyStore& store, const std::vector<BodyId>& ids,
                                                               double period) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t a = 0; a < ids.size(); ++a) {
    for (std::uint32_t b = a + 1; b < ids.size(); ++b) {
      for (int image = 0; image < 9; ++image) {
        const Vec2 shift{(image % 3 - 1) * period, static_cast<double>(image / 3 - 1) * period};
        if (period == 0 && image > 0) continue;
        if (overlap_of(*store.find(ids[a]), *store.find(ids[b]), shift)) pairs.emplace_back(a, b);
      }
    }
  }
  return pairs;
}

RC_GTEST_PROP(OverlapFinder, FindsAllThatOverlap, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const double period = *rc::gen::arbitrary<bool>() ? 10 : 0;
  BodyStore store;
  std::vector<BodyDef> defs;
  for (int k = 0; k < 40; ++k) {
    const Vec2 at{random.uniform(0, 10), random.uniform(0, 10)};
    defs.push_back(random.uniform() < 0.5 ? disc(at, {}, random.uniform(0.1, 1.2))
                                          : box({1, random.uniform(0.1, 1)}, at));
  }
  if (period == 0) defs.push_back(border(Axis::x, 5));
  const auto ids = put(store, std::move(defs));
  std::optional<Bounds> bounds;
  if (period > 0) bounds = Bounds{{0, 0}, {period, period}, Edges::periodic};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  for (const FoundOverlap& o : find_overlaps(store, ids, bounds)) found.emplace_back(o.a, o.b);
  RC_ASSERT(found == all_pairs(store, ids, period));
}

}  // namespace
}  // namespace carom::detail
