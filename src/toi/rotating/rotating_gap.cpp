#include "toi/rotating/rotating_gap.hpp"

#include <algorithm>
#include <limits>

#include "carom/shapes/mass.hpp"

namespace carom::detail {
namespace {

constexpr SinCos back(SinCos turn) noexcept { return {-turn.sin, turn.cos}; }

struct Support {
  int vertex = 0;
  double height = 0;
};

Support lowest(const RotatingPart& part, Vec2 up) noexcept {
  Support best{0, dot(up, part.vertices[0])};
  for (int i = 1; i < part.count; ++i) {
    const double height = dot(up, part.vertices[i]);
    best.vertex = height < best.height ? i : best.vertex;
    best.height = height < best.height ? height : best.height;
  }
  return best;
}

/// How far a vertex is from the centre: at most as far as any, or as far as it is itself.
struct SameReach {
  double operator()(const RotatingPart& part, Vec2) const noexcept { return part.reach; }
};
struct OwnReach {
  double operator()(const RotatingPart&, Vec2 p) const noexcept { return std::sqrt(dot(p, p)); }
};

/// With `penalty` times its reach off the height of each.
Support lowest(const RotatingPart& part, Vec2 up, double penalty, SameReach) noexcept {
  const Support best = lowest(part, up);
  return {best.vertex, best.height - penalty * part.reach};
}
Support lowest(const RotatingPart& part, Vec2 up, double penalty, OwnReach reach) noexcept {
  Support best{0, std::numeric_limits<double>::infinity()};
  for (int i = 0; i < part.count; ++i) {
    const double height = dot(up, part.vertices[i]) - penalty * reach(part, part.vertices[i]);
    if (height < best.height) best = {i, height};
  }
  return best;
}

Support highest(const RotatingPart& part, Vec2 up) noexcept {
  const Support best = lowest(part, -up);
  return {best.vertex, -best.height};
}

/// Unit, out of the part, in its own frame.
Vec2 face_normal(const RotatingPart& part, int face) noexcept {
  const Vec2 edge = part.vertices[part.next(face)] - part.vertices[face];
  const double scale = (part.winding == Winding::counterclockwise ? 1 : -1) / std::sqrt(dot(edge, edge));
  return {scale * edge.y, -scale * edge.x};
}

/// The slowest growth, `rate·p`, among the vertices that are lowest within `margin`.
double slowest_of_lowest(const RotatingPart& part, Vec2 up, Vec2 rate, double margin) noexcept {
  const double limit = lowest(part, up).height + margin;
  double slowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < part.count; ++i) {
    if (dot(up, part.vertices[i]) <= limit) slowest = std::min(slowest, dot(rate, part.vertices[i]));
  }
  return slowest;
}

/// The nearest point of the edge from `e` to `f` to `p`, which may lie beyond either end.
struct Foot {
  Vec2 point;
  bool inside = false;
};
Foot foot_on_edge(Vec2 p, Vec2 e, Vec2 f) noexcept {
  const Vec2 way = f - e;
  const double along = dot(p - e, way), all = dot(way, way);
  if (along <= 0) return {e, false};
  if (along >= all) return {f, false};
  return {e + (along / all) * way, true};
}

}  // namespace

RotatingPair::RotatingPair(const Turn& a, double a_reach, const Turn& b, double b_reach, double circle_radius) noexcept
    : radius(circle_radius),
      a_spin(a.spin()),
      b_spin(b.spin()),
      a_(a),
      b_(b),
      from_(a.from.at - b.from.at),
      to_(a.to.at - b.to.at),
      reach_(a_reach + b_reach + circle_radius) {
  velocity = to_ - from_;
  speed = length(velocity);
  const double a_angle = std::max(std::abs(a.from.angle), std::abs(a.to.angle));
  const double b_angle = std::max(std::abs(b.from.angle), std::abs(b.to.angle));
  const double rounded = std::max(length(from_), length(to_)) + a_angle * a_reach + b_angle * b_reach;
  tolerance = k_rotating_gap * reach_ + k_rotating_rounding * rounded;
  still = k_rotating_still * (speed + std::abs(a_spin) * a_reach + std::abs(b_spin) * b_reach);
}

