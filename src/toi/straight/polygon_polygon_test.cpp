#include "carom/toi/polygon_polygon.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(PolygonPolygon, FaceOnFaceTheMiddleOfTheSharedPiece) {
  for (const bool by_vertices : {false, true}) {
    const auto move = [&](const HandPolygon& p, Vec2 by) {
      return by_vertices ? p.moving_by_vertices(by) : p.moving(by);
    };
    expect_hit(move(box(0, 2, 4, 3), {0, -4}), box(1, -1, 9, 0), {.t = 0.5, .point = {2.5, 0}, .normal = {0, 1}});
    expect_hit(move(box(0, 2, 4, 3), {0, -4}), box(0, -1, 4, 0), {.t = 0.5, .point = {2, 0}, .normal = {0, 1}});
    expect_hit(move(box(2, 0, 3, 4), {-4, 0}), box(-1, -9, 0, 9), {.t = 0.5, .point = {0, 2}, .normal = {1, 0}});
    // Corner on corner: the shared piece is a point, and the faces that meet are known all the same.
    expect_hit_at(move(box(4, 2, 8, 3), {0, -4}), box(0, -1, 4, 0), 0.5);
    expect_miss(move(box(std::nextafter(4, 5), 2, 8, 3), {0, -4}), box(0, -1, 4, 0));
  }
}

TEST(PolygonPolygon, TheMiddleIsFoundFarFromTheOriginToo) {
  const double far = 0x1p42;
  expect_hit(solid({{far, far + 2}, {far + 4, far + 5}, {far + 1, far + 9}, {far - 3, far + 6}}).moving({3, -4}),
             solid({{far + 3, far - 2}, {far + 7, far + 1}, {far + 10, far - 3}, {far + 6, far - 6}}),
             {.t = agreed(solid({{0, 2}, {4, 5}, {1, 9}, {-3, 6}}).moving({3, -4}),
                          solid({{3, -2}, {7, 1}, {10, -3}, {6, -6}}))
                       .contact.t,
              .point = agreed(solid({{0, 2}, {4, 5}, {1, 9}, {-3, 6}}).moving({3, -4}),
                              solid({{3, -2}, {7, 1}, {10, -3}, {6, -6}}))
                           .contact.point +
                       Vec2{far, far},
              .normal = {-0.6, 0.8}});
}

TEST(PolygonPolygon, SlidingAlongAFloorIntoAWall) {
  const auto ground = solid({{-9, -1}, {9, -1}, {9, 5}, {8, 5}, {8, 0}, {-9, 0}});  // a floor with a wall on its right
  expect_hit(box(0, 0, 2, 2).moving({12, 0}), ground, {.t = 0.5, .point = {8, 1}, .normal = {-1, 0}});
  expect_miss(box(0, 0, 2, 2).moving({5, 0}), ground);
  expect_miss(box(0, 0, 2, 2).moving({-20, 0}), ground);  // off the other end
}

TEST(PolygonPolygon, OverASeam) {
  const auto seamed = solid({{-9, 0}, {-9, -1}, {9, -1}, {9, 0}, {3, 0}, {0, 0}});
  expect_miss(box(-5, 0, -4, 1).moving({10, 0}), seamed);
  expect_miss(box(-5, 0, -4, 1).moving_by_vertices({10, 0}), seamed);
  // Up against a step of one bit it is a wall.
  const auto stepped = solid({{-9, 0}, {-9, -1}, {9, -1}, {9, 0x1p-52}, {0, 0x1p-52}, {0, 0}});
  expect_hit_at(box(-5, 0, -4, 1).moving({8, 0}), stepped, 0.5);
}

