#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "carom/motion/rotating.hpp"

/// Rotating bodies by sampling, as an oracle: places by the C library's sine and cosine, distances by looking at every vertex
/// and every edge, and steps no longer than the distance over a bound of all speeds. It shares nothing with the kernels.
namespace carom::oracle {

/// A shape at one moment. Circles have one vertex and a radius.
struct Snapshot {
  std::vector<Vec2> points;
  double radius = 0;
  bool round = false;
  bool closed = false;  ///< the last point is joined to the first
  bool solid = false;

  [[nodiscard]] std::size_t edges() const { return round ? 0 : closed ? points.size() : 1; }
  [[nodiscard]] Vec2 end(std::size_t i) const { return points[i + 1 == points.size() ? 0 : i + 1]; }
};

inline Snapshot snapshot(std::span<const Vec2> vertices, const Turn& turn, double t) {
  const double angle = (1 - t) * turn.from.angle + t * turn.to.angle;
  const Vec2 at = (1 - t) * turn.from.at + t * turn.to.at;
  const double sine = std::sin(angle), cosine = std::cos(angle);
  Snapshot shape;
  for (const Vec2 p : vertices) shape.points.push_back(at + Vec2{cosine * p.x - sine * p.y, sine * p.x + cosine * p.y});
  return shape;
}

inline Snapshot snapshot(const RotatingShape& shape, double t) {
  if (const auto* circle = std::get_if<MovingCircle>(&shape)) {
    return {{(1 - t) * circle->from + t * circle->to}, circle->radius, true, false, !circle->hollow};
  }
  if (const auto* circle = std::get_if<RotatingCircle>(&shape)) {
    Snapshot placed = snapshot({&circle->center, 1}, circle->turn, t);
    placed.radius = circle->radius;
    placed.round = placed.solid = true;
    return placed;
  }
  if (const auto* segment = std::get_if<RotatingSegment>(&shape))
    return snapshot(segment->segment.ends, segment->turn, t);
  const auto& polygon = std::get<RotatingPolygon>(shape);
  Snapshot placed = snapshot(polygon.vertices, polygon.turn, t);
  placed.closed = true;
  placed.solid = !polygon.hollow;
  return placed;
}

inline double distance_to_edge(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 e = b - a;
  const double u = std::clamp(dot(p - a, e) / dot(e, e), 0.0, 1.0);
  return length(p - (a + u * e));
}

inline bool crosses(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double p = cross(b - a, c - a), q = cross(b - a, d - a), r = cross(d - c, a - c), s = cross(d - c, b - c);
  return ((p > 0) != (q > 0)) && ((r > 0) != (s > 0));
}

inline bool contains(const Snapshot& shape, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0; i < shape.edges(); ++i) {
    const Vec2 a = shape.points[i], b = shape.end(i);
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

constexpr double k_overlapping = -1;  ///< in place of a gap

/// Of two chains, or of a point and a chain.
inline double gap_of_chains(const Snapshot& a, const Snapshot& b) {
  for (std::size_t i = 0; i < a.edges(); ++i) {
    for (std::size_t j = 0; j < b.edges(); ++j) {
      if (crosses(a.points[i], a.end(i), b.points[j], b.end(j))) return k_overlapping;
    }
  }
  if (a.closed && a.solid && contains(a, b.points[0])) return k_overlapping;
  if (b.closed && b.solid && contains(b, a.points[0])) return k_overlapping;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2 p : a.points) {
    for (std::size_t j = 0; j < b.edges(); ++j) least = std::min(least, distance_to_edge(p, b.points[j], b.end(j)));
  }
  for (const Vec2 q : b.points) {
    for (std::size_t i = 0; i < a.edges(); ++i) least = std::min(least, distance_to_edge(q, a.points[i], a.end(i)));
  }
  return least;
}

inline double gap_of_circle(const Snapshot& circle, const Snapshot& chain) {
  const Vec2 center = circle.points[0];
  double nearest = std::numeric_limits<double>::infinity(), farthest = 0;
  for (std::size_t j = 0; j < chain.edges(); ++j) {
    nearest = std::min(nearest, distance_to_edge(center, chain.points[j], chain.end(j)));
  }
  for (const Vec2 p : chain.points) farthest = std::max(farthest, length(p - center));
  if (chain.closed && chain.solid && contains(chain, center) && nearest > circle.radius) return k_overlapping;
  if (!circle.solid && circle.radius > 0 && farthest <= circle.radius) return circle.radius - farthest;
  return nearest >= circle.radius ? nearest - circle.radius : k_overlapping;
}

inline double gap_of_circles(const Snapshot& a, const Snapshot& b) {
  const double distance = length(a.points[0] - b.points[0]);
  if (distance >= a.radius + b.radius) return distance - a.radius - b.radius;
  const double room = std::abs(a.radius - b.radius) - distance;
  const bool larger_is_ring = a.radius >= b.radius ? !a.solid : !b.solid;
  return larger_is_ring && room >= 0 ? room : k_overlapping;
}

inline double gap_of_border(const Snapshot& shape, const Border& border) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec2 p : shape.points) {
    low = std::min(low, coordinate(p, border.axis) - border.at - shape.radius);
    high = std::max(high, coordinate(p, border.axis) - border.at + shape.radius);
  }
  return low >= 0 ? low : high <= 0 ? -high : k_overlapping;
}

