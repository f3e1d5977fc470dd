#include "io/observe/point_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace carom::io {
namespace {

constexpr std::uint32_t k_leaf = 12;   // points
constexpr std::size_t k_deepest = 64;  // of 2^32 points no path is longer than 32, with one other waiting at each turn

double nearest_way(double way, double period) noexcept { return way - period * std::floor(way / period + 0.5); }

/// From a number to an interval, or to its nearest image.
double distance_to(double x, double low, double high, double period) noexcept {
  if (x >= low && x <= high) return 0;
  const double direct = x < low ? low - x : x - high;
  const double around = x < low ? x + period - high : low + period - x;
  return std::min(direct, std::max(0.0, around));
}

double distance_to(double x, double low, double high) noexcept { return x < low ? low - x : (x > high ? x - high : 0); }

bool comes_before(const PointTree::Neighbour& a, const PointTree::Neighbour& b) noexcept {
  return std::tie(a.squared, a.index) < std::tie(b.squared, b.index);
}

}  // namespace

Vec2 nearest_way(Vec2 from, Vec2 to, const std::optional<ObservedBox>& period) noexcept {
  const Vec2 way = to - from;
  if (!period) return way;
  return {nearest_way(way.x, period->size.x), nearest_way(way.y, period->size.y)};
}

PointTree::PointTree(std::vector<Vec2> points, std::optional<ObservedBox> period)
    : points_(std::move(points)), period_(period), order_(points_.size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  nodes_.reserve(2 * points_.size() / k_leaf + 2);
  if (!points_.empty()) build(0, static_cast<std::uint32_t>(points_.size()));
}

std::uint32_t PointTree::build(std::uint32_t first, std::uint32_t last) {
  const auto place = static_cast<std::uint32_t>(nodes_.size());
  Node node{points_[order_[first]], points_[order_[first]], first, last, 0};
  for (std::uint32_t k = first; k < last; ++k) {
    const Vec2 p = points_[order_[k]];
    node.low = {std::min(node.low.x, p.x), std::min(node.low.y, p.y)};
    node.high = {std::max(node.high.x, p.x), std::max(node.high.y, p.y)};
  }
  nodes_.push_back(node);
  if (last - first <= k_leaf) return place;
  const bool across = node.high.x - node.low.x >= node.high.y - node.low.y;
  const std::uint32_t middle = first + (last - first) / 2;
  const auto key = [&](std::uint32_t k) { return std::pair(across ? points_[k].x : points_[k].y, k); };
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  build(first, middle);
  const std::uint32_t right = build(middle, last);
  nodes_[place].right = right;
  return place;
}

double PointTree::squared_distance(Vec2 p, const Node& node) const noexcept {
  const double x =
      period_ ? distance_to(p.x, node.low.x, node.high.x, period_->size.x) : distance_to(p.x, node.low.x, node.high.x);
  const double y =
      period_ ? distance_to(p.y, node.low.y, node.high.y, period_->size.y) : distance_to(p.y, node.low.y, node.high.y);
  return x * x + y * y;
}

void PointTree::within(std::uint32_t point, double distance, std::vector<Neighbour>& found) const {
  // Boxes are looked into a little farther away than they need be: the way to a point is rounded otherwise.
  constexpr double beyond_rounding = 1 + 1e-9;
  found.clear();
  const Vec2 p = points_[point];
  const double limit = distance * distance;
  std::array<std::uint32_t, k_deepest> waiting{};
  std::size_t count = 1;
  while (count > 0) {
    const std::uint32_t at = waiting[--count];
    const Node& node = nodes_[at];
    if (squared_distance(p, node) > limit * beyond_rounding) continue;
    if (node.right != 0) {
      waiting[count++] = node.right;
      waiting[count++] = at + 1;
      continue;
    }
    for (std::uint32_t k = node.first; k < node.last; ++k) {
      const std::uint32_t other = order_[k];
      if (other == point) continue;
      const Vec2 way = nearest_way(p, points_[other], period_);
      const double squared = dot(way, way);
      if (squared < limit) found.push_back({other, way, squared});
    }
  }
}

void PointTree::nearest(std::uint32_t point, std::size_t wanted, std::vector<Neighbour>& found) const {
  constexpr double beyond_rounding = 1 + 1e-9;
  found.clear();
  const Vec2 p = points_[point];
  std::array<std::pair<double, std::uint32_t>, k_deepest> waiting{};
  waiting[0] = {0, 0};
  std::size_t count = 1;
  while (count > 0) {
    const auto [near, at] = waiting[--count];
    if (found.size() == wanted && near > found.back().squared * beyond_rounding) continue;
    const Node& node = nodes_[at];
    if (node.right != 0) {
      std::pair left{squared_distance(p, nodes_[at + 1]), at + 1};
      std::pair right{squared_distance(p, nodes_[node.right]), node.right};
      if (left > right) std::swap(left, right);
      waiting[count++] = right;
      waiting[count++] = left;  // the nearer one first
      continue;
    }
    for (std::uint32_t k = node.first; k < node.last; ++k) {
      const std::uint32_t other = order_[k];
      if (other == point) continue;
      const Vec2 way = nearest_way(p, points_[other], period_);
      const Neighbour one{other, way, dot(way, way)};
      if (found.size() == wanted && !comes_before(one, found.back())) continue;
      if (found.size() == wanted) found.pop_back();
      found.insert(std::ranges::upper_bound(found, one, comes_before), one);
    }
  }
}

}  // namespace carom::io
