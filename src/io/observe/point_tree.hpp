#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "carom/math/vec2.hpp"

namespace carom::io {

/// A box that holds the observed bodies; nothing beyond it is known of where there is none.
struct ObservedBox {
  Vec2 min;
  Vec2 size;
  bool periodic = false;
};

/// The way from one point to the nearest image of another, in a periodic box; without one just the way.
[[nodiscard]] Vec2 nearest_way(Vec2 from, Vec2 to, const std::optional<ObservedBox>& period) noexcept;

/// Points in the plane, split along the longer side of their box until few are left (a k-d tree; J. L. Bentley, Comm. ACM
/// 18, 509 (1975)): quick however unevenly they lie. What is found does not depend on how the library's nth_element orders
/// what is equal to it.
class PointTree {
 public:
  /// In a periodic box (`period` is given) all points are inside it.
  PointTree(std::vector<Vec2> points, std::optional<ObservedBox> period);

  struct Neighbour {
    std::uint32_t index = 0;
    Vec2 way;  ///< to the nearest image of it
    double squared = 0;
  };
  /// All others nearer than `distance`, in no order that means anything. Of a periodic box at most half.
  void within(std::uint32_t point, double distance, std::vector<Neighbour>& found) const;
  /// The `count` nearest others, in order of distance, then of index; fewer where there are fewer.
  void nearest(std::uint32_t point, std::size_t count, std::vector<Neighbour>& found) const;

  [[nodiscard]] const std::vector<Vec2>& points() const noexcept { return points_; }

 private:
  struct Node {
    Vec2 low;
    Vec2 high;
    std::uint32_t first = 0;
    std::uint32_t last = 0;   // of the order, exclusive
    std::uint32_t right = 0;  // the left one is the next; 0: a leaf
  };
  std::uint32_t build(std::uint32_t first, std::uint32_t last);
  [[nodiscard]] double squared_distance(Vec2 p, const Node& node) const noexcept;

  std::vector<Vec2> points_;
  std::optional<ObservedBox> period_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace carom::io
