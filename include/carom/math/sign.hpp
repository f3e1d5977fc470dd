#pragma once

#include <cstdint>

namespace carom {

enum class Sign : std::int8_t { negative = -1, zero = 0, positive = 1 };

[[nodiscard]] constexpr Sign sign_of(double x) noexcept {
  return x > 0 ? Sign::positive : x < 0 ? Sign::negative : Sign::zero;
}
[[nodiscard]] constexpr Sign operator-(Sign s) noexcept { return static_cast<Sign>(-static_cast<int>(s)); }
[[nodiscard]] constexpr Sign operator*(Sign a, Sign b) noexcept {
  return static_cast<Sign>(static_cast<int>(a) * static_cast<int>(b));
}

}  // namespace carom
