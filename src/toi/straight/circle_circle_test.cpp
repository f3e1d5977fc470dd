#include "carom/toi/circle_circle.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(CircleCircle, HeadOn) {
  expect_hit(disc(1, {-5, 0}, {5, 0}), disc(1, {0, 0}), {.t = 0.3, .point = {-1, 0}, .normal = {-1, 0}});
  expect_hit(disc(1, {-5, 0}, {0, 0}), disc(2, {5, 0}, {0, 0}), {.t = 0.7, .point = {-0.5, 0}, .normal = {-1, 0}});
}

TEST(CircleCircle, AGrazeCountsAndOneBitMoreMisses) {
  expect_hit(disc(1, {-4, 2}, {4, 2}), disc(1, {0, 0}), {.t = 0.5, .point = {0, 1}, .normal = {0, 1}});
  expect_miss(disc(1, {-4, std::nextafter(2, 3)}, {4, std::nextafter(2, 3)}), disc(1, {0, 0}));
}

TEST(CircleCircle, TouchingAtTheStart) {
  expect_hit(disc(1, {-2, 0}, {0, 0}), disc(1, {0, 0}), {.t = 0, .point = {-1, 0}, .normal = {-1, 0}});  // closing
  expect_miss(disc(1, {-2, 0}, {-4, 0}), disc(1, {0, 0}));                                               // parting
  expect_miss(disc(1, {-2, 0}, {-2, 5}), disc(1, {0, 0}));         // an exact graze
  expect_miss(disc(1, {-2, 0}), disc(1, {0, 0}));                  // resting
  expect_miss(disc(1, {-2, 0}, {3, 7}), disc(1, {0, 0}, {5, 7}));  // moving together
}

TEST(CircleCircle, InTimeOrNot) {
  expect_hit(disc(1, {-4, 0}, {-2, 0}), disc(1, {0, 0}), {.t = 1, .point = {-1, 0}, .normal = {-1, 0}});
  expect_miss(disc(1, {-4, 0}, {std::nextafter(-2, -3), 0}), disc(1, {0, 0}));
  expect_miss(disc(1, {4, 0}, {8, 0}), disc(1, {0, 0}));
  expect_miss(disc(1, {-4, 9}, {4, 9}), disc(1, {0, 0}));
  // Past the nearest point by the end of the step, though apart again.
  expect_hit(disc(1, {-400, 0}, {400, 0}), disc(1, {0, 0}), {.t = 398.0 / 800, .point = {-1, 0}, .normal = {-1, 0}});
}

TEST(CircleCircle, OverlapIsNoRoot) {
  expect_overlap(disc(1, {-1, 0}, {-9, 0}), disc(1, {0, 0}));
  expect_overlap(disc(1, {std::nextafter(-2, 0), 0}, {-9, 0}), disc(1, {0, 0}));
  expect_overlap(disc(1, {0, 0}), disc(5, {0, 0}));
}

TEST(CircleCircle, PointsMeetOnlyExactly) {
  expect_hit(point({-1, -1}, {1, 1}), point({1, -1}, {-1, 1}), {.t = 0.5, .point = {0, 0}, .normal = {-1, 0}});
  expect_miss(point({-1, -1}, {1, 1}), point({1, -1}, {-1, std::nextafter(1, 2)}));
  expect_miss(point({1, 1}), point({1, 1}));
}

