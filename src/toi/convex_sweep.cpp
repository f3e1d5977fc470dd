#include "toi/convex_sweep.hpp"

#include <array>
#include <cmath>

namespace carom::detail {
namespace {

constexpr int k_most_vertices = 32;  // more go the general way; the buffers live on the stack

/// Across and along the motion, both measured from a vertex of b so that nothing depends on where in the plane they are.
struct Profile {
  std::array<double, k_most_vertices> across;
  std::array<double, k_most_vertices> along;
  const Vec2* place = nullptr;
  int first = 0;  ///< vertex of the front with the least `across`
  int last = 0;   ///< and the greatest
  double low_along = 0;
  double high_along = 0;
  double size = 0;
  int step = 1;  ///< from `first` to `last` along the front
  int count = 0;

  [[nodiscard]] int next(int i) const noexcept {
    i += step;
    return i == count ? 0 : i < 0 ? count - 1 : i;
  }
};

/// `forward` is +1 for the moving polygon, whose front has the greatest `along`, and -1 for the other.
void project(const Chain& chain, Vec2 origin, Vec2 v, double forward, Profile& profile) noexcept {
  profile.count = chain.count;
  profile.place = chain.from;
  double size = 0;
  for (int i = 0; i < chain.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec2 p = chain.from[i] - origin;
    profile.across[k] = cross(p, v);
    profile.along[k] = dot(p, v);
    const double extent = std::abs(p.x) + std::abs(p.y);
    size = extent > size ? extent : size;
  }
  double low = profile.across[0], high = low, at_low = profile.along[0], at_high = at_low;
  double low_along = at_low, high_along = at_low;
  for (int i = 0; i < chain.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double x = profile.across[k];
    const double y = profile.along[k];
    low_along = y < low_along ? y : low_along;
    high_along = y > high_along ? y : high_along;
    if (x < low || (x == low && forward * y > forward * at_low)) {
      low = x;
      at_low = y;
      profile.first = i;
    }
    if (x > high || (x == high && forward * y > forward * at_high)) {
      high = x;
      at_high = y;
      profile.last = i;
    }
  }
  profile.low_along = low_along;
  profile.high_along = high_along;
  profile.size = size;
  const bool counterclockwise = chain.winding == Winding::counterclockwise;
  profile.step = counterclockwise == (forward < 0) ? 1 : -1;
}

/// The least gap so far, with a lower bound that holds in spite of rounding.
struct LeastGap {
  Vec2 v;
  SweepAnswer best{};
  double t = HUGE_VAL;
  double certain_low = HUGE_VAL;
  double error = 0;

