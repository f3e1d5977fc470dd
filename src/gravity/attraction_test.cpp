#include "carom/gravity/attraction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom {
namespace {

struct Cloud {
  std::vector<Vec2> at;
  std::vector<double> mass;
};

/// Uniform in a disc of radius 1, masses between 0.5 and 1.5.
Cloud disc(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Cloud cloud;
  while (cloud.at.size() < count) {
    const Vec2 x{random.uniform(-1, 1), random.uniform(-1, 1)};
    if (dot(x, x) <= 1) cloud.at.push_back(x);
  }
  for (std::size_t k = 0; k < count; ++k) cloud.mass.push_back(random.uniform(0.5, 1.5));
  return cloud;
}

std::vector<Vec2> accelerations(const Attraction& law, const Cloud& cloud, unsigned threads = 1) {
  std::vector<Vec2> a(cloud.at.size(), {NAN, NAN});
  Attractor(law).accelerations(cloud.at, cloud.mass, a, threads);
  return a;
}

TEST(Attraction, TwoBodies) {
  const Cloud pair{{{1, 2}, {4, 6}}, {3, 5}};
  const auto a = accelerations({.G = 2, .softening = 0, .opening = 0}, pair);
  // 5 apart: G m / 25, along (3, 4) / 5
  EXPECT_NEAR(a[0].x, 2 * 5 / 25.0 * 0.6, 1e-15);
  EXPECT_NEAR(a[0].y, 2 * 5 / 25.0 * 0.8, 1e-15);
  EXPECT_NEAR(a[1].x, -2 * 3 / 25.0 * 0.6, 1e-15);
  EXPECT_NEAR(a[1].y, -2 * 3 / 25.0 * 0.8, 1e-15);
  EXPECT_NEAR(Attractor({.G = 2, .softening = 12, .opening = 0}).potential(pair.at, pair.mass), -2 * 15 / 13.0, 1e-15);
}

TEST(Attraction, TreeComesCloserToDirectSummationTheSmallerTheOpening) {
  const Cloud cloud = disc(3000, 1);
  double last = 1;
  for (const double opening : {2.0, 1.0, 0.5, 0.25, 0.1, 0.05}) {
    const Attraction law{.G = 1, .softening = 0.02, .opening = opening};
    const double error = force_error(law, cloud.at, cloud.mass, accelerations(law, cloud), cloud.at.size());
    EXPECT_LT(error, last) << "opening " << opening;
    last = error;
  }
  EXPECT_LT(last, 1e-6);
}

TEST(Attraction, SameBitsForEveryNumberOfThreads) {
  const Cloud cloud = disc(5000, 2);
  for (const double opening : {0.0, 0.7}) {
    const Attraction law{.G = 1, .softening = 0, .opening = opening};
    const auto one = accelerations(law, cloud, 1);
    const double potential = Attractor(law).potential(cloud.at, cloud.mass, 1);
    for (const unsigned threads : {2U, 4U}) {
      EXPECT_EQ(accelerations(law, cloud, threads), one);
      EXPECT_EQ(Attractor(law).potential(cloud.at, cloud.mass, threads), potential);
    }
  }
}

}  // namespace
}  // namespace carom