TEST(PolygonPolygon, OffAnEdgeAndOntoAnother) {
  // It slides off one table, is apart over the gap, and meets the next one, which stands a bit higher.
  const auto tables = solid({{-9, 0}, {-9, -9}, {9, -9}, {9, 0.5}, {5, 0.5}, {5, -2}, {0, -2}, {0, 0}});
  expect_hit(box(-2, 0, -1, 1).moving({12, 0}), tables, {.t = 0.5, .point = {5, 0.25}, .normal = {-1, 0}});
  // Level with it again it comes from apart to touching: a contact, though it then only slides on.
  const auto level = solid({{-9, 0}, {-9, -9}, {9, -9}, {9, 0}, {5, 0}, {5, -2}, {0, -2}, {0, 0}});
  expect_hit_at(box(-2, 0, -1, 1).moving({12, 0}), level, 0.5);
}

TEST(PolygonPolygon, TouchingAtTheStart) {
  expect_hit(box(0, 0, 4, 3).moving({0, -1}), box(1, -1, 9, 0), {.t = 0, .point = {2.5, 0}, .normal = {0, 1}});
  expect_miss(box(0, 0, 4, 3).moving({0, 1}), box(1, -1, 9, 0));
  expect_miss(box(0, 0, 4, 3).moving({1, 0}), box(1, -1, 9, 0));
  expect_miss(box(0, 0, 4, 3), box(1, -1, 9, 0));
  expect_hit_at(box(0, 0, 4, 3).moving({100, -0x1p-1074}), box(1, -1, 9, 0), 0);
  expect_miss(box(0, 0, 4, 3).moving({5, 5}), box(4, 3, 9, 9).moving({5, 5}));  // corner on corner, together
  expect_hit_at(box(0, 0, 4, 3).moving({1, 1}), box(4, 3, 9, 9), 0);
  expect_miss(box(0, 0, 4, 3).moving({1, -1}), box(4, 3, 9, 9));
}

TEST(PolygonPolygon, Overlap) {
  expect_overlap(box(0, 0, 4, 3).moving({0, 99}), box(1, -1, 9, 1));
  expect_overlap(box(0, 0, 4, 3).moving({0, 99}), box(1, 1, 2, 2));   // within
  expect_overlap(box(0, 0, 4, 3).moving({0, 99}), box(0, 0, 4, 3));   // the same
  expect_overlap(box(0, 0, 4, 3).moving({0, 99}), box(-1, 1, 9, 2));  // a cross
  expect_overlap(box(0, 0, 4, 4), solid({{0, 2}, {2, 0}, {4, 2}, {2, 4}}));
}

