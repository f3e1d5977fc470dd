#pragma once

#include <vector>

#include "algebraic.hpp"
#include "lifted.hpp"

namespace carom::oracle {

/// An instant at which the state of the pair may change.
struct Critical {
  Root t;
  bool contact;  ///< the outlines have a common point then
};

/// All of them in [0, 2), in order and without repeats: between two neighbours the state stays as it is. (Up to 2, because
/// what happens at t = 1 is judged by what would follow.)
[[nodiscard]] std::vector<Critical> critical_times(const LiftedShape& a, const LiftedShape& b);

}  // namespace carom::oracle