RotatingPair::Window RotatingPair::window() const noexcept {
  const double reach = reach_ + tolerance;
  const double toward = -dot(from_, velocity), squared = dot(velocity, velocity);
  const double apart = dot(from_, from_) - reach * reach;
  if (apart > 0 && !(toward > 0)) return {};
  const double side = cross(from_, velocity);
  const double discriminant = squared * reach * reach - side * side;
  if (apart > 0 && discriminant < 0) return {};
  const double root = std::sqrt(std::max(discriminant, 0.0));
  const double from = apart > 0 ? apart / (toward + root) : 0;
  if (from > 1) return {};
  return {from, squared > 0 ? std::min(1.0, (toward + root) / squared) : 1, true};
}

RotatingMoment RotatingPair::moment(double t) const noexcept {
  return {t, quick_sin_cos(a_.at(t).angle), quick_sin_cos(b_.at(t).angle), between(t)};
}

double RotatingPair::spin(Frame frame) const noexcept {
  return frame == Frame::plane ? 0 : frame == Frame::a ? a_spin : b_spin;
}

Vec2 RotatingPair::direction(const GapAxis& axis, const RotatingMoment& now) noexcept {
  if (axis.frame == Frame::plane) return axis.normal;
  return turned(axis.normal, axis.frame == Frame::a ? now.a : now.b);
}

Vec2 RotatingParts::place_of_a(int i) const noexcept { return now_.c + turned(a_.vertices[i], now_.a); }
Vec2 RotatingParts::place_of_b(int i) const noexcept { return turned(b_.vertices[i], now_.b); }

Vec2 RotatingParts::between_middles() const noexcept {
  return now_.c + turned(a_.middle, now_.a) - turned(b_.middle, now_.b);
}

double RotatingParts::gap_along(Vec2 direction) const noexcept {
  return dot(direction, now_.c) + lowest(a_, turned(direction, back(now_.a))).height -
         highest(b_, turned(direction, back(now_.b))).height - pair_.radius;
}

double RotatingParts::growth(const GapAxis& axis) const noexcept {
  const double spin = pair_.spin(axis.frame);
  const Vec2 n = RotatingPair::direction(axis, now_);
  const Vec2 on_a = turned(n, back(now_.a)), on_b = turned(n, back(now_.b));
  const double margin = 0.125 * pair_.tolerance;
  const Vec2 a_rate = (spin - pair_.a_spin) * perpendicular(on_a), b_rate = (spin - pair_.b_spin) * perpendicular(on_b);
  return dot(n, pair_.velocity) + spin * dot(perpendicular(n), now_.c) + slowest_of_lowest(a_, on_a, a_rate, margin) +
         slowest_of_lowest(b_, -on_b, -b_rate, margin);
}

RotatingParts::Bound RotatingParts::bound(const GapAxis& axis, double level, double distance) const noexcept {
  const double spin = pair_.spin(axis.frame);
  const double past_a = spin - pair_.a_spin, past_b = spin - pair_.b_spin;
  const Vec2 n = RotatingPair::direction(axis, now_);
  Bound bound;
  bound.on_a = turned(n, back(now_.a));
  bound.on_b = turned(n, back(now_.b));
  bound.a_rate = past_a * perpendicular(bound.on_a);
  bound.b_rate = past_b * perpendicular(bound.on_b);
  bound.base = dot(n, now_.c) - pair_.radius - level;
  bound.slope = dot(n, pair_.velocity) + spin * dot(perpendicular(n), now_.c);
  constexpr double k_round_up = 1 + 1e-12;
  bound.curvature = (2 * std::abs(spin) * pair_.speed + spin * spin * distance) * k_round_up;
  bound.a_curvature = past_a * past_a * k_round_up;
  bound.b_curvature = past_b * past_b * k_round_up;
  return bound;
}

