#include "carom/gravity/attraction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

/// Half of the bodies in a spot `width` wide.
Cloud with_spot(std::size_t count, double width, std::uint64_t seed) {
  Cloud cloud = disc(count, seed);
  for (std::size_t k = 0; k < count; k += 2) cloud.at[k] = Vec2{0.3, 0.2} + 0.5 * width * cloud.at[k];
  return cloud;
}

/// Dense in the middle: distances from it are the squares of what they are in a uniform disc.
Cloud centred(std::size_t count, std::uint64_t seed) {
  Cloud cloud = disc(count, seed);
  for (Vec2& x : cloud.at) x = length(x) * x;
  return cloud;
}

bool all_finite(const std::vector<Vec2>& a) {
  return std::all_of(a.begin(), a.end(), [](Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); });
}

double tree_error(const Attraction& law, const Cloud& cloud) {
  return force_error(law, cloud.at, cloud.mass, accelerations(law, cloud), cloud.at.size());
}

TEST(Attraction, DirectSummationIsExactToRounding) {
  const Cloud cloud = disc(300, 3);
  const Attraction law{.G = 3, .softening = 0, .opening = 0};
  const auto a = accelerations(law, cloud);
  long double potential = 0;
  for (std::size_t i = 0; i < cloud.at.size(); ++i) {
    long double x = 0;
    long double y = 0;
    long double size = 0;
    for (std::size_t j = 0; j < cloud.at.size(); ++j) {
      if (i == j) continue;
      const long double dx = static_cast<long double>(cloud.at[j].x) - cloud.at[i].x;
      const long double dy = static_cast<long double>(cloud.at[j].y) - cloud.at[i].y;
      const long double r = std::sqrt(dx * dx + dy * dy);
      x += 3 * cloud.mass[j] * dx / (r * r * r);
      y += 3 * cloud.mass[j] * dy / (r * r * r);
      size += 3 * cloud.mass[j] / (r * r);
      potential -= 1.5L * cloud.mass[i] * cloud.mass[j] / r;
    }
    // Each term is off by a few units in the last place, the sum of 300 by no more than 300 halves of one.
    EXPECT_NEAR(a[i].x, static_cast<double>(x), 1e-14 * static_cast<double>(size));
    EXPECT_NEAR(a[i].y, static_cast<double>(y), 1e-14 * static_cast<double>(size));
  }
  EXPECT_NEAR(Attractor(law).potential(cloud.at, cloud.mass), static_cast<double>(potential),
              -1e-14 * static_cast<double>(potential));
}

TEST(Attraction, MomentumAndAngularMomentumInDirectSummation) {
  const Cloud cloud = disc(500, 4);
  const auto a = accelerations({.G = 1, .softening = 0, .opening = 0}, cloud);
  Vec2 momentum;
  double rotating = 0;
  double size = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    momentum = momentum + cloud.mass[k] * a[k];
    rotating += cloud.mass[k] * cross(cloud.at[k], a[k]);
    size += cloud.mass[k] * length(a[k]);
  }
  EXPECT_LT(length(momentum), 1e-14 * size);
  EXPECT_LT(std::abs(rotating), 1e-14 * size);
}

/// At opening 0.5 cells of radius r act as a whole from 4 r on. Of the pull of such a pair the terms from order 5 on are
/// lost, (1/2)^5 = 3e-2 of it if all went the same way; the rest of the cells are farther, and the errors go any way.
constexpr double k_error_at_half = 5e-3;

void check_error_curve(const Cloud& cloud, double softening) {
  double last = 1;
  double first = 1;
  for (const double opening : {2.0, 1.0, 0.5, 0.25, 0.125}) {
    const double error = tree_error({.G = 1, .softening = softening, .opening = opening}, cloud);
    EXPECT_LT(error, last) << "opening " << opening;
    if (opening == 0.5) first = error;
    last = error;
  }
  EXPECT_LT(first, k_error_at_half);
  // A quarter of the opening is 2/5 of the ratio of radii to distance: (2/5)^5 = 1/98 where the lowest lost order rules.
  EXPECT_LT(last, first / 32);
}

TEST(Attraction, ErrorFallsWithTheOpening) {
  check_error_curve(disc(4000, 1), 0.03);
  check_error_curve(centred(4000, 1), 0.01);
  check_error_curve(with_spot(4000, 0.02, 1), 0.01);
}

TEST(Attraction, ASmallOpeningIsDirectSummation) {
  const Cloud cloud = disc(1000, 5);
  EXPECT_LT(tree_error({.G = 1, .softening = 0.03, .opening = 0.002}, cloud), 1e-14);
  EXPECT_EQ(tree_error({.G = 1, .softening = 0.03, .opening = 1e-9}, cloud), 0);
}

TEST(Attraction, TheResultFollowsTheBody) {
  const Cloud cloud = disc(2000, 6);
  Cloud turned = cloud;
  std::reverse(turned.at.begin(), turned.at.end());
  std::reverse(turned.mass.begin(), turned.mass.end());
  for (const double opening : {0.0, 0.5}) {
    const Attraction law{.G = 1, .softening = 0.01, .opening = opening};
    const auto one = accelerations(law, cloud);
    const auto other = accelerations(law, turned);
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_LT(length(one[k] - other[one.size() - 1 - k]), 1e-12 * length(one[k]) + 1e-9);
    }
  }
}

