#include "overlap/chain_state.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

using Vertices = std::vector<Vec2>;

Chain chain(const Vertices& v, ChainKind kind, bool reversed = false) {
  return {v.data(), v.data(),
          {},       static_cast<int>(v.size()),
          kind,     reversed ? Winding::clockwise : Winding::counterclockwise};
}

/// Both orders, and both windings of each closed chain. `a` and `b` are given counterclockwise.
void expect(const Vertices& a, ChainKind a_kind, const Vertices& b, ChainKind b_kind, ChainState state,
            bool inner = false) {
  const Vertices a_back(a.rbegin(), a.rend());
  const Vertices b_back(b.rbegin(), b.rend());
  for (const Chain& x : {chain(a, a_kind), chain(a_back, a_kind, true)}) {
    for (const Chain& y : {chain(b, b_kind), chain(b_back, b_kind, true)}) {
      const Classification forward = classify(x, y, AtStart{});
      const Classification backward = classify(y, x, AtStart{});
      EXPECT_EQ(forward.state, state);
      EXPECT_EQ(backward.state, state);
      EXPECT_EQ(forward.inner, inner);
      EXPECT_EQ(backward.inner, inner);
    }
  }
}

void expect_solids(const Vertices& a, const Vertices& b, ChainState state) {
  expect(a, ChainKind::solid, b, ChainKind::solid, state);
}
void expect_segment(const Vertices& a, const Vertices& solid, ChainState state) {
  expect(a, ChainKind::segment, solid, ChainKind::solid, state);
}

