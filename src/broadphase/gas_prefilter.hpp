#pragma once

#include <bit>
#include <cstring>
#include <limits>

#include "broadphase/inlining.hpp"
#include "broadphase/prefilter.hpp"
#include "carom/math/vec2.hpp"
#include "math/large_array.hpp"

namespace carom::detail {

/// Seen of four rows of discs at once, a bit each.
inline constexpr std::uint32_t k_seen_rows = 4;

/// What the prefilter sees of those in the cells of a GasGrid: by place, in single precision.
///
/// Error    Discs that meet are seen, as long as single precision is enough: none goes further than some thirty diameters in a
///          window, and the grain of places is a small part of a diameter. Otherwise clear() is false, and prefilters decide
///          nothing. During a search only the entries of discs that fly on change: threads may share it.
///          Test: gas_grid_test
class GasPrefilter {
 public:
  struct Plan {
    Vec2 origin;          ///< places are relative to this point
    double extent = 0;    ///< how far out discs are
    double diameter = 0;  ///< of the largest
    double window = 0;    ///< seconds
    double cap = 0;       ///< how far discs go, radius included
    std::size_t count = 0;
  };
  void open(const Plan& plan);

  [[nodiscard]] bool clear() const noexcept { return clear_; }

  /// From `now` on, in seconds of the window, it flies from `at`. False: too fast for the prefilter.
  CAROM_INLINE bool write(std::uint32_t place, Vec2 at, Vec2 velocity, double now) noexcept {
    using Numbers = float __attribute__((vector_size(sizeof(PrefilterDisc))));
    const double way_x = way_per_speed_ * velocity.x;
    const double way_y = way_per_speed_ * velocity.y;
    const double since = now * per_window_;
    const Numbers numbers{static_cast<float>((at.x - origin_.x) * per_diameter_ - since * way_x),
                          static_cast<float>((at.y - origin_.y) * per_diameter_ - since * way_y),
                          static_cast<float>(way_x), static_cast<float>(way_y)};
    // All at once: the next search loads it as a whole.
    std::memcpy(&discs_[place].x, &numbers, sizeof numbers);
    return (way_x <= swift_) & (-way_x <= swift_) & (way_y <= swift_) & (-way_y <= swift_);
  }
  /// No search finds it.
  CAROM_INLINE void hide(std::uint32_t place) noexcept {
    constexpr float k_nowhere = std::numeric_limits<float>::infinity();
    discs_[place] = {k_nowhere, k_nowhere, 0, 0};
  }

  [[nodiscard]] CAROM_INLINE PrefilterQuery look(std::uint32_t place, double now) const noexcept {
    const auto since = static_cast<float>(now * per_window_);
    return {discs_[place], since, 2 * (1 + k_prefilter_blur) * (1 - since)};
  }
  /// Eight of each row, a bit each.
  template <std::size_t count>
  [[nodiscard]] CAROM_INLINE std::uint32_t seen(const PrefilterQuery& look,
                                                const PrefilterRowsOf<count>& rows) const noexcept {
    return prefilter(discs_.data(), measure_, look, rows);
  }
  [[nodiscard]] CAROM_INLINE TwoSeen seen_by_two(const TwoQueries& looks,
                                                 const TwoRowsOf<FourPrefilterRows>& rows) const noexcept {
    return prefilter_two(discs_.data(), measure_, looks, rows);
  }
  CAROM_INLINE void fetch(std::uint32_t place) const noexcept { __builtin_prefetch(&discs_[place]); }

 private:
  bool clear_ = false;
  Vec2 origin_;
  double per_diameter_ = 1;
  double per_window_ = 1;
  double way_per_speed_ = 1;
  double swift_ = 0;  ///< the longest way that the prefilter covers, in diameters
  PrefilterScale measure_;
  LargeArray<PrefilterDisc> discs_;  ///< by place
};

/// Calls visit(place) for the hits in some rows.
template <std::size_t count, class Visit>
CAROM_INLINE void visit_seen(std::uint32_t seen, const PrefilterRowsOf<count>& rows, const Visit& visit) {
  for (; seen != 0; seen &= seen - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
    visit(rows.first[bit >> 3U] + (bit & 7U));
  }
}

}  // namespace carom::detail
