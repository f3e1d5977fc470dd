#include "gravity/expansion.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::detail {
namespace {

/// f and its derivatives at one place.
void at(double x, double y, double softening_squared, double (&out)[k_terms]) {
  Eight f[k_terms];
  const double value = 1 / std::sqrt(x * x + y * y + softening_squared);
  derivatives<k_order>(Eight{} + x, Eight{} + y, Eight{} + value, f);
  for (std::size_t n = 0; n < k_terms; ++n) out[n] = f[n][0];
}

TEST(Expansion, EachDerivativeIsTheSlopeOfTheOneBefore) {
  constexpr double h = 1e-5;
  for (const double softening_squared : {0.0, 0.3}) {
    double left[k_terms];
    double right[k_terms];
    double low[k_terms];
    double high[k_terms];
    double here[k_terms];
    at(0.8, -0.6, softening_squared, here);
    at(0.8 - h, -0.6, softening_squared, left);
    at(0.8 + h, -0.6, softening_squared, right);
    at(0.8, -0.6 - h, softening_squared, low);
    at(0.8, -0.6 + h, softening_squared, high);
    EXPECT_NEAR(here[0], 1 / std::sqrt(1 + softening_squared), 1e-15);
    for (std::size_t i = 0; i < k_order; ++i) {
      for (std::size_t j = 0; i + j < k_order; ++j) {
        const std::size_t n = term(i, j);
        EXPECT_NEAR(here[term(i + 1, j)], (right[n] - left[n]) / (2 * h), 1e-5) << i << ' ' << j;
        EXPECT_NEAR(here[term(i, j + 1)], (high[n] - low[n]) / (2 * h), 1e-5) << i << ' ' << j;
      }
    }
  }
}

TEST(Expansion, TheLowerOrderIsTheBeginningOfTheHigher) {
  Eight low[k_terms];
  Eight high[k_terms];
  const Eight x = Eight{} + 0.8;
  const Eight y = Eight{} - 0.6;
  const Eight value = Eight{} + 0.9;
  derivatives<k_order - 1>(x, y, value, low);
  derivatives<k_order>(x, y, value, high);
  for (std::size_t n = 0; n < term(k_order, 0); ++n) EXPECT_EQ(low[n][0], high[n][0]) << n;
}

}  // namespace
}  // namespace carom::detail
