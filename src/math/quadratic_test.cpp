#include "carom/math/quadratic.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/gmp.hpp>
#include <vector>

#include "oracle/random.hpp"

namespace carom {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_100::backend_type,
                                           boost::multiprecision::et_off>;
using oracle::Random;

/// The quadratic with these coefficients.
auto with_coefficients(double c0, double m, double c2) {
  return [=](auto lift) {
    const auto one = lift(1.0);
    return Quadratic{lift(c0) * one, lift(m) * one, lift(c2) * one};
  };
}

/// The quadratic (a s - b)(c s - d), whose roots are t = b / (a + b) and d / (c + d), s = t / (1 - t).
auto with_factors(double a, double b, double c, double d) {
  return [=](auto lift) {
    return Quadratic{lift(b) * lift(d), lift(0) - lift(a) * lift(d) - lift(b) * lift(c), lift(a) * lift(c)};
  };
}

ExactQuadratic exact(const auto& build) { return build(LiftExact{}); }

/// Value, slope and bend of c0 (1-t)² + m t (1-t) + c2 t² at t.
template <class Number>
struct Taylor {
  Number value, slope, bend;

  Taylor(const Number& c0, const Number& m, const Number& c2, const Number& t)
      : value(c0 * (1 - t) * (1 - t) + m * t * (1 - t) + c2 * t * t),
        slope((m - 2 * c0) * (1 - t) + (2 * c2 - m) * t),
        bend(c0 - m + c2) {}

  /// The sign just after (1) or before (-1).
  int beside(int side) const {
    if (value != 0) return value.sign();
    return slope != 0 ? side * slope.sign() : bend.sign();
  }
};

/// All roots in (0, 1], ascending, from the power form; exact at 0 and 1 for whole coefficients.
std::vector<Real> roots_by_formula(int c0, int m, int c2) {
  const int a = c0 - m + c2;
  const int b = m - 2 * c0;
  const int d = b * b - 4 * a * c0;
  std::vector<Real> all;
  if (a == 0 && b != 0) all = {Real(-c0) / b};
  if (a != 0 && d >= 0) all = {(-b - sqrt(Real(d))) / (2 * a), (-b + sqrt(Real(d))) / (2 * a)};
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase_if(all, [](const Real& t) { return t <= 0 || t > 1; });
  return all;
}

struct Small {
  explicit Small(int code) : c0(code % 11 - 5), m(code / 11 % 11 - 5), c2(code / 121 - 5) {}
  static constexpr int k_count = 11 * 11 * 11;

  int c0, m, c2;
  ExactQuadratic f = exact(with_coefficients(c0, m, c2));
  QuadraticSigns signs = certified_signs(with_coefficients(c0, m, c2));
  Roots roots = roots_in_step(signs, [this] { return discriminant(f).sign(); });
  std::vector<Real> times = roots_by_formula(c0, m, c2);
};

TEST(Quadratic, RootsOfAllSmallCoefficientsAreFoundInOrder) {
  for (int code = 0; code < Small::k_count; ++code) {
    const Small q(code);
    SCOPED_TRACE(testing::Message() << q.c0 << ' ' << q.m << ' ' << q.c2);
    ASSERT_TRUE(q.signs.c0 == sign_of(q.c0) && q.signs.m == sign_of(q.m) && q.signs.c2 == sign_of(q.c2));
    ASSERT_EQ(q.signs.vanishes(), q.c0 == 0 && q.m == 0 && q.c2 == 0);
    ASSERT_EQ(static_cast<std::size_t>(q.roots.count), q.times.size());
    for (std::size_t i = 0; i < q.times.size(); ++i) {
      const Root which = q.roots.which[i];
      ASSERT_EQ(which == Root::other, q.c0 == 0);
      const double t = certified_root_time(with_coefficients(q.c0, q.m, q.c2), q.signs, which);
      ASSERT_LE(abs(t - q.times[i]), Real(k_time_error));
      ASSERT_LE(abs(exact_root_time(q.f, q.signs, which) - q.times[i]), Real(0x1p-53));
      const Instant root = Instant::root(q.f, q.signs, which);
      const Taylor<Real> near(q.c0, q.m, q.c2, q.times[i]);
      const bool is_double = q.m * q.m == 4 * q.c0 * q.c2 && q.c0 != 0;
      ASSERT_EQ(root.sign_at(q.f), Sign::zero);
      ASSERT_EQ(static_cast<int>(root.sign_after(q.f)), is_double ? near.bend.sign() : near.slope.sign());
      ASSERT_EQ(static_cast<int>(root.sign_before(q.f)), is_double ? near.bend.sign() : -near.slope.sign());
    }
  }
}

TEST(Quadratic, TheDiscriminantIsAskedForOnlyWhereSignsLeaveItOpen) {
  int asked = 0;
  for (int code = 0; code < 27; ++code) {
    const QuadraticSigns signs{static_cast<Sign>(code % 3 - 1), static_cast<Sign>(code / 3 % 3 - 1),
                               static_cast<Sign>(code / 9 - 1)};
    (void)roots_in_step(signs, [&] { return ++asked, Sign::zero; });
  }
  EXPECT_EQ(asked, 2);  // + - + and - + -
}

double any_size(Random& random, int exponents) {
  return std::ldexp(random.uniform(0.5, 1), random.range(-exponents, exponents));
}

// Rational roots of every size, many of them a last place apart.
RC_GTEST_PROP(Quadratic, TimesAreWithinTheirErrorHoweverNearTheRoots, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 20; ++i) {
    const int exponents = random.one_in(2) ? 2 : random.one_in(2) ? 199 : 500;
    double a = any_size(random, exponents);
    double b = any_size(random, exponents);
    double c = random.one_in(3) ? any_size(random, exponents) : a;
    double d = random.one_in(3) ? any_size(random, exponents) : b;
    for (int k = random.below(4); k > 0; --k) d = std::nextafter(d, 1e308);
    if (Rational(b) * Rational(c) > Rational(a) * Rational(d)) std::swap(a, c), std::swap(b, d);
    const int negative = random.below(2) * 2 - 1;
    const auto build = with_factors(negative * a, negative * b, c, d);
    const ExactQuadratic f = exact(build);
    const QuadraticSigns signs = certified_signs(build);
    const Roots roots = roots_in_step(signs, [&] { return discriminant(f).sign(); });
    const Rational expected[] = {b / (Rational(a) + Rational(b)), d / (Rational(c) + Rational(d))};
    RC_ASSERT(roots.count == (expected[0] == expected[1] ? 1 : 2));
    for (int k = 0; k < roots.count; ++k) {
      const Root which = roots.which[k];
      RC_ASSERT(abs(Rational(certified_root_time(build, signs, which)) - expected[k]) <= Rational(k_time_error));
      RC_ASSERT(abs(Rational(exact_root_time(f, signs, which)) - expected[k]) <= Rational(k_time_error));
      // The instant itself is exact: it is the root of its own factor, and on the right side of the other.
      const Instant instant = Instant::root(f, signs, which);
      RC_ASSERT(static_cast<int>(instant.sign_at(exact(with_factors(a, b, 0, -1)))) == k);
      RC_ASSERT(static_cast<int>(instant.sign_at(exact(with_factors(c, d, 0, -1)))) == k - (roots.count - 1));
    }
  }
}

