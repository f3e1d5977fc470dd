#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "broadphase/prefilter.hpp"
#include "broadphase/prefilter_cells.hpp"
#include "math/large_array.hpp"

namespace carom::detail {

/// What the prefilter of a PrefilterGrid sees of the discs of a window, by place, in single precision. Positions are those of
/// PrefilterCells; a way is what a disc flies in the whole window.
class PrefilterDiscs {
 public:
  void open(const PrefilterPlan& plan, double slack, double duration) noexcept {
    const Vec2 extent = (1 / plan.diameter) * (plan.max - plan.min);
    way_per_speed_ = duration / plan.diameter;
    per_duration_ = 1 / duration;
    fastest_ = 0;
    // Single precision cannot decide here, and images are met before their ways end.
    constexpr double k_long_way = 32;
    long_way_ =
        static_cast<float>(plan.periodic ? std::min({k_long_way, 0.125 * extent.x, 0.125 * extent.y}) : k_long_way);
    still_ = static_cast<float>(0x1p-18 + slack);
    scale_ = {};
    scale_.still = still_;
    scale_.square = static_cast<float>((1 + slack) * (1 + slack));
    scale_.wide_square = static_cast<float>((1 + slack) * (1 + slack) * (1 + k_prefilter_blur));
    scale_.period_x = static_cast<float>(extent.x);
    scale_.period_y = static_cast<float>(extent.y);
  }
  /// The prefilter goes a little beyond the last.
  void make_room(std::size_t places) { detail::make_room(discs_, places + k_room); }

  [[nodiscard]] Two way(Vec2 velocity) const noexcept { return way_per_speed_ * Two{velocity.x, velocity.y}; }
  /// As a part of the window.
  [[nodiscard]] double since(double now) const noexcept { return now * per_duration_; }
  void write(std::uint32_t place, Two position, Two way) noexcept {
    using Numbers = float __attribute__((vector_size(sizeof(PrefilterDisc))));
    const Numbers numbers{static_cast<float>(position[0]), static_cast<float>(position[1]), static_cast<float>(way[0]),
                          static_cast<float>(way[1])};
    // All at once: it is soon loaded as a whole.
    std::memcpy(&discs_[place].x, &numbers, sizeof numbers);
    const float fastest = std::max(std::abs(numbers[2]), std::abs(numbers[3]));
    if (fastest > fastest_) {
      fastest_ = fastest;
      // Of both their velocities, each rounded, over a diameter; and of the distance, over the fastest of closings.
      scale_.still = still_ * (1 + 4 * fastest_);
    }
  }

  [[nodiscard]] const PrefilterDisc& operator[](std::uint32_t place) const noexcept { return discs_[place]; }
  [[nodiscard]] const PrefilterDisc* data() const noexcept { return discs_.data(); }
  [[nodiscard]] const PrefilterScale& scale() const noexcept { return scale_; }
  [[nodiscard]] PrefilterQuery query(std::uint32_t place, double now) const noexcept {
    const auto since = static_cast<float>(now * per_duration_);
    return {discs_[place], since, 2 * (1 + k_prefilter_blur) * (1 - since)};
  }
  /// Over longer ways the prefilter decides nothing.
  [[nodiscard]] bool is_long(Two way) const noexcept { return std::abs(way[0]) + std::abs(way[1]) > long_way_; }
  [[nodiscard]] bool is_long(std::uint32_t place) const noexcept {
    return std::abs(discs_[place].vx) + std::abs(discs_[place].vy) > long_way_;
  }

 private:
  static constexpr std::size_t k_room = 8;

  LargeArray<PrefilterDisc> discs_;
  PrefilterScale scale_;
  double per_duration_ = 1;
  double way_per_speed_ = 1;
  float still_ = 0;
  float long_way_ = 0;
  float fastest_ = 0;  ///< way of any disc in the window
};

}  // namespace carom::detail
