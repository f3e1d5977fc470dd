#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "carom/toi/ballistic.hpp"

/// The distance between a ballistic point and one face, straight or round, as a function of time; see carom/toi/ballistic.hpp.
namespace carom::detail {

/// The sum of the coordinates' sizes: never less than the length, and without a root.
[[nodiscard]] inline double taxicab(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }

/// A throw with what rounding is measured by.
struct Flightpath : BallisticPath {
  double size = 0;  ///< of both shapes
  double reach;     ///< size and distance at the start
  double speed;
  double pull;
  /// A point keeps so far off a line with two sides that rounding does not take it to the other one.
  double thickness;

  /// `endless`: what is met has no end, so the mover is never out of its reach.
  Flightpath(const BallisticPath& way, double sizes, bool endless = false) noexcept
      : BallisticPath(way),
        size(sizes),
        reach(sizes + taxicab(way.at)),
        speed(taxicab(way.velocity)),
        pull(taxicab(way.gravity)),
        thickness(0x1p-47 * reach + 4 * blur) {
    if (!endless) cut_horizon();
  }

  /// Of a gap computed at `t`: some eight roundings of all that it is made of.
  [[nodiscard]] double error(double t) const noexcept {
    return 0x1p-50 * (reach + t * (speed + 0.5 * t * pull)) + blur;
  }
  /// Has it flown so far at `t` that it needs more of it?
  [[nodiscard]] bool outgrows_thickness(double t) const noexcept { return 2 * error(t) > thickness; }
  /// Up to here above zero they are in touch.
  [[nodiscard]] double touch() const noexcept { return 2 * error(0); }
  /// Down to here below zero they overlap by rounding.
  [[nodiscard]] double shallow() const noexcept { return 0x1p-30 * reach + 4 * blur; }
  /// How far those in touch are held off each other when other faces are tested.
  [[nodiscard]] double least_offset() const noexcept { return 0x1p-46 * reach + 4 * blur; }
  /// How much closer those that slide along each other may come before they meet.
  [[nodiscard]] double slack() const noexcept { return 0x1p-44 * reach + 8 * blur; }
  /// Closing speeds up to here are rounding.
  [[nodiscard]] double still() const noexcept { return std::max(0x1p-46 * speed, idle); }

  /// The same flight seen from the mover: the stander flies, the other way.
  [[nodiscard]] Flightpath mirrored() const noexcept {
    Flightpath other = *this;
    other.at = -at;
    other.velocity = -velocity;
    other.gravity = -gravity;
    return other;
  }

 private:
  /// Nothing is met any more once the mover is further away for good than both are large.
  void cut_horizon() noexcept {
    if (horizon * (speed + 0.5 * horizon * pull) <= 8 * reach) return;
    const double acceleration = std::max(std::abs(gravity.x), std::abs(gravity.y));
    const double least_speed = std::max(std::abs(velocity.x), std::abs(velocity.y));
    double gone = 0;
    if (acceleration > 0)
      gone = (speed + std::sqrt(speed * speed + 2 * acceleration * (reach + size))) / acceleration;
    else if (least_speed > 0)
      gone = (reach + size) / least_speed;
    horizon = std::min(horizon, 2 * gone);
  }
};

/// What a flight may come near to.
struct ArcBox {
  Vec2 low;
  Vec2 high;

  explicit ArcBox(const Flightpath& way, double radius) noexcept {
    const double margin = radius + 4 * way.slack() + 4 * way.error(way.horizon);
    const auto [low_x, high_x] = span(way.at.x, way.velocity.x, way.gravity.x, way.horizon);
    const auto [low_y, high_y] = span(way.at.y, way.velocity.y, way.gravity.y, way.horizon);
    low = {low_x - margin, low_y - margin};
    high = {high_x + margin, high_y + margin};
  }
  [[nodiscard]] bool meets(Vec2 a, Vec2 b) const noexcept {
    return std::max(a.x, b.x) >= low.x && std::min(a.x, b.x) <= high.x && std::max(a.y, b.y) >= low.y &&
           std::min(a.y, b.y) <= high.y;
  }
  /// The square of the distance of its farthest corner from the origin.
  [[nodiscard]] double farthest_squared() const noexcept {
    const double x = std::max(-low.x, high.x), y = std::max(-low.y, high.y);
    return x * x + y * y;
  }

 private:
  struct Span {
    double low;
    double high;
  };
  static Span span(double x, double v, double g, double horizon) noexcept {
    const double end = x + horizon * (v + 0.5 * horizon * g);
    Span result{std::min(x, end), std::max(x, end)};
    // The vertex of the parabola, if it is on the way.
    if (v * (v + horizon * g) < 0) {
      const double top = x - 0.5 * v * (v / g);
      result = {std::min(result.low, top), std::max(result.high, top)};
    }
    return result;
  }
};

/// The gap to one face at t = 0, with its first two derivatives.
struct Gap {
  double value = 0;
  double rate = 0;   ///< negative: closing
  double bend = 0;   ///< negative: accelerated into the face
  double noise = 0;  ///< of `bend`
};

enum class Stage : std::uint8_t {
  apart,
  now,      ///< they meet at t = 0
  parting,  ///< in touch, and going off
  sliding,  ///< in touch, neither closing nor accelerated into the face
  behind,   ///< below the face by more than rounding: it is met only after it has been left
};

[[nodiscard]] inline bool in_touch(Stage stage) noexcept { return stage == Stage::parting || stage == Stage::sliding; }

/// What the rule at t = 0 says of a face that is in touch, however deep.
[[nodiscard]] inline Stage stage_in_touch(const Gap& gap, const Flightpath& way) noexcept {
  if (gap.rate > 0) return Stage::parting;
  if (gap.rate < -way.still()) return gap.value <= 0 ? Stage::now : Stage::apart;
  return gap.bend < -gap.noise ? Stage::now : Stage::sliding;
}

[[nodiscard]] inline Stage stage_of(const Gap& gap, const Flightpath& way) noexcept {
  if (gap.value > way.touch()) return Stage::apart;
  if (gap.value < -way.shallow()) return Stage::behind;
  return stage_in_touch(gap, way);
}

/// When the parabola value + rate t + (bend/2) t² falls through zero, by the rule of its stage; at most once.
[[nodiscard]] std::optional<double> straight_time(const Gap& gap, Stage stage, const Flightpath& way) noexcept;

/// A ballistic point, seen from the centre of a circle: outside, or (`inner`) inside, held by it.
struct RoundFace {
  Vec2 from;
  double radius = 0;
  bool inner = false;

  [[nodiscard]] Gap gap(const Flightpath& way) const noexcept;
  [[nodiscard]] Vec2 place(const Flightpath& way, double t) const noexcept {
    return from + t * (way.velocity + (0.5 * t) * way.gravity);
  }
  /// Pushes the point off the circle's line.
  [[nodiscard]] Vec2 normal(const Flightpath& way, double t) const noexcept;
};

/// When the point meets the circle's line, by the rule of its stage: the first fall of a quartic through zero.
[[nodiscard]] std::optional<double> round_time(const RoundFace& face, Stage stage, const Flightpath& way) noexcept;

}  // namespace carom::detail
