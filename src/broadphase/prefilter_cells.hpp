#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "carom/math/vec2.hpp"
#include "math/wide.hpp"

namespace carom::detail {

/// What the cells of a PrefilterGrid are laid out for.
struct PrefilterPlan {
  Vec2 min;
  Vec2 max;
  bool periodic = false;
  double diameter = 0;  ///< of the largest
  double width = 0;     ///< of a cell, about
  std::size_t count = 0;
};

/// The cells of a PrefilterGrid: where they are, which one holds a position, which images and which blocks of cells it has.
/// Lengths are in the largest diameter. Around the cells is a ring of further ones: empty, or with images.
class PrefilterCells {
 public:
  struct Cell {
    std::int32_t x, y;  // NOLINT: always both of them
  };
  struct Range {
    std::int32_t x0, y0, x1, y1;  // NOLINT: always all of them
  };

  /// Whether cells of that width make a grid in which images can be told apart, and single precision is enough.
  [[nodiscard]] static bool suits(const PrefilterPlan& plan) noexcept;

  void lay(const PrefilterPlan& plan) noexcept;

  [[nodiscard]] std::int32_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::int32_t rows() const noexcept { return rows_; }
  /// Of a row of cells, with one of the ring at either end.
  [[nodiscard]] std::int32_t stride() const noexcept { return stride_; }
  /// With those of the ring.
  [[nodiscard]] std::size_t count() const noexcept {
    return static_cast<std::size_t>(stride_) * static_cast<std::size_t>(rows_ + 2);
  }
  [[nodiscard]] std::size_t block_count() const noexcept {
    return static_cast<std::size_t>(block_columns_) * static_cast<std::size_t>((rows_ - 1) / k_block + 1);
  }
  /// A body that stays so close to its cell meets only those of the nine cells around it.
  [[nodiscard]] double margin() const noexcept { return margin_; }
  /// What rounding may have taken off a distance.
  [[nodiscard]] double slack() const noexcept { return slack_; }

  [[nodiscard]] Two position(Vec2 at) const noexcept { return per_diameter_ * (Two{at.x, at.y} - min_); }
  /// The outermost cells have no outer side.
  [[nodiscard]] Cell at(Two position) const noexcept {
    const Two at = position * per_cell_;
    const Two least = at > Two{} ? at : Two{};
    const Two inside = least < last_cell_ ? least : last_cell_;
    return {static_cast<std::int32_t>(inside[0]), static_cast<std::int32_t>(inside[1])};
  }
  [[nodiscard]] std::uint32_t index(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::uint32_t>((y + 1) * stride_ + x + 1);
  }
  [[nodiscard]] Cell cell(std::uint32_t index) const noexcept {
    const auto at = static_cast<std::int32_t>(index);
    return {at % stride_ - 1, at / stride_ - 1};
  }
  /// Further from a cell than the margin?
  [[nodiscard]] bool is_far(Cell cell, Two position) const noexcept {
    const Two middle = (Two{static_cast<double>(cell.x), static_cast<double>(cell.y)} + 0.5) * size_;
    const Two out = position - middle;
    const auto far = (out > reach_) | (out < -reach_);
    return (far[0] | far[1]) != 0;
  }
  /// All that a way comes nearer to than by `wider`.
  [[nodiscard]] Range range(Two from, Two to, double wider) const noexcept;
  [[nodiscard]] std::uint32_t block(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::uint32_t>(y / k_block * block_columns_ + x / k_block);
  }

  /// Calls visit(index, shift) for the cells of the ring in which images of an outermost cell are.
  template <class Visit>
  void for_images(std::uint32_t index, const Visit& visit) const;
  /// Calls visit(x, y) for cells. Beyond the border of a periodic box are those of its other side; a body outside of another
  /// one is visited with the outermost.
  template <class Visit>
  void for_cells(const Range& cells, const Visit& visit) const;
  /// Calls visit(block) for the blocks of cells; for some more than once.
  template <class Visit>
  void for_blocks(const Range& cells, const Visit& visit) const;
  /// Calls visit(index) for the cells of a block.
  template <class Visit>
  void for_cells_of(std::uint32_t block, const Visit& visit) const;

 private:
  static constexpr std::int32_t k_block = 2;  ///< cells along a block

  [[nodiscard]] static std::int32_t around(std::int32_t k, std::int32_t count) noexcept {
    return k < 0 ? count - 1 - (-1 - k) % count : k % count;
  }

  bool periodic_ = false;
  std::int32_t columns_ = 1;
  std::int32_t rows_ = 1;
  std::int32_t stride_ = 3;
  std::int32_t block_columns_ = 1;
  Two min_{};
  Two size_{};       ///< of a cell
  Two reach_{};      ///< from its middle, the margin included
  Two per_cell_{};   ///< cells per length
  Two last_cell_{};  ///< its column and row
  double margin_ = 0;
  double slack_ = 0;
  double per_diameter_ = 1;
};

template <class Visit>
void PrefilterCells::for_images(std::uint32_t index, const Visit& visit) const {
  const auto [x, y] = cell(index);
  const std::int32_t beside = x == 0 ? 1 : x == columns_ - 1 ? -1 : 0;
  const std::int32_t above = y == 0 ? 1 : y == rows_ - 1 ? -1 : 0;
  const auto image = [&, x = x, y = y](std::int32_t dx, std::int32_t dy) {
    visit(this->index(x + dx * columns_, y + dy * rows_), Two{dx * size_[0] * columns_, dy * size_[1] * rows_});
  };
  if (beside != 0) image(beside, 0);
  if (above != 0) image(0, above);
  if (beside != 0 && above != 0) image(beside, above);
}

template <class Visit>
void PrefilterCells::for_cells(const Range& cells, const Visit& visit) const {
  if (periodic_) {
    for (std::int32_t y = cells.y0; y <= std::min(cells.y1, cells.y0 + rows_ - 1); ++y) {
      for (std::int32_t x = cells.x0; x <= std::min(cells.x1, cells.x0 + columns_ - 1); ++x) {
        visit(around(x, columns_), around(y, rows_));
      }
    }
    return;
  }
  const auto inside = [](std::int32_t k, std::int32_t count) { return std::clamp(k, 0, count - 1); };
  for (std::int32_t y = inside(cells.y0, rows_); y <= inside(cells.y1, rows_); ++y) {
    for (std::int32_t x = inside(cells.x0, columns_); x <= inside(cells.x1, columns_); ++x) visit(x, y);
  }
}

template <class Visit>
void PrefilterCells::for_blocks(const Range& cells, const Visit& visit) const {
  constexpr std::uint32_t k_none = ~std::uint32_t{0};
  std::uint32_t last = k_none;
  for_cells(cells, [&](std::int32_t x, std::int32_t y) {
    const std::uint32_t block = this->block(x, y);
    if (block != last) visit(block);
    last = block;
  });
}

template <class Visit>
void PrefilterCells::for_cells_of(std::uint32_t block, const Visit& visit) const {
  const std::int32_t x = static_cast<std::int32_t>(block) % block_columns_ * k_block;
  const std::int32_t y = static_cast<std::int32_t>(block) / block_columns_ * k_block;
  for (std::int32_t cy = y; cy < std::min(y + k_block, rows_); ++cy) {
    for (std::int32_t cx = x; cx < std::min(x + k_block, columns_); ++cx) visit(index(cx, cy));
  }
}

}  // namespace carom::detail
