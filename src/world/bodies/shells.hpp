#pragma once

#include <span>
#include <vector>

#include "carom/gravity/attraction.hpp"
#include "carom/world/settings.hpp"
#include "math/step_guard.hpp"

/// What hollow bodies pull: outside as a point, inside nothing.
///
/// Equation    of a pair at distance d:  potential -G m M / √(max(d, ρ)² + ε²);  force as between two points where d >= ρ, none
///             where d < ρ. Both sides: what does not pull is not pulled.
/// Symbols     ρ the larger shell of the two: of a ring its radius, of an arena how far it reaches around its centre of mass,
///             of everything solid 0; ε softening
/// Why         a body inside could reach the centre of mass, where a point's pull has no bound. A sphere's shell pulls nothing
///             inside and as a point outside (Newton); a ring in the plane under 1/d² does neither exactly, so this is a
///             convention. It is the one that is continuous in energy, so that energy is kept whatever passes the wall.
/// Source      docs/mathematics.md, section 20
namespace carom::detail {

/// Of a shape that is not hollow 0.
[[nodiscard]] double shell_of(const BodyShape& shape) noexcept;

/// Those that pull each other, by number.
struct Pulling {
  std::span<const Vec2> at;
  std::span<const double> mass;
  std::span<const double> shell;
};

/// Forces and potentials of points some of which are hollow. Hollow bodies with another in their shell are summed one by one,
/// all others as the attractor does.
class ShellAttractor {
 public:
  explicit ShellAttractor(const Attraction& law) : attractor_(law) {}

  /// Overwrites `acceleration`.
  void accelerations(const Pulling& all, std::span<Vec2> acceleration, unsigned threads, StepGuard* guard = nullptr);
  [[nodiscard]] double potential(const Pulling& all, unsigned threads);

 private:
  void sort_out(const Pulling& all);

  Attractor attractor_;
  std::vector<std::uint32_t> hollow_;  ///< those with a body inside
  std::vector<std::uint32_t> others_;
  std::vector<Vec2> at_;  ///< of the others
  std::vector<double> mass_;
  std::vector<Vec2> acceleration_;
};

/// Potential of one pair, `way` apart.
[[nodiscard]] double pair_potential(const Attraction& law, Vec2 way, double m, double other, double shell) noexcept;
/// Is one in the other's shell?
[[nodiscard]] inline bool in_shell(Vec2 way, double shell) noexcept { return dot(way, way) < shell * shell; }

}  // namespace carom::detail
