#pragma once

#include <array>
#include <cstddef>

#include "gravity/eight.hpp"

/// Taylor expansions in two variables of f(x, y) = 1/√(x² + y² + ε²).
///
/// A cell's bodies at c + s pull on c' + t, with R = c' - c:
///
///     Σ m f(R + t - s) = Σ_{k,l} t_x^k t_y^l / (k! l!) L_kl,   L_kl = Σ_{i,j} M_ij ∂_x^{i+k} ∂_y^{j+l} f(R),
///     M_ij = Σ m (-s_x)^i (-s_y)^j / (i! j!)
///
/// over i + j + k + l <= k_order. About the centre of mass M_10 = M_01 = 0. Moments of order k_order are left out: they
/// would only add to L_00.
namespace carom::detail {

inline constexpr std::size_t k_order = 5;

/// Where the coefficient of x^i y^j stands.
constexpr std::size_t term(std::size_t i, std::size_t j) noexcept { return (i + j) * (i + j + 1) / 2 + j; }
inline constexpr std::size_t k_terms = term(0, k_order) + 1;
inline constexpr std::size_t k_moments = term(0, k_order - 1) + 1;

/// power[n] = x^n / n!
template <std::size_t N, class Number>
CAROM_ALWAYS_INLINE void divided_powers(const Number& x, Number (&power)[N]) {
  power[0] = Number{} + 1.0;
  CAROM_UNROLL
  for (std::size_t n = 1; n < N; ++n) power[n] = power[n - 1] * x * (1.0 / static_cast<double>(n));
}

/// All derivatives of f up to Order, from f itself. With g_0 = f = u^{-1/2}, u = x² + y² + ε², and
/// g_{n+1} = -(2n+1) g_n / u, the derivative of g_n along x is x g_{n+1}; the rest is the product rule.
template <std::size_t Order, class Wide>
CAROM_ALWAYS_INLINE void derivatives(const Wide& x, const Wide& y, const Wide& value, Wide (&f)[k_terms]) {
  static_assert(Order == 4 || Order == 5);
  const Wide xx = x * x;
  const Wide yy = y * y;
  const Wide xy = x * y;
  Wide g[Order + 1];
  g[0] = value;
  const Wide inverse = value * value;
  CAROM_UNROLL
  for (std::size_t n = 0; n < Order; ++n) g[n + 1] = g[n] * (inverse * -(2.0 * static_cast<double>(n) + 1.0));
  f[term(0, 0)] = g[0];
  f[term(1, 0)] = x * g[1];
  f[term(0, 1)] = y * g[1];
  f[term(2, 0)] = xx * g[2] + g[1];
  f[term(1, 1)] = xy * g[2];
  f[term(0, 2)] = yy * g[2] + g[1];
  f[term(3, 0)] = x * (xx * g[3] + 3.0 * g[2]);
  f[term(2, 1)] = y * (xx * g[3] + g[2]);
  f[term(1, 2)] = x * (yy * g[3] + g[2]);
  f[term(0, 3)] = y * (yy * g[3] + 3.0 * g[2]);
  f[term(4, 0)] = xx * (xx * g[4] + 6.0 * g[3]) + 3.0 * g[2];
  f[term(3, 1)] = xy * (xx * g[4] + 3.0 * g[3]);
  f[term(2, 2)] = xx * (yy * g[4] + g[3]) + (yy * g[3] + g[2]);
  f[term(1, 3)] = xy * (yy * g[4] + 3.0 * g[3]);
  f[term(0, 4)] = yy * (yy * g[4] + 6.0 * g[3]) + 3.0 * g[2];
  if constexpr (Order > 4) {
    f[term(5, 0)] = x * (xx * (xx * g[5] + 10.0 * g[4]) + 15.0 * g[3]);
    f[term(4, 1)] = y * (xx * (xx * g[5] + 6.0 * g[4]) + 3.0 * g[3]);
    f[term(3, 2)] = x * (yy * (xx * g[5] + 3.0 * g[4]) + (xx * g[4] + 3.0 * g[3]));
    f[term(2, 3)] = y * (xx * (yy * g[5] + 3.0 * g[4]) + (yy * g[4] + 3.0 * g[3]));
    f[term(1, 4)] = x * (yy * (yy * g[5] + 6.0 * g[4]) + 3.0 * g[3]);
    f[term(0, 5)] = y * (yy * (yy * g[5] + 10.0 * g[4]) + 15.0 * g[3]);
  }
}

/// Adds to moments about one point those known about another, which is (-x, -y) away. The first-order ones are zero on
/// entry and not looked at on exit.
template <class Number>
CAROM_ALWAYS_INLINE void add_shifted_moments(const Number (&from)[k_moments], const Number& x, const Number& y,
                                             Number (&to)[k_moments]) {
  Number xs[k_order];
  Number ys[k_order];
  divided_powers(x, xs);
  divided_powers(y, ys);
  CAROM_UNROLL
  for (std::size_t i = 0; i < k_order; ++i) {
    CAROM_UNROLL
    for (std::size_t j = 0; i + j < k_order; ++j) {
      Number sum{};
      CAROM_UNROLL
      for (std::size_t a = 0; a <= i; ++a) {
        CAROM_UNROLL
        for (std::size_t b = 0; b <= j; ++b) {
          if (a + b != 1) sum += from[term(a, b)] * (xs[i - a] * ys[j - b]);
        }
      }
      to[term(i, j)] += sum;
    }
  }
}

/// The expansion about a point (x, y) further on.
template <class Number>
CAROM_ALWAYS_INLINE void shift_expansion(const double (&from)[k_terms], const Number& x, const Number& y,
                                         Number (&to)[k_terms]) {
  Number xs[k_order + 1];
  Number ys[k_order + 1];
  divided_powers(x, xs);
  divided_powers(y, ys);
  Number xys[k_terms];
  CAROM_UNROLL
  for (std::size_t i = 0; i <= k_order; ++i) {
    CAROM_UNROLL
    for (std::size_t j = 0; i + j <= k_order; ++j) xys[term(i, j)] = xs[i] * ys[j];
  }
  CAROM_UNROLL
  for (std::size_t k = 0; k <= k_order; ++k) {
    CAROM_UNROLL
    for (std::size_t l = 0; k + l <= k_order; ++l) {
      Number sum{};
      CAROM_UNROLL
      for (std::size_t i = 0; i + k + l <= k_order; ++i) {
        CAROM_UNROLL
        for (std::size_t j = 0; i + j + k + l <= k_order; ++j) sum += from[term(i + k, j + l)] * xys[term(i, j)];
      }
      to[term(k, l)] = sum;
    }
  }
}

}  // namespace carom::detail