TEST(CircleCircle, InsideARing) {
  expect_hit(disc(1, {0, 0}, {8, 0}), ring(5, {0, 0}),
             {.t = 0.5, .point = {5, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_miss(disc(1, {0, 0}, {3, 0}), ring(5, {0, 0}));
  expect_hit(disc(1, {0, 0}, {4, 0}), ring(5, {0, 0}),
             {.t = 1, .point = {5, 0}, .normal = {-1, 0}, .side = Side::inner});
  // The larger root, though the smaller one is in the step too when it starts off the middle.
  expect_hit(disc(1, {-3, 0}, {7, 0}), ring(5, {0, 0}),
             {.t = 0.7, .point = {5, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_hit(disc(1, {3, 0}, {-7, 0}), ring(5, {0, 0}),
             {.t = 0.7, .point = {-5, 0}, .normal = {1, 0}, .side = Side::inner});
}

TEST(CircleCircle, AtTheInnerWall) {
  // Along the wall is into it.
  expect_hit(disc(1, {4, 0}, {4, 1}), ring(5, {0, 0}),
             {.t = 0, .point = {5, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_hit(disc(1, {4, 0}, {6, 0}), ring(5, {0, 0}),
             {.t = 0, .point = {5, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_miss(disc(1, {4, 0}), ring(5, {0, 0}));                   // resting
  expect_miss(disc(1, {4, 0}, {4, 9}), ring(5, {0, 0}, {0, 9}));   // carried along
  expect_miss(disc(1, {4, 0}, {0, 0}), ring(5, {0, 0}));           // parting
  expect_hit_at(disc(1, {4, 0}, {-12, 0}), ring(5, {0, 0}), 0.5);  // and to the other side
  expect_hit(point({3, 0}, {3, 4}), ring(3, {0, 0}), {.t = 0, .point = {3, 0}, .normal = {-1, 0}, .side = Side::inner});
}

TEST(CircleCircle, ARingFromOutside) {
  expect_hit(disc(1, {-9, 0}, {0, 0}), ring(5, {0, 0}), {.t = 1.0 / 3, .point = {-5, 0}, .normal = {-1, 0}});
  expect_overlap(disc(1, {5, 0}, {9, 0}), ring(5, {0, 0}));
  expect_overlap(disc(7, {0, 0}, {9, 0}), ring(5, {0, 0}));  // the ring lies within the disc
  expect_overlap(disc(7, {0, 0}, {9, 0}), ring(7, {1, 0}));
  expect_overlap(disc(1, {std::nextafter(4, 5), 0}, {0, 0}), ring(5, {0, 0}));
}

TEST(CircleCircle, RingsHoldTheSmallerOne) {
  expect_hit(ring(1, {0, 0}, {8, 0}), ring(5, {0, 0}),
             {.t = 0.5, .point = {5, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_hit(disc(5, {0, 0}, {1, 0}), ring(5, {0, 0}),
             {.t = 0, .point = {5, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_miss(disc(5, {0, 0}), ring(5, {0, 0}));
  expect_hit_at(ring(5, {0, 0}, {0, 1}), ring(5, {0, 0}), 0);  // R = 0: two rings in one place
  expect_hit_at(ring(5, {0, 0}, {1, 0}), ring(5, {0, 0}), 0);
}

TEST(CircleCircle, HollowPointsAreNoRings) {
  expect_miss(ring(0, {0, 0}, {1, 0}), ring(0, {0, 0}));
  expect_hit_at(ring(0, {0, 0}, {8, 0}), disc(1, {5, 0}), 0.5);
}

TEST(CircleCircle, HugeTinyAndFarAway) {
  expect_hit(disc(1e59, {-5e59, 0}, {5e59, 0}), disc(1e59, {0, 0}), {.t = 0.3, .point = {-1e59, 0}, .normal = {-1, 0}});
  expect_hit_at(disc(1e-300, {-5e-300, 0}, {5e-300, 0}), disc(1e-300, {0, 0}), 0.3);
  expect_hit_at(disc(3e-323, {-2e-322, 0}, {2e-322, 0}), disc(3e-323, {0, 0}),
                oracle::truth(disc(3e-323, {-2e-322, 0}, {2e-322, 0}), disc(3e-323, {0, 0})).t);
  const double far = 0x1p52;
  expect_hit(disc(1, {far - 5, far}, {far + 5, far}), disc(1, {far, far}),
             {.t = 0.3, .point = {far - 1, far}, .normal = {-1, 0}});
  // A bullet: the way is 1e60, the gap 1e-300.
  expect_hit_at(disc(1, {-2 - 1e-15, 0}, {1e60, 0}), disc(1, {0, 0}), 0);
}

TEST(CircleCircle, TheShortAnswerIsTheSame) {
  for (int i = 0; i < 3000; ++i) {
    const auto kind = static_cast<oracle::PairKind>(i % 3);
    const auto q = adversarial_case(kind, static_cast<oracle::Flavour>(i % 10), static_cast<std::uint64_t>(i));
    const auto& a = std::get<MovingCircle>(q.a);
    const auto& b = std::get<MovingCircle>(q.b);
    const Impact impact = time_of_impact(a, b);
    EXPECT_EQ(impact_time(a, b), (ImpactTime{impact.outcome, impact.contact.t})) << q.flavour;
  }
}

}  // namespace
}  // namespace carom
