#include "carom/toi/vertex_edge.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "toi/straight/vertex_edge.hpp"

namespace carom {
namespace {

Track still(Vec2 at) { return {at, at, {}}; }

TEST(VertexEdge, ReachesAStillEdge) {
  const Track p{{0, 2}, {0, -2}, {}};
  const auto reach = vertex_edge_by_time(p, still({-1, 0}), still({3, 0}));
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->t, 0.5);
  EXPECT_EQ(reach->alpha, 0.25);
}

TEST(VertexEdge, EndsBelongToTheEdgeAndTheNextBitDoesNot) {
  const auto at_x = [](double x) {
    return vertex_edge_by_time({{x, 2}, {x, -2}, {}}, still({0, 0}), still({1, 0})).has_value();
  };
  EXPECT_TRUE(at_x(0));
  EXPECT_TRUE(at_x(1));
  EXPECT_FALSE(at_x(-0x1p-1074));
  EXPECT_FALSE(at_x(std::nextafter(1, 2)));
}

TEST(VertexEdge, GrazeOfARotatingEdgeCounts) {
  // f = e × w has a double root: the edge's line swings up to the vertex and back.
  const Track start{{-1, -1}, {-1, 1}, {}};
  const Track end{{1, 1}, {1, -1}, {}};
  EXPECT_TRUE(vertex_edge_by_time({{0, 1}, {0, -1}, {}}, start, end));
}

TEST(VertexEdge, OnOneLineAContactBeginsAtAnEnd) {
  const Track p{{-4, 0}, {4, 0}, {}};
  const auto reach = vertex_edge_by_time(p, still({0, 0}), still({1, 0}));
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->t, 0.5);
  EXPECT_EQ(reach->alpha, 0);
  EXPECT_FALSE(vertex_edge_by_time({{-4, 0}, {-5, 0}, {}}, still({0, 0}), still({1, 0})));
}

TEST(VertexEdge, AnEdgeThatShrinksToAPointIsMetOnlyThere) {
  const Track start{{-1, 0}, {1, 0}, {}};
  const Track end{{1, 0}, {-1, 0}, {}};  // a point at t = 1/2, at the origin
  const auto meets = vertex_edge_by_time({{0, 1}, {0, -1}, {}}, start, end);
  ASSERT_TRUE(meets);
  EXPECT_EQ(meets->t, 0.5);
  // On the line of the edge at all times, but never on the edge.
  EXPECT_FALSE(vertex_edge_by_time(still({3, 0}), start, end));
  EXPECT_FALSE(vertex_edge_by_time({{0, 2}, {0, 1}, {}}, start, end));
}

TEST(VertexEdge, TheFormByPositionDividesAlongTheAxisThatMoves) {
  // Vertex and edge move alike along x: dividing there would be 0/0.
  const Track p{{0, 2}, {5, -2}, {}};
  const auto reach = vertex_edge_by_position(p, {{-1, 0}, {4, 0}, {}}, {{3, 0}, {8, 0}, {}});
  ASSERT_TRUE(reach);
  EXPECT_DOUBLE_EQ(reach->t, 0.5);
  EXPECT_DOUBLE_EQ(reach->alpha, 0.25);
  EXPECT_FALSE(vertex_edge_by_position(still({0, 1}), still({-1, 0}), still({3, 0})));
}

Track random_track(double reach) {
  const auto number = [&] { return reach * (*rc::gen::inRange(-1000000, 1000001) / 1e6); };
  const double a = number(), b = number(), c = number(), d = number();
  return {{a, b}, {c, d}, {}};
}

// Where the two forms are well conditioned they say the same.
RC_GTEST_PROP(VertexEdge, BothFormsAgree, ()) {
  const Track p = random_track(3);
  const Track a = random_track(3);
  const Track b = random_track(3);
  const auto by_time = vertex_edge_by_time(p, a, b);
  const auto by_position = vertex_edge_by_position(p, a, b);
  const auto near_end = [](const std::optional<EdgeReach>& reach) {
    return reach && (reach->alpha < 1e-6 || reach->alpha > 1 - 1e-6 || reach->t < 1e-6 || reach->t > 1 - 1e-6);
  };
  RC_PRE(!near_end(by_time) && !near_end(by_position));
  if (by_time.has_value() != by_position.has_value()) {
    // Only a root that is nearly double may be seen by one form and not by the other.
    const auto f = cross_quadratic(a, b, a, p)(LiftApprox{});
    RC_ASSERT(std::abs(discriminant(f).value) < 1e-9);
    return;
  }
  if (!by_time) return;
  RC_ASSERT(std::abs(by_time->t - by_position->t) < 1e-6);
  RC_ASSERT(std::abs(by_time->alpha - by_position->alpha) < 1e-5);
}

}  // namespace
}  // namespace carom