  /// A vertex, `w` ahead of the start of an edge `e`; t = (e × w) / (e × v). Both vectors are differences of the vertices
  /// given, not of the rounded profile, which is good enough for the order only.
  /// `doubt` is how much t can change because of rounding across the motion.
  void offer(Vec2 e, Vec2 w, double doubt, int vertex, int edge, bool vertex_of_a) noexcept {
    const double width = cross(e, v);
    const double gap = cross(e, w) / width;
    // e, w right to u, their product to 4u, e × v to 6u: 1e-15 covers numerator and denominator.
    const double slack = doubt + 1e-15 * (std::abs(e.x) + std::abs(e.y)) *
                         (std::abs(w.x) + std::abs(w.y) + std::abs(v.x) + std::abs(v.y)) / width;
    certain_low = gap - slack < certain_low ? gap - slack : certain_low;
    if (gap < t) {
      t = gap;
      error = slack;
      best = {SweepResult::hit, gap, vertex, edge, vertex_of_a};
    }
  }
};

std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

/// The number of the edge between neighbouring vertices i and j.
int edge_between(int i, int j, const Profile& p) noexcept { return p.step > 0 ? i : j; }

/// The greatest slope, along against across, of the front's edges at vertex i.
double steepest(const Profile& p, int i) noexcept {
  const auto slope = [&](int k) {
    const double width = std::abs(p.across[index(i)] - p.across[index(k)]);
    return std::abs(p.along[index(i)] - p.along[index(k)]) / width;
  };
  const int previous = p.step > 0 ? (i == 0 ? p.count - 1 : i - 1) : (i + 1 == p.count ? 0 : i + 1);
  const double before = i == p.first ? 0 : slope(previous);
  const double after = i == p.last ? 0 : slope(p.next(i));
  return before > after ? before : after;
}

/// Merges both fronts over the range of `across` that they share.
LeastGap least_gap(const Profile& a, const Profile& b, Vec2 v, double across_error) noexcept {
  LeastGap least{.v = v};
  int i = a.first;
  int j = b.first;
  int next_i = a.next(i);
  int next_j = b.next(j);
  const auto across_a = [&](int k) { return a.across[index(k)]; };
  const auto across_b = [&](int k) { return b.across[index(k)]; };
  // A vertex close to the end of an edge across the motion may in truth lie beside it: then the slopes of the fronts there
  // tell how much that can matter.
  const double squared_speed = dot(v, v);
  const auto doubt = [&](double x, double start, double end) {
    if (x - start > across_error && end - x > across_error) return 0.0;
    const double slopes = steepest(a, i) + steepest(a, next_i) + steepest(b, j) + steepest(b, next_j);
    return across_error * slopes / squared_speed;
  };
  const auto a_on_b = [&] {
    const Vec2 start = b.place[j];
    least.offer(b.place[next_j] - start, start - a.place[i], doubt(across_a(i), across_b(j), across_b(next_j)), i,
                edge_between(j, next_j, b), true);
  };
  const auto b_on_a = [&] {
    const Vec2 start = a.place[i];
    least.offer(a.place[next_i] - start, b.place[j] - start, doubt(across_b(j), across_a(i), across_a(next_i)), j,
                edge_between(i, next_i, a), false);
  };
  while (across_a(next_i) <= across_b(j) && next_i != a.last) {
    i = next_i;
    next_i = a.next(i);
  }
  while (across_b(next_j) <= across_a(i) && next_j != b.last) {
    j = next_j;
    next_j = b.next(j);
  }
  across_a(i) >= across_b(j) ? a_on_b() : b_on_a();
  while (true) {
    const double before = least.t;
    if (across_a(next_i) <= across_b(next_j)) {
      i = next_i;
      a_on_b();
      if (i == a.last) break;
      next_i = a.next(i);
    } else {
      j = next_j;
      b_on_a();
      if (j == b.last) break;
      next_j = b.next(j);
    }
    if (least.t == before && least.certain_low + 4 * least.error >= before) break;  // convex: it only grows from here
  }
  return least;
}

}  // namespace

SweepAnswer convex_sweep(const Chain& a, const Chain& b) noexcept {
  if (a.count > k_most_vertices || b.count > k_most_vertices) return {};
  const Vec2 v = a.shift - b.shift;
  Profile moving;
  Profile target;
  project(a, b.from[0], v, 1, moving);
  project(b, b.from[0], v, -1, target);
  const double speed = std::abs(v.x) + std::abs(v.y);
  const double error = 2e-15 * (moving.size + target.size + speed) * speed + 1e-280;
  // 1. Do they reach each other along the motion, and across it?
  if (moving.high_along + dot(v, v) + error < target.low_along) return {SweepResult::miss};
  if (moving.low_along > target.high_along + error) return {SweepResult::miss};
  const double low_a = moving.across[index(moving.first)], high_a = moving.across[index(moving.last)];
  const double low_b = target.across[index(target.first)], high_b = target.across[index(target.last)];
  if (high_a + error < low_b || high_b + error < low_a) return {SweepResult::miss};
  // 2. Certainly across it, by more than rounding?
  const double low = low_a > low_b ? low_a : low_b;
  const double high = high_a < high_b ? high_a : high_b;
  if (!(high - low > error)) return {};
  // 3. When do the fronts meet?
  const LeastGap least = least_gap(moving, target, v, error);
  const double t = least.t;
  const double slack = least.error + k_time_error;
  if (!(least.certain_low > -HUGE_VAL && least.error <= 0.5 * k_time_error && t - least.certain_low <= k_time_error)) return {};
  if (t > 1 + slack) return {SweepResult::miss};
  if (t > slack && t < 1 - slack) return least.best;
  return {};
}

}  // namespace carom::detail
