#include "carom/math/elementary.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "oracle/exact.hpp"
#include "oracle/random.hpp"

namespace carom {
namespace {

using oracle::Int;
using oracle::Random;

constexpr double k_limit = 0.55;  // units in the last place

/// A number of MPFR, wide enough to be the truth.
class Wide {
 public:
  explicit Wide(mpfr_prec_t bits = 160) { mpfr_init2(value_, bits); }
  ~Wide() { mpfr_clear(value_); }
  Wide(const Wide&) = delete;
  Wide& operator=(const Wide&) = delete;
  operator mpfr_ptr() { return value_; }

  /// How far `seen` is from this number, in units of the last place of a double of this size.
  double error_of(double seen) {
    constexpr long k_least = -1074;
    const long exponent = mpfr_zero_p(value_) != 0 ? k_least : std::max(mpfr_get_exp(value_) - 53, k_least);
    Wide difference;
    mpfr_sub_d(difference, value_, seen, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, -exponent, MPFR_RNDN);
    return std::abs(mpfr_get_d(difference, MPFR_RNDN));
  }

 private:
  mpfr_t value_;
};

struct Worst {
  double error = 0;
  double at = 0;
  void see(double e, double x) {
    if (!(e <= error)) error = e, at = x;
  }
  void judge(const char* what) const {
    std::printf("worst error of %s: %.4f units in the last place, at %a\n", what, error, at);
    EXPECT_LT(error, k_limit) << what << " at " << at;
  }
};

struct WorstSinCos {
  Worst sin, cos;
  void see(double angle) {
    static thread_local Wide x(53);
    static thread_local Wide s;
    static thread_local Wide c;
    mpfr_set_d(x, angle, MPFR_RNDN);
    mpfr_sin_cos(s, c, x, MPFR_RNDN);
    const SinCos seen = sin_cos(angle);
    sin.see(s.error_of(seen.sin), angle);
    cos.see(c.error_of(seen.cos), angle);
  }
  void judge(const std::string& where) const {
    sin.judge(("sine, " + where).c_str());
    cos.judge(("cosine, " + where).c_str());
  }
};

struct WorstLog : Worst {
  void see(double x) {
    static thread_local Wide y(53);
    static thread_local Wide l;
    mpfr_set_d(y, x, MPFR_RNDN);
    mpfr_log(l, y, MPFR_RNDN);
    Worst::see(l.error_of(natural_log(x)), x);
  }
};

struct WorstRoot : Worst {
  void see(double x) {
    static thread_local Wide y(53);
    static thread_local Wide r;
    mpfr_set_d(y, x, MPFR_RNDN);
    mpfr_rootn_ui(r, y, 5, MPFR_RNDN);
    Worst::see(r.error_of(fifth_root(x)), x);
  }
};

/// Any finite double but 0, all exponents alike.
double any_nonzero(Random& random) {
  for (;;) {
    const auto x = std::bit_cast<double>(random.next());
    if (std::isfinite(x) && x != 0) return x;
  }
}

double of_exponents(Random& random, int low, int high) {
  return std::ldexp(random.uniform(1, 2), random.range(low, high)) * (random.one_in(2) ? 1 : -1);
}

void judge_sin_cos(int count, std::uint64_t seed) {
  Random random(seed);
  WorstSinCos unreduced;
  WorstSinCos moderate;
  WorstSinCos huge;
  for (int i = 0; i < count; ++i) {
    unreduced.see(random.uniform(-k_pi / 4, k_pi / 4));
    moderate.see(random.uniform(-100, 100));
    moderate.see(of_exponents(random, -1, 19));
    huge.see(of_exponents(random, 20, 1023));
    huge.see(any_nonzero(random));
  }
  unreduced.judge("up to π/4");
  moderate.judge("up to 2^20");
  huge.judge("of any size");
}

void judge_log(int count, std::uint64_t seed) {
  Random random(seed);
  WorstLog any;
  WorstLog near_one;
  WorstLog around;
  for (int i = 0; i < count; ++i) {
    any.see(std::abs(any_nonzero(random)));
    near_one.see(1 + of_exponents(random, -52, -2));
    around.see(random.uniform(0.25, 4));
  }
  any.judge("log, of any size");
  near_one.judge("log, near 1");
  around.judge("log, from 1/4 to 4");
}

TEST(Elementary, FifthRootKeepsItsErrorBound) {
  Random random(6);
  WorstRoot any;
  WorstRoot around;
  for (int i = 0; i < 30'000; ++i) {
    any.see(any_nonzero(random));
    around.see(random.uniform(0.01, 40));
  }
  any.judge("fifth root, of any size");
  around.judge("fifth root, from 0.01 to 40");
}

TEST(Elementary, FifthRootsOfPowersAreExact) {
  for (int n = -100; n <= 100; ++n) {
    const double x = n;
    EXPECT_EQ(fifth_root(x * x * x * x * x), x);
  }
  EXPECT_EQ(fifth_root(std::ldexp(1, -1070)), std::ldexp(1, -214));
  EXPECT_TRUE(std::signbit(fifth_root(-0.0)));
  EXPECT_TRUE(std::isnan(fifth_root(std::numeric_limits<double>::infinity())));
}

TEST(Elementary, SineAndCosineKeepTheirErrorBound) { judge_sin_cos(30'000, 1); }
TEST(Elementary, SineAndCosineKeepTheirErrorBoundSlow) { judge_sin_cos(400'000, 2); }
TEST(Elementary, LogarithmKeepsItsErrorBound) { judge_log(20'000, 3); }
TEST(Elementary, LogarithmKeepsItsErrorBoundSlow) { judge_log(300'000, 4); }

TEST(Elementary, SineAndCosineNextToMultiplesOfAQuarterTurn) {
  Random random(5);
  WorstSinCos worst;
  Wide multiple(200);
  for (int i = 0; i < 20'000; ++i) {
    const long n = i < 2000 ? i - 1000 : static_cast<long>(random.next() >> random.range(1, 60));
    mpfr_const_pi(multiple, MPFR_RNDN);
    mpfr_mul_si(multiple, multiple, n, MPFR_RNDN);
    mpfr_div_ui(multiple, multiple, 4, MPFR_RNDN);  // eighths of a turn too: where the reduction changes over
    double x = mpfr_get_d(multiple, MPFR_RNDN);
    if (x == 0) continue;
    worst.see(x);
    worst.see(std::nextafter(x, 0));
    worst.see(std::nextafter(x, 2 * x));
  }
  worst.judge("next to multiples of π/4");
}

/// The doubles m 2^e that come closest to multiples of π/2 are the convergents q of 2^e 2/π: |2^e 2/π q - p| < 1/q.
TEST(Elementary, SineAndCosineOfTheDoublesClosestToMultiplesOfAQuarterTurn) {
  constexpr int k_bits = 1300;
  Wide two_over_pi(k_bits + 8);
  mpfr_const_pi(two_over_pi, MPFR_RNDN);
  mpfr_ui_div(two_over_pi, 2, two_over_pi, MPFR_RNDN);
  WorstSinCos worst;
  double closest = 1;
  for (int e = -52; e <= 970; ++e) {
    Wide scaled(k_bits + 8);
    mpfr_mul_2si(scaled, two_over_pi, e + k_bits - 1024, MPFR_RNDN);
    Int a;
    mpfr_get_z(a.backend().data(), scaled, MPFR_RNDZ);
    Int b = Int(1) << (k_bits - 1024);
    Int before = 1;  // denominators of the convergents of a / b
    Int q = 0;
    while (b != 0 && q < (Int(1) << 53)) {
      const Int next = before + (a / b) * q;
      before = q;
      q = next;
      const Int rest = a % b;
      a = b;
      b = rest;
      if (before == 0 || before >= (Int(1) << 53)) continue;
      const double x = std::ldexp(before.convert_to<double>(), e);
      worst.see(x);
      worst.see(-x);
      closest = std::min({closest, std::abs(sin_cos(x).sin), std::abs(sin_cos(x).cos)});
    }
  }
  worst.judge("of the hardest angles");
  EXPECT_LT(closest, 0x1p-60);  // they are as hard as they should be: the hardest of all is 2^-60.9 from a multiple
  worst = {};
  worst.see(std::ldexp(6381956970095103.0, 797));  // the hardest (Kahan)
  worst.judge("of the hardest angle");
}

/// Absolute errors, in units of 2^-53: places on a circle of radius 1 are what it is for.
TEST(Elementary, QuickSineAndCosineKeepTheirErrorBound) {
  Random random(8);
  Wide x(53), s, c, difference;
  double worst = 0;
  const auto see = [&](double angle) {
    mpfr_set_d(x, angle, MPFR_RNDN);
    mpfr_sin_cos(s, c, x, MPFR_RNDN);
    const SinCos seen = quick_sin_cos(angle);
    mpfr_sub_d(difference, s, seen.sin, MPFR_RNDN);
    worst = std::max(worst, std::abs(mpfr_get_d(difference, MPFR_RNDN)));
    mpfr_sub_d(difference, c, seen.cos, MPFR_RNDN);
    worst = std::max(worst, std::abs(mpfr_get_d(difference, MPFR_RNDN)));
  };
  for (int i = 0; i < 60'000; ++i) {
    see(random.uniform(-k_pi, k_pi));
    see(of_exponents(random, -20, 19));
  }
  std::printf("worst error of quick sine and cosine: %.4f × 2^-53\n", worst * 0x1p53);
  EXPECT_LE(worst, 0x1p-52);
}

TEST(Elementary, QuickSineAndCosineBeyondTheirRangeAreTheOthers) {
  for (const double angle : {0x1p20, -0x1.8p40, 1e300}) {
    EXPECT_EQ(quick_sin_cos(angle).sin, sin_cos(angle).sin);
    EXPECT_EQ(quick_sin_cos(angle).cos, sin_cos(angle).cos);
  }
  EXPECT_TRUE(std::isnan(quick_sin_cos(std::numeric_limits<double>::infinity()).sin));
  EXPECT_EQ(quick_sin_cos(0).cos, 1);
}

TEST(Elementary, ValuesThatAreExact) {
  EXPECT_EQ(sin_cos(0).sin, 0);
  EXPECT_EQ(sin_cos(0).cos, 1);
  EXPECT_TRUE(std::signbit(sin_cos(-0.0).sin));
  EXPECT_FALSE(std::signbit(sin_cos(0.0).sin));
  for (const double tiny : {0x1p-1074, 0x1p-1022, 0x1.23p-300, 0x1p-100, 0x1.5p-60, -0x1p-40}) {
    EXPECT_EQ(sin_cos(tiny).sin, tiny);
    EXPECT_EQ(sin_cos(tiny).cos, 1);
  }
  EXPECT_EQ(sin_cos(k_pi / 2).sin, 1);
  EXPECT_EQ(sin_cos(k_pi).cos, -1);
  EXPECT_EQ(sin_cos(-k_pi / 2).sin, -1);
  EXPECT_EQ(natural_log(1), 0);
  EXPECT_FALSE(std::signbit(natural_log(1)));
}

TEST(Elementary, SineIsOddAndCosineEven) {
  Random random(6);
  for (int i = 0; i < 10'000; ++i) {
    const double x = any_nonzero(random);
    const SinCos forward = sin_cos(x);
    const SinCos backward = sin_cos(-x);
    ASSERT_EQ(forward.sin, -backward.sin) << x;
    ASSERT_EQ(forward.cos, backward.cos) << x;
  }
}

TEST(Elementary, LogarithmOfEveryPowerOfTwo) {
  WorstLog worst;
  for (int e = -1074; e <= 1023; ++e) worst.see(std::ldexp(1.0, e));
  worst.see(std::numeric_limits<double>::max());
  worst.see(std::nextafter(1.0, 0));
  worst.see(std::nextafter(1.0, 2));
  worst.see(std::sqrt(0.5));
  worst.see(std::sqrt(2.0));
  worst.judge("log, of powers of two");
}

TEST(Elementary, WhatHasNoValueIsNotANumber) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  for (const double x : {k_infinity, -k_infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(std::isnan(sin_cos(x).sin) && std::isnan(sin_cos(x).cos));
    EXPECT_TRUE(std::isnan(natural_log(x)));
  }
  EXPECT_TRUE(std::isnan(natural_log(0)));
  EXPECT_TRUE(std::isnan(natural_log(-1)));
}

/// The same on every platform: a change of any bit of these shows.
TEST(Elementary, BitsAreFixed) {
  Random random(7);
  std::uint64_t hash = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double x = i % 2 == 0 ? any_nonzero(random) : random.uniform(-20, 20);
    const SinCos at_x = sin_cos(x);
    for (const double value : {at_x.sin, at_x.cos, natural_log(std::abs(x))}) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 29U;
    }
  }
  EXPECT_EQ(hash, 8299686221065612767U);
}

}  // namespace
}  // namespace carom
