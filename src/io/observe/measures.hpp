#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "carom/math/vec2.hpp"
#include "io/observe/point_tree.hpp"

/// What is measured of bodies at one moment. docs/mathematics.md, section 23.
namespace carom::io {

struct ObservedBody {
  std::uint64_t serial = 0;
  Vec2 at;  ///< centre of mass; inside the box where that is periodic
  Vec2 velocity;
  double mass = 0;
  double radius = 0;  ///< how far it reaches from its centre

  friend bool operator==(const ObservedBody&, const ObservedBody&) = default;
};

/// For each bin, others found at that distance and how many there would be if they stood anywhere: g is one over the other.
///
/// Equation   g(r) = (A / (N - 1)) <n(r)> / a(r); n(r) others in the ring of area a(r) around a body, mean over bodies
/// Cases      periodic: nearest images, bins up to half of the box. Walls: only bodies farther from them than the bin's
///            outer edge count, for around the others a part of the ring is out of the box
/// Source     J.-P. Hansen, I. R. McDonald, Theory of Simple Liquids, 4th ed. (2013), 2.5. Tests: measures_test
struct RadialCounts {
  std::vector<double> found;
  std::vector<double> expected;
};
[[nodiscard]] RadialCounts radial_counts(const PointTree& tree, const ObservedBox& box, double range,
                                         std::uint32_t bins);

/// The waves that fit a box, in shells of equal width up to the largest wave number: of each shell at most so many,
/// spread over all directions. A shell without any is left out.
struct WaveShell {
  double number = 0;  ///< mean of those of its waves
  std::vector<Vec2> waves;
};
[[nodiscard]] std::vector<WaveShell> wave_shells(const ObservedBox& box, double largest, std::uint32_t shells);

/// For each shell the mean of S(k) = |Σ exp(i k·r)|² / N over its waves.
[[nodiscard]] std::vector<double> structure_factors(const std::vector<Vec2>& points, const ObservedBox& box,
                                                    std::span<const WaveShell> shells);

/// Equation   ψ_j = (1/6) Σ exp(6 i θ_jk) over the six nearest neighbours k of body j, θ the direction of k from j
///            local = (1/N) Σ |ψ_j|, global = |(1/N) Σ ψ_j|
/// Cases      1 in a hexagonal lattice, 0 in a square one. Fewer than seven bodies: nothing
/// Source     B. I. Halperin, D. R. Nelson, Phys. Rev. Lett. 41, 121 (1978). Tests: measures_test
struct BondOrder {
  double local = 0;
  double global = 0;
};
[[nodiscard]] std::optional<BondOrder> bond_order(const PointTree& tree);

/// Bodies whose centres are nearer than `reach` times the sum of their radii are neighbours; those that are joined by
/// neighbours are one cluster.
struct Neighbourhood {
  std::vector<std::uint32_t> coordination;  ///< neighbours of each body
  std::vector<std::uint32_t> clusters;      ///< sizes, the largest first
};
[[nodiscard]] Neighbourhood neighbourhood(const PointTree& tree, std::span<const ObservedBody> bodies, double reach);

}  // namespace carom::io
