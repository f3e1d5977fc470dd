#include "overlap/hold.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "carom/math/tolerances.hpp"
#include "overlap/measure.hpp"

namespace carom::detail {
namespace {

/// What rounding may break of a condition that its own move has just met.
double slack_of(double size) noexcept { return k_fit_slack * size + k_subnormal_slack; }
/// The search needs a handful of steps; rounding could make it go in circles.
constexpr int k_most_steps = 100;

/// The conditions that decide, by number.
struct Basis {
  std::array<int, 2> index{};
  int count = 0;
  Vec2 move;
};

/// The least move for the conditions in `old` and the `broken` one, which decides in any case.
template <class Conditions>
std::optional<Basis> exchanged(const Conditions& all, const Basis& old, int broken) noexcept {
  std::optional<Basis> best;
  const auto offer = [&](const Basis& basis) {
    for (int k = 0; k < old.count; ++k) {
      if (all.excess(old.index[static_cast<std::size_t>(k)], basis.move) > all.slack()) return;
    }
    if (!best || length(basis.move) < length(best->move)) best = basis;
  };
  offer({{broken, 0}, 1, all.alone(broken)});
  for (int k = 0; k < old.count; ++k) {
    const int kept = old.index[static_cast<std::size_t>(k)];
    if (const auto move = all.both(broken, kept)) offer({{broken, kept}, 2, *move});
  }
  return best;
}

/// Nothing is broken by more than rounding. A shape that touches by rounding still needs a direction: a hair off the
/// condition that is nearest to being broken. One that is well inside stays.
template <class Conditions>
Vec2 hair(const Conditions& all) noexcept {
  int nearest = 0;
  for (int i = 1; i < all.count(); ++i) {
    if (all.excess(i, {}) > all.excess(nearest, {})) nearest = i;
  }
  const double excess = all.excess(nearest, {});
  if (excess < -all.slack()) return {};
  return std::max(excess, 0.125 * all.slack()) * all.toward(nearest);
}

template <class Conditions>
std::optional<Vec2> least_move(const Conditions& all) noexcept {
  Basis basis;
  for (int step = 0; step < k_most_steps; ++step) {
    int broken = -1;
    double most = all.slack();
    for (int i = 0; i < all.count(); ++i) {
      const double excess = all.excess(i, basis.move);
      if (excess <= most) continue;
      most = excess;
      broken = i;
    }
    if (broken < 0) return step > 0 ? basis.move : hair(all);
    const auto next = exchanged(all, basis, broken);
    if (!next) return std::nullopt;
    basis = *next;
  }
  return std::nullopt;
}

/// n·m >= need for each edge of the arena, n its inward normal.
template <class Inner>
class InArena {
 public:
  InArena(const Inner& inner, const Chain& arena) noexcept : inner_(inner), arena_(arena) {
    for (int i = 0; i < arena.count; ++i) slack_ = std::max(slack_, slack_of(std::abs(need(i))));
  }

  [[nodiscard]] int count() const noexcept { return arena_.count; }
  [[nodiscard]] double slack() const noexcept { return slack_; }
  [[nodiscard]] double excess(int i, Vec2 move) const noexcept { return need(i) - dot(inward(i), move); }
  [[nodiscard]] Vec2 toward(int i) const noexcept { return inward(i); }
  [[nodiscard]] Vec2 alone(int i) const noexcept { return need(i) * inward(i); }
  [[nodiscard]] std::optional<Vec2> both(int i, int j) const noexcept {
    const Vec2 n = inward(i);
    const Vec2 o = inward(j);
    const double turn = cross(n, o);
    if (std::abs(turn) < k_parallel_sine) return std::nullopt;  // two parallel walls: no corner
    const double s = need(i) / turn;
    const double t = need(j) / turn;
    return Vec2{s * o.y - t * n.y, t * n.x - s * o.x};
  }

 private:
  [[nodiscard]] Vec2 inward(int i) const noexcept {
    const Vec2 right = right_normal(arena_.from[i], arena_.from[arena_.next(i)]);
    return arena_.winding == Winding::counterclockwise ? -right : right;
  }
  [[nodiscard]] double need(int i) const noexcept {
    const Vec2 n = inward(i);
    const Vec2 corner = arena_.from[i];
    if constexpr (std::is_same_v<Inner, Circle>) {
      return inner_.radius - dot(n, inner_.center - corner);
    } else {
      double most = -std::numeric_limits<double>::infinity();
      for (int k = 0; k < inner_.count; ++k) most = std::max(most, dot(n, corner - inner_.from[k]));
      return most;
    }
  }

  const Inner& inner_;
  const Chain& arena_;
  double slack_ = 0;
};

/// |center + m - vertex| <= r for each vertex.
class AroundVertices {
 public:
  AroundVertices(const Circle& ring, const Chain& inner) noexcept : ring_(ring), inner_(inner) {
    for (int i = 0; i < inner.count; ++i) slack_ = std::max(slack_, slack_of(length(way(i))));
  }

  [[nodiscard]] int count() const noexcept { return inner_.count; }
  [[nodiscard]] double slack() const noexcept { return slack_; }
  [[nodiscard]] double excess(int i, Vec2 move) const noexcept { return length(way(i) - move) - ring_.radius; }
  [[nodiscard]] Vec2 toward(int i) const noexcept { return unit(way(i)); }
  [[nodiscard]] Vec2 alone(int i) const noexcept { return (length(way(i)) - ring_.radius) * toward(i); }
  /// Both vertices on the ring: of the two places the nearer.
  [[nodiscard]] std::optional<Vec2> both(int i, int j) const noexcept {
    const Vec2 middle = 0.5 * (way(i) + way(j));
    const Vec2 apart = inner_.from[j] - inner_.from[i];
    const double half = 0.5 * length(apart);
    if (half > ring_.radius) return std::nullopt;
    const Vec2 aside = half_chord(ring_.radius, half) * perpendicular(unit(apart));
    return length(middle - aside) < length(middle + aside) ? middle - aside : middle + aside;
  }

 private:
  [[nodiscard]] Vec2 way(int i) const noexcept { return inner_.from[i] - ring_.center; }

  const Circle& ring_;
  const Chain& inner_;
  double slack_ = 0;
};

}  // namespace

std::optional<Vec2> move_into_arena(const Chain& inner, const Chain& arena) noexcept {
  return least_move(InArena<Chain>(inner, arena));
}

std::optional<Vec2> move_into_arena(const Circle& inner, const Chain& arena) noexcept {
  return least_move(InArena<Circle>(inner, arena));
}

std::optional<Vec2> move_around(const Circle& ring, const Chain& inner) noexcept {
  return least_move(AroundVertices(ring, inner));
}

}  // namespace carom::detail