/// The distance of the outlines, or k_overlapping.
inline double rotating_gap(const RotatingShape& a, const RotatingShape& b, double t) {
  if (const auto* border = std::get_if<Border>(&b)) return gap_of_border(snapshot(a, t), *border);
  if (const auto* border = std::get_if<Border>(&a)) return gap_of_border(snapshot(b, t), *border);
  const Snapshot at_a = snapshot(a, t), at_b = snapshot(b, t);
  if (at_a.round && at_b.round) return gap_of_circles(at_a, at_b);
  if (at_a.round && at_a.radius > 0) return gap_of_circle(at_a, at_b);
  if (at_b.round && at_b.radius > 0) return gap_of_circle(at_b, at_a);
  return gap_of_chains(at_a, at_b);
}

struct Extent {
  double reach = 0;
  double speed = 0;  ///< no point is faster
  double turned = 0;
  Vec2 from, to;
};
inline Extent extent(const RotatingShape& shape) {
  if (std::holds_alternative<Border>(shape)) return {};
  if (const auto* circle = std::get_if<MovingCircle>(&shape)) {
    return {circle->radius, length(circle->to - circle->from), 0, circle->from, circle->to};
  }
  if (const auto* circle = std::get_if<RotatingCircle>(&shape)) {
    const auto& [from, to] = circle->turn;
    const double arm = length(circle->center);
    return {circle->radius + arm, length(to.at - from.at) + std::abs(to.angle - from.angle) * arm,
            arm * std::max(std::abs(from.angle), std::abs(to.angle)), from.at, to.at};
  }
  const auto* segment = std::get_if<RotatingSegment>(&shape);
  const RotatingChain chain = segment != nullptr ? chain_of(*segment) : chain_of(std::get<RotatingPolygon>(shape));
  const auto& [from, to] = chain.turn;
  return {chain.reach, length(to.at - from.at) + std::abs(to.angle - from.angle) * chain.reach,
          chain.reach * std::max(std::abs(from.angle), std::abs(to.angle)), from.at, to.at};
}

/// The tolerance as carom/toi/rotating.hpp states it. Against a border the way across alone counts; here all of it does.
inline double rotating_tolerance(const RotatingShape& a, const RotatingShape& b) {
  const Extent of_a = extent(a), of_b = extent(b);
  const double way = std::max(length(of_a.from - of_b.from), length(of_a.to - of_b.to));
  return std::ldexp(of_a.reach + of_b.reach, -34) + std::ldexp(way + of_a.turned + of_b.turned, -46);
}

/// The first sampled time before `until` at which they overlap. A pass that lasts shorter than `finest` and is less deep than
/// their speeds times it may go unseen; nothing else does.
inline std::optional<double> first_overlap(const RotatingShape& a, const RotatingShape& b, double until,
                                           double finest) {
  const double speed = extent(a).speed + extent(b).speed;
  for (double t = 0; t < until;) {
    const double gap = rotating_gap(a, b, t);
    if (gap < 0) return t;
    t += speed > 0 ? std::max(gap / speed, finest) : 1;
  }
  return std::nullopt;
}

}  // namespace carom::oracle
