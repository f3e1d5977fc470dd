#include "gravity/near_field.hpp"

#include "gravity/eight.hpp"

namespace carom::detail {
namespace {

/// Below this, without softening, two centres are one: see k_least_square, which stands in for the softening then.
constexpr double k_coincident_square = 1e-179;

CAROM_VECTOR_CLONES void sum_accelerations(Bodies target, std::size_t first, Bodies source, const Stretch* stretches,
                                           std::size_t count, double softening_squared, double* ax,
                                           double* ay) noexcept {
  Eight x;
  Eight y;
  load(target.x + first, x);
  load(target.y + first, y);
  Eight sum_x{};
  Eight sum_y{};
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t j = stretches[k].first; j < stretches[k].last; ++j) {
      const Eight dx = source.x[j] - x;
      const Eight dy = source.y[j] - y;
      Eight pull;
      inverse_root_cubed(dx * dx + (dy * dy + softening_squared), pull);
      pull *= source.mass[j];
      sum_x += pull * dx;
      sum_y += pull * dy;
    }
  }
  store(sum_x, ax);
  store(sum_y, ay);
}

CAROM_VECTOR_CLONES void sum_potentials(Bodies bodies, std::size_t first, const Stretch* stretches, std::size_t count,
                                        double softening_squared, double* potential) noexcept {
  const EightBits lane = {0, 1, 2, 3, 4, 5, 6, 7};
  Eight x;
  Eight y;
  load(bodies.x + first, x);
  load(bodies.y + first, y);
  Eight sum{};
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t j = stretches[k].first; j < stretches[k].last; ++j) {
      const Eight dx = bodies.x[j] - x;
      const Eight dy = bodies.y[j] - y;
      const Eight square = dx * dx + (dy * dy + softening_squared);
      Eight share;
      inverse_root(square, share);
      const auto counts = (lane + first != EightBits{} + j) & (square > k_coincident_square);
      sum += bodies.mass[j] *
             reinterpret_cast<Eight>(reinterpret_cast<EightBits>(share) & reinterpret_cast<EightBits>(counts));
    }
  }
  store(sum, potential);
}

}  // namespace

void near_accelerations(const Bodies& target, std::size_t first, const Bodies& source,
                        std::span<const Stretch> stretches, double softening_squared, double* ax, double* ay) noexcept {
  sum_accelerations(target, first, source, stretches.data(), stretches.size(), softening_squared, ax, ay);
}

void near_potentials(const Bodies& bodies, std::size_t first, std::span<const Stretch> stretches,
                     double softening_squared, double* potential) noexcept {
  sum_potentials(bodies, first, stretches.data(), stretches.size(), softening_squared, potential);
}

}  // namespace carom::detail
