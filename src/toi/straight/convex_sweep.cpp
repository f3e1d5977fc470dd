#include "toi/straight/convex_sweep.hpp"

#include <array>
#include <cmath>

namespace carom::detail {
namespace {

constexpr int k_most_vertices = 32;  // more go the general way; the buffers live on the stack

double least(double a, double b) noexcept { return a < b ? a : b; }
double greatest(double a, double b) noexcept { return a > b ? a : b; }
std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

struct Range {
  double low;
  double high;

  void add(double x) noexcept {
    low = least(low, x);
    high = greatest(high, x);
  }
  [[nodiscard]] double size() const noexcept { return greatest(std::abs(low), std::abs(high)); }
};

/// Across and along the motion, both measured from a vertex of b so that nothing depends on where in the plane they are.
struct Profile {
  std::array<double, k_most_vertices> across;
  std::array<double, k_most_vertices> along;
  Range across_range;
  Range along_range;
};

void project(const Chain& chain, Vec2 origin, Vec2 v, Profile& profile) noexcept {
  for (int i = 0; i < chain.count; ++i) {
    const Vec2 p = chain.from[i] - origin;
    const double x = cross(p, v);
    const double y = dot(p, v);
    profile.across[index(i)] = x;
    profile.along[index(i)] = y;
    if (i == 0) {
      profile.across_range = {x, x};
      profile.along_range = {y, y};
    }
    profile.across_range.add(x);
    profile.along_range.add(y);
  }
}

/// The side of a polygon that faces the other one, as a walk from the least to the greatest `across`. For the motion run
/// backwards (`way` -1) all signs turn round.
class Front {
 public:
  /// `facing` is +1 for the moving polygon, whose front is where `along` is greatest, and -1 for the other.
  Front(const Chain& chain, const Profile& profile, double facing, double way, double error) noexcept
      : place_(chain.from), profile_(profile), count_(chain.count), way_(way), error_(error) {
    const bool counterclockwise = chain.winding == Winding::counterclockwise;
    step_ = counterclockwise == (facing < 0) ? 1 : -1;
    const Range& range = profile.across_range;
    first_ = corner(way > 0 ? range.low : range.high, facing * way);
    last_ = corner(way > 0 ? range.high : range.low, facing * way);
  }

  [[nodiscard]] int first() const noexcept { return first_; }
  [[nodiscard]] int last() const noexcept { return last_; }
  [[nodiscard]] int next(int i) const noexcept { return moved(i, step_); }
  [[nodiscard]] double across(int i) const noexcept { return way_ * profile_.across[index(i)]; }
  [[nodiscard]] Vec2 place(int i) const noexcept { return place_[i]; }
  /// Can rounding not have changed the order of its vertices, nor hidden one beyond its ends? Each edge then goes on across
  /// the motion by more than rounding and is not too steep. Beside the front the polygon falls back: at once, or along an
  /// edge so long for its width that it is steeper than any edge of a clear front.
  [[nodiscard]] bool clear() const noexcept {
    for (int i = first_; i != last_; i = next(i)) {
      const double width = across(next(i)) - across(i);
      if (!(width > 2 * error_ && height(i, next(i)) <= 5e5 * width)) return false;
    }
    return falls_back(first_, moved(first_, -step_)) && falls_back(last_, next(last_));
  }

  /// The number of the edge from i to next(i).
  [[nodiscard]] int edge(int i) const noexcept { return step_ > 0 ? i : next(i); }

  /// The greatest slope, along against across, of the front's edges at vertex i.
  [[nodiscard]] double steepest(int i) const noexcept {
    const double before = i == first_ ? 0 : slope(i, moved(i, -step_));
    const double after = i == last_ ? 0 : slope(i, next(i));
    return greatest(before, after);
  }

