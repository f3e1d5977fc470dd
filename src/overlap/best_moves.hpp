#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "overlap/separation.hpp"

namespace carom::detail {

/// The shortest of the moves proposed, in order: few enough to be tried one by one.
class BestMoves {
 public:
  /// Only moves shorter than `limit` are of interest.
  explicit BestMoves(double limit) noexcept : limit_(limit) {}

  [[nodiscard]] bool wants(double depth) const noexcept { return depth > 0 && depth < limit_; }

  void add(const Move& move) noexcept {
    if (!wants(move.depth)) return;
    std::size_t place = count_;
    while (place > 0 && move.depth < moves_[place - 1].depth) --place;
    // Faces that meet propose the same move at both ends.
    if (place > 0 && nearly_same(moves_[place - 1], move)) return;
    if (place < count_ && nearly_same(moves_[place], move)) return;
    if (count_ < moves_.size()) ++count_;
    for (std::size_t i = count_ - 1; i > place; --i) moves_[i] = moves_[i - 1];
    moves_[place] = move;
    if (count_ == moves_.size()) limit_ = moves_.back().depth;
  }

  [[nodiscard]] std::span<const Move> moves() const noexcept { return {moves_.data(), count_}; }

 private:
  static bool nearly_same(const Move& a, const Move& b) noexcept {
    constexpr double k_same = 1e-12;
    return std::abs(a.depth - b.depth) <= k_same * b.depth && std::abs(a.normal.x - b.normal.x) <= k_same &&
           std::abs(a.normal.y - b.normal.y) <= k_same;
  }

  std::array<Move, 16> moves_{};
  std::size_t count_ = 0;
  double limit_;
};

}  // namespace carom::detail
