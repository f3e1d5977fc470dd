#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/motion/chain.hpp"
#include "carom/motion/moving.hpp"

/// The same question asked in another way: scaled, moved, started later or run backwards. Numbers are never rounded: a
/// question that cannot be put exactly says so.
namespace carom::remade {

/// A shape that owns its vertices.
struct Remade {
  std::vector<Vec2> from;
  std::vector<Vec2> to;
  MovingShape shape;
  bool exact = true;
};

/// Sums and products that notice when they round.
class Arithmetic {
 public:
  [[nodiscard]] double plus(double a, double b) {
    const DoubleDouble sum = two_sum(a, b);
    exact_ = exact_ && sum.lo == 0;
    return sum.hi;
  }
  [[nodiscard]] double times(double a, double b) {
    const DoubleDouble product = two_product(a, b);
    exact_ = exact_ && (a == 0 || b == 0 || (product.lo == 0 && std::abs(product.hi) > 1e-250));
    return product.hi;
  }
  [[nodiscard]] Vec2 plus(Vec2 a, Vec2 b) { return {plus(a.x, b.x), plus(a.y, b.y)}; }
  [[nodiscard]] Vec2 times(double s, Vec2 a) { return {times(s, a.x), times(s, a.y)}; }
  [[nodiscard]] bool exact() const { return exact_; }

 private:
  bool exact_ = true;
};

/// Each of these turns a track into another one; `slides` says that all motion is in `shift`, which must stay so.
struct Scaled {
  double factor;
  [[nodiscard]] Track operator()(Arithmetic& exactly, const Track& p, bool) const {
    return {exactly.times(factor, p.from), exactly.times(factor, p.to), exactly.times(factor, p.shift)};
  }
  [[nodiscard]] double length(Arithmetic& exactly, double x) const { return exactly.times(factor, x); }
};

struct Translated {
  Vec2 by;
  [[nodiscard]] Track operator()(Arithmetic& exactly, const Track& p, bool) const {
    return {exactly.plus(p.from, by), exactly.plus(p.to, by), p.shift};
  }
  [[nodiscard]] static double length(Arithmetic&, double x) { return x; }
};

struct StartedLater {
  double at;
  [[nodiscard]] Track operator()(Arithmetic& exactly, const Track& p, bool slides) const {
    if (slides) {
      const Vec2 start = exactly.plus(p.from, exactly.times(at, p.shift));
      return {start, start, exactly.times(1 - at, p.shift)};
    }
    const Vec2 way = exactly.plus(exactly.plus(p.to, p.shift), -p.from);
    return {exactly.plus(p.from, exactly.times(at, way)), p.to, p.shift};
  }
  [[nodiscard]] static double length(Arithmetic&, double x) { return x; }
};

struct Backwards {
  [[nodiscard]] Track operator()(Arithmetic& exactly, const Track& p, bool slides) const {
    const Vec2 end = exactly.plus(p.to, p.shift);
    return slides ? Track{end, end, -p.shift} : Track{end, p.from, {}};
  }
  [[nodiscard]] static double length(Arithmetic&, double x) { return x; }
};

template <class Change>
[[nodiscard]] Border border_of(const Border& border, const Change& change, Arithmetic& exactly) {
  const Vec2 place = border.at * direction(border.axis);
  return {border.axis, coordinate(change(exactly, {place, place, {}}, true).from, border.axis)};
}

template <class Change>
[[nodiscard]] MovingSegment segment_of(const MovingSegment& segment, const Change& change, Arithmetic& exactly) {
  const bool slides = segment.from.ends == segment.to.ends;
  MovingSegment result;
  for (std::size_t k = 0; k < 2; ++k) {
    const Track track = change(exactly, {segment.from.ends[k], segment.to.ends[k], segment.shift}, slides);
    result.from.ends[k] = track.from;
    result.to.ends[k] = track.to;
    result.shift = track.shift;
  }
  return result;
}

/// The winding is that of the new start; where that is no simple polygon, the question cannot be put.
template <class Change>
[[nodiscard]] MovingPolygon polygon_of(const MovingPolygon& polygon, const Change& change, Arithmetic& exactly,
                                       Remade& owner) {
  const bool slides = std::ranges::equal(polygon.from, polygon.to);
  MovingPolygon result = polygon;
  for (std::size_t k = 0; k < polygon.from.size(); ++k) {
    const Track track = change(exactly, {polygon.from[k], polygon.to[k], polygon.shift}, slides);
    owner.from.push_back(track.from);
    owner.to.push_back(track.to);
    result.shift = track.shift;
  }
  const auto start = Polygon::make(owner.from);
  owner.exact = start.ok();
  if (start.ok()) result.winding = start.value().winding();
  result.from = owner.from;
  result.to = owner.to;
  return result;
}

template <class Change>
[[nodiscard]] Remade remade(const MovingShape& shape, const Change& change) {
  Remade result;
  Arithmetic exactly;
  if (const auto* circle = std::get_if<MovingCircle>(&shape)) {
    const Track center = change(exactly, {circle->from, circle->to, {}}, false);
    result.shape = MovingCircle{change.length(exactly, circle->radius), center.from, center.to, circle->hollow};
  } else if (const auto* border = std::get_if<Border>(&shape)) {
    result.shape = border_of(*border, change, exactly);
  } else if (const auto* segment = std::get_if<MovingSegment>(&shape)) {
    result.shape = segment_of(*segment, change, exactly);
  } else {
    result.shape = polygon_of(std::get<MovingPolygon>(shape), change, exactly, result);
  }
  result.exact = result.exact && exactly.exact();
  return result;
}

/// The least and the greatest of the sizes of all numbers that are not zero.
struct Magnitudes {
  double least = HUGE_VAL;
  double greatest = 0;

  void add(double x) {
    if (x == 0) return;
    least = std::min(least, std::abs(x));
    greatest = std::max(greatest, std::abs(x));
  }
  void add(Vec2 p) {
    add(p.x);
    add(p.y);
  }
  void add(const MovingShape& shape) {
    if (const auto* circle = std::get_if<MovingCircle>(&shape)) {
      add(circle->radius);
      add(circle->from);
      add(circle->to);
    } else if (const auto* border = std::get_if<Border>(&shape)) {
      add(border->at);
    } else {
      const auto* segment = std::get_if<MovingSegment>(&shape);
      const Chain chain = segment != nullptr ? chain_of(*segment) : chain_of(std::get<MovingPolygon>(shape));
      add(chain.shift);
      for (int i = 0; i < chain.count; ++i) {
        add(chain.from[i]);
        add(chain.to[i]);
      }
    }
  }
};

}  // namespace carom::remade