TEST(Attraction, BodiesWithoutMassArePulledAndDoNotPull) {
  Cloud cloud = disc(600, 7);
  Cloud heavy;
  for (std::size_t k = 0; k < cloud.at.size(); ++k) {
    if (k % 3 == 0) {
      heavy.at.push_back(cloud.at[k]);
      heavy.mass.push_back(cloud.mass[k]);
    } else {
      cloud.mass[k] = 0;
    }
  }
  const Attraction direct{.G = 1, .softening = 0, .opening = 0};
  const auto a = accelerations(direct, cloud);
  const auto among_heavy = accelerations(direct, heavy);
  for (std::size_t k = 0; k < heavy.at.size(); ++k) EXPECT_EQ(a[3 * k], among_heavy[k]);
  EXPECT_GT(length(a[1]), 0);
  EXPECT_LT(tree_error({.G = 1, .softening = 0, .opening = 0.5}, cloud), k_error_at_half);
  EXPECT_EQ(Attractor(direct).potential(cloud.at, cloud.mass), Attractor(direct).potential(heavy.at, heavy.mass));
  std::fill(cloud.mass.begin(), cloud.mass.end(), 0);
  for (const double opening : {0.0, 0.5}) {
    for (const Vec2 v : accelerations({.G = 1, .softening = 0, .opening = opening}, cloud)) EXPECT_EQ(v, Vec2{});
  }
}

TEST(Attraction, NoBodiesAndOne) {
  for (const double opening : {0.0, 0.5}) {
    Attractor attractor({.G = 1, .softening = 0, .opening = opening});
    attractor.accelerations({}, {}, {});
    EXPECT_EQ(attractor.potential({}, {}), 0);
    const Cloud one{{{5, -7}}, {3}};
    EXPECT_EQ(accelerations(attractor.law(), one)[0], Vec2{});
    EXPECT_EQ(attractor.potential(one.at, one.mass), 0);
    EXPECT_EQ(force_error(attractor.law(), one.at, one.mass, accelerations(attractor.law(), one), 10), 0);
    EXPECT_EQ(force_error(attractor.law(), {}, {}, {}, 10), 0);
  }
}

TEST(Attraction, AllAtOnePoint) {
  const Cloud heap{std::vector<Vec2>(1000, Vec2{0.1, 0.7}), std::vector<double>(1000, 2)};
  for (const double opening : {0.0, 0.5}) {
    for (const double softening : {0.0, 0.25}) {
      const Attraction law{.G = 1, .softening = softening, .opening = opening};
      for (const Vec2 v : accelerations(law, heap)) EXPECT_EQ(v, Vec2{});
      const double pairs = 1000 * 999 / 2.0;
      const double expected = softening > 0 ? -pairs * 4 / softening : 0;
      EXPECT_NEAR(Attractor(law).potential(heap.at, heap.mass), expected, -1e-12 * expected);
    }
  }
}

TEST(Attraction, ManyAtFewPoints) {
  Cloud cloud = disc(1000, 8);
  for (std::size_t k = 0; k < cloud.at.size(); ++k) cloud.at[k] = cloud.at[k % 10];
  const Attraction law{.G = 1, .softening = 0, .opening = 0.5};
  EXPECT_TRUE(all_finite(accelerations(law, cloud)));
  EXPECT_LT(tree_error(law, cloud), k_error_at_half);
}

TEST(Attraction, OnALine) {
  Cloud cloud = disc(2000, 9);
  for (Vec2& x : cloud.at) x.y = 0.25;
  const Attraction law{.G = 1, .softening = 0.001, .opening = 0.5};
  for (const Vec2 v : accelerations(law, cloud)) EXPECT_EQ(v.y, 0);
  EXPECT_LT(tree_error(law, cloud), k_error_at_half);
}

TEST(Attraction, AnyScale) {
  const Cloud cloud = disc(1000, 10);
  for (const double opening : {0.0, 0.5}) {
    const auto plain = accelerations({.G = 1, .softening = 0.01, .opening = opening}, cloud);
    // By powers of two no digit changes.
    for (const int power : {-500, -400, 400, 500}) {
      Cloud other = cloud;
      for (Vec2& x : other.at) x = std::ldexp(1.0, power) * x;
      const Attraction law{.G = 1, .softening = std::ldexp(0.01, power), .opening = opening};
      const auto a = accelerations(law, other);
      for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(a[k], (Vec2{std::ldexp(plain[k].x, -2 * power), std::ldexp(plain[k].y, -2 * power)}));
      }
    }
  }
}