Vertices rectangle(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

const Vertices k_square = rectangle(0, 0, 4, 4);
/// An L with its reflex corner at (2, 2).
const Vertices k_angle{{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}};

TEST(ChainState, SolidsTouchAtCornersAndFaces) {
  expect_solids(k_square, rectangle(4, 4, 8, 8), k_touching);     // corner on corner
  expect_solids(k_square, {{4, 2}, {8, 0}, {8, 4}}, k_touching);  // corner on a face
  expect_solids(k_square, rectangle(4, 1, 8, 3), k_touching);     // face on face
  expect_solids(k_square, rectangle(4, 4, 8, 6), k_touching);     // faces that end at one corner
  expect_solids(k_square, rectangle(4.5, 0, 8, 4), k_apart);
  expect_solids(k_square, {{4, 4}, {5, 2}, {6, 6}}, k_touching);
}

TEST(ChainState, SolidsOverlap) {
  expect_solids(k_square, rectangle(3, 3, 8, 8), k_overlapping);
  expect_solids(k_square, rectangle(1, 1, 2, 2), k_overlapping);             // within
  expect_solids(k_square, rectangle(-1, 1, 5, 3), k_overlapping);            // across: no vertex in the other
  expect_solids(k_square, k_square, k_overlapping);                          // identical
  expect_solids(k_square, {{0, 0}, {4, 0}, {4, 4}}, k_overlapping);          // half of it
  expect_solids(k_square, {{2, 0}, {4, 2}, {2, 4}, {0, 2}}, k_overlapping);  // corners on its faces
  expect_solids(k_square, {{4, 0}, {8, 0}, {8, 4}, {0, 4}}, k_overlapping);  // in through a corner
  expect_solids(k_square, rectangle(4 - 0x1p-50, 0, 8, 4), k_overlapping);
}

TEST(ChainState, SeamsAreNoCorners) {
  const Vertices seamed{{0, 0}, {2, 0}, {4, 0}, {4, 2}, {4, 4}, {0, 4}};
  expect_solids(seamed, k_square, k_overlapping);
  expect_solids(seamed, {{4, 2}, {8, 0}, {8, 4}}, k_touching);
  expect_solids(seamed, rectangle(4, 2, 8, 4), k_touching);
  expect_segment({{4, 2}, {8, 2}}, seamed, k_touching);
  expect_segment({{4, 1}, {4, 3}}, seamed, k_touching);
  expect_segment({{2, 0}, {4, 2}}, seamed, k_overlapping);
}

TEST(ChainState, ReflexCorners) {
  expect_solids(k_angle, rectangle(2, 2, 4, 4), k_touching);        // fills the niche
  expect_solids(k_angle, {{2, 2}, {5, 3}, {3, 5}}, k_touching);     // a corner in the niche
  expect_solids(k_angle, {{2, 2}, {5, 3}, {1, 5}}, k_overlapping);  // one side of it goes in
  expect_solids(k_angle, {{2, 2}, {1, 1}, {3, 1}}, k_overlapping);  // from inside
  expect_solids(k_angle, {{3, 3}, {5, 3}, {5, 5}, {3, 5}}, k_apart);
  expect_segment({{2, 2}, {6, 6}}, k_angle, k_touching);
  expect_segment({{1, 3}, {3, 1}}, k_angle, k_overlapping);  // through the reflex corner, both ends inside
  expect_segment({{2, 2}, {6, 2}}, k_angle, k_touching);     // along an edge
  expect_segment({{0, 0}, {6, 6}}, k_angle, k_overlapping);
}

TEST(ChainState, SegmentsAgainstSolids) {
  expect_segment({{-2, 2}, {2, 6}}, k_square, k_touching);      // past a corner
  expect_segment({{0, 0}, {4, 4}}, k_square, k_overlapping);    // from corner to corner
  expect_segment({{-1, -1}, {5, 5}}, k_square, k_overlapping);  // through two corners, no proper crossing
  expect_segment({{1, 0}, {3, 0}}, k_square, k_touching);       // on a face
  expect_segment({{-1, 0}, {5, 0}}, k_square, k_touching);      // along a face and beyond
  expect_segment({{2, -3}, {2, 0}}, k_square, k_touching);      // ends on a face
  expect_segment({{1, 1}, {2, 2}}, k_square, k_overlapping);    // within
  expect_segment({{0, 2}, {2, 2}}, k_square, k_overlapping);    // starts on a face, goes in
  expect_segment({{-1, 5}, {5, 5}}, k_square, k_apart);
}

TEST(ChainState, SegmentsAgainstSegments) {
  const auto expect_pair = [](const Vertices& a, const Vertices& b, ChainState state) {
    expect(a, ChainKind::segment, b, ChainKind::segment, state);
  };
  expect_pair({{0, 0}, {4, 4}}, {{0, 4}, {4, 0}}, k_overlapping);
  expect_pair({{0, 0}, {4, 0}}, {{2, 0}, {2, 4}}, k_touching);  // a T
  expect_pair({{0, 0}, {4, 0}}, {{4, 0}, {8, 3}}, k_touching);  // end on end
  expect_pair({{0, 0}, {4, 0}}, {{2, 0}, {6, 0}}, k_touching);  // on one line
  expect_pair({{0, 0}, {4, 0}}, {{5, 0}, {6, 0}}, k_apart);
  expect_pair({{0, 0}, {4, 0}}, {{0, 0}, {4, 0}}, k_touching);
  expect_pair({{0, 0}, {4, 0}}, {{5, 1}, {5, -1}}, k_apart);
}

TEST(ChainState, PointsHaveNoInside) {
  expect({{2, 2}}, ChainKind::point, k_square, ChainKind::solid, k_overlapping);
  expect({{4, 2}}, ChainKind::point, k_square, ChainKind::solid, k_touching);
  expect({{4, 4}}, ChainKind::point, k_square, ChainKind::solid, k_touching);
  expect({{5, 2}}, ChainKind::point, k_square, ChainKind::solid, k_apart);
  expect({{2, 2}}, ChainKind::point, k_square, ChainKind::hollow, k_apart, true);
  expect({{4, 2}}, ChainKind::point, k_square, ChainKind::hollow, k_touching, true);  // no point of it is outside
  expect({{5, 5}}, ChainKind::point, {{4, 4}, {6, 6}}, ChainKind::segment, k_touching);
  expect({{5, 5}}, ChainKind::point, {{4, 4}, {6, 5}}, ChainKind::segment, k_apart);
  expect({{1, 2}}, ChainKind::point, {{1, 2}}, ChainKind::point, k_touching);
  expect({{1, 2}}, ChainKind::point, {{1, 2 + 0x1p-51}}, ChainKind::point, k_apart);
}

TEST(ChainState, ArenasHoldOrKeepOut) {
  const auto expect_arena = [](const Vertices& a, ChainKind kind, ChainState state, bool inner) {
    expect(a, kind, rectangle(0, 0, 10, 10), ChainKind::hollow, state, inner);
  };
  for (const ChainKind kind : {ChainKind::solid, ChainKind::hollow}) {
    expect_arena(rectangle(2, 2, 4, 4), kind, k_apart, true);
    expect_arena(rectangle(0, 2, 4, 4), kind, k_touching, true);    // at the wall
    expect_arena(rectangle(0, 0, 10, 10), kind, k_touching, true);  // fills it
    expect_arena(rectangle(0, 0, 5, 10), kind, k_touching, true);
    expect_arena(rectangle(-4, 2, 0, 4), kind, k_touching, false);  // at the wall, outside
    expect_arena(rectangle(-4, 2, 4, 4), kind, k_overlapping, false);
    expect_arena(rectangle(12, 2, 14, 4), kind, k_apart, false);
    expect_arena({{0, 0}, {10, 5}, {5, 10}}, kind, k_touching, true);
  }
  expect_arena(rectangle(-5, -5, 20, 20), ChainKind::solid, k_overlapping, false);  // the arena lies in a solid
  expect_arena(rectangle(-5, -5, 20, 20), ChainKind::hollow, k_apart, true);        // nested
  expect_arena({{2, 2}, {5, 5}}, ChainKind::segment, k_apart, true);
  expect_arena({{2, 0}, {5, 5}}, ChainKind::segment, k_touching, true);
  expect_arena({{2, 0}, {5, 0}}, ChainKind::segment, k_touching, true);  // along the wall: no point of it is outside
  expect_arena({{2, -2}, {5, 5}}, ChainKind::segment, k_overlapping, false);
  expect_arena({{0, 0}, {10, 10}}, ChainKind::segment, k_touching, true);  // from corner to corner
}

TEST(ChainState, AgreesWithTheOracleOnTheLattice) {
  Random random(2024);
  const auto chain_of_any = [](const Rest& rest) {
    const auto* polygon = std::get_if<Polygon>(&rest.value);
    return polygon != nullptr ? chain_of(*polygon) : chain_of(std::get<Segment>(rest.value));
  };
  constexpr std::array<Kind, 3> k_chains{Kind::segment, Kind::concave, Kind::concave_arena};
  std::array<int, 3> seen{};
  for (int i = 0; i < 3000; ++i) {
    const Rest a = lattice_rest(random, k_chains[static_cast<std::size_t>(random.below(3))]);
    const Rest b = lattice_rest(random, k_chains[static_cast<std::size_t>(random.below(3))]);
    const auto truth = oracle::state_at(a.moving(), b.moving(), 0);
    const ChainState state = classify(chain_of_any(a), chain_of_any(b), AtStart{}).state;
    EXPECT_EQ(static_cast<int>(state), static_cast<int>(truth)) << i;
    ++seen[static_cast<std::size_t>(state)];
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

TEST(ChainState, AfterTheStartAndAtTheEndOfASlide) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const Rest a = lattice_rest(random, random.one_in(2) ? Kind::concave : Kind::concave_arena);
    const Rest b = lattice_rest(random, random.one_in(2) ? Kind::concave : Kind::concave_arena);
    const Vec2 slide{static_cast<double>(random.range(-3, 3)), static_cast<double>(random.range(-3, 3))};
    const MovingPolygon moving = sliding(std::get<Polygon>(a.value), slide);
    const Chain other = chain_of(std::get<Polygon>(b.value));
    const auto just_after = oracle::state_at(moving, b.moving(), 0x1p-40);
    EXPECT_EQ(static_cast<int>(classify(chain_of(moving), other, AfterStart{}).state), static_cast<int>(just_after))
        << i;
    const auto at_end = oracle::state_at(moving, b.moving(), 1);
    EXPECT_EQ(static_cast<int>(classify(chain_of(moving), other, AtEnd{}).state), static_cast<int>(at_end)) << i;
  }
}

RC_GTEST_PROP(ChainState, AMoveFarBelowTheLastPlaceCounts, (std::uint64_t seed)) {
  Random random(seed);
  // Face on face at 1; a move of 2^-200 is lost in any rounded sum.
  const double height = random.uniform(0.5, 1.5);
  const Vertices left{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const Vertices right{{1, height - 1}, {2, height - 1}, {2, height}, {1, height}};
  Chain moved_left = chain(left, ChainKind::solid);
  RC_ASSERT(classify(moved_left, chain(right, ChainKind::solid), AtEnd{}).state == k_touching);
  moved_left.shift = {0x1p-200, 0};
  RC_ASSERT(classify(moved_left, chain(right, ChainKind::solid), AtEnd{}).state == k_overlapping);
  moved_left.shift = {-0x1p-200, 0};
  RC_ASSERT(classify(moved_left, chain(right, ChainKind::solid), AtEnd{}).state == k_apart);
}

}  // namespace
}  // namespace carom::resting
