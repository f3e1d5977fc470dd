#include "math/sums.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "carom/math/double_double.hpp"

namespace carom::detail {
namespace {

TEST(CompensatedSum, KeepsWhatRoundingTakes) {
  CompensatedSum sum;
  for (const double term : {1.0, 1e100, 1.0, -1e100}) sum.add(term);
  EXPECT_EQ(sum.value(), 2);
}

TEST(CompensatedSum, OfManyTenths) {
  CompensatedSum sum;
  double plain = 0;
  for (int k = 0; k < 1'000'000; ++k) {
    sum.add(0.1);
    plain += 0.1;
  }
  EXPECT_NE(plain, 100'000);
  EXPECT_EQ(sum.value(), 100'000);
}

/// Terms of very different sizes and both signs.
std::vector<double> some_terms() {
  const auto term =
      rc::gen::map(rc::gen::pair(rc::gen::inRange(-1'000'000'000, 1'000'000'000), rc::gen::inRange(-60, 60)),
                   [](std::pair<int, int> parts) { return std::ldexp(parts.first, parts.second); });
  return *rc::gen::container<std::vector<double>>(term);
}

RC_GTEST_PROP(CompensatedSum, IsAsGoodAsOneRounding, ()) {
  CompensatedSum sum;
  DoubleDouble wide;
  double sizes = 0;
  const std::vector<double> terms = some_terms();
  for (const double term : terms) {
    sum.add(term);
    wide = wide + DoubleDouble(term);
    sizes += std::abs(term);
  }
  // Neumaier's bound: u |sum| + n² u² Σ |terms|, u half an epsilon.
  const double u = std::numeric_limits<double>::epsilon() / 2;
  const double count = static_cast<double>(terms.size());
  const double bound = 2 * u * std::abs(wide.rounded()) + 2 * count * count * u * u * sizes;
  RC_ASSERT(std::abs((wide - DoubleDouble(sum.value())).rounded()) <= bound);
}

RC_GTEST_PROP(CompensatedSum, GoesOnFromItsTwoPartsInTheSameBits, ()) {
  CompensatedSum whole;
  CompensatedSum resumed;
  for (const double term : some_terms()) {
    whole.add(term);
    resumed = CompensatedSum(resumed.sum(), resumed.rest());
    resumed.add(term);
  }
  RC_ASSERT(whole.value() == resumed.value());
  RC_ASSERT(whole.rest() == resumed.rest());
}

}  // namespace
}  // namespace carom::detail
