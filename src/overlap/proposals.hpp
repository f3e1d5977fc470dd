#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "carom/math/tolerances.hpp"
#include "carom/motion/chain.hpp"
#include "overlap/separation.hpp"

/// Moves that are proposed first and proved afterwards.
namespace carom::detail {

/// A move, and the same a hair longer: one that is right up to rounding may end a hair short.
struct Proposal {
  Move move;
  Vec2 longer;
};

/// Off a face or a corner, along its normal.
[[nodiscard]] inline Proposal proposal(Vec2 normal, double depth, double margin) noexcept {
  return {{normal, std::max(depth, 0.0)}, (depth + margin) * normal};
}

/// The shortest of the moves proposed, in order: few enough to be tried one by one.
class BestMoves {
 public:
  /// Only moves shorter than `limit` are of interest.
  explicit BestMoves(double limit) noexcept : limit_(limit) {}

  [[nodiscard]] bool wants(double depth) const noexcept { return depth < limit_; }

  void add(const Proposal& proposal) noexcept {
    const auto same = [&](const Proposal& other) { return nearly_same(other, proposal); };
    if (!wants(proposal.move.depth) || std::any_of(best_.begin(), best_.begin() + count_, same)) return;
    int place = count_;
    while (place > 0 && proposal.move.depth < best_[index(place - 1)].move.depth) --place;
    count_ = std::min(count_ + 1, k_most);
    for (int i = count_ - 1; i > place; --i) best_[index(i)] = best_[index(i - 1)];
    best_[index(place)] = proposal;
    if (count_ == k_most) limit_ = best_.back().move.depth;
  }

  [[nodiscard]] std::span<const Proposal> proposals() const noexcept { return {best_.data(), index(count_)}; }

 private:
  static constexpr int k_most = 16;

  static std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

  /// Faces that meet propose the same move at both ends. The longer moves differ if one leans on a corner and the other
  /// on a face, and only one of them may prove right.
  static bool nearly_same(const Proposal& a, const Proposal& b) noexcept {
    const double margin = length(a.longer - a.move.depth * a.move.normal);
    return length(a.longer - b.longer) <= 0.25 * margin;
  }

  std::array<Proposal, k_most> best_{};
  int count_ = 0;
  double limit_;
};

/// The larger side of the box around the chain.
[[nodiscard]] inline double extent_of(const Chain& chain) noexcept {
  Vec2 low = chain.from[0];
  Vec2 high = low;
  for (int i = 1; i < chain.count; ++i) {
    low = {std::min(low.x, chain.from[i].x), std::min(low.y, chain.from[i].y)};
    high = {std::max(high.x, chain.from[i].x), std::max(high.y, chain.from[i].y)};
  }
  return std::max(high.x - low.x, high.y - low.y);
}

/// How much longer a move of shapes of this size is tried than proposed.
[[nodiscard]] inline double trial_margin(double size) noexcept { return k_trial_margin * size + k_subnormal_slack; }

/// The first of the moves for which `parts(displacement)` holds, otherwise `fallback`.
template <class Parts>
[[nodiscard]] Move first_that_parts(const BestMoves& best, const Move& fallback, const Parts& parts) noexcept {
  for (const auto& [move, longer] : best.proposals()) {
    if (parts(longer) || parts(move.depth * move.normal)) return move;
  }
  return fallback;
}

}  // namespace carom::detail