TEST(PolygonPolygon, InArenas) {
  expect_hit(box(0, 0, 1, 1).moving({4, 0}), room(-3, -3, 3, 3),
             {.t = 0.5, .point = {3, 0.5}, .normal = {-1, 0}, .side = Side::inner});
  expect_miss(box(0, 0, 1, 1).moving({1, 0}), room(-3, -3, 3, 3));
  expect_miss(box(2, 0, 3, 1).moving({0, 1}), room(-3, -3, 3, 3));  // along a straight wall
  expect_hit(box(2, 0, 3, 1).moving({0, 4}), room(-3, -3, 3, 3),    // and into the corner
             {.t = 0.5, .point = {2.5, 3}, .normal = {0, -1}, .side = Side::inner});
  expect_hit(box(-9, 0, -8, 1).moving({10, 0}), room(-3, -3, 3, 3), {.t = 0.5, .point = {-3, 0.5}, .normal = {-1, 0}});
  expect_hit(room(-1, -1, 1, 1).moving({4, 0}), room(-3, -3, 3, 3),
             {.t = 0.5, .point = {3, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_overlap(box(2, 0, 4, 1), room(-3, -3, 3, 3));
  expect_overlap(box(-9, -9, 9, 9), room(-3, -3, 3, 3));  // a solid around an arena
  expect_miss(box(-3, -3, 3, 3), room(-3, -3, 3, 3));     // fills it
  expect_hit_at(box(-3, -3, 3, 3).moving({0, 1}), room(-3, -3, 3, 3), 0);
}

TEST(PolygonPolygon, IntoANotch) {
  const auto u = solid({{-3, 0}, {3, 0}, {3, 5}, {1, 5}, {1, 1}, {-1, 1}, {-1, 5}, {-3, 5}});
  expect_hit(box(-0.5, 6, 0.5, 7).moving({0, -10}), u, {.t = 0.5, .point = {0, 1}, .normal = {0, 1}});
  expect_hit_at(box(-1, 6, 1, 7).moving({0, -10}), u, 0.1);  // an exact fit touches the corners on its way in
  expect_hit_at(box(-1, 4, 1, 7).moving({0, -6}), u, 0.5);   // sliding down between them it is the bottom
}

TEST(PolygonPolygon, EitherWinding) {
  const auto clockwise = solid({{0, 2}, {0, 3}, {4, 3}, {4, 2}}).moving({0, -4});
  expect_hit(clockwise, box(1, -1, 9, 0), {.t = 0.5, .point = {2.5, 0}, .normal = {0, 1}});
  expect_hit(clockwise, solid({{1, 0}, {9, 0}, {9, -1}, {1, -1}}), {.t = 0.5, .point = {2.5, 0}, .normal = {0, 1}});
}

TEST(PolygonPolygon, ManyVertices) {
  for (const int count : {31, 32, 33, 64}) {  // the quick way holds up to 32
    std::vector<Vec2> circle;
    for (int i = 0; i < count; ++i) {
      const double angle = 6.283185307179586 * i / count;
      circle.push_back({10 * std::cos(angle), 10 * std::sin(angle)});
    }
    circle[0] = {10, 0};
    expect_hit(solid(circle).moving({20, 0}), box(20, -30, 30, 30), {.t = 0.5, .point = {20, 0}, .normal = {-1, 0}});
    expect_miss(solid(circle).moving({20, 0}), box(20, 11, 30, 30));
  }
}

TEST(PolygonPolygon, RotatingInsideOut) {
  // A triangle whose tip goes through its own base, onto the box below: valid at both ends.
  const auto flips = solid({{-4, 2}, {4, 2}, {0, 6}}).morphing_to({{-4, 2}, {4, 2}, {0, -2}});
  expect_hit(flips, box(-9, -9, 9, 0), {.t = 0.75, .point = {0, 0}, .normal = {0, 1}});
}

TEST(PolygonPolygon, HugeTinyAndTogether) {
  expect_hit_at(box(0, 2e59, 4e59, 3e59).moving({0, -4e59}), box(1e59, -1e59, 9e59, 0), 0.5);
  expect_hit_at(box(0, 2e-300, 4e-300, 3e-300).moving({0, -4e-300}), box(1e-300, -1e-300, 9e-300, 0), 0.5);
  expect_hit_at(box(0, 4e-323, 8e-323, 6e-323).moving({0, -8e-323}), box(2e-323, -2e-323, 9e-323, 0), 0.5);
  expect_hit_at(box(-1e-30, 2e-30, 1e-30, 3e-30).moving({0, -4e-30}), box(-1e30, -1e30, 1e30, 0), 0.5);
  expect_hit_at(box(-1, 1e60, 1, 1e60 * 1.0000000000000002).moving({0, -1e60}), box(-9, -9, 9, 0), 1);
}

TEST(PolygonPolygon, TheShortAnswerIsTheSame) {
  for (int i = 0; i < 600; ++i) {
    const auto q = adversarial_case(oracle::PairKind::polygon_polygon, static_cast<oracle::Flavour>(i % 10),
                                    static_cast<std::uint64_t>(i));
    const auto& a = std::get<MovingPolygon>(q.a);
    const auto& b = std::get<MovingPolygon>(q.b);
    const Impact impact = time_of_impact(a, b);
    const ImpactTime time = impact_time(a, b);
    EXPECT_EQ(time, (ImpactTime{impact.outcome, impact.contact.t})) << q.flavour;
  }
}

}  // namespace
}  // namespace carom
