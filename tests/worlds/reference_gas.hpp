#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

/// A gas of discs between four walls, simulated event by event in long double: the second witness for the swept world.
///
/// It shares no code with the library and none of its ideas: there are no steps, windows, grids or foretold meetings.
/// After every hit, all pairs are asked again, from where everyone is at that moment.
namespace carom::reference {

using Real = long double;

struct Disc {
  Real x, y, vx, vy;
  Real radius;
  Real mass;
};

/// Walls have the numbers count, count + 1, … : left, right, bottom, top.
struct Hit {
  Real t = std::numeric_limits<Real>::infinity();
  std::size_t a = 0;
  std::size_t b = 0;
};

class Gas {
 public:
  Gas(std::vector<Disc> discs, Real width, Real height)
      : discs_(std::move(discs)), width_(width), height_(height), soonest_(discs_.size()) {
    for (std::size_t a = 0; a < discs_.size(); ++a) foretell(a);
  }

  [[nodiscard]] Real time() const noexcept { return time_; }
  [[nodiscard]] const std::vector<Disc>& discs() const noexcept { return discs_; }
  [[nodiscard]] std::size_t count() const noexcept { return discs_.size(); }

  /// Goes to the next hit and answers it.
  Hit next() {
    Hit hit;
    for (const Hit& h : soonest_) {
      if (h.t < hit.t) hit = h;
    }
    const Real way = hit.t - time_;
    for (Disc& d : discs_) {
      d.x += way * d.vx;
      d.y += way * d.vy;
    }
    time_ = hit.t;
    hit.b < count() ? exchange(discs_[hit.a], discs_[hit.b]) : turn(discs_[hit.a], hit.b - count());
    const std::size_t partner = hit.b;
    for (std::size_t a = 0; a < count(); ++a) {
      const bool touched = a == hit.a || a == partner;
      const bool waited = soonest_[a].b == hit.a || soonest_[a].b == partner;
      if (touched || waited) foretell(a);
    }
    // Whoever was not asked again may now be met by one of the two.
    for (std::size_t a = 0; a < count(); ++a) {
      for (const std::size_t b : {hit.a, partner}) {
        if (b >= count() || a == b) continue;
        const Real t = meeting(discs_[a], discs_[b]);
        if (t < soonest_[a].t) soonest_[a] = {t, a, b};
      }
    }
    return {hit.t, std::min(hit.a, hit.b), std::max(hit.a, hit.b)};
  }

 private:
  void foretell(std::size_t a) {
    Hit best{std::numeric_limits<Real>::infinity(), a, a};
    const Disc& d = discs_[a];
    const auto offer = [&](Real t, std::size_t b) {
      if (t < best.t) best = {t, a, b};
    };
    const auto wall = [&](Real gap, Real speed, std::size_t number) {
      if (speed > 0) offer(time_ + std::max(gap, Real{0}) / speed, count() + number);
    };
    wall(d.x - d.radius, -d.vx, 0);
    wall(width_ - d.radius - d.x, d.vx, 1);
    wall(d.y - d.radius, -d.vy, 2);
    wall(height_ - d.radius - d.y, d.vy, 3);
    for (std::size_t b = 0; b < count(); ++b) {
      if (b != a) offer(meeting(d, discs_[b]), b);
    }
    soonest_[a] = best;
  }

  [[nodiscard]] Real meeting(const Disc& a, const Disc& b) const {
    const Real dx = a.x - b.x;
    const Real dy = a.y - b.y;
    const Real ux = a.vx - b.vx;
    const Real uy = a.vy - b.vy;
    const Real sum = a.radius + b.radius;
    const Real closing = -(dx * ux + dy * uy);
    if (!(closing > 0)) return std::numeric_limits<Real>::infinity();
    const Real gap = dx * dx + dy * dy - sum * sum;
    if (gap <= 0) return time_;
    const Real speed2 = ux * ux + uy * uy;
    const Real side = dx * uy - dy * ux;
    const Real root = speed2 * sum * sum - side * side;
    if (root < 0) return std::numeric_limits<Real>::infinity();
    return time_ + gap / (closing + std::sqrt(root));
  }

  static void exchange(Disc& a, Disc& b) {
    const Real dx = a.x - b.x;
    const Real dy = a.y - b.y;
    const Real distance = std::sqrt(dx * dx + dy * dy);
    const Real nx = dx / distance;
    const Real ny = dy / distance;
    const Real closing = -((a.vx - b.vx) * nx + (a.vy - b.vy) * ny);
    const Real impulse = 2 * closing / (1 / a.mass + 1 / b.mass);
    a.vx += impulse / a.mass * nx;
    a.vy += impulse / a.mass * ny;
    b.vx -= impulse / b.mass * nx;
    b.vy -= impulse / b.mass * ny;
  }

  static void turn(Disc& d, std::size_t wall) { (wall < 2 ? d.vx : d.vy) *= -1; }

  std::vector<Disc> discs_;
  Real width_;
  Real height_;
  Real time_ = 0;
  std::vector<Hit> soonest_;  ///< by disc
};

}  // namespace carom::reference
