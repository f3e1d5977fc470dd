#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "carom/math/vec2.hpp"

/// Every body pulls every other.
///
/// Equation   a_i = Σ_j G m_j d / (|d|² + ε²)^{3/2},  d = x_j - x_i;   potential  -Σ_{i<j} G m_i m_j / √(|d|² + ε²)
/// Symbols    x position, m mass, ε softening, G the constant of gravity
/// Cases      opening 0, or fewer than k_tree_from bodies: direct summation, each body's sum in the order of the bodies.
///            Otherwise a tree: cells that are far apart for their size pull each other as a whole, by Taylor expansions.
///            Two centres at one point pull each other in no direction: such a pair adds nothing to the accelerations,
///            and without softening nothing to the potential.
/// Range      all finite positions, finite masses >= 0; results beyond the range of double are infinite, never NaN.
///            Pairs nearer than 1e-90 of the largest coordinate count as that far apart.
/// Error      direct: rounding. Tree: docs/mathematics.md, section Gravity; attraction_test: falls with `opening`
/// Bits       the same for every number of threads, every width of vector, and WebAssembly
/// Source     W. Dehnen, "A hierarchical O(N) force calculation algorithm", J. Comput. Phys. 179 (2002)
namespace carom::detail {
class StepGuard;
}

namespace carom {

/// The law.
struct Attraction {
  double G = 1;
  double softening = 0;
  /// 0: direct summation. Otherwise two cells act as a whole when the mean of their radii is at most this share of the
  /// free way between them. Up to 2.
  double opening = 0.5;
};

/// With fewer bodies direct summation is faster than the tree.
inline constexpr std::size_t k_tree_from = 256;

/// Computes forces and potentials. Keeps its memory from one call to the next and nothing else: a result follows from
/// the arguments alone.
class Attractor {
 public:
  explicit Attractor(const Attraction& law);
  Attractor(const Attractor& other);
  Attractor(Attractor&& other) noexcept;
  Attractor& operator=(const Attractor& other);
  Attractor& operator=(Attractor&& other) noexcept;
  ~Attractor();

  [[nodiscard]] const Attraction& law() const noexcept { return law_; }

  /// Overwrites `acceleration`; all three spans are of one length. Bodies of mass 0 are pulled and do not pull. A guard that
  /// says stop ends it in the middle; the results are then good for nothing.
  void accelerations(std::span<const Vec2> at, std::span<const double> mass, std::span<Vec2> acceleration,
                     unsigned threads = 1, detail::StepGuard* guard = nullptr);

  /// Of all pairs; at the accuracy of the accelerations.
  [[nodiscard]] double potential(std::span<const Vec2> at, std::span<const double> mass, unsigned threads = 1);

 private:
  struct Memory;

  Attraction law_;
  std::unique_ptr<Memory> memory_;
};

/// √(Σ|Δa|² / Σ|a|²), Δa against direct summation, over at most `samples` bodies, spread over their numbers; always the
/// same ones.
[[nodiscard]] double force_error(const Attraction& law, std::span<const Vec2> at, std::span<const double> mass,
                                 std::span<const Vec2> acceleration, std::size_t samples);

}  // namespace carom
