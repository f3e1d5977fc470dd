#pragma once

#include <vector>

#include "carom/motion/moving.hpp"
#include "exact.hpp"
#include "polynomial.hpp"

namespace carom::oracle {

/// A coordinate in motion: at + t · by.
struct LinearInt {
  Int at;
  Int by;

  [[nodiscard]] Poly poly() const { return Poly({at, by}); }
};

struct MovingPoint {
  LinearInt x;
  LinearInt y;
};

[[nodiscard]] MovingPoint operator-(const MovingPoint& a, const MovingPoint& b);
[[nodiscard]] Poly dot(const MovingPoint& a, const MovingPoint& b);
[[nodiscard]] Poly cross(const MovingPoint& a, const MovingPoint& b);

enum class Form { circle, border, chain };

/// A shape with every coordinate of type P. A chain is a segment (open) or a polygon (closed); a circle's centre is its
/// only point; a border's place is `at`.
template <class P>
struct ShapeOf {
  Form form = Form::circle;
  std::vector<P> points;
  Int radius = 0;
  Int at = 0;
  Axis axis = Axis::x;
  bool closed = false;
  bool hollow = false;

  [[nodiscard]] std::size_t edge_count() const { return closed ? points.size() : points.size() - 1; }
  [[nodiscard]] const P& edge_start(std::size_t i) const { return points[i]; }
  [[nodiscard]] const P& edge_end(std::size_t i) const { return points[(i + 1) % points.size()]; }
  [[nodiscard]] bool is_point() const { return form == Form::circle && radius == 0; }
  [[nodiscard]] bool is_ring() const { return form == Form::circle && radius > 0 && hollow; }
  [[nodiscard]] bool is_solid_polygon() const { return form == Form::chain && closed && !hollow; }
  [[nodiscard]] bool is_arena() const { return form == Form::chain && closed && hollow; }
};

using LiftedShape = ShapeOf<MovingPoint>;
using FrozenShape = ShapeOf<IntPoint>;

/// Both shapes in units of one power of two small enough that every input is an integer.
struct LiftedPair {
  LiftedShape a;
  LiftedShape b;
  int exponent = 0;  ///< the unit is 2^exponent
};
[[nodiscard]] LiftedPair lift(const MovingShape& a, const MovingShape& b);

/// A time that is a double, t >= 0.
[[nodiscard]] Dyadic to_dyadic(double t);

/// The shape at t = n / 2^k, everything times 2^k.
[[nodiscard]] FrozenShape freeze(const LiftedShape& shape, const Dyadic& t);

/// All points move alike.
[[nodiscard]] bool is_rigid(const LiftedShape& shape);

}  // namespace carom::oracle
