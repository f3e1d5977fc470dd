#pragma once

#include <variant>
#include <vector>

/// Restitution that depends on how fast two bodies close.
///
/// Symbols    v: closing speed along the normal, e: restitution
/// Laws       viscoelastic: e = 1 - A v^(1/5), and 0 from v = A⁻⁵ on: the leading order of viscoelastic spheres
///            table: straight lines between rows of rising speed, the first and the last value outside of them
/// Range      A >= 0, v >= 0; rows as check_settings takes them
/// Source     N. V. Brilliantov, F. Spahn, J.-M. Hertzsch, T. Pöschel, Model for collisions in granular gases, Physical Review
///            E 53 (1996), 5382. Tests: restitution_test
namespace carom {

struct Viscoelastic {
  double A = 0;  ///< in (length/time)^(-1/5)

  friend bool operator==(const Viscoelastic&, const Viscoelastic&) = default;
};

struct RestitutionRow {
  double speed = 0;
  double restitution = 1;

  friend bool operator==(const RestitutionRow&, const RestitutionRow&) = default;
};
using RestitutionTable = std::vector<RestitutionRow>;

using RestitutionLaw = std::variant<Viscoelastic, RestitutionTable>;

[[nodiscard]] double restitution_at(const RestitutionLaw& law, double closing) noexcept;

}  // namespace carom