TEST(Attraction, BeyondTheRangeOfDouble) {
  const Cloud near{{{0, 0}, {1e-170, 0}}, {1, 1}};
  const Attraction law{.G = 1, .softening = 0, .opening = 0};
  EXPECT_EQ(accelerations(law, near)[0].x, HUGE_VAL);
  EXPECT_EQ(accelerations(law, near)[0].y, 0);
  const Cloud far{{{-1e300, 0}, {1e300, 0}}, {1, 1}};
  EXPECT_EQ(accelerations(law, far)[0], Vec2{});
  const Cloud apart{{{0, 0}, {1e-200, 0}, {1, 1}}, {1, 1, 1}};
  EXPECT_TRUE(all_finite({accelerations(law, apart)[2]}));
  EXPECT_FALSE(std::isnan(accelerations(law, apart)[0].x));
}

TEST(Attraction, SpotsOfAnySize) {
  for (const double width : {1e-3, 1e-9, 1e-12, 1e-15}) {
    const Cloud cloud = with_spot(2000, width, 11);
    const Attraction law{.G = 1, .softening = width, .opening = 0.5};
    const auto a = accelerations(law, cloud);
    EXPECT_TRUE(all_finite(a));
    // Where a coordinate has three digits left within the spot, so has a centre of mass.
    EXPECT_LT(force_error(law, cloud.at, cloud.mass, a, 2000), width > 1e-13 ? k_error_at_half : 0.1) << width;
  }
  // Around the origin doubles are finer still.
  Cloud cloud = disc(2000, 12);
  for (std::size_t k = 0; k < cloud.at.size(); ++k)
    cloud.at[k] = std::ldexp(1.0, -static_cast<int>(k % 300)) * cloud.at[k];
  EXPECT_LT(tree_error({.G = 1, .softening = 0, .opening = 0.5}, cloud), k_error_at_half);
}

/// The work of a displacement is the difference of the potential.
void check_gradient(const Attraction& law, const Cloud& cloud, double tolerance) {
  constexpr double h = 1e-4;
  Random random(13);
  std::vector<Vec2> way;
  for (std::size_t k = 0; k < cloud.at.size(); ++k) way.push_back(random.direction());
  const auto potential_at = [&](double step) {
    std::vector<Vec2> at = cloud.at;
    for (std::size_t k = 0; k < at.size(); ++k) at[k] = at[k] + step * way[k];
    return Attractor(law).potential(at, cloud.mass);
  };
  const auto a = accelerations(law, cloud);
  double work = 0;
  double size = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    work += cloud.mass[k] * dot(a[k], way[k]);
    size += cloud.mass[k] * cloud.mass[k] * dot(a[k], a[k]);
  }
  EXPECT_NEAR((potential_at(-h) - potential_at(h)) / (2 * h), work, tolerance * std::sqrt(size));
}

TEST(Attraction, ForceIsTheGradientOfThePotential) {
  const Cloud cloud = disc(1000, 14);
  check_gradient({.G = 2, .softening = 0.1, .opening = 0}, cloud, 1e-5);
  check_gradient({.G = 2, .softening = 0.1, .opening = 0.1}, cloud, 5e-3);
}

TEST(Attraction, PotentialOfTheTree) {
  const Cloud cloud = centred(4000, 15);
  const double exact = Attractor({.G = 1, .softening = 0.01, .opening = 0}).potential(cloud.at, cloud.mass);
  double last = 1;
  for (const double opening : {2.0, 0.5, 0.125}) {
    const double tree = Attractor({.G = 1, .softening = 0.01, .opening = opening}).potential(cloud.at, cloud.mass);
    EXPECT_LT(std::abs(tree / exact - 1), last);
    last = std::abs(tree / exact - 1) / 4;
  }
  EXPECT_LT(last, 1e-6);
}

TEST(Attraction, TheSampleOfTheErrorSeesEveryKindOfBody) {
  const Cloud cloud = disc(1000, 18);
  const Attraction law{.G = 1, .softening = 0.1, .opening = 0};
  const auto exact = accelerations(law, cloud);
  // Wrong by a tenth, but only every tenth body: in a sample of a tenth some of them must be found, and not only they.
  auto wrong = exact;
  for (std::size_t k = 0; k < wrong.size(); k += 10) wrong[k] = 1.1 * wrong[k];
  const double all = force_error(law, cloud.at, cloud.mass, wrong, 1000);
  EXPECT_NEAR(all, 0.1 / std::sqrt(10), 0.01);
  EXPECT_NEAR(force_error(law, cloud.at, cloud.mass, wrong, 100), all, 0.5 * all);
  EXPECT_EQ(force_error(law, cloud.at, cloud.mass, exact, 100), 0);
}

TEST(Attraction, NothingIsRememberedFromCallToCall) {
  Attractor attractor({.G = 1, .softening = 0, .opening = 0.5});
  const Cloud large = disc(3000, 16);
  const Cloud small = disc(700, 17);
  const auto of_small = accelerations(attractor.law(), small);
  std::vector<Vec2> a(large.at.size());
  attractor.accelerations(large.at, large.mass, a);
  const Attractor copy = attractor;
  a.resize(small.at.size());
  attractor.accelerations(small.at, small.mass, a);
  EXPECT_EQ(a, of_small);
  Attractor other({.G = 9, .softening = 1, .opening = 0});
  other = copy;
  other.accelerations(small.at, small.mass, a);
  EXPECT_EQ(a, of_small);
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
