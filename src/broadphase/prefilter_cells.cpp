#include "broadphase/prefilter_cells.hpp"

#include <cmath>

#include "broadphase/prefilter.hpp"

namespace carom::detail {
namespace {

/// Of the extent: the rounding of a place, several times over.
constexpr double k_cell_grain = 0x1p-21;
/// A cell is wider than a diameter by at least this much of it.
constexpr double k_least_room = 0x1p-6;
constexpr double k_fewest = 6;                  ///< cells along a periodic box
constexpr double k_most = 1 << 14;              ///< cells along any
constexpr double k_finest_cell_grain = 0x1p-5;  ///< of a diameter: a rougher grain sees too many

}  // namespace

bool PrefilterCells::suits(const PrefilterPlan& plan) noexcept {
  const Vec2 extent = plan.max - plan.min;
  const double longest = std::max(extent.x, extent.y);
  const double shortest = std::min(extent.x, extent.y);
  if (!(plan.diameter > 0) || !std::isfinite(1 / plan.diameter) || !(shortest > 0) || !std::isfinite(longest) ||
      !std::isfinite(plan.width))
    return false;
  if (k_cell_grain * longest > k_finest_cell_grain * plan.diameter || longest > k_most * plan.width) return false;
  return !plan.periodic || shortest >= k_fewest * std::max(plan.width, plan.diameter * (1 + 2 * k_least_room));
}

void PrefilterCells::lay(const PrefilterPlan& plan) noexcept {
  periodic_ = plan.periodic;
  const Vec2 extent = (1 / plan.diameter) * (plan.max - plan.min);
  slack_ = k_cell_grain * std::max(extent.x, extent.y) + k_prefilter_blur;
  const double least = 1 + slack_ + k_least_room;
  const double width = std::max(plan.width / plan.diameter, least);
  columns_ = static_cast<std::int32_t>(std::max(std::floor(extent.x / width), 1.0));
  rows_ = static_cast<std::int32_t>(std::max(std::floor(extent.y / width), 1.0));
  stride_ = columns_ + 2;
  block_columns_ = (columns_ - 1) / k_block + 1;
  min_ = Two{plan.min.x, plan.min.y};
  size_ = Two{extent.x / columns_, extent.y / rows_};
  per_cell_ = Two{columns_ / extent.x, rows_ / extent.y};
  last_cell_ = Two{columns_ - 1.0, rows_ - 1.0};
  margin_ = 0.5 * (std::min(size_[0], size_[1]) - 1 - slack_);
  reach_ = 0.5 * size_ + margin_;
  per_diameter_ = 1 / plan.diameter;
}

PrefilterCells::Range PrefilterCells::range(Two from, Two to, double wider) const noexcept {
  const double more = wider + slack_;
  // Cells that far away are not counted.
  const auto cell = [&](double at, double per) {
    return static_cast<std::int32_t>(std::clamp(std::floor(at * per), -1e6, 1e6));
  };
  const Two low = (from < to ? from : to) - more;
  const Two high = (from < to ? to : from) + more;
  return {cell(low[0], per_cell_[0]), cell(low[1], per_cell_[1]), cell(high[0], per_cell_[0]),
          cell(high[1], per_cell_[1])};
}

}  // namespace carom::detail
