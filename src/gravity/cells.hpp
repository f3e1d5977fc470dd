#pragma once

#include <cstdint>
#include <vector>

#include "gravity/expansion.hpp"
#include "gravity/near_field.hpp"

/// The tree. Its leaves are eight bodies each that follow each other on the curve, a parent is four cells that follow each
/// other, and so on up to one root. Every cell of a level holds equally many bodies, whatever their distribution: no
/// empty cells, no depth to limit, and nothing to store about which body belongs where.
namespace carom::detail {

inline constexpr std::size_t k_leaf = k_lanes;
inline constexpr std::size_t k_children = 4;

/// As a source. Rows of whole Eights, so that eight cells can be turned into eight numbers a kind.
struct alignas(64) Cell {
  double x = 0;  ///< the centre of mass; of a massless cell, its first body
  double y = 0;
  double radius = 0;  ///< no body of the cell is farther from the centre
  double mass = 0;
  double moments[k_moments - 3] = {};  ///< from order 2 on
};
static_assert(sizeof(Cell) == 2 * sizeof(Eight));

/// Several cells side by side, one kind of number each, in the order in which they stand in a Cell.
template <class Wide>
struct WideCell {
  Wide x;
  Wide y;
  Wide radius;
  Wide mass;
  Wide moments[k_moments - 3];
};
static_assert(sizeof(WideCell<Eight>) == k_lanes * sizeof(Cell));

/// Fills up what is not full: no mass, and far from everything. Not so far that derivatives underflow.
inline constexpr Cell k_no_cell{.x = 1e12, .y = 1e12};

class Cells {
 public:
  /// Of bodies in the order of the curve.
  void build(const Bodies& bodies, std::size_t leaves, unsigned threads);

  struct Level {
    std::size_t first = 0;  ///< where its cells begin
    std::size_t count = 0;
  };
  /// levels()[0] are the leaves, the last is the root. A level is filled up to whole families of four.
  [[nodiscard]] const std::vector<Level>& levels() const noexcept { return levels_; }
  [[nodiscard]] const Cell* cells() const noexcept { return cells_.data(); }
  /// Where among cells() there is a k_no_cell.
  [[nodiscard]] std::uint32_t no_cell() const noexcept { return static_cast<std::uint32_t>(cells_.size() - 1); }
  [[nodiscard]] const Cell& cell(std::size_t level, std::size_t k) const noexcept {
    return cells_[levels_[level].first + k];
  }

  /// The centres and radii once more, for tests of four at a time.
  [[nodiscard]] const double* x() const noexcept { return x_.data(); }
  [[nodiscard]] const double* y() const noexcept { return y_.data(); }
  [[nodiscard]] const double* radius() const noexcept { return radius_.data(); }

 private:
  void lay_out(std::size_t leaves);
  template <class Make>
  void fill(std::size_t level, unsigned threads, const Make& make);

  std::vector<Level> levels_;
  std::vector<Cell> cells_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> radius_;
};

}  // namespace carom::detail