RC_GTEST_PROP(Instant, RationalMomentsHaveTheSignsOfRationals, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 50; ++i) {
    const auto any = [&] { return random.one_in(2) ? random.range(-3, 3) : any_size(random, 300); };
    const double c0 = any();
    const double m = any();
    const double c2 = any();
    const double x = random.range(0, 2);
    const double y = x == 0 ? 1 : random.range(0, 2);
    const ExactQuadratic g = exact(with_coefficients(c0, m, c2));
    const Instant moment = x == 0 ? Instant::start() : Instant::ratio(Exact<2>(Exact<1>(x)), Exact<2>(Exact<1>(y)));
    const Taylor<Rational> expected(Rational(c0), Rational(m), Rational(c2), Rational(x) / Rational(x + y));
    RC_ASSERT(static_cast<int>(moment.sign_at(g)) == expected.value.sign());
    RC_ASSERT(static_cast<int>(moment.sign_after(g)) == expected.beside(1));
    RC_ASSERT(static_cast<int>(moment.sign_before(g)) == expected.beside(-1));
  }
}

// g passes the root of f by 2^-200, which only exact arithmetic sees; any other g is far from zero there, or zero.
TEST(Instant, IrrationalMomentsTellTheSmallestDifference) {
  for (int code = 0; code < Small::k_count; ++code) {
    const Small q(code);
    for (std::size_t i = 0; i < q.times.size() && q.times[i] < 1; ++i) {
      const Instant root = Instant::root(q.f, q.signs, q.roots.which[i]);
      for (const double shift : {0x1p-200, -0x1p-200, 0x1p-1074}) {
        const ExactQuadratic g{q.f.c0 + Exact<1>(shift), q.f.m, q.f.c2};
        ASSERT_EQ(root.sign_at(g), sign_of(shift)) << code;
        ASSERT_EQ(root.sign_before(g), sign_of(shift));
      }
      for (int other = 0; other < Small::k_count; other += 37) {
        const Small g(other);
        const Taylor<Real> near(g.c0, g.m, g.c2, q.times[i]);
        const int expected = abs(near.value) < 1e-80 ? 0 : near.value.sign();
        ASSERT_EQ(static_cast<int>(root.sign_at(g.f)), expected) << code << ' ' << other;
        if (expected == 0 && abs(near.slope) > 1e-80) {
          ASSERT_EQ(static_cast<int>(root.sign_after(g.f)), near.slope.sign());
          ASSERT_EQ(static_cast<int>(root.sign_before(g.f)), -near.slope.sign());
        }
      }
    }
  }
}

TEST(Quadratic, SignWithRootIsRightForAllSigns) {
  for (int code = 0; code < 13 * 7 * 10; ++code) {
    const int p = code % 13 - 6, q = code / 13 % 7 - 3, d = code / 91;
    const Real value = p + q * sqrt(Real(d));
    ASSERT_EQ(static_cast<int>(sign_with_root(Exact<1>(p), Exact<1>(q), Exact<1>(d))), value.sign()) << code;
  }
}

}  // namespace
}  // namespace carom