 private:
  [[nodiscard]] int moved(int i, int step) const noexcept {
    i += step;
    return i == count_ ? 0 : i < 0 ? count_ - 1 : i;
  }
  [[nodiscard]] double width(int i, int k) const noexcept {
    return std::abs(profile_.across[index(i)] - profile_.across[index(k)]);
  }
  /// Rounded up.
  [[nodiscard]] double height(int i, int k) const noexcept {
    return std::abs(profile_.along[index(i)] - profile_.along[index(k)]) + error_;
  }
  [[nodiscard]] double slope(int i, int k) const noexcept { return height(i, k) / width(i, k); }
  [[nodiscard]] bool falls_back(int i, int k) const noexcept {
    return width(i, k) > error_ || height(i, k) > 1e6 * error_;
  }
  /// Of the vertices with this `across`, but for rounding, the one at the front.
  [[nodiscard]] int corner(double x, double facing) const noexcept {
    int best = -1;
    for (int i = 0; i < count_; ++i) {
      if (std::abs(profile_.across[index(i)] - x) > error_) continue;
      if (best < 0 || facing * profile_.along[index(i)] > facing * profile_.along[index(best)]) best = i;
    }
    return best;
  }

  const Vec2* place_;
  const Profile& profile_;
  int count_;
  int step_;
  int first_;
  int last_;
  double way_;
  double error_;
};

/// The least gap so far, with a lower bound that holds in spite of rounding.
struct LeastGap {
  Vec2 v;
  SweepAnswer best{};
  double t = HUGE_VAL;
  double error = 0;
  double certain_low = HUGE_VAL;
  double latest_low = HUGE_VAL;

  /// A vertex, `w` ahead of the start of an edge `e`: t = (e × w) / (e × v). Both vectors are differences of the vertices
  /// given, not of the rounded profile, which is good enough for the order only. `doubt`: see Merge.
  void offer(Vec2 e, Vec2 w, double doubt, int vertex, int edge, bool vertex_of_a) noexcept {
    const double left = e.x * w.y, right = e.y * w.x;
    const double far = e.x * v.y, near = e.y * v.x;
    const double inverse = 1 / (far - near);
    const double gap = (left - right) * inverse;
    // With u = 2^-53: e, w, v are right to u, products to 3u, the two differences to 4u of the sum of their terms; the
    // inverse and the last product add 2u. 5.5u and 2.7u cover that and the rounding of the bound itself.
    const double spread = (std::abs(left) + std::abs(right)) + std::abs(gap) * (std::abs(far) + std::abs(near));
    const double slack = doubt + 6e-16 * (spread * std::abs(inverse)) + 3e-16 * std::abs(gap);
    latest_low = slack < HUGE_VAL ? gap - slack : -HUGE_VAL;
    certain_low = least(certain_low, latest_low);
    if (gap < t) {
      t = gap;
      error = slack;
      best = {SweepResult::hit, gap, vertex, edge, vertex_of_a};
    }
  }
  /// The latest gap is certainly larger than the least one. Nothing less will do: of vertices that lie close together across
  /// the motion the gaps are equal but for rounding, however much they fall further on.
  [[nodiscard]] bool grows() const noexcept { return latest_low > t + error; }
  [[nodiscard]] bool certain() const noexcept { return error <= 0.5 * k_time_error && t - certain_low <= k_time_error; }
};

/// Merges both fronts over the range of `across` that they share.
class Merge {
 public:
  Merge(const Front& a, const Front& b, Vec2 v, double across_error) noexcept
      : a_(a), b_(b), across_error_(across_error), gap_{.v = v} {}

  LeastGap run() noexcept {
    i_ = a_.first();
    j_ = b_.first();
    next_i_ = a_.next(i_);
    next_j_ = b_.next(j_);
    while (a_.across(next_i_) <= b_.across(j_) && next_i_ != a_.last()) advance_a();
    while (b_.across(next_j_) <= a_.across(i_) && next_j_ != b_.last()) advance_b();
    a_.across(i_) >= b_.across(j_) ? a_on_b() : b_on_a();
    while (true) {
      if (a_.across(next_i_) <= b_.across(next_j_)) {
        i_ = next_i_;
        a_on_b();
        if (i_ == a_.last()) break;
        next_i_ = a_.next(i_);
      } else {
        j_ = next_j_;
        b_on_a();
        if (j_ == b_.last()) break;
        next_j_ = b_.next(j_);
      }
      if (gap_.grows()) break;  // convex: it only grows from here
    }
    return gap_;
  }

