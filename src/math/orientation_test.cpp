#include "carom/math/orientation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/multiprecision/gmp.hpp>

#include "oracle/random.hpp"

namespace carom {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using oracle::Random;

Sign true_orientation(Vec2 a, Vec2 b, Vec2 c) {
  const Rational x(a.x);
  const Rational y(a.y);
  const Rational area = (b.x - x) * (c.y - y) - (b.y - y) * (c.x - x);
  return static_cast<Sign>(area.sign());
}

Sign true_alignment(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Rational product =
      (b.x - Rational(a.x)) * (d.x - Rational(c.x)) + (b.y - Rational(a.y)) * (d.y - Rational(c.y));
  return static_cast<Sign>(product.sign());
}

/// From whole numbers, where much lies on one line, to subnormal ones and the largest coordinates, a few last places apart.
Vec2 random_point(Random& random, int exponent) {
  const auto coordinate = [&] {
    double x = std::ldexp(random.one_in(3) ? random.uniform(-2, 2) : random.range(-2, 2), exponent);
    for (int i = random.below(4); i > 1; --i) x = std::nextafter(x, 1e308);
    return x;
  };
  const double x = coordinate();
  return {x, coordinate()};
}

RC_GTEST_PROP(Orientation, IsThatOfRationals, (std::uint64_t seed)) {
  constexpr int k_exponents[] = {-1074, -1060, -540, -300, 0, 0, 199, 520, 1020};
  Random random(seed);
  for (int i = 0; i < 100; ++i) {
    const int exponent = k_exponents[random.below(9)];
    const Vec2 a = random_point(random, exponent);
    const Vec2 b = random_point(random, exponent);
    const Vec2 c = random_point(random, random.one_in(8) ? k_exponents[random.below(9)] : exponent);
    const Vec2 d = random_point(random, exponent);
    const Sign turn = orientation(a, b, c);
    RC_ASSERT(turn == true_orientation(a, b, c));
    RC_ASSERT(turn == orientation(b, c, a));
    RC_ASSERT(turn == -orientation(b, a, c));
    RC_ASSERT(alignment(a, b, c, d) == true_alignment(a, b, c, d));
    RC_ASSERT(alignment(a, b, c, d) == -alignment(b, a, c, d));
  }
}

// Kettner et al. 2008, "Classroom examples of robustness problems": every sign differs from its neighbours'.
TEST(Orientation, IsRightInTheGridWhereRoundedOnesFail) {
  int wrong_if_rounded = 0;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const Vec2 a{0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53};
      const Vec2 b{12, 12};
      const Vec2 c{24, 24};
      const Sign expected = true_orientation(a, b, c);
      ASSERT_EQ(orientation(a, b, c), expected) << i << ' ' << j;
      if (sign_of(cross(b - a, c - a)) != expected) ++wrong_if_rounded;
    }
  }
  EXPECT_GT(wrong_if_rounded, 100);
}

TEST(Orientation, OneLastBitOffTheLineCounts) {
  for (const double size : {0x1p-1070, 1e-300, 1e-160, 1.0, 1e60, 1e150, 1e300}) {
    const Vec2 a{size, size};
    const Vec2 b{3 * size, 3 * size};
    const Vec2 on_line{7 * size, 7 * size};
    const Vec2 left{7 * size, std::nextafter(7 * size, 1e308)};
    const Vec2 right{7 * size, std::nextafter(7 * size, 0)};
    EXPECT_EQ(orientation(a, b, on_line), Sign::zero) << size;
    EXPECT_EQ(orientation(a, b, left), Sign::positive) << size;
    EXPECT_EQ(orientation(a, b, right), Sign::negative) << size;
    EXPECT_EQ(orientation(a, a, left), Sign::zero) << size;
  }
}

TEST(Orientation, ALastBitFarAwayCounts) {
  const Vec2 far{1e60, 1e60};
  EXPECT_EQ(orientation({-1e60, -1e60}, far, {0, 0}), Sign::zero);
  EXPECT_EQ(orientation({-1e60, -1e60}, far, {0, 0x1p-1074}), Sign::positive);
  EXPECT_EQ(orientation({-1e60, -1e60}, far, {0x1p-1074, 0}), Sign::negative);
}

TEST(Alignment, OneLastBitOffTheRightAngleCounts) {
  for (const double size : {0x1p-1070, 1e-300, 1.0, 1e60, 1e300}) {
    const Vec2 origin{0, 0};
    const Vec2 a{3 * size, 4 * size};
    EXPECT_EQ(alignment(origin, a, origin, perpendicular(a)), Sign::zero) << size;
    EXPECT_EQ(alignment(origin, a, origin, {-4 * size, std::nextafter(3 * size, 1e308)}), Sign::positive) << size;
    EXPECT_EQ(alignment(origin, a, {std::nextafter(4 * size, 1e308), 0}, {0, 3 * size}), Sign::negative) << size;
    EXPECT_EQ(alignment(origin, a, a, a), Sign::zero) << size;
  }
}

}  // namespace
}  // namespace carom