template <class Reach>
double RotatingParts::safe_time(const Bound& f, double remaining, const Reach& reach) const noexcept {
  double x = remaining;
  Support low{-1, 0}, high{-1, 0};
  constexpr int k_most_rounds = 6;
  for (int round = 0;; ++round) {
    const double half = 0.5 * x * x;
    const Support low_then = lowest(a_, f.on_a + x * f.a_rate, half * f.a_curvature, reach);
    const Support high_then = lowest(b_, -f.on_b - x * f.b_rate, half * f.b_curvature, reach);
    const double least = f.base + x * f.slope - half * f.curvature + low_then.height + high_then.height;
    if (least >= 0 || (low_then.vertex == low.vertex && high_then.vertex == high.vertex)) return x;
    if (round == k_most_rounds) {
      // The chord from now to x lies below the bound, which is concave.
      const double start = f.base + lowest(a_, f.on_a).height + lowest(b_, -f.on_b).height;
      return start > 0 ? x * start / (start - least) : 0;
    }
    low = low_then, high = high_then;
    const Vec2 p = a_.vertices[low.vertex], q = b_.vertices[high.vertex];
    const double gap = f.base + dot(f.on_a, p) - dot(f.on_b, q);
    const double rate = f.slope + dot(f.a_rate, p) - dot(f.b_rate, q);
    const double curvature = f.curvature + f.a_curvature * reach(a_, p) + f.b_curvature * reach(b_, q);
    if (!(gap > 0)) return 0;
    const double root = std::sqrt(rate * rate + 2 * curvature * gap);
    x = std::min(x, rate <= 0 ? 2 * gap / (root - rate) : (rate + root) / curvature);
  }
}

double RotatingParts::safe_time(const GapAxis& axis, double level, double remaining, double distance) const noexcept {
  const Bound f = bound(axis, level, distance);
  const double quick = safe_time(f, remaining, SameReach{});
  // Where the curvature limits the step, rather than the closing speed, that of each vertex may allow a longer one: what
  // touches near the centre hardly turns.
  const double all = f.curvature + f.a_curvature * a_.reach + f.b_curvature * b_.reach;
  const double gap = axis.gap - level;
  if (quick >= remaining || 0.5 * all * quick * quick < 0.9 * gap) return quick;
  return std::max(quick, safe_time(f, remaining, OwnReach{}));
}

GapAxis RotatingParts::along(Vec2 way) const noexcept {
  const Vec2 n = unit(way);
  if (n == Vec2{}) return {{1, 0}, Frame::plane, -std::numeric_limits<double>::infinity()};
  return {n, Frame::plane, gap_along(n)};
}

GapAxis RotatingParts::face_of_a(int face) const noexcept {
  const Vec2 out = face_normal(a_, face);
  const Vec2 n = -turned(out, now_.a);
  const double gap = dot(n, now_.c) - dot(out, a_.vertices[face]) - highest(b_, turned(n, back(now_.b))).height;
  return {-out, Frame::a, gap - pair_.radius, face};
}

GapAxis RotatingParts::face_of_b(int face) const noexcept {
  const Vec2 out = face_normal(b_, face);
  const Vec2 n = turned(out, now_.b);
  const double gap = dot(n, now_.c) + lowest(a_, turned(n, back(now_.a))).height - dot(out, b_.vertices[face]);
  return {out, Frame::b, gap - pair_.radius, face};
}

template <Frame frame>
void RotatingParts::look_for_better(const RotatingPart& wall, Vec2 front, GapAxis& best) const noexcept {
  const double sign = wall.winding == Winding::counterclockwise ? 1 + 1e-12 : -1 - 1e-12;
  for (int i = 0; i < wall.faces(); ++i) {
    // The gap is at most the height of one vertex of the other part above the face.
    const Vec2 edge = wall.vertices[wall.next(i)] - wall.vertices[i];
    const double area = sign * cross(front - wall.vertices[i], edge);
    const double least = best.gap + pair_.radius;
    if (least >= 0 && (area <= 0 || area * area <= least * least * dot(edge, edge))) continue;
    const GapAxis axis = frame == Frame::a ? face_of_a(i) : face_of_b(i);
    if (axis.gap > best.gap) best = axis;
  }
}

