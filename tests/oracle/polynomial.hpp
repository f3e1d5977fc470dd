#pragma once

#include <vector>

#include "exact.hpp"

namespace carom::oracle {

/// A polynomial in t with integer coefficients, lowest first, no leading zeros; the zero polynomial has none.
class Poly {
 public:
  Poly() = default;
  explicit Poly(std::vector<Int> coefficients);

  [[nodiscard]] int degree() const { return static_cast<int>(c_.size()) - 1; }
  [[nodiscard]] bool is_zero() const { return c_.empty(); }
  [[nodiscard]] const Int& operator[](int i) const { return c_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Int& leading() const { return c_.back(); }

  [[nodiscard]] int sign_at(const Rational& t) const;
  [[nodiscard]] int sign_at(const Dyadic& t) const;
  /// The common sign of all values over the cell [n, n + 1] / 2^k, n >= 0; 0 when bounds cannot decide that.
  [[nodiscard]] int sign_over(const Dyadic& cell) const;

 private:
  std::vector<Int> c_;
};

[[nodiscard]] Poly operator+(const Poly& a, const Poly& b);
[[nodiscard]] Poly operator-(const Poly& a, const Poly& b);
[[nodiscard]] Poly operator-(const Poly& a);
[[nodiscard]] Poly operator*(const Poly& a, const Poly& b);
[[nodiscard]] Poly derivative(const Poly& p);
/// Divided by the greatest common divisor of its coefficients; signs stay.
[[nodiscard]] Poly primitive(Poly p);
/// A positive multiple of the remainder of a by b; b is not zero.
[[nodiscard]] Poly positive_remainder(const Poly& a, const Poly& b);
/// a / b, up to a positive or negative constant factor, where b divides a over the rationals.
[[nodiscard]] Poly quotient(const Poly& a, const Poly& b);
/// Up to a constant factor.
[[nodiscard]] Poly gcd(Poly a, Poly b);

/// Sturm's theorem: counts the different roots of a squarefree polynomial between two points that are not roots.
class SturmChain {
 public:
  explicit SturmChain(const Poly& squarefree);
  [[nodiscard]] int variations(const Dyadic& t) const;

 private:
  std::vector<Poly> chain_;
};

}  // namespace carom::oracle
