#include "lifted.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace carom::oracle {
namespace {

struct Parts {
  std::int64_t odd;  ///< zero or an odd number
  int exponent;
};

// x = odd · 2^exponent, without error for every finite double.
[[nodiscard]] Parts parts(double x) {
  if (x == 0) return {0, std::numeric_limits<int>::max()};
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  exponent -= 53;
  while (mantissa % 2 == 0) {
    mantissa /= 2;
    ++exponent;
  }
  return {mantissa, exponent};
}

template <class Visit>
void for_each_number(const MovingShape& shape, Visit visit) {
  const auto point = [&](Vec2 p) {
    visit(p.x);
    visit(p.y);
  };
  if (const auto* circle = std::get_if<MovingCircle>(&shape)) {
    visit(circle->radius);
    point(circle->from);
    point(circle->to);
  } else if (const auto* border = std::get_if<Border>(&shape)) {
    visit(border->at);
  } else if (const auto* segment = std::get_if<MovingSegment>(&shape)) {
    for (Vec2 p : segment->from.ends) point(p);
    for (Vec2 p : segment->to.ends) point(p);
    point(segment->shift);
  } else {
    const auto& polygon = std::get<MovingPolygon>(shape);
    for (Vec2 p : polygon.from) point(p);
    for (Vec2 p : polygon.to) point(p);
    point(polygon.shift);
  }
}

struct Lifter {
  int exponent;

  [[nodiscard]] Int number(double x) const {
    const Parts p = parts(x);
    return p.odd == 0 ? Int(0) : Int(p.odd) << static_cast<unsigned>(p.exponent - exponent);
  }
  [[nodiscard]] MovingPoint point(Vec2 from, Vec2 to, Vec2 shift) const {
    const Int x = number(from.x);
    const Int y = number(from.y);
    return {{x, number(to.x) + number(shift.x) - x}, {y, number(to.y) + number(shift.y) - y}};
  }
  [[nodiscard]] LiftedShape shape(const MovingShape& given) const {
    LiftedShape result;
    if (const auto* circle = std::get_if<MovingCircle>(&given)) {
      result.radius = number(circle->radius);
      result.hollow = circle->hollow;
      result.points.push_back(point(circle->from, circle->to, {}));
    } else if (const auto* border = std::get_if<Border>(&given)) {
      result.form = Form::border;
      result.axis = border->axis;
      result.at = number(border->at);
    } else if (const auto* segment = std::get_if<MovingSegment>(&given)) {
      result.form = Form::chain;
      for (std::size_t k = 0; k < 2; ++k) {
        result.points.push_back(point(segment->from.ends[k], segment->to.ends[k], segment->shift));
      }
    } else {
      const auto& polygon = std::get<MovingPolygon>(given);
      result.form = Form::chain;
      result.closed = true;
      result.hollow = polygon.hollow;
      for (std::size_t k = 0; k < polygon.from.size(); ++k) {
        result.points.push_back(point(polygon.from[k], polygon.to[k], polygon.shift));
      }
    }
    return result;
  }
};

}  // namespace

MovingPoint operator-(const MovingPoint& a, const MovingPoint& b) {
  return {{a.x.at - b.x.at, a.x.by - b.x.by}, {a.y.at - b.y.at, a.y.by - b.y.by}};
}

namespace {

// a1 a2 + s b1 b2 for linear factors, s = 1 or -1.
[[nodiscard]] Poly sum_of_products(const LinearInt& a1, const LinearInt& a2, const LinearInt& b1, const LinearInt& b2,
                                   int s) {
  return Poly({a1.at * a2.at + s * (b1.at * b2.at), a1.at * a2.by + a1.by * a2.at + s * (b1.at * b2.by + b1.by * b2.at),
               a1.by * a2.by + s * (b1.by * b2.by)});
}

}  // namespace

Poly dot(const MovingPoint& a, const MovingPoint& b) { return sum_of_products(a.x, b.x, a.y, b.y, 1); }
Poly cross(const MovingPoint& a, const MovingPoint& b) { return sum_of_products(a.x, b.y, a.y, b.x, -1); }

LiftedPair lift(const MovingShape& a, const MovingShape& b) {
  int exponent = std::numeric_limits<int>::max();
  const auto note = [&](double x) { exponent = std::min(exponent, parts(x).exponent); };
  for_each_number(a, note);
  for_each_number(b, note);
  if (exponent == std::numeric_limits<int>::max()) exponent = 0;
  const Lifter lifter{exponent};
  return {lifter.shape(a), lifter.shape(b), exponent};
}

Dyadic to_dyadic(double t) {
  const Parts p = parts(t);
  if (p.odd == 0) return {};
  if (p.exponent >= 0) return {Int(p.odd) << static_cast<unsigned>(p.exponent), 0};
  return {p.odd, static_cast<unsigned>(-p.exponent)};
}

FrozenShape freeze(const LiftedShape& shape, const Dyadic& t) {
  const auto at = [&](const LinearInt& c) -> Int { return (c.at << t.shift) + c.by * t.num; };
  FrozenShape result;
  result.form = shape.form;
  for (const MovingPoint& p : shape.points) result.points.push_back({at(p.x), at(p.y)});
  result.radius = shape.radius << t.shift;
  result.at = shape.at << t.shift;
  result.axis = shape.axis;
  result.closed = shape.closed;
  result.hollow = shape.hollow;
  return result;
}

bool is_rigid(const LiftedShape& shape) {
  return std::ranges::all_of(shape.points, [&](const MovingPoint& p) {
    return p.x.by == shape.points[0].x.by && p.y.by == shape.points[0].y.by;
  });
}

}  // namespace carom::oracle
