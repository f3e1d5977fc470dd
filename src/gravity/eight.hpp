#pragma once

#include <cmath>

#include "math/wide.hpp"

/// Eight numbers side by side, in as many vectors as the processor needs for them. Whatever their width, a sum over many is
/// split into the same eight lanes, so its bits are the same everywhere.
namespace carom::detail {

inline constexpr std::size_t k_lanes = 8;

/// Vectors that hold them.
template <class Wide>
inline constexpr std::size_t k_parts = k_lanes / k_width<Wide>;

template <class Wide>
CAROM_ALWAYS_INLINE void root(const Wide& u, Wide& out) {
  CAROM_UNROLL
  for (std::size_t k = 0; k < k_width<Wide>; ++k) out[k] = std::sqrt(u[k]);
}

/// u^{-3/2} of a normal u without √ and ÷, for a loop that keeps the unit for those busy already. Error: 3 units in the
/// last place (eight_test).
///
/// The bits of a double are nearly the logarithm of its value, so half of them, negated, make a first guess at 1/√u, good
/// to 3.5 % (the constant is the one of M. Robertson, "A brief history of InvSqrt", 2012). A cubic in w = u y², the one
/// whose largest error is least where w can be, brings it to 7.5e-7, and two terms of the binomial series do the rest.
/// Only - and * and a shift: the processor's own estimates differ from one make to the next.
template <class Wide>
CAROM_ALWAYS_INLINE void inverse_root_cubed(const Wide& u, Wide& out) {
  const auto guess = reinterpret_cast<Wide>(0x5FE6EB50C7B537A9ULL - (reinterpret_cast<Bits<Wide>>(u) >> 1));
  const Wide w = u * (guess * guess);
  const Wide y =
      guess * (2.1893327487198686 + w * (-2.191720624582651 + w * (1.3154411873181444 - w * 0.3130540578353407)));
  const Wide square = y * y;
  const Wide e = 1.0 - u * square;
  out = (square * y) * (1.0 + e * (1.5 + 1.875 * e));
}

}  // namespace carom::detail
