#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

/// Discs in a rectangle with walls or without end, among fixed obstacles and under uniform gravity, simulated event by
/// event in long double: the second witness for the swept and the event world.
///
/// It shares no code with the library and none of its ideas: there are no steps, windows, grids, queues or local times.
/// A gap is a polynomial in time, at most of degree 4; a hit is where one falls through zero. After every hit,
/// all bodies move, and the two are tested against all.
namespace carom::reference {

using Real = long double;
constexpr Real k_never = std::numeric_limits<Real>::infinity();

struct Point {
  Real x = 0, y = 0;
  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator*(Real s, Point a) { return {s * a.x, s * a.y}; }
};
inline Real dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
inline Real length(Point a) { return std::sqrt(dot(a, a)); }

struct Disc {
  Point at, velocity;
  Real radius = 1;
  Real mass = 1;
};

/// One corner: a circle or, hollow, a ring; two: a segment; more: a polygon.
struct Obstacle {
  std::vector<Point> corners;
  Real radius = 0;
  bool hollow = false;

  [[nodiscard]] std::size_t edges() const { return corners.size() == 2 ? 1 : corners.size() > 2 ? corners.size() : 0; }
};

/// From (0, 0) to (width, height).
struct Room {
  Real width = 0, height = 0;
  bool periodic = false;
  Point gravity;
  Real restitution = 1;
  std::vector<Obstacle> obstacles;
};

/// Obstacles have the numbers count, count + 1, …; then come the walls: left, right, bottom, top.
struct Hit {
  Real t = k_never;
  std::size_t a = 0;
  std::size_t b = 0;
};

/// Σ pₖ tᵏ. Of degree 2 unless there is gravity.
using Gap = std::array<Real, 5>;

inline Real value(const Gap& p, Real t) { return p[0] + t * (p[1] + t * (p[2] + t * (p[3] + t * p[4]))); }

/// Where the gap changes its sign after 0: once at most between two neighbours of where its slope does.
inline std::vector<Real> sign_changes(const Gap& p) {
  std::size_t degree = 4;
  while (degree > 0 && p[degree] == 0) --degree;
  if (degree == 0) return {};
  std::vector<Real> ends = sign_changes({p[1], 2 * p[2], 3 * p[3], 4 * p[4], 0});
  Real bound = 0;  // Cauchy's: all roots are closer to 0
  for (std::size_t k = 0; k < degree; ++k) bound = std::max(bound, 1 + std::abs(p[k] / p[degree]));
  ends.push_back(bound);
  std::vector<Real> changes;
  Real from = 0;
  for (const Real end : ends) {
    Real low = std::exchange(from, end);
    Real high = end;
    const bool positive = value(p, low) > 0;
    if (positive == (value(p, high) > 0)) continue;
    for (Real middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
      (positive == (value(p, middle) > 0) ? low : high) = middle;
    }
    changes.push_back(high);
  }
  return changes;
}

/// When the gap first falls through 0; at once where it is closed by rounding and falls.
inline Real first_fall(const Gap& p) {
  if (p[0] <= 0 && p[1] < 0) return 0;
  if (p[3] != 0 || p[4] != 0) {
    const std::vector<Real> changes = sign_changes(p);
    const std::size_t first = p[0] > 0 ? 0 : 1;
    return first < changes.size() ? changes[first] : k_never;
  }
  const Real root = p[1] * p[1] - 4 * p[2] * p[0];
  if (root < 0) return k_never;
  if (p[1] < 0) return 2 * p[0] / (std::sqrt(root) - p[1]);
  return p[2] < 0 ? (p[1] + std::sqrt(root)) / (-2 * p[2]) : k_never;
}

class Gas {
 public:
  Gas(std::vector<Disc> discs, Room room) : discs_(std::move(discs)), room_(std::move(room)), soonest_(discs_.size()) {
    for (std::size_t a = 0; a < discs_.size(); ++a) predict(a);
  }

  /// Goes to the next hit and answers it.
  Hit next() {
    const Hit hit = *std::ranges::min_element(soonest_, {}, &Hit::t);
    if (hit.t == k_never) return hit;
    for (Disc& d : discs_) fly(d, hit.t - time_);
    time_ = hit.t;
    resolve(hit);
    for (std::size_t a = 0; a < discs_.size(); ++a) {
      const auto changed = [&](std::size_t b) { return b == hit.a || b == hit.b; };
      if (changed(a) || changed(soonest_[a].b)) {
        predict(a);
        continue;
      }
      for (const std::size_t b : {hit.a, hit.b}) offer(a, b);
    }
    return {hit.t, std::min(hit.a, hit.b), std::max(hit.a, hit.b)};
  }

 private:
  void fly(Disc& d, Real way) const {
    d.at = d.at + way * d.velocity + way * way / 2 * room_.gravity;
    d.velocity = d.velocity + way * room_.gravity;
    if (!room_.periodic) return;
    d.at.x -= room_.width * std::floor(d.at.x / room_.width);
    d.at.y -= room_.height * std::floor(d.at.y / room_.height);
  }

  void predict(std::size_t a) {
    const std::size_t walls = room_.periodic ? 0 : 4;
    soonest_[a] = {k_never, a, a};
    for (std::size_t b = 0; b < discs_.size() + room_.obstacles.size() + walls; ++b) offer(a, b);
  }

