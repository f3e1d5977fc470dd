#include "toi/ballistic/ballistic_gap.hpp"

#include <algorithm>
#include <array>

namespace carom::detail {
namespace {

/// A value with its slope.
struct Sloped {
  double value;
  double slope;
};

/// Where `f`, monotone, falls through zero between `low` (where it is above) and `high` (where it is not): Newton's method,
/// with halving wherever it would leave the interval or does not gain.
template <class Function>
double fall_between(double low, double high, const Function& f) noexcept {
  double t = 0.5 * (low + high);
  double step = high - low;
  for (int i = 0; i < 200; ++i) {
    const Sloped here = f(t);
    (here.value > 0 ? low : high) = t;
    const double newton = here.slope != 0 ? -here.value / here.slope : high - low;
    const double last = step;
    step = newton;
    double next = t + newton;
    if (!(next > low && next < high) || std::abs(newton) > 0.5 * std::abs(last)) {
      // A step too small to see is the end, wherever it leads.
      if (std::abs(newton) <= 0x1p-53 * t) return t;
      next = 0.5 * (low + high);
      step = next - t;
    }
    if (next == t || next <= low || next >= high || std::abs(step) <= 0x1p-54 * t) return next;
    t = next;
  }
  return t;
}

/// A square of distances, and how far |w(0)|² is above it.
struct Level {
  double square;
  double start;
};

/// |w(t)|² for one flight: falls and rises on at most four pieces of time.
class SquaredDistance {
 public:
  SquaredDistance(const RoundFace& face, const Flightpath& way) noexcept
      : face_(face),
        way_(way),
        c1_(2 * dot(face.from, way.velocity)),
        c2_(dot(way.velocity, way.velocity) + dot(face.from, way.gravity)),
        c3_(dot(way.velocity, way.gravity)),
        c4_(0.25 * dot(way.gravity, way.gravity)),
        near_(taxicab(face.from)) {}

  /// |w(t)|² - |w(0)|², the better the shorter the flight.
  [[nodiscard]] double rise(double t) const noexcept { return t * (c1_ + t * (c2_ + t * (c3_ + t * c4_))); }

  /// |w(t)|² - level.square, near the start by way of the difference.
  [[nodiscard]] double above(const Level& level, double t) const noexcept {
    if (t * (way_.speed + t * way_.pull) < near_) return rise(t) + level.start;
    const Vec2 w = face_.place(way_, t);
    return dot(w, w) - level.square;
  }

  /// w·w', half the slope.
  [[nodiscard]] double half_slope(double t) const noexcept { return dot(face_.place(way_, t), way_.velocity_at(t)); }

  /// The coefficients of Bernstein's form over the whole flight, without |w(0)|²: no value leaves their span.
  [[nodiscard]] std::array<double, 5> hull() const noexcept {
    const double h = way_.horizon;
    const double l1 = h * c1_, l2 = h * h * c2_, l3 = h * h * h * c3_;
    return {0, l1 / 4, l1 / 2 + l2 / 6, 0.75 * l1 + l2 / 2 + l3 / 4, rise(h)};
  }

  /// The times between which it only falls or only rises, the horizon at the end.
  struct Pieces {
    std::array<double, 5> ends{};
    int count = 0;
    void add(double t) noexcept { ends[static_cast<std::size_t>(count++)] = t; }
  };
  [[nodiscard]] Pieces pieces() const noexcept {
    Pieces result;
    double begin = 0;
    bool falls = half_slope(0) < 0;
    const Pieces bends = slope_pieces();
    for (int i = 0; i < bends.count; ++i) {
      const double end = bends.ends[static_cast<std::size_t>(i)];
      if ((half_slope(end) < 0) != falls) {
        const double sign = falls ? -1 : 1;
        result.add(fall_between(begin, end, [&](double t) noexcept {
          return Sloped{sign * half_slope(t), sign * (c2_ + t * (3 * c3_ + t * 6 * c4_))};
        }));
        falls = !falls;
      }
      begin = end;
    }
    result.add(way_.horizon);
    return result;
  }

 private:
  /// The same for w·w', whose slope is c2 + 3 c3 t + 6 c4 t².
  [[nodiscard]] Pieces slope_pieces() const noexcept {
    Pieces result;
    const double b = 3 * c3_, a = 6 * c4_;
    const double discriminant = b * b - 4 * a * c2_;
    if (a > 0 && discriminant > 0) {
      const double q = -0.5 * (b < 0 ? b - std::sqrt(discriminant) : b + std::sqrt(discriminant));
      const double first = q / a, second = q != 0 ? c2_ / q : first;
      for (const double t : {std::min(first, second), std::max(first, second)}) {
        if (t > 0 && t < way_.horizon) result.add(t);
      }
    }
    result.add(way_.horizon);
    return result;
  }