 private:
  void advance_a() noexcept {
    i_ = next_i_;
    next_i_ = a_.next(i_);
  }
  void advance_b() noexcept {
    j_ = next_j_;
    next_j_ = b_.next(j_);
  }
  void a_on_b() noexcept {
    const Vec2 start = b_.place(j_);
    gap_.offer(b_.place(next_j_) - start, start - a_.place(i_), doubt(a_.across(i_), b_.across(j_), b_.across(next_j_)),
               i_, b_.edge(j_), true);
  }
  void b_on_a() noexcept {
    const Vec2 start = a_.place(i_);
    gap_.offer(a_.place(next_i_) - start, b_.place(j_) - start, doubt(b_.across(j_), a_.across(i_), a_.across(next_i_)),
               j_, a_.edge(i_), false);
  }
  /// A vertex close to the end of an edge across the motion may in truth lie beside it: then the slopes of the fronts there
  /// tell how much that can change t.
  [[nodiscard]] double doubt(double x, double start, double end) const noexcept {
    if (x - start > across_error_ && end - x > across_error_) return 0;
    const double slopes = a_.steepest(i_) + a_.steepest(next_i_) + b_.steepest(j_) + b_.steepest(next_j_);
    return across_error_ * slopes / dot(gap_.v, gap_.v);
  }

  const Front& a_;
  const Front& b_;
  double across_error_;
  LeastGap gap_;
  int i_ = 0;
  int j_ = 0;
  int next_i_ = 0;
  int next_j_ = 0;
};

LeastGap least_gap(const Chain& a, const Profile& a_profile, const Chain& b, const Profile& b_profile, Vec2 v,
                   double error, double way) noexcept {
  const Front a_front(a, a_profile, 1, way, error);
  const Front b_front(b, b_profile, -1, way, error);
  if (!a_front.clear() || !b_front.clear()) return {.v = v, .error = HUGE_VAL};
  return Merge(a_front, b_front, way * v, error).run();
}

}  // namespace

SweepAnswer convex_sweep(const Chain& a, const Chain& b) noexcept {
  if (a.count > k_most_vertices || b.count > k_most_vertices) return {};
  const Vec2 v = a.shift - b.shift;
  Profile moving;
  Profile target;
  project(a, b.from[0], v, moving);
  project(b, b.from[0], v, target);
  // |p|₁ |v|₁ <= 2 |p| |v| <= 2 (|across| + |along|); each projection is right to 6u of the former.
  const double size = moving.across_range.size() + moving.along_range.size() + target.across_range.size() +
                      target.along_range.size() + dot(v, v);
  const double error = 3e-15 * size + 1e-280;
  // 1. Do they reach each other along the motion, and across it?
  if (moving.along_range.high + dot(v, v) + error < target.along_range.low) return {SweepResult::miss};
  if (moving.along_range.low > target.along_range.high + error) return {SweepResult::miss};
  if (moving.across_range.high + error < target.across_range.low) return {SweepResult::miss};
  if (target.across_range.high + error < moving.across_range.low) return {SweepResult::miss};
  // 2. Certainly across it, by more than rounding?
  const double shared = least(moving.across_range.high, target.across_range.high) -
                        greatest(moving.across_range.low, target.across_range.low);
  if (!(shared > 4 * error)) return {};
  // 3. When do the fronts meet?
  const LeastGap gap = least_gap(a, moving, b, target, v, error, 1);
  if (!gap.certain()) return {};
  const double slack = 2 * k_time_error;
  if (gap.t > 1 + slack) return {SweepResult::miss};
  if (gap.t > slack) return gap.t < 1 - slack ? gap.best : SweepAnswer{};
  if (gap.t > -slack) return {};
  // 4. The fronts have met before the step. If the backs have parted before it as well, they are through.
  const LeastGap back = least_gap(a, moving, b, target, v, error, -1);
  return {back.certain() && back.t > slack ? SweepResult::miss : SweepResult::undecided};
}

}  // namespace carom::detail
