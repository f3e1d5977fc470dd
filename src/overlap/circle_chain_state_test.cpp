#include "overlap/circle_chain_state.hpp"

#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting::circle_chain_state {
namespace {

using Vertices = std::vector<Vec2>;

struct Expected {
  ChainState state = ChainState::apart;
  bool holds_chain = false;
  bool in_arena = false;
};

constexpr Expected k_apart{ChainState::apart};
constexpr Expected k_touching{ChainState::touching};
constexpr Expected k_overlapping{ChainState::overlapping};

void expect(const Circle& circle, const Vertices& v, ChainKind kind, Expected expected) {
  const Vertices back(v.rbegin(), v.rend());
  for (const bool reversed : {false, true}) {
    const Vertices& w = reversed ? back : v;
    const Chain chain{w.data(), w.data(),
                      {},       static_cast<int>(w.size()),
                      kind,     reversed ? Winding::clockwise : Winding::counterclockwise};
    const CircleClassification found = classify(circle, chain);
    EXPECT_EQ(found.state, expected.state);
    EXPECT_EQ(found.holds_chain, expected.holds_chain);
    EXPECT_EQ(found.in_arena, expected.in_arena);
    // Where the centre and the move add up without rounding, moved there is the same as standing there.
    const Vec2 move{3, -1};
    const CircleClassification moved =
        classify_moved(Circle{circle.radius, circle.center - move, circle.hollow}, move, chain);
    EXPECT_EQ(moved.state, expected.state);
    EXPECT_EQ(moved.holds_chain, expected.holds_chain);
    EXPECT_EQ(moved.in_arena, expected.in_arena);
  }
}

const Vertices k_square{{0, 0}, {10, 0}, {10, 10}, {0, 10}};
const Vertices k_angle{{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}};

TEST(CircleChainState, DiscAndSegment) {
  const Vertices wall{{0, 0}, {10, 0}};
  expect({2, {5, 2}}, wall, ChainKind::segment, k_touching);
  expect({2, {5, 2 - 0x1p-51}}, wall, ChainKind::segment, k_overlapping);
  expect({2, {5, 2 + 0x1p-51}}, wall, ChainKind::segment, k_apart);
  expect({2, {12, 0}}, wall, ChainKind::segment, k_touching);
  expect({5, {13, 4}}, wall, ChainKind::segment, k_touching);
  expect({5, {13, 3}}, wall, ChainKind::segment, k_overlapping);
  expect({20, {5, 0}}, wall, ChainKind::segment, k_overlapping);  // the disc swallows it
}

TEST(CircleChainState, DiscAndSolid) {
  expect({2, {5, 12}}, k_square, ChainKind::solid, k_touching);
  expect({5, {13, 14}}, k_square, ChainKind::solid, k_touching);  // a corner
  expect({5, {13, 13}}, k_square, ChainKind::solid, k_overlapping);
  expect({1, {5, 5}}, k_square, ChainKind::solid, k_overlapping);  // within, no line near
  expect({50, {5, 5}}, k_square, ChainKind::solid, k_overlapping);
  expect({1, {3, 3}}, k_angle, ChainKind::solid, k_touching);  // both walls of a niche
  expect({1, {4, 4}}, k_angle, ChainKind::solid, k_apart);
  expect({1, {2, 2}}, k_angle, ChainKind::solid, k_overlapping);
}

TEST(CircleChainState, Rings) {
  const Expected held{ChainState::apart, true};
  const Expected held_touching{ChainState::touching, true};
  expect({10, {5, 5}, true}, k_square, ChainKind::solid, held);
  expect({5, {3, 4}, true}, {{0, 0}, {6, 0}, {6, 8}, {0, 8}}, ChainKind::solid, held_touching);
  expect({5, {3, 4}, true}, {{0, 0}, {6, 8}}, ChainKind::segment, held_touching);
  expect({5, {3, 4}, true}, {{0, 0}, {6, 9}}, ChainKind::segment, k_overlapping);
  expect({1, {5, 5}, true}, k_square, ChainKind::solid, k_overlapping);  // its line lies in the solid
  expect({2, {12, 5}, true}, k_square, ChainKind::solid, k_touching);
  expect({5, {0, 0}, true}, {{-5, 5}, {5, 5}}, ChainKind::segment, k_touching);  // from outside
}

TEST(CircleChainState, Arenas) {
  const Expected inside{ChainState::apart, false, true};
  const Expected inside_touching{ChainState::touching, false, true};
  for (const bool hollow : {false, true}) {
    expect({1, {5, 5}, hollow}, k_square, ChainKind::hollow, inside);
    expect({5, {5, 5}, hollow}, k_square, ChainKind::hollow, inside_touching);
    expect({6, {5, 5}, hollow}, k_square, ChainKind::hollow, k_overlapping);
    expect({1, {10, 5}, hollow}, k_square, ChainKind::hollow, k_overlapping);
    expect({1, {11, 5}, hollow}, k_square, ChainKind::hollow, k_touching);
    expect({1, {1, 1}, hollow}, k_angle, ChainKind::hollow, inside_touching);
    expect({1, {2, 1}, hollow}, k_angle, ChainKind::hollow, inside_touching);
  }
  expect({50, {5, 5}, false}, k_square, ChainKind::hollow, k_overlapping);  // a disc covers its line
  expect({50, {5, 5}, true}, k_square, ChainKind::hollow, {ChainState::apart, true});
}

TEST(CircleChainState, AgreesWithTheOracleOnTheLattice) {
  Random random(99);
  constexpr std::array<Kind, 3> k_chains{Kind::segment, Kind::concave, Kind::concave_arena};
  std::array<int, 3> seen{};
  for (int i = 0; i < 3000; ++i) {
    const Rest circle = lattice_rest(random, random.one_in(2) ? Kind::disc : Kind::ring);
    const Rest rest = lattice_rest(random, k_chains[static_cast<std::size_t>(random.below(3))]);
    const auto* polygon = std::get_if<Polygon>(&rest.value);
    const Chain chain = polygon != nullptr ? chain_of(*polygon) : chain_of(std::get<Segment>(rest.value));
    const ChainState state = classify(std::get<Circle>(circle.value), chain).state;
    const auto truth = oracle::state_at(circle.moving(), rest.moving(), 0);
    EXPECT_EQ(static_cast<int>(state), static_cast<int>(truth)) << i;
    ++seen[static_cast<std::size_t>(state)];
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

TEST(CircleChainState, AMoveFarBelowTheLastPlaceCounts) {
  const Vertices wall{{0, 0}, {10, 0}};
  const Chain chain{wall.data(), wall.data(), {}, 2, ChainKind::segment};
  const Circle circle{2, {5, 2}};
  EXPECT_EQ(classify_moved(circle, {0, 0}, chain).state, ChainState::touching);
  EXPECT_EQ(classify_moved(circle, {0, 0x1p-200}, chain).state, ChainState::apart);
  EXPECT_EQ(classify_moved(circle, {0, -0x1p-200}, chain).state, ChainState::overlapping);
}

}  // namespace
}  // namespace carom::resting::circle_chain_state
