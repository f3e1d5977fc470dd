#include "gravity/cells.hpp"

#include <algorithm>
#include <cmath>

#include "gravity/eight.hpp"
#include "math/parallel.hpp"

namespace carom::detail {
namespace {

/// Cells in one portion of the work of a thread.
constexpr std::size_t k_portion = 512;

/// Eight bodies of each of several leaves: number[k] is the k-th of each. What is missing of the last leaves is a leaf that
/// is there once more.
template <class Wide>
CAROM_ALWAYS_INLINE void load_leaves(const double* from, std::size_t leaf, std::size_t last, Wide (&number)[k_leaf]) {
  constexpr std::size_t width = k_width<Wide>;
  CAROM_UNROLL
  for (std::size_t part = 0; part < k_leaf; part += width) {
    Wide row[width];
    CAROM_UNROLL
    for (std::size_t k = 0; k < width; ++k) load(from + std::min(leaf + k, last - 1) * k_leaf + part, row[k]);
    transpose(row, number + part);
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void store_cells(const WideCell<Wide>& from, std::size_t count, Cell* cells) {
  constexpr std::size_t width = k_width<Wide>;
  CAROM_UNROLL
  for (std::size_t part = 0; part < sizeof(Cell) / sizeof(double); part += width) {
    Wide row[width];
    CAROM_UNROLL
    for (std::size_t k = 0; k < width; ++k) row[k] = (&from.x)[part + k];
    Wide column[width];
    transpose(row, column);
    for (std::size_t k = 0; k < std::min(count, width); ++k) store(column[k], &cells[k].x + part);
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void make_wide_leaf(const Wide (&x)[k_leaf], const Wide (&y)[k_leaf], const Wide (&mass)[k_leaf],
                                        WideCell<Wide>& cell) {
  Wide sum_x = mass[0] * x[0];
  Wide sum_y = mass[0] * y[0];
  cell.mass = mass[0];
  CAROM_UNROLL
  for (std::size_t k = 1; k < k_leaf; ++k) {
    cell.mass += mass[k];
    sum_x += mass[k] * x[k];
    sum_y += mass[k] * y[k];
  }
  const auto has_mass = cell.mass > 0.0;
  cell.x = has_mass ? sum_x / cell.mass : x[0];
  cell.y = has_mass ? sum_y / cell.mass : y[0];
  Wide farthest{};
  CAROM_UNROLL
  for (Wide& moment : cell.moments) moment = Wide{};
  CAROM_UNROLL
  for (std::size_t k = 0; k < k_leaf; ++k) {
    const Wide dx = cell.x - x[k];
    const Wide dy = cell.y - y[k];
    const Wide square = dx * dx + dy * dy;
    farthest = square > farthest ? square : farthest;
    Wide xs[k_order];
    Wide ys[k_order];
    divided_powers(dx, xs);
    divided_powers(dy, ys);
    CAROM_UNROLL
    for (std::size_t order = 2; order < k_order; ++order) {
      CAROM_UNROLL
      for (std::size_t j = 0; j <= order; ++j) {
        cell.moments[term(order - j, j) - 3] += mass[k] * (xs[order - j] * ys[j]);
      }
    }
  }
  root(farthest, cell.radius);
}

template <class Wide>
CAROM_ALWAYS_INLINE void make_leaves_kernel(const Bodies& bodies, std::size_t first, std::size_t last, Cell* cells) {
  for (std::size_t leaf = first; leaf < last; leaf += k_width<Wide>) {
    Wide x[k_leaf];
    Wide y[k_leaf];
    Wide mass[k_leaf];
    load_leaves(bodies.x, leaf, last, x);
    load_leaves(bodies.y, leaf, last, y);
    load_leaves(bodies.mass, leaf, last, mass);
    WideCell<Wide> cell;
    make_wide_leaf(x, y, mass, cell);
    store_cells(cell, last - leaf, cells + leaf);
  }
}

/// Several at a time.
CAROM_FOR_EACH_WIDTH(make_leaves, (const Bodies& bodies, std::size_t first, std::size_t last, Cell* cells),
                     (bodies, first, last, cells))

Cell make_parent(std::span<const Cell> children) noexcept {
  Cell cell;
  double x = 0;
  double y = 0;
  for (const Cell& child : children) {
    cell.mass += child.mass;
    x += child.mass * child.x;
    y += child.mass * child.y;
  }
  cell.x = cell.mass > 0 ? x / cell.mass : children[0].x;
  cell.y = cell.mass > 0 ? y / cell.mass : children[0].y;
  double moments[k_moments] = {};
  for (const Cell& child : children) {
    const double dx = cell.x - child.x;
    const double dy = cell.y - child.y;
    cell.radius = std::max(cell.radius, std::sqrt(dx * dx + dy * dy) + child.radius);
    double own[k_moments] = {child.mass};
    std::copy(std::begin(child.moments), std::end(child.moments), own + 3);
    add_shifted_moments(own, dx, dy, moments);
  }
  std::copy(moments + 3, moments + k_moments, cell.moments);
  return cell;
}

}  // namespace

void Cells::lay_out(std::size_t leaves) {
  levels_.clear();
  std::size_t first = 0;
  for (std::size_t count = leaves;; count = (count + k_children - 1) / k_children) {
    levels_.push_back({first, count});
    first += (count + k_children - 1) / k_children * k_children;
    if (count == 1) break;
  }
  cells_.resize(first + 1);
  cells_.back() = k_no_cell;
  x_.resize(first);
  y_.resize(first);
  radius_.resize(first);
}

template <class Make>
void Cells::fill(std::size_t level, unsigned threads, const Make& make) {
  const std::size_t first = levels_[level].first;
  const std::size_t count = levels_[level].count;
  const std::size_t whole = (count + k_children - 1) / k_children * k_children;
  std::fill(cells_.begin() + static_cast<std::ptrdiff_t>(first + count),
            cells_.begin() + static_cast<std::ptrdiff_t>(first + whole), k_no_cell);
  parallel_portions(whole, k_portion, threads, [&](std::size_t begin, std::size_t end) {
    make(begin, std::min(count, end), cells_.data() + first);
    for (std::size_t k = first + begin; k < first + end; ++k) {
      x_[k] = cells_[k].x;
      y_[k] = cells_[k].y;
      radius_[k] = cells_[k].radius;
    }
  });
}

void Cells::build(const Bodies& bodies, std::size_t leaves, unsigned threads) {
  lay_out(leaves);
  fill(0, threads, [&](std::size_t first, std::size_t last, Cell* to) { make_leaves(bodies, first, last, to); });
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const Level below = levels_[level - 1];
    fill(level, threads, [&](std::size_t first, std::size_t last, Cell* to) {
      for (std::size_t k = first; k < last; ++k) {
        const std::size_t child = k * k_children;
        to[k] = make_parent({cells_.data() + below.first + child, std::min(k_children, below.count - child)});
      }
    });
  }
}

}  // namespace carom::detail
