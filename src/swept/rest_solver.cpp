#include "swept/rest_solver.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

/// A pile of n layers needs some n² rounds for each digit.
constexpr int k_most_rounds = 1 << 16;
/// What is left after so many is found as contacts, which cost less.
constexpr int k_most_relaxed_rounds = 60;

double inverse_mass(const Sweep* sweep) noexcept { return sweep != nullptr ? sweep->inverse_mass : 0; }

}  // namespace

void solve_resting(std::vector<RestingPair>& pairs, double tolerance, double relaxation, StepGuard* guard) noexcept {
  const int most_rounds = relaxation > 1 ? k_most_relaxed_rounds : k_most_rounds;
  for (int round = 0; round < most_rounds; ++round) {
    if (guard != nullptr && guard->spend(pairs.size())) return;
    double most = 0;
    for (RestingPair& pair : pairs) {
      const double both = inverse_mass(pair.a) + inverse_mass(pair.b);
      if (!(both > 0)) continue;
      const Vec2 relative = pair.a->velocity - (pair.b != nullptr ? pair.b->velocity : Vec2{});
      const double residual = (pair.least - dot(relative, pair.normal)) / both;
      const double wanted = std::max(pair.pushed + relaxation * residual, 0.0);
      const double change = wanted - pair.pushed;
      if (change == 0) continue;
      pair.pushed = wanted;
      pair.a->velocity = pair.a->velocity + (change * inverse_mass(pair.a)) * pair.normal;
      if (pair.b != nullptr) {
        pair.b->velocity = pair.b->velocity - (change * inverse_mass(pair.b)) * pair.normal;
      }
      most = std::max(most, std::abs(change) * both);
    }
    if (!(most > tolerance)) return;
  }
}

}  // namespace carom::detail