  const RoundFace& face_;
  const Flightpath& way_;
  double c1_, c2_, c3_, c4_;
  double near_;
};

/// Does Bernstein's hull say that the line is not reached between `begin` and `end`?
bool hull_is_clear(RoundFace face, Flightpath way, double begin, double end) noexcept {
  const double error = way.error(end);
  face.from = face.place(way, begin);
  way.velocity = way.velocity_at(begin);
  way.horizon = end - begin;
  const double distance = std::sqrt(dot(face.from, face.from));
  const double sign = face.inner ? -1 : 1;
  const double start = (distance - face.radius) * (distance + face.radius);
  const double farthest = distance + face.radius + way.horizon * (taxicab(way.velocity) + way.horizon * way.pull);
  const auto hull = SquaredDistance(face, way).hull();
  return std::all_of(hull.begin(), hull.end(), [&](double c) { return sign * (c + start) > 2 * error * farthest; });
}

/// Surely no contact, for one that is apart? Across gravity it flies straight, so from outside only the time counts in which
/// it passes the circle there.
bool keeps_clear(const RoundFace& face, const Flightpath& way) noexcept {
  double begin = 0, end = way.horizon;
  const double pull = std::sqrt(dot(way.gravity, way.gravity));
  const double drift = cross(way.gravity, way.velocity);
  // Where it flies nearly along gravity, rounding would take too large a part of the drift.
  if (!face.inner && std::abs(drift) > 0x1p-10 * pull * way.speed) {
    const double middle = -cross(way.gravity, face.from) / drift;
    const double half = std::abs(pull * (face.radius + way.error(end)) / drift);
    const double margin = 0x1p-40 * (std::abs(middle) + half);
    begin = std::max(begin, middle - half - margin);
    end = std::min(end, middle + half + margin);
    if (begin > end) return true;
  }
  return hull_is_clear(face, way, begin, end);
}

}  // namespace

std::optional<double> straight_time(const Gap& gap, Stage stage, const Flightpath& way) noexcept {
  double value = gap.value;
  if (stage == Stage::sliding) value = way.slack() + std::max(gap.value, 0.0);
  const double rate = gap.rate, fall = -0.5 * gap.bend;
  const double discriminant = rate * rate + 4 * fall * value;
  double t = 0;
  if (value > 0 && rate < 0) {
    if (discriminant >= 0) {
      t = 2 * value / (-rate + std::sqrt(discriminant));
    } else {
      t = rate / (2 * fall);
      if (value + 0.5 * rate * t > way.error(t)) return std::nullopt;
    }
  } else {
    if (!(fall > 0) || (value <= 0 && rate <= 0)) return std::nullopt;
    if (discriminant >= 0) {
      t = (rate + std::sqrt(discriminant)) / (2 * fall);
    } else {
      // It does not rise above zero.
      if (stage == Stage::behind) return std::nullopt;
      t = rate / fall;
    }
  }
  if (!(t <= way.horizon)) return std::nullopt;
  return t;
}

Gap RoundFace::gap(const Flightpath& way) const noexcept {
  const double distance = std::sqrt(dot(from, from));
  if (!(distance > 0)) return {inner ? radius : -radius, 0, 0, 0};
  const double inverse = 1 / distance;
  const double across = cross(from, way.velocity) * inverse;
  const double swing = across * across * inverse;
  const double sign = inner ? -1 : 1;
  return {sign * (distance - radius), sign * inverse * dot(from, way.velocity),
          sign * (swing + inverse * dot(from, way.gravity)), 0x1p-46 * (swing + way.pull)};
}

Vec2 RoundFace::normal(const Flightpath& way, double t) const noexcept {
  const Vec2 outward = unit(place(way, t));
  return inner ? -outward : outward;
}

std::optional<double> round_time(const RoundFace& face, Stage stage, const Flightpath& way) noexcept {
  const double sign = face.inner ? -1 : 1;
  const double distance = std::sqrt(dot(face.from, face.from));
  double radius = face.radius;
  if (stage == Stage::sliding) radius = distance - sign * (way.slack() + std::max(sign * (distance - radius), 0.0));
  const SquaredDistance squared(face, way);
  Level level{radius * radius, (distance - radius) * (distance + radius)};

  // 1. Can it come near at all?
  if (stage == Stage::apart && keeps_clear(face, way)) return std::nullopt;
  // 2. On which piece of time does the gap fall, from above zero?
  const auto pieces = squared.pieces();
  double begin = 0;
  bool above = sign * level.start > 0;
  for (int i = 0; i < pieces.count; ++i) {
    const double end = pieces.ends[static_cast<std::size_t>(i)];
    const double gap_at_end = sign * squared.above(level, end);
    if (sign * squared.half_slope(0.5 * (begin + end)) >= 0) {
      above = gap_at_end > 0;
      if (i == 0 && stage == Stage::parting && !above) {
        // What parts and does not get apart comes back to where it was.
        level = {dot(face.from, face.from), 0};
        above = true;
      }
    } else if (above) {
      // 3. When does it reach zero, or does it graze?
      if (gap_at_end <= 0) {
        return fall_between(begin, end, [&](double t) noexcept {
          return Sloped{sign * squared.above(level, t), 2 * sign * squared.half_slope(t)};
        });
      }
      const Vec2 w = face.place(way, end);
      if (sign * (std::sqrt(dot(w, w)) - radius) <= way.error(end)) return end;
    }
    begin = end;
  }
  return std::nullopt;
}

}  // namespace carom::detail
