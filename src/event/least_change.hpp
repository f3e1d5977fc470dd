#pragma once

#include <cstdint>
#include <span>

#include "carom/math/vec2.hpp"

/// Velocities that satisfy the conditions of the contacts, and are as near as possible to those before.
///
/// Problem    min ½ Σ m |v' - v|²   such that   n·(va' - vb') >= least   at every contact. The impulses are its multipliers: no
///            contact pulls, and only those push that do no more than they must (Moreau 1988; a unique solution)
/// Method     active set on the impulses, each set solved directly (Lawson, Hanson, "Solving least squares problems", 1974, ch.
///            23), and refined on the velocities: direct, because iterations from contact to contact need as many rounds as the
///            ratio of the masses
/// Symbols    n: unit, pushes a off b; m: mass
/// Range      up to some dozens of contacts; ratios of masses up to about 1e10
/// Energy     with no least velocity above 0 and nothing that is fixed moving, it does not grow
/// Tests      least_change_test
namespace carom::detail {

struct AskingContact {
  static constexpr std::uint32_t k_fixed = ~std::uint32_t{0};

  std::uint32_t a = 0;
  std::uint32_t b = k_fixed;  ///< or a body that can be moved, too
  Vec2 normal;
  double least = 0;    ///< of n·(va - vb), of what is fixed relative to its own velocity
  double impulse = 0;  ///< the solution
};

/// Changes the velocities. False: the conditions cannot all be met, and nothing is changed.
[[nodiscard]] bool change_least(std::span<Vec2> velocities, std::span<const double> inverse_masses,
                                std::span<AskingContact> contacts);

}  // namespace carom::detail
