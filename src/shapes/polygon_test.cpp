#include "carom/shapes/polygon.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numbers>

#include "oracle/random.hpp"

namespace carom {
namespace {

using oracle::Random;
using Vertices = std::vector<Vec2>;

void expect_rejected(const Vertices& vertices, const std::string& place, const std::string& reason) {
  const auto made = Polygon::make(vertices);
  ASSERT_FALSE(made.ok()) << reason;
  EXPECT_EQ(made.error().place, place);
  EXPECT_EQ(made.error().reason, reason);
}

std::string crossing(int first, int second) {
  return "edges [" + std::to_string(first) + "] and [" + std::to_string(second) +
         "] cross or touch, expected a simple polygon";
}

const std::string k_on_one_line = "all vertices lie on one line, expected an area greater than zero";

TEST(Polygon, NeedsThreeVertices) {
  expect_rejected({}, "", "0 vertices, expected at least 3");
  expect_rejected({{0, 0}, {1, 0}}, "", "2 vertices, expected at least 3");
}

TEST(Polygon, RejectsRepeatedVertices) {
  expect_rejected({{0, 0}, {0, 0}, {1, 0}, {0, 1}}, "[1]", "repeats vertex [0], expected different vertices");
  expect_rejected({{0, 0}, {1, 0}, {0, 1}, {-0.0, 0}}, "[3]", "repeats vertex [0], expected different vertices");
  // Two triangles that share a corner.
  expect_rejected({{0, 0}, {-2, 1}, {-2, -1}, {0, 0}, {2, -1}, {2, 1}}, "[3]",
                  "repeats vertex [0], expected different vertices");
  EXPECT_TRUE(Polygon::make({{0, 0}, {1, 0}, {1, 1}, {0, 0x1p-1074}}).ok());
}

TEST(Polygon, RejectsWhatHasNoArea) {
  expect_rejected({{0, 0}, {1, 0}, {2, 0}}, "", k_on_one_line);
  expect_rejected({{0, 0}, {3, 3}, {1, 1}, {2, 2}}, "", k_on_one_line);
  expect_rejected({{0, 0}, {0, 1e60}, {0, 0x1p-1074}}, "", k_on_one_line);
  EXPECT_TRUE(Polygon::make({{0, 0}, {0, 1e60}, {0x1p-1074, 0}}).ok());
}

TEST(Polygon, RejectsEdgesThatMeet) {
  expect_rejected({{0, 0}, {2, 2}, {2, 0}, {0, 2}}, "", crossing(0, 2));
  // A vertex on an edge; a spike; spikes whose tips are met first, inside the list and across its ends.
  expect_rejected({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}, "", crossing(0, 3));
  expect_rejected({{0, 0}, {4, 0}, {4, 4}, {4, 2}, {0, 4}}, "", crossing(1, 3));
  expect_rejected({{2, 0}, {0, 0}, {5, 0}, {5, 5}, {2, 5}}, "", crossing(0, 1));
  expect_rejected({{0, 0}, {5, 0}, {5, 5}, {2, 5}, {2, 0}}, "", crossing(0, 4));
  // Just short of touching, to the last bit.
  EXPECT_TRUE(Polygon::make({{0, 0}, {4, 0}, {4, 4}, {2, 0x1p-1074}, {0, 4}}).ok());
}

TEST(Polygon, KnowsItsWindingAndKeepsItsVertices) {
  Vertices vertices{{0, 0}, {4, 0}, {4, 4}, {1, 1}, {0, 4}};
  for (std::size_t turn = 0; turn < vertices.size(); ++turn) {
    std::rotate(vertices.begin(), vertices.begin() + 1, vertices.end());
    const auto left = Polygon::make(vertices).value();
    EXPECT_EQ(left.winding(), Winding::counterclockwise);
    EXPECT_TRUE(std::ranges::equal(left.vertices(), vertices));
    EXPECT_EQ(Polygon::make({vertices.rbegin(), vertices.rend()}).value().winding(), Winding::clockwise);
  }
}

TEST(Polygon, IsConvexWithVerticesInLineButNotWithReflexOnes) {
  const auto convex = [](const Vertices& vertices) {
    const bool forward = Polygon::make(vertices).value().convex();
    EXPECT_EQ(Polygon::make({vertices.rbegin(), vertices.rend()}).value().convex(), forward);
    return forward;
  };
  EXPECT_TRUE(convex({{0, 0}, {1, 0}, {0, 1}}));
  EXPECT_TRUE(convex({{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}));
  EXPECT_FALSE(convex({{0, 0}, {4, 0}, {4, 4}, {1, 1}, {0, 4}}));
  EXPECT_FALSE(convex({{0, 0}, {1, 0x1p-1074}, {2, 0}, {2, 2}, {0, 2}}));
  EXPECT_TRUE(convex({{0, 0}, {1, -0x1p-1074}, {2, 0}, {2, 2}, {0, 2}}));
}

TEST(Polygon, IsHollowOnlyIfAsked) {
  const Vertices square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_FALSE(Polygon::make(square).value().hollow());
  EXPECT_TRUE(Polygon::make(square, true).value().hollow());
  EXPECT_FALSE(Polygon::make({{0, 0}, {1, 0}}, true).ok());
}

TEST(Polygon, TenThousandVerticesTakeLittleTime) {
  Vertices star;
  for (int i = 0; i < 10000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 10000;
    const double radius = i % 2 == 0 ? 1 : 0.999;
    star.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  const auto start = std::chrono::steady_clock::now();
  const auto made = Polygon::make(star);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(made.ok()) << made.error().reason;
  EXPECT_FALSE(made.value().convex());
  EXPECT_LT(seconds.count(), 2);  // all pairs of edges would take longer; this takes about a hundredth
}

/// Whole numbers, where brute force is exact: edge i runs from vertex i to the next.
struct Judge {
  const Vertices& v;

  std::size_t after(std::size_t i) const { return (i + 1) % v.size(); }
  bool on_edge(std::size_t k, std::size_t i) const {
    const Vec2 p = v[k] - v[i];
    const Vec2 q = v[k] - v[after(i)];
    return cross(p, q) == 0 && dot(p, q) <= 0;
  }
  /// Solves for both parameters of the point where the lines meet: s = n / d.
  bool cross_inside(std::size_t i, std::size_t j) const {
    const Vec2 e = v[after(i)] - v[i];
    const Vec2 f = v[after(j)] - v[j];
    const double d = cross(e, f);
    const double s = cross(v[j] - v[i], f) * (d < 0 ? -1 : 1);
    const double t = cross(v[j] - v[i], e) * (d < 0 ? -1 : 1);
    return d != 0 && s > 0 && s < std::abs(d) && t > 0 && t < std::abs(d);
  }
  /// A vertex that two edges share is no contact.
  bool meet(std::size_t i, std::size_t j) const {
    for (const auto& [edge, other] : {std::pair(i, j), std::pair(j, i)}) {
      for (const std::size_t end : {edge, after(edge)}) {
        if (end != other && end != after(other) && on_edge(end, other)) return true;
      }
    }
    return cross_inside(i, j);
  }
  bool simple() const {
    for (std::size_t i = 0; i < v.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (v[i] == v[j] || meet(i, j)) return false;
      }
    }
    return true;
  }
  double twice_area() const {
    double sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += cross(v[i], v[after(i)]);
    return sum;
  }
  /// Every vertex is on the inner side of every edge.
  bool convex() const {
    for (std::size_t i = 0; i < v.size(); ++i) {
      for (const Vec2 p : v) {
        if (cross(v[after(i)] - v[i], p - v[i]) * twice_area() < 0) return false;
      }
    }
    return true;
  }
};

RC_GTEST_PROP(Polygon, AgreesWithBruteForceOnWholeNumbers, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 100; ++i) {
    const int size = random.range(1, 5);
    Vertices vertices(static_cast<std::size_t>(random.range(3, 7)));
    for (Vec2& p : vertices)
      p = {static_cast<double>(random.range(0, size)), static_cast<double>(random.range(0, size))};
    const Judge judge{vertices};
    const auto made = Polygon::make(vertices);
    RC_ASSERT(made.ok() == judge.simple());
    if (made) {
      RC_ASSERT(made.value().winding() == (judge.twice_area() > 0 ? Winding::counterclockwise : Winding::clockwise));
      RC_ASSERT(made.value().convex() == judge.convex());
      continue;
    }
    unsigned a = 0;
    unsigned b = 0;
    const std::string& reason = made.error().reason;
    if (std::sscanf(reason.c_str(), "repeats vertex [%u]", &a) == 1) {
      RC_ASSERT(std::sscanf(made.error().place.c_str(), "[%u]", &b) == 1 && a < b && vertices[a] == vertices[b]);
    } else if (std::sscanf(reason.c_str(), "edges [%u] and [%u]", &a, &b) == 2) {
      RC_ASSERT(a < b && judge.meet(a, b));
    } else {
      RC_ASSERT(reason == k_on_one_line && judge.twice_area() == 0);
    }
  }
}

}  // namespace
}  // namespace carom
