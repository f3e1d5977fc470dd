#pragma once

#include <cstddef>
#include <vector>

#include "carom/math/vec2.hpp"

/// The gas all engines are given: discs of diameter 1 in a square box with walls, at random places, without overlap.
/// Lengths are in diameters and the time is in steps, so that a velocity is the way of one step.
namespace carom::bench {

constexpr double k_radius = 0.5;

struct Discs {
  std::vector<Vec2> positions;
  std::vector<Vec2> velocities;

  [[nodiscard]] std::size_t size() const noexcept { return positions.size(); }
};

struct Gas {
  double half = 0;          ///< the box is [-half, half]²
  double displacement = 0;  ///< mean way of a disc in a step
  Discs discs;
};

/// Random sequential addition, which is far from its limit (0.547) at the fractions asked here, and Maxwell velocities.
/// The same gas for the same arguments.
[[nodiscard]] Gas make_gas(std::size_t count, double area_fraction, double displacement);

/// Σ |v|²: all discs have the same mass.
[[nodiscard]] double energy(const Discs& discs);

/// Discs farther outside the box than their diameter.
[[nodiscard]] std::size_t outside(const Discs& discs, double half);

}  // namespace carom::bench