RotatingParts::Best RotatingParts::best_axis(const GapAxis& axis) const noexcept {
  const Vec2 hint = RotatingPair::direction(axis, now_);
  const Vec2 a_front = place_of_a(lowest(a_, turned(hint, back(now_.a))).vertex);
  const Vec2 b_front = place_of_b(highest(b_, turned(hint, back(now_.b))).vertex);
  GapAxis best = axis;
  look_for_better<Frame::b>(b_, turned(a_front, back(now_.b)), best);
  look_for_better<Frame::a>(a_, turned(b_front - now_.c, back(now_.a)), best);
  if (best.face < 0) {
    const Vec2 way = a_front - b_front;
    const GapAxis line = along(way);
    return {line.gap > best.gap ? line : best, length(way) - pair_.radius};
  }
  const Vec2 n = RotatingPair::direction(best, now_);
  const bool of_b = best.frame == Frame::b;
  const Vec2 vertex = of_b ? place_of_a(lowest(a_, turned(n, back(now_.a))).vertex)
                           : place_of_b(highest(b_, turned(n, back(now_.b))).vertex);
  const Foot foot = of_b ? foot_on_edge(vertex, place_of_b(best.face), place_of_b(b_.next(best.face)))
                         : foot_on_edge(vertex, place_of_a(best.face), place_of_a(a_.next(best.face)));
  if (foot.inside) return {best, best.gap};
  const Vec2 way = of_b ? vertex - foot.point : foot.point - vertex;
  const GapAxis line = along(way);
  return {line.gap > best.gap ? line : best, length(way) - pair_.radius};
}

GapAxis RotatingParts::nearest_axis() const noexcept {
  double least = std::numeric_limits<double>::infinity();
  Vec2 shortest;
  const auto see = [&](Vec2 way) {
    if (const double squared = dot(way, way); squared < least) least = squared, shortest = way;
  };
  for (int i = 0; i < a_.count; ++i) {
    const Vec2 p = place_of_a(i);
    for (int j = 0; j < b_.count; ++j) see(p - foot_on_edge(p, place_of_b(j), place_of_b(b_.next(j))).point);
  }
  for (int j = 0; j < b_.count; ++j) {
    const Vec2 q = place_of_b(j);
    for (int i = 0; i < a_.count; ++i) see(foot_on_edge(q, place_of_a(i), place_of_a(a_.next(i))).point - q);
  }
  return along(shortest);
}

RotatingParts::Touch RotatingParts::touch(const GapAxis& axis) const noexcept {
  const Vec2 n = RotatingPair::direction(axis, now_), along = perpendicular(n);
  struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double height = 0;  ///< of the lowest vertex
  };
  /// What of the part is lowest within twice the tolerance.
  const auto lowest_range = [&](const RotatingPart& part, Vec2 up, Vec2 right) {
    Range range{.height = lowest(part, up).height};
    for (int i = 0; i < part.count; ++i) {
      if (dot(up, part.vertices[i]) > range.height + 2 * pair_.tolerance) continue;
      range.low = std::min(range.low, dot(right, part.vertices[i]));
      range.high = std::max(range.high, dot(right, part.vertices[i]));
    }
    return range;
  };
  const Range of_a = lowest_range(a_, turned(n, back(now_.a)), turned(along, back(now_.a)));
  const Range of_b = lowest_range(b_, turned(-n, back(now_.b)), turned(along, back(now_.b)));
  const double shift = dot(along, now_.c);
  // Of ranges that do not meet, a corner in front of a corner, this is the middle between them.
  const double middle = 0.5 * std::max(of_a.low + shift, of_b.low) + 0.5 * std::min(of_a.high + shift, of_b.high);
  const double height = 0.5 * ((dot(n, now_.c) + of_a.height - pair_.radius) - of_b.height);
  return {height * n + middle * along, n};
}

}  // namespace carom::detail
