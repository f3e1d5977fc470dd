#include "world/forces/substep.hpp"
#include "math/sort_stably.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace carom::detail {
namespace {

/// Looks for the pair that needs the shortest part.
class Search {
 public:
  Search(const NBodyForces& nbody, double fraction, double dt, double softening = 0)
      : o_(nbody), fraction_(fraction), h_(dt), soft_square_(softening * softening) {
    for (std::size_t i = 0; i < o_.size(); ++i) {
      speed_ = std::max(speed_, length(o_.velocity[i]));
      pull_ = std::max(pull_, length(o_.acceleration[i]));
    }
  }

  /// From left to right, up to where none can matter any more.
  void ask_pairs() {
    std::vector<std::uint32_t> order(o_.size());
    std::iota(order.begin(), order.end(), 0U);
    sort_stably(order, {}, [&](std::uint32_t i) { return o_.at[i].x; });
    for (std::size_t k = 0; k < order.size(); ++k) {
      const std::uint32_t i = order[k];
      if (o_.mass[i] == 0) continue;
      for (std::size_t n = k + 1; n < order.size(); ++n) {
        const std::uint32_t j = order[n];
        const double width = o_.at[j].x - o_.at[i].x;
        if (width > reach(i)) break;
        if (o_.pause(1)) return;
        if (o_.mass[j] == 0 || (o_.fixed[i] != 0 && o_.fixed[j] != 0)) continue;
        const Vec2 way = o_.at[j] - o_.at[i];
        // A body inside a hollow one is not pulled by it.
        if (in_shell(way, std::max(o_.shell[i], o_.shell[j]))) continue;
        ask(dot(way, way) + soft_square_, o_.velocity[j] - o_.velocity[i], o_.acceleration[j] - o_.acceleration[i]);
      }
    }
  }

  void ask_sources(const std::vector<Source>& sources) {
    for (const Source& source : sources) {
      if (source.strength == 0) continue;
      for (std::size_t i = 0; i < o_.size(); ++i) {
        const Vec2 way = o_.at[i] - source.at;
        if (o_.fixed[i] == 0) ask(dot(way, way), o_.velocity[i], o_.acceleration[i]);
      }
    }
  }

  [[nodiscard]] double part() const noexcept { return h_; }

 private:
  void ask(double square, Vec2 velocity, Vec2 acceleration) noexcept {
    const double hurry = length(acceleration) * std::sqrt(square) + dot(velocity, velocity);
    if (!(square > 0) || h_ * h_ * hurry <= 8 * fraction_ * square) return;
    h_ = std::sqrt(8 * fraction_ * square / hurry);
  }

  /// Beyond this distance h² (a d + v²) <= 8 fraction d² for any partner of i: the larger root of the quadratic in d.
  [[nodiscard]] double reach(std::uint32_t i) const noexcept {
    const double a = length(o_.acceleration[i]) + pull_;
    const double v = length(o_.velocity[i]) + speed_;
    const double b = h_ * h_ * a / (16 * fraction_);
    return b + std::sqrt(b * b + h_ * h_ * v * v / (8 * fraction_));
  }

  const NBodyForces& o_;
  double fraction_;
  double h_;
  double soft_square_;
  double speed_ = 0;
  double pull_ = 0;
};

}  // namespace

StepCuts cuts_needed(const NBodyForces& nbody, const std::vector<Source>& sources, double fraction, double dt) {
  Search search(nbody, fraction, dt);
  search.ask_sources(sources);
  search.ask_pairs();
  StepCuts found;
  double part = dt;
  for (; part > search.part() && found.cuts < k_most_cuts; part *= 0.5) ++found.cuts;
  if (!(part > search.part())) return found;
  Search soft(nbody, fraction, dt, nbody.softening());
  soft.ask_sources(sources);
  soft.ask_pairs();
  found.capped = part > soft.part();
  return found;
}

}  // namespace carom::detail
