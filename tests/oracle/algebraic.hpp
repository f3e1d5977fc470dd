#pragma once

#include <vector>

#include "polynomial.hpp"

namespace carom::oracle {

/// A real root of an integer polynomial: either a rational number, or the only root of a squarefree polynomial in the open
/// cell (n, n + 1) / 2^k, none of whose ends is a root. Cells shrink on demand, so any comparison ends with certainty.
class Root {
 public:
  explicit Root(Rational value) : rational_(true), value_(std::move(value)) {}
  Root(Poly squarefree, Dyadic cell);

  [[nodiscard]] bool is_rational() const { return rational_; }
  /// Only where is_rational().
  [[nodiscard]] const Rational& value() const { return value_; }
  /// Only where not is_rational().
  [[nodiscard]] const Poly& poly() const { return poly_; }
  [[nodiscard]] const Dyadic& cell() const { return cell_; }

  /// Halves the cell.
  void refine();

 private:
  bool rational_ = false;
  Rational value_;
  Poly poly_;
  Dyadic cell_;
  int sign_left_ = 0;
};

/// The different real roots in [0, 2), in no order; none for the zero polynomial. No cell contains 1.
[[nodiscard]] std::vector<Root> roots_from_zero_to_two(const Poly& p);

/// -1, 0 or 1 as a is before, the same as, or after b. May shrink their cells; cells of different roots end up disjoint.
[[nodiscard]] int compare(Root& a, Root& b);
[[nodiscard]] int compare(const Root& a, const Rational& b);

/// The sign of q at the root.
[[nodiscard]] int sign_at(const Poly& q, Root& root);

/// The shortest n / 2^k strictly between two roots that were compared, a before b. May shrink their cells.
[[nodiscard]] Dyadic instant_between(Root& a, Root& b);

struct Approximation {
  Real value;
  double error;  ///< a bound
};
[[nodiscard]] Approximation approximate(Root root);

}  // namespace carom::oracle
