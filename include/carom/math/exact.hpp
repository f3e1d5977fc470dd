#pragma once

#include <array>
#include <cstdint>

#include "carom/math/double_double.hpp"
#include "carom/math/sign.hpp"

/// Numbers without any rounding: the last level of every decision.
///
/// An `Exact<d>` is the value of a polynomial of degree `d` in doubles, as a big integer times a power of 2^64, in fixed
/// memory: no allocation, no failure. The degree is part of the type, so that the compiler proves that the memory suffices:
/// a product of `Exact<2>` and `Exact<3>` is an `Exact<5>`. Every finite double is allowed, subnormal ones included.
namespace carom {

namespace detail {

/// A number read through a pointer, so that the arithmetic is compiled once for all degrees.
struct LimbView {
  const std::uint64_t* limbs;
  int length;    ///< limbs in use; 0 is the number zero
  int exponent;  ///< the lowest limb counts 2^(64 exponent)
  bool negative;
};

struct LimbShape {
  int length;
  int exponent;
  bool negative;
};

LimbShape limbs_from_double(double value, std::uint64_t* out) noexcept;
LimbShape limbs_sum(LimbView a, LimbView b, std::uint64_t* out) noexcept;
LimbShape limbs_product(LimbView a, LimbView b, std::uint64_t* out) noexcept;
/// The number of bits above the binary point: 2^(n-1) <= |value| < 2^n. Only for numbers that are not zero.
int limbs_bit_length(LimbView a) noexcept;
/// value 2^-bits, to a relative error of 2^-104.
DoubleDouble limbs_scaled(LimbView a, int bits) noexcept;

/// A double spans bits -1074 … 1023, 34 limbs; products add up, and two more limbs hold the carries of sums.
constexpr int limb_capacity(int degree) noexcept { return 34 * degree + 2; }

}  // namespace detail

template <int Degree>
class Exact {
 public:
  constexpr Exact() noexcept : shape_{0, 0, false} {}
  explicit Exact(double value) noexcept : shape_(detail::limbs_from_double(value, limbs_.data())) {}

  /// A number of lower degree.
  template <int Lower>
    requires(Lower < Degree)
  Exact(const Exact<Lower>& other) noexcept
      : shape_(detail::limbs_sum(other.view(), {nullptr, 0, 0, false}, limbs_.data())) {}

  Exact(const Exact& other) noexcept { *this = other; }
  /// Copies the limbs in use only.
  Exact& operator=(const Exact& other) noexcept {
    shape_ = other.shape_;
    for (int i = 0; i < shape_.length; ++i)
      limbs_[static_cast<std::size_t>(i)] = other.limbs_[static_cast<std::size_t>(i)];
    return *this;
  }
  ~Exact() = default;

  [[nodiscard]] Sign sign() const noexcept {
    if (shape_.length == 0) return Sign::zero;
    return shape_.negative ? Sign::negative : Sign::positive;
  }
  /// See limbs_bit_length; 0 for zero.
  [[nodiscard]] int bit_length() const noexcept { return shape_.length == 0 ? 0 : detail::limbs_bit_length(view()); }
  /// value 2^-bits in double-double, to a relative error of 2^-104.
  [[nodiscard]] DoubleDouble scaled(int bits) const noexcept { return detail::limbs_scaled(view(), bits); }

  [[nodiscard]] detail::LimbView view() const noexcept {
    return {limbs_.data(), shape_.length, shape_.exponent, shape_.negative};
  }

  friend Exact operator-(Exact a) noexcept {
    a.shape_.negative = !a.shape_.negative;
    return a;
  }

  template <int A, int B>
  friend Exact<(A > B ? A : B)> operator+(const Exact<A>& a, const Exact<B>& b) noexcept;
  template <int A, int B>
  friend Exact<(A > B ? A : B)> operator-(const Exact<A>& a, const Exact<B>& b) noexcept;
  template <int A, int B>
  friend Exact<A + B> operator*(const Exact<A>& a, const Exact<B>& b) noexcept;

 private:
  std::array<std::uint64_t, static_cast<std::size_t>(detail::limb_capacity(Degree))> limbs_;
  detail::LimbShape shape_;
};

template <int A, int B>
[[nodiscard]] Exact<(A > B ? A : B)> operator+(const Exact<A>& a, const Exact<B>& b) noexcept {
  Exact<(A > B ? A : B)> sum;
  sum.shape_ = detail::limbs_sum(a.view(), b.view(), sum.limbs_.data());
  return sum;
}

template <int A, int B>
[[nodiscard]] Exact<(A > B ? A : B)> operator-(const Exact<A>& a, const Exact<B>& b) noexcept {
  detail::LimbView minus_b = b.view();
  minus_b.negative = !minus_b.negative;
  Exact<(A > B ? A : B)> difference;
  difference.shape_ = detail::limbs_sum(a.view(), minus_b, difference.limbs_.data());
  return difference;
}

template <int A, int B>
[[nodiscard]] Exact<A + B> operator*(const Exact<A>& a, const Exact<B>& b) noexcept {
  Exact<A + B> product;
  product.shape_ = detail::limbs_product(a.view(), b.view(), product.limbs_.data());
  return product;
}

}  // namespace carom
