#pragma once

#include <cmath>
#include <cstdint>

namespace carom::detail {

/// Neumaier's compensated sum: what rounding takes from one addition is kept and given back at the end.
class CompensatedSum {
 public:
  constexpr CompensatedSum() = default;
  constexpr CompensatedSum(double sum, double rest) : sum_(sum), rest_(rest) {}

  void add(double term) noexcept {
    const double next = sum_ + term;
    rest_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  [[nodiscard]] double value() const noexcept { return sum_ + rest_; }
  [[nodiscard]] double sum() const noexcept { return sum_; }
  [[nodiscard]] double rest() const noexcept { return rest_; }

 private:
  double sum_ = 0;
  double rest_ = 0;
};

}  // namespace carom::detail
