#include "gravity/cells.hpp"

#include <algorithm>
#include <cmath>

#include "math/parallel.hpp"

namespace carom::detail {
namespace {

/// Cells in one portion of the work of a thread.
constexpr std::size_t k_portion = 512;

void put_moments(const double (&moments)[k_moments], Cell& cell) noexcept {
  std::copy(moments + 3, moments + k_moments, cell.moments);
}

Cell make_leaf(const Bodies& bodies, std::size_t first) noexcept {
  Cell cell;
  double x = 0;
  double y = 0;
  for (std::size_t k = first; k < first + k_leaf; ++k) {
    cell.mass += bodies.mass[k];
    x += bodies.mass[k] * bodies.x[k];
    y += bodies.mass[k] * bodies.y[k];
  }
  cell.x = cell.mass > 0 ? x / cell.mass : bodies.x[first];
  cell.y = cell.mass > 0 ? y / cell.mass : bodies.y[first];
  double farthest = 0;
  double moments[k_moments] = {};
  for (std::size_t k = first; k < first + k_leaf; ++k) {
    const double dx = cell.x - bodies.x[k];
    const double dy = cell.y - bodies.y[k];
    farthest = std::max(farthest, dx * dx + dy * dy);
    double xs[k_order];
    double ys[k_order];
    divided_powers(dx, xs);
    divided_powers(dy, ys);
    CAROM_UNROLL
    for (std::size_t i = 0; i < k_order; ++i) {
      CAROM_UNROLL
      for (std::size_t j = 0; i + j < k_order; ++j) moments[term(i, j)] += bodies.mass[k] * (xs[i] * ys[j]);
    }
  }
  cell.radius = std::sqrt(farthest);
  put_moments(moments, cell);
  return cell;
}

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
  put_moments(moments, cell);
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
  cells_.resize(first);
  x_.resize(first);
  y_.resize(first);
  radius_.resize(first);
}

template <class Make>
void Cells::fill(std::size_t level, unsigned threads, const Make& make) {
  const std::size_t first = levels_[level].first;
  const std::size_t count = levels_[level].count;
  const std::size_t whole = (count + k_children - 1) / k_children * k_children;
  parallel_for((whole + k_portion - 1) / k_portion, threads, [&](std::size_t portion) {
    for (std::size_t k = portion * k_portion; k < std::min(whole, (portion + 1) * k_portion); ++k) {
      const Cell& cell = cells_[first + k] = k < count ? make(k) : k_no_cell;
      x_[first + k] = cell.x;
      y_[first + k] = cell.y;
      radius_[first + k] = cell.radius;
    }
  });
}

void Cells::build(const Bodies& bodies, std::size_t leaves, unsigned threads) {
  lay_out(leaves);
  fill(0, threads, [&](std::size_t k) { return make_leaf(bodies, k * k_leaf); });
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const Level below = levels_[level - 1];
    fill(level, threads, [&](std::size_t k) {
      const std::size_t first = k * k_children;
      return make_parent({cells_.data() + below.first + first, std::min(k_children, below.count - first)});
    });
  }
}

}  // namespace carom::detail
