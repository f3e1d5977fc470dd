#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/math/vec2.hpp"
#include "carom/shapes/checked.hpp"

namespace carom {

enum class Winding : std::uint8_t { counterclockwise, clockwise };

/// A simple polygon, convex or not, of either winding; with `hollow` an arena: a line that holds things inside and keeps
/// others out. Vertices in line with their neighbours are fine, repeated ones and edges that touch are not.
class Polygon {
 public:
  /// Checks all of the above exactly; the error's place is an index such as "[3]" or empty.
  [[nodiscard]] static Checked<Polygon> make(std::vector<Vec2> vertices, bool hollow = false);

  [[nodiscard]] std::span<const Vec2> vertices() const noexcept { return vertices_; }
  [[nodiscard]] bool hollow() const noexcept { return hollow_; }
  [[nodiscard]] bool convex() const noexcept { return convex_; }
  [[nodiscard]] Winding winding() const noexcept { return winding_; }

  /// This one becomes `upright` with every vertex turned about the origin. It is not checked again: an outline so thin that
  /// rounding makes it cross itself stays as it is.
  void take_turned(const Polygon& upright, double sine, double cosine);

 private:
  Polygon() = default;

  std::vector<Vec2> vertices_;
  bool hollow_ = false;
  bool convex_ = false;
  Winding winding_ = Winding::counterclockwise;
};

}  // namespace carom
