#pragma once

#include <cstdint>

#include "carom/math/quadratic.hpp"
#include "carom/motion/moving.hpp"

/// One view of everything that is made of straight pieces: polygons, segments and single points. The kernels between them
/// are the same; only what counts as overlapping differs, and that is the `ChainKind`.
namespace carom {

enum class ChainKind : std::uint8_t { point, segment, hollow, solid };

/// The path of one vertex: from `from` to `to + shift`.
struct Track {
  Vec2 from;
  Vec2 to;
  Vec2 shift;

  [[nodiscard]] Vec2 at(double t) const noexcept { return lerp(from, to, t) + t * shift; }
};

struct Chain {
  const Vec2* from = nullptr;
  const Vec2* to = nullptr;
  Vec2 shift;
  int count = 0;
  ChainKind kind = ChainKind::point;
  /// Of a polygon at t = 0.
  Winding winding = Winding::counterclockwise;
  /// A solid convex polygon that keeps its shape.
  bool rigid_convex = false;

  [[nodiscard]] int edges() const noexcept {
    return kind == ChainKind::point ? 0 : kind == ChainKind::segment ? 1 : count;
  }
  [[nodiscard]] bool closed() const noexcept { return kind == ChainKind::hollow || kind == ChainKind::solid; }
  [[nodiscard]] int next(int i) const noexcept { return i + 1 == count ? 0 : i + 1; }
  [[nodiscard]] int previous(int i) const noexcept { return i == 0 ? count - 1 : i - 1; }
  [[nodiscard]] Track vertex(int i) const noexcept { return {from[i], to[i], shift}; }
  /// Edge `i` runs from vertex i to vertex next(i).
  [[nodiscard]] Track edge_end(int i) const noexcept { return vertex(next(i)); }
};

/// Of the circle only its centre: for radius 0.
[[nodiscard]] inline Chain chain_of(const MovingCircle& c) noexcept {
  return {.from = &c.from, .to = &c.to, .shift = {}, .count = 1, .kind = ChainKind::point};
}
[[nodiscard]] inline Chain chain_of(const MovingSegment& s) noexcept {
  return {.from = s.from.ends.data(), .to = s.to.ends.data(), .shift = s.shift, .count = 2, .kind = ChainKind::segment};
}
[[nodiscard]] inline Chain chain_of(const MovingPolygon& p) noexcept {
  return {p.from.data(),
          p.to.data(),
          p.shift,
          static_cast<int>(p.from.size()),
          p.hollow ? ChainKind::hollow : ChainKind::solid,
          p.winding,
          p.convex && !p.hollow};
}
[[nodiscard]] inline Chain chain_of(const Segment& s) noexcept {
  return {.from = s.ends.data(), .to = s.ends.data(), .shift = {}, .count = 2, .kind = ChainKind::segment};
}
[[nodiscard]] inline Chain chain_of(const Polygon& p) noexcept { return chain_of(still(p)); }

/// The difference of two tracks at both ends of the step, as numbers of the kind that `lift` makes.
template <class Lift>
struct Difference {
  Lift lift;
  const Track& p;
  const Track& q;

  auto x0() const { return lift(p.from.x) - lift(q.from.x); }
  auto y0() const { return lift(p.from.y) - lift(q.from.y); }
  auto x1() const { return (lift(p.to.x) - lift(q.to.x)) + (lift(p.shift.x) - lift(q.shift.x)); }
  auto y1() const { return (lift(p.to.y) - lift(q.to.y)) + (lift(p.shift.y) - lift(q.shift.y)); }
};

/// Builders of the quadratics of mathematics.md, section 4, for certified_signs() and its kin. All are in Bernstein form.

/// (q - p) × (s - r), all four moving.
[[nodiscard]] inline auto cross_quadratic(const Track& p, const Track& q, const Track& r, const Track& s) noexcept {
  return [p, q, r, s](auto lift) {
    const Difference<decltype(lift)> e{lift, q, p};
    const Difference<decltype(lift)> w{lift, s, r};
    const auto ex0 = e.x0(), ey0 = e.y0(), ex1 = e.x1(), ey1 = e.y1();
    const auto wx0 = w.x0(), wy0 = w.y0(), wx1 = w.x1(), wy1 = w.y1();
    using Number = decltype(ex0 * wy0);
    return Quadratic<Number>{ex0 * wy0 - ey0 * wx0, (ex0 * wy1 - ey0 * wx1) + (ex1 * wy0 - ey1 * wx0),
                             ex1 * wy1 - ey1 * wx1};
  };
}

/// (q - p) · (s - r).
[[nodiscard]] inline auto dot_quadratic(const Track& p, const Track& q, const Track& r, const Track& s) noexcept {
  return [p, q, r, s](auto lift) {
    const Difference<decltype(lift)> e{lift, q, p};
    const Difference<decltype(lift)> w{lift, s, r};
    const auto ex0 = e.x0(), ey0 = e.y0(), ex1 = e.x1(), ey1 = e.y1();
    const auto wx0 = w.x0(), wy0 = w.y0(), wx1 = w.x1(), wy1 = w.y1();
    using Number = decltype(ex0 * wy0);
    return Quadratic<Number>{ex0 * wx0 + ey0 * wy0, (ex0 * wx1 + ey0 * wy1) + (ex1 * wx0 + ey1 * wy0),
                             ex1 * wx1 + ey1 * wy1};
  };
}

/// p.y - q.y, of degree one in t, raised to two.
[[nodiscard]] inline auto height_quadratic(const Track& p, const Track& q) noexcept {
  return [p, q](auto lift) {
    const Difference<decltype(lift)> d{lift, p, q};
    const auto y0 = d.y0(), y1 = d.y1();
    const auto one = lift(1.0);
    using Number = decltype(y0 * one);
    return Quadratic<Number>{y0 * one, (y0 + y1) * one, y1 * one};
  };
}

}  // namespace carom
