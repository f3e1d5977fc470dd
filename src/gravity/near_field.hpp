#pragma once

#include <cstdint>
#include <span>

/// Body by body: the innermost loops of direct summation and of the leaves of the tree.
namespace carom::detail {

/// Bodies in scaled units (see units.hpp), arrays of equal length, rounded up to whole Eights. What fills them up stands
/// somewhere harmless and has mass 0.
struct Bodies {
  const double* x = nullptr;
  const double* y = nullptr;
  const double* mass = nullptr;
};

/// first … last - 1.
struct Stretch {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// The sums over all j of all `stretches`, in their order, for the eight targets from `first` on. `softening_squared` is not
/// zero: k_least_square at least, which is why a body's pull on itself needs no test.
void near_accelerations(const Bodies& target, std::size_t first, const Bodies& source,
                        std::span<const Stretch> stretches, double softening_squared, double* ax, double* ay) noexcept;

/// Adds to the sums of the eight bodies from `first` on, and of eights that begin at each of `others`, what they do to each
/// other: every pair once, for both.
void add_mutual_accelerations(const Bodies& bodies, std::size_t first, std::span<const std::uint32_t> others,
                              double softening_squared, double* sum_x, double* sum_y) noexcept;

/// Σ_j m_j / √(r² + ε²). Targets and sources are the same bodies; a body does not act on itself.
void near_potentials(const Bodies& bodies, std::size_t first, std::span<const Stretch> stretches,
                     double softening_squared, double* potential) noexcept;

}  // namespace carom::detail
