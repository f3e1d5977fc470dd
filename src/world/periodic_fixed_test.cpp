#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "math/effort_test.hpp"
#include "oracle/random.hpp"
#include "world/testing/swept_world_test.hpp"

// Bodies that are fixed and move, and sensors, in a periodic box, where they and others cross the seam: against the unrolled
// plane, in which every image is a body of its own or a line in a formula.
namespace carom::swept_test {
namespace {

using oracle::Random;

constexpr double k_box = 10;

struct Loop {
  std::string name;
  Detection detection = Detection::swept;
  double dt = 0.05;
  double spin = 0;  ///< of the plough: the step in which bodies rotate
};

std::vector<Loop> all_loops() {
  return {{"swept", Detection::swept, 0.05, 0},      {"swept, long steps", Detection::swept, 1.7, 0},
          {"event", Detection::event, 1, 0},         {"overlap", Detection::overlap, 1.0 / 256, 0},
          {"rotating", Detection::swept, 0.05, 0.5}, {"rotating, long steps", Detection::swept, 1.7, 0.5}};
}

World periodic_world(const Loop& loop) {
  WorldSettings settings = bounded(settings_with(loop.dt), {0, 0}, {k_box, k_box}, Edges::periodic);
  settings.detection = loop.detection;
  return make_world(settings);
}

/// A disc that moves whatever happens.
BodyDef plough(Vec2 place, Vec2 motion, double radius, const Loop& loop) {
  BodyDef def = fixed(disc(radius, place, motion));
  def.spin = loop.spin;
  return def;
}

double wrapped_distance(double x, double y) { return std::abs(std::remainder(x - y, k_box)); }

/// Moments up to `end` at which two discs begin to overlap, with any image: of one that overlaps at the start, the start.
std::vector<double> begins_between(Vec2 apart, Vec2 motion, double reach, double end) {
  std::vector<double> begins;
  const double speed = dot(motion, motion);
  const int images = 2 + static_cast<int>(std::sqrt(speed) * end / k_box);
  for (int x = -images; x <= images; ++x) {
    for (int y = -images; y <= images; ++y) {
      const Vec2 d = apart + Vec2{x * k_box, y * k_box};
      const double middle = dot(d, motion);
      const double rest = middle * middle - speed * (dot(d, d) - reach * reach);
      if (dot(d, d) < reach * reach) {
        begins.push_back(0);
      } else if (rest > 0 && middle < 0 && (-middle - std::sqrt(rest)) / speed < end) {
        begins.push_back((-middle - std::sqrt(rest)) / speed);
      }
    }
  }
  std::ranges::sort(begins);
  return begins;
}

TEST(PeriodicFixed, ASensorIsPassedAsInTheUnrolledPlane) {
  for (const Loop& loop : all_loops()) {
    for (const bool is_fixed : {true, false}) {
      Random random(18);
      for (int round = 0; round < 6; ++round) {
        SCOPED_TRACE(loop.name + (is_fixed ? ", fixed" : ", free") + ", round " + std::to_string(round));
        World world = periodic_world(loop);
        const Vec2 motion{random.uniform(-4, 4), random.uniform(-4, 4)};
        BodyDef sensor = plough({random.uniform(0, k_box), random.uniform(0, k_box)}, motion, 0.5, loop);
        sensor.sensor = true;
        sensor.fixed = is_fixed;
        const BodyId gate = add(world, sensor);
        struct Flight {
          Vec2 at;
          Vec2 velocity;
        };
        std::vector<Flight> flights;
        std::vector<std::vector<double>> expected;
        const double end = 20;
        for (int k = 0; k < 6; ++k) {
          flights.push_back(
              {{random.uniform(0, k_box), random.uniform(0, k_box)}, {random.uniform(-3, 3), random.uniform(-3, 3)}});
          // They pass each other, too: sensors all.
          BodyDef one =
              disc(0.25, flights[static_cast<std::size_t>(k)].at, flights[static_cast<std::size_t>(k)].velocity);
          one.category = 2;
          one.mask = 1;
          add(world, one);
          expected.push_back(
              begins_between(sensor.at - flights.back().at, motion - flights.back().velocity, 0.75, end));
        }
        std::vector<std::vector<double>> begins(6);
        std::vector<int> open(6, 0);
        while (world.time() < end) {
          world.step_to(std::min(world.time() + loop.dt, end));
          for (const Touch& touch : world.touches()) {
            ASSERT_EQ(touch.a.serial, 0U);
            const std::size_t k = touch.b->serial - 1;
            if (touch.change == TouchChange::begin) begins[k].push_back(touch.t);
            open[k] += touch.change == TouchChange::begin ? 1 : -1;
            ASSERT_TRUE(open[k] == 0 || open[k] == 1);
          }
        }
        const double error = loop.detection == Detection::overlap ? 1.01 * loop.dt : 1e-9;
        for (std::size_t k = 0; k < 6; ++k) {
          if (loop.detection == Detection::overlap) {
            // A graze that is over before it is looked for is not seen.
            EXPECT_LE(begins[k].size(), expected[k].size());
            EXPECT_GE(begins[k].size() + 2, expected[k].size());
            continue;
          }
          ASSERT_EQ(begins[k].size(), expected[k].size()) << "disc " << k;
          for (std::size_t n = 0; n < begins[k].size(); ++n) EXPECT_NEAR(begins[k][n], expected[k][n], error);
        }
        // Positions are reported inside the box.
        const Vec2 there = at(world, gate);
        EXPECT_TRUE(there.x >= 0 && there.x < k_box && there.y >= 0 && there.y < k_box);
        EXPECT_LT(wrapped_distance(there.x, sensor.at.x + end * motion.x), 1e-9);
        EXPECT_LT(wrapped_distance(there.y, sensor.at.y + end * motion.y), 1e-9);
      }
    }
  }
}

/// One disc among the images of something fixed that moves, each a body of its own in the open plane.
void check_against_images(const Loop& loop, const BodyDef& pusher, const BodyDef& ball, double end) {
  World world = periodic_world(loop);
  add(world, pusher);
  const BodyId here = add(world, ball);
  WorldSettings settings = settings_with(loop.dt);
  settings.detection = loop.detection;
  World plane = make_world(settings);
  const int images = std::min(12, 1 + static_cast<int>(6 * end / k_box));  // faster than 6 is no disc for long
  for (int x = -images; x <= images; ++x) {
    for (int y = -images; y <= images; ++y) {
      BodyDef image = pusher;
      image.at = pusher.at + Vec2{x * k_box, y * k_box};
      add(plane, image);
    }
  }
  const BodyId there = add(plane, ball);
  std::vector<double> hits;
  std::vector<double> unrolled;
  while (world.time() < end) {
    const double until = std::min(world.time() + loop.dt, end);
    world.step_to(until);
    for (const ContactEvent& event : world.events()) hits.push_back(event.t);
    plane.step_to(until);
    for (const ContactEvent& event : plane.events()) unrolled.push_back(event.t);
  }
  ASSERT_EQ(hits.size(), unrolled.size());
  for (std::size_t k = 0; k < hits.size(); ++k) EXPECT_NEAR(hits[k], unrolled[k], 1e-8);
  EXPECT_LT(wrapped_distance(at(world, here).x, at(plane, there).x), 1e-7);
  EXPECT_LT(wrapped_distance(at(world, here).y, at(plane, there).y), 1e-7);
  EXPECT_NEAR(velocity(world, here).x, velocity(plane, there).x, 1e-7);
  EXPECT_NEAR(velocity(world, here).y, velocity(plane, there).y, 1e-7);
}

TEST(PeriodicFixed, APloughPushesThroughTheSeamAsInTheUnrolledPlane) {
  for (const Loop& loop : all_loops()) {
    SCOPED_TRACE(loop.name);
    // Crosses its way through the seam.
    check_against_images(loop, plough({2, 5}, {1, 0}, 0.5, loop), disc(0.25, {9.5, 9}, {0, -0.5}),
                         test::is_short_run() ? 10 : 30);
    Random random(181);
    const double end = test::is_short_run() ? 8 : 20;
    const int rounds = test::is_short_run() ? 2 : 8;
    for (int round = 0; round < rounds; ++round) {
      SCOPED_TRACE("round " + std::to_string(round));
      const Vec2 place{random.uniform(0, k_box), random.uniform(0, k_box)};
      const Vec2 motion{random.uniform(-2, 2), random.uniform(-2, 2)};
      BodyDef pusher = plough(place, motion, random.uniform(0.4, 2), loop);
      if (round % 2 == 1) {
        BodyDef square = box({1, 0.6}, place);
        square.velocity = motion;
        square.fixed = true;
        square.spin = loop.spin;
        pusher = square;
      }
      const BodyDef ball =
          disc(0.3, place + Vec2{k_box / 2, random.uniform(-1, 1)}, {random.uniform(-1, 1), random.uniform(-1, 1)});
      check_against_images(loop, pusher, ball, end);
    }
  }
}

}  // namespace
}  // namespace carom::swept_test
