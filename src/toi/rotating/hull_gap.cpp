#include "toi/rotating/hull_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/elementary.hpp"
#include "carom/shapes/mass.hpp"
#include "math/vector_clones.hpp"

namespace carom::detail {
namespace {

/// Curvatures are rounded up.
constexpr double k_up = 1 + 1e-12;
/// So many moments of a step are looked at where its end does not tell.
constexpr int k_moments = 4;

double lowest(const PlacedOutline& outline, Vec2 up) noexcept {
  const auto lower = [](double one, double other) { return one < other ? one : other; };
  // Boxes are so many that they get a way without a loop.
  if (outline.count == 4) {
    const Vec2* const p = outline.places;
    return lower(lower(dot(up, p[0]), dot(up, p[1])), lower(dot(up, p[2]), dot(up, p[3])));
  }
  double least = dot(up, outline.places[0]);
  for (int i = 1; i < outline.count; ++i) least = lower(dot(up, outline.places[i]), least);
  return least;
}

/// No less than their length.
double at_most(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }

/// A face's line may be so far below the other's centre, and more by any gap, before the two are apart by that gap, however
/// it is rounded: along no direction is a lowest vertex higher than this. A centre on the rim tells nothing.
double depth(const PlacedOutline& wall, const PlacedOutline& other, Vec2 at) noexcept {
  constexpr double k_rounding = 0x1p-40;
  if (!(other.inner > 0)) return -std::numeric_limits<double>::infinity();
  return other.inner - k_rounding * (other.reach + wall.reach + at_most(at));
}

/// A gap between a face and the other outline.
struct Wall {
  int face = -1;  ///< none was wider
  double gap = 0;
};
/// The first of the widest gaps before faces of `wall`, if it is wider than `best`; the other's centre is at `at`. Most
/// faces look elsewhere: the other's depth tells, without a look at its vertices.
CAROM_ALWAYS_INLINE Wall best_wall(const PlacedOutline& wall, const PlacedOutline& other, Vec2 at,
                                   double best) noexcept {
  Wall result{-1, best};
  const double within = depth(wall, other, at);
  double low = best + within;
  for (int j = 0; j < wall.count; ++j) {
    const Vec2 n = wall.normals[j];
    if (dot(n, at) - wall.offsets[j] <= low) continue;
    const double gap = dot(n, at - wall.places[j]) + lowest(other, n);
    if (!(gap > result.gap)) continue;
    result = {j, gap};
    low = gap + within;
  }
  return result;
}

/// The lowest vertex along a direction that turns by `past` more than the outline does, in the end, at least.
double lowest_then(const PlacedOutline& outline, Vec2 up, double past) noexcept {
  return lowest(outline, up + past * perpendicular(up)) - 0.5 * k_up * past * past * outline.reach;
}

/// What the way of the centres brings, in the end, at least.
double centers_then(Vec2 n, const RelativeStep& step, double spin) noexcept {
  const double straight = dot(n, step.between + step.way) + spin * dot(perpendicular(n), step.between);
  if (spin == 0) return straight;
  const double speed = at_most(step.way);
  return straight - k_up * (std::abs(spin) * speed + 0.5 * spin * spin * (at_most(step.between) + speed));
}

/// How fast the centre's way bends, at most, seen from what turns by `spin`: its second derivative. What is carried along
/// hardly moves there.
double bend(const RelativeStep& step, double spin) noexcept {
  const Vec2 sideways = 2 * spin * perpendicular(step.way);
  const Vec2 at_start = spin * spin * step.between + sideways;
  const Vec2 at_end = at_start + spin * spin * step.way;
  return k_up * std::sqrt(std::max(dot(at_start, at_start), dot(at_end, at_end)));
}

/// The same gap at some moments: between two of them it is less than at both by an eighth of the largest second derivative,
/// at most.
bool lasts_on_the_way(const PlacedGap& gap, const PlacedOutline& a, const PlacedOutline* b, const RelativeStep& step,
                      double spin, double level) noexcept {
  constexpr double share = 1.0 / k_moments;
  const double past_a = spin - step.turn_a;
  const double past_b = b != nullptr ? spin - step.turn_b : 0;
  const double bends = bend(step, spin) + past_a * past_a * a.reach + (b != nullptr ? past_b * past_b * b->reach : 0);
  const double clear = level + 0.125 * share * share * k_up * bends;
  if (!(gap.gap > clear)) return false;
  const SinCos turn = quick_sin_cos(share * spin);
  const SinCos turn_a = quick_sin_cos(share * past_a);
  const SinCos turn_b = quick_sin_cos(share * past_b);
  Vec2 n = gap.normal;
  Vec2 up_a = gap.normal;
  Vec2 up_b = -gap.normal;
  for (int k = 1; k <= k_moments; ++k) {
    n = turned(n, turn), up_a = turned(up_a, turn_a), up_b = turned(up_b, turn_b);
    double then = dot(n, step.between + k * share * step.way) + lowest(a, up_a);
    if (b != nullptr) then += lowest(*b, up_b);
    if (!(then > clear)) return false;
  }
  return true;
}

}  // namespace

void widen(PlacedGap& gap, const PlacedOutline& a, const PlacedOutline& b, Vec2 between) noexcept {
  const Wall of_b = best_wall(b, a, between, gap.gap);
  const Wall of_a = best_wall(a, b, -between, of_b.gap);
  if (of_a.face >= 0) {
    gap = {-a.normals[of_a.face], Frame::a, of_a.gap};
  } else if (of_b.face >= 0) {
    gap = {b.normals[of_b.face], Frame::b, of_b.gap};
  }
}

PlacedGap widest_gap(const PlacedOutline& a, const PlacedOutline& b, Vec2 between) noexcept {
  PlacedGap gap{{}, Frame::plane, -std::numeric_limits<double>::infinity()};
  widen(gap, a, b, between);
  return gap;
}

bool lasts(const PlacedGap& gap, const PlacedOutline& a, const PlacedOutline* b, const RelativeStep& step,
           double level) noexcept {
  if (!(gap.gap > level)) return false;
  const double spin = gap.frame == Frame::plane ? 0 : gap.frame == Frame::a ? step.turn_a : step.turn_b;
  double then = centers_then(gap.normal, step, spin) + lowest_then(a, gap.normal, spin - step.turn_a);
  if (b != nullptr) then += lowest_then(*b, -gap.normal, spin - step.turn_b);
  return then > level || lasts_on_the_way(gap, a, b, step, spin, level);
}

bool stays_inside(const PlacedOutline& a, const PlacedOutline& arena, const RelativeStep& step, double level) noexcept {
  // Most are nowhere near: neither the centre nor the wall goes farther than this.
  const double speed = at_most(step.way);
  const double farthest =
      std::sqrt(std::max(dot(step.between, step.between), dot(step.between + step.way, step.between + step.way))) *
      k_up;
  if (farthest + a.reach + level < arena.inner) return true;
  const double most = a.reach + k_up * (speed + std::abs(step.turn_b) * farthest) + level;
  const double clear = level + 0.125 * bend(step, step.turn_b);
  const Vec2 end = turned(step.between + step.way, quick_sin_cos(-step.turn_b));
  for (int j = 0; j < arena.count; ++j) {
    const Vec2 n = -arena.normals[j];
    const double height = dot(n, step.between - arena.places[j]);
    if (height > most) continue;
    if (!(height + lowest(a, n) > clear)) return false;
    const double then = dot(n, end - arena.places[j]) + lowest_then(a, n, step.turn_b - step.turn_a);
    if (!(then > clear)) return false;
  }
  return true;
}

}  // namespace carom::detail
