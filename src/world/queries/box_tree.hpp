#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "world/bodies/shape_box.hpp"

namespace carom::detail {

/// Boxes in a tree that is made once, for many queries about the same bodies. It only leaves out what is certainly too far
/// away: which boxes are visited changes no answer.
class BoxTree {
 public:
  explicit BoxTree(std::vector<ShapeBox> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    if (!boxes_.empty()) split(0, static_cast<std::uint32_t>(boxes_.size()));
  }

  /// Calls `visit(k)` for every box k that has a point between `low` and `high`, in some order.
  template <class Visit>
  void for_each_near(Vec2 low, Vec2 high, const Visit& visit) const {
    if (nodes_.empty()) return;
    std::array<std::uint32_t, k_most_waiting> waiting{};
    std::size_t count = 0;
    waiting[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[waiting[--count]];
      if (!meets(node.box, low, high)) continue;
      if (node.right != 0) {
        waiting[count++] = node.right;
        waiting[count++] = static_cast<std::uint32_t>(&node - nodes_.data()) + 1;
        continue;
      }
      for (std::uint32_t k = node.begin; k < node.end; ++k) {
        if (meets(boxes_[order_[k]], low, high)) visit(order_[k]);
      }
    }
  }

 private:
  /// Halves of 2^32 boxes end after 32 levels; each leaves one node waiting.
  static constexpr std::size_t k_most_waiting = 64;
  static constexpr std::uint32_t k_leaf = 4;

  struct Node {
    ShapeBox box;
    std::uint32_t begin = 0;  ///< in `order_`
    std::uint32_t end = 0;
    std::uint32_t right = 0;  ///< the second of two children, the first stands behind its parent; 0: a leaf
  };

  [[nodiscard]] static bool meets(const ShapeBox& box, Vec2 low, Vec2 high) noexcept {
    return box.low.x <= high.x && box.low.y <= high.y && box.high.x >= low.x && box.high.y >= low.y;
  }
  /// Endless boxes have the middle 0.
  [[nodiscard]] static double middle(const ShapeBox& box, bool along_x) noexcept {
    const double low = along_x ? box.low.x : box.low.y;
    const double high = along_x ? box.high.x : box.high.y;
    const double sum = 0.5 * low + 0.5 * high;
    return sum == sum ? sum : 0;
  }

  void split(std::uint32_t begin, std::uint32_t end) {
    const std::size_t own = nodes_.size();
    ShapeBox around = boxes_[order_[begin]];
    ShapeBox middles{{middle(around, true), middle(around, false)}, {middle(around, true), middle(around, false)}};
    for (std::uint32_t k = begin + 1; k < end; ++k) {
      const ShapeBox& box = boxes_[order_[k]];
      const Vec2 at{middle(box, true), middle(box, false)};
      around = box_around(around, box);
      middles = box_around(middles, {at, at});
    }
    nodes_.push_back({around, begin, end, 0});
    if (end - begin <= k_leaf) return;
    const bool along_x = middles.high.x - middles.low.x >= middles.high.y - middles.low.y;
    const std::uint32_t half = begin + (end - begin) / 2;
    const auto place = [&](std::uint32_t k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::nth_element(place(begin), place(half), place(end), [&](std::uint32_t a, std::uint32_t b) {
      return middle(boxes_[a], along_x) < middle(boxes_[b], along_x);
    });
    split(begin, half);
    nodes_[own].right = static_cast<std::uint32_t>(nodes_.size());
    split(half, end);
  }

  std::vector<ShapeBox> boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace carom::detail
