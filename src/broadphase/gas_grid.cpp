#include "broadphase/gas_grid.hpp"

#include <algorithm>
#include <limits>

#include "broadphase/level_plan.hpp"

namespace carom::detail {
namespace {

constexpr double k_most_cells = 1 << 15;
/// In units: what rounding to single precision may do to boxes, homes and shifts.
constexpr double k_rounded = 0x1p-16;

}  // namespace

void GasGrid::plan(const Plan& plan, std::size_t pieces) {
  plan_ = plan;
  const Vec2 size = plan.max - plan.min;
  const Vec2 cell = cell_size(size, static_cast<double>(plan.count), plan.cap);
  columns_ = static_cast<int>(cell_count(size.x, cell.x, k_most_cells));
  rows_ = static_cast<int>(cell_count(size.y, cell.y, k_most_cells));
  units_.origin = plan.min + 0.5 * size;
  units_.scale = 1 / std::max({size.x / 2, size.y / 2, plan.cap});
  period_ = units_.scale * size;
  const auto per = [&](int count, double length) { return count > 1 || plan.box ? count / length : 0; };
  per_cell_ = {per(columns_, size.x), per(rows_, size.y)};
  cap_ = static_cast<float>(units_.scale * plan.cap);
  const float reach = cap_ + static_cast<float>(k_rounded);
  const auto x = static_cast<float>(per(columns_, period_.x));
  const auto y = static_cast<float>(per(rows_, period_.y));
  // Cells are counted from half a period left of, or below, the origin.
  outward_ = Four{-reach, -reach, reach, reach} + Four{1, 0, 1, 0} * static_cast<float>(period_.x / 2) +
             Four{0, 1, 0, 1} * static_cast<float>(period_.y / 2);
  cells_ = Four{x, y, x, y};
  const std::size_t cells = static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_);
  starts_.resize(cells + 1);
  counts_.assign(pieces * cells, 0);
  cell_.resize(plan.count);
  boxes_.resize(plan.count);
  homes_.resize(plan.count);
  prefilter_.open({units_.origin, 2 / units_.scale, plan.diameter, plan.window, plan.cap, plan.count});
}

/// From how many there are of each piece in each cell to where they begin.
void GasGrid::lay_places() {
  const std::size_t cells = starts_.size() - 1;
  std::uint32_t next = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    starts_[cell] = next;
    for (std::size_t at = cell; at < counts_.size(); at += cells) {
      const std::uint32_t count = counts_[at];
      counts_[at] = next;
      next += count;
    }
  }
  starts_[cells] = next;
}

RowScope GasGrid::everywhere() const noexcept {
  constexpr int k_far = 1 << 30;
  return plan_.box ? RowScope{-k_far, k_far} : RowScope{0, rows_};
}

/// As an image of the grid sees it.
SweptBox GasGrid::shifted(const SweptBox& box, Image image) const noexcept {
  const double x = image.x * period_.x;
  const double y = image.y * period_.y;
  const auto rounded = [](double v) { return static_cast<float>(v - k_rounded / 4); };
  return {rounded(double{box.low_x} - x), rounded(double{box.low_y} - y), rounded(double{box.minus_high_x} + x),
          rounded(double{box.minus_high_y} + y)};
}

/// The columns that a way comes near while it is near a row.
CellSpan GasGrid::columns_along(const Way& way, int row, Image image) const noexcept {
  GridLevel level;
  level.cap = (double{cap_} + k_rounded) / units_.scale;
  level.min = plan_.min;
  level.per_cell = per_cell_;
  level.columns = static_cast<std::uint32_t>(columns_);
  level.rows = static_cast<std::uint32_t>(rows_);
  const Vec2 size = plan_.max - plan_.min;
  return columns_in_row(level, moved(way, {-image.x * size.x, -image.y * size.y}), row);
}

}  // namespace carom::detail
