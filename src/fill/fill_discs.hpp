#pragma once

#include <cstdint>
#include <vector>

#include "fill/fill_region.hpp"

namespace carom::detail {

/// The discs of a fill so far, in cells no smaller than the largest of them, so that those which a disc may meet are in its
/// cell or the eight around it.
class DiscGrid {
 public:
  static constexpr std::size_t k_nobody = ~std::size_t{0};

  /// For at most about `count` discs. Where the region is periodic they must be smaller than half of it.
  DiscGrid(const Region& region, double largest_radius, std::size_t count);

  [[nodiscard]] std::size_t size() const noexcept { return discs_.size(); }
  [[nodiscard]] const Circle& operator[](std::size_t i) const noexcept { return discs_[i]; }

  /// Does it overlap any of them but `except`? Decided exactly, across the edges for the image's centre rounded once.
  [[nodiscard]] bool meets(const Circle& disc, std::size_t except = k_nobody) const noexcept;

  void add(const Circle& disc);
  void move(std::size_t i, Vec2 center) noexcept;
  void clear() noexcept;

 private:
  static constexpr std::uint32_t k_end = ~std::uint32_t{0};

  [[nodiscard]] std::size_t column(double x) const noexcept;
  [[nodiscard]] std::size_t row(double y) const noexcept;
  [[nodiscard]] std::size_t cell(Vec2 p) const noexcept { return row(p.y) * columns_ + column(p.x); }
  [[nodiscard]] bool meets_in(std::size_t cell, const Circle& disc, std::size_t except) const noexcept;
  void link(std::size_t i) noexcept;
  void unlink(std::size_t i) noexcept;

  Region region_;
  Vec2 size_;
  std::size_t columns_;
  std::size_t rows_;
  Vec2 cells_per_length_;
  std::vector<Circle> discs_;
  std::vector<std::uint32_t> first_;  // of each cell
  std::vector<std::uint32_t> next_;   // after each disc, in its cell
};

}  // namespace carom::detail