  void offer(std::size_t a, std::size_t b) {
    if (a == b) return;
    const std::size_t obstacle = b - discs_.size();
    const std::size_t wall = obstacle - room_.obstacles.size();
    const Real t = time_ + (b < discs_.size()                   ? pending(discs_[a], discs_[b])
                            : obstacle < room_.obstacles.size() ? pending(discs_[a], room_.obstacles[obstacle])
                                                                : meeting_wall(discs_[a], wall));
    if (t < soonest_[a].t) soonest_[a] = {t, a, b};
  }

  /// |d + v t + h t²|² - reach²
  static Gap round_gap(Point d, Point v, Point h, Real reach) {
    return {dot(d, d) - reach * reach, 2 * dot(d, v), dot(v, v) + 2 * dot(d, h), 2 * dot(v, h), dot(h, h)};
  }

  [[nodiscard]] Point nearest_image(Point d) const {
    if (!room_.periodic) return d;
    return {d.x - room_.width * std::round(d.x / room_.width), d.y - room_.height * std::round(d.y / room_.height)};
  }

  /// Gravity pulls both alike. A pair that flies for a whole period before it meets would be overlooked.
  [[nodiscard]] Real pending(const Disc& a, const Disc& b) const {
    const int images = room_.periodic ? 1 : 0;
    const Point d = nearest_image(a.at - b.at);
    const Point v = a.velocity - b.velocity;
    Real t = k_never;
    for (int i = -images; i <= images; ++i) {
      for (int j = -images; j <= images; ++j) {
        const Point shift{i * room_.width, j * room_.height};
        t = std::min(t, first_fall(round_gap(d - shift, v, {}, a.radius + b.radius)));
      }
    }
    return t;
  }

  [[nodiscard]] Real pending(const Disc& a, const Obstacle& obstacle) const {
    const Point h = 0.5L * room_.gravity;
    Real t = k_never;
    for (const Point corner : obstacle.corners) {
      const Real reach = obstacle.hollow ? obstacle.radius - a.radius : obstacle.radius + a.radius;
      Gap gap = round_gap(a.at - corner, a.velocity, h, reach);
      if (obstacle.hollow) std::ranges::transform(gap, gap.begin(), std::negate<>());
      t = std::min(t, first_fall(gap));
    }
    for (std::size_t k = 0; k < obstacle.edges(); ++k) {
      const Point p = obstacle.corners[k];
      const Point along = obstacle.corners[(k + 1) % obstacle.corners.size()] - p;
      for (const Real side : {-1 / length(along), 1 / length(along)}) {
        const Point n{-side * along.y, side * along.x};
        if (dot(n, a.at - p) <= 0 && dot(n, a.velocity) < 0) continue;  // it is on the other side
        const Real when = first_fall({dot(n, a.at - p) - a.radius, dot(n, a.velocity), dot(n, h), 0, 0});
        if (when == k_never) continue;
        const Real place = dot(a.at + when * a.velocity + when * when * h - p, along) / dot(along, along);
        if (place >= 0 && place <= 1) t = std::min(t, when);
      }
    }
    return t;
  }

  static Point wall_normal(std::size_t wall) { return std::array<Point, 4>{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}}[wall]; }

  [[nodiscard]] Real meeting_wall(const Disc& a, std::size_t wall) const {
    const Point n = wall_normal(wall);
    const Point foot = wall % 2 == 0 ? Point{} : Point{room_.width, room_.height};
    return first_fall({dot(n, a.at - foot) - a.radius, dot(n, a.velocity), dot(n, room_.gravity) / 2, 0, 0});
  }

  void resolve(const Hit& hit) {
    Disc& a = discs_[hit.a];
    if (hit.b < discs_.size()) {
      Disc& b = discs_[hit.b];
      const Point d = nearest_image(a.at - b.at);
      const Point n = 1 / length(d) * d;
      const Real impulse = -(1 + room_.restitution) * dot(a.velocity - b.velocity, n) / (1 / a.mass + 1 / b.mass);
      a.velocity = a.velocity + impulse / a.mass * n;
      b.velocity = b.velocity - impulse / b.mass * n;
      return;
    }
    const std::size_t obstacle = hit.b - discs_.size();
    const std::size_t obstacles = room_.obstacles.size();
    const Point n =
        obstacle < obstacles ? away_from(room_.obstacles[obstacle], a.at) : wall_normal(obstacle - obstacles);
    a.velocity = a.velocity - (1 + room_.restitution) * dot(a.velocity, n) * n;
  }

  /// A unit vector from the nearest point, or to it: that makes no difference to the bounce.
  static Point away_from(const Obstacle& obstacle, Point at) {
    Point best = at - obstacle.corners[0];
    for (std::size_t k = 0; k < obstacle.edges(); ++k) {
      const Point p = obstacle.corners[k];
      const Point along = obstacle.corners[(k + 1) % obstacle.corners.size()] - p;
      const Real place = std::clamp(dot(at - p, along) / dot(along, along), Real{0}, Real{1});
      const Point d = at - p - place * along;
      if (length(d) < length(best)) best = d;
    }
    return 1 / length(best) * best;
  }

  std::vector<Disc> discs_;
  Room room_;
  Real time_ = 0;
  std::vector<Hit> soonest_;  ///< by disc
};

}  // namespace carom::reference
