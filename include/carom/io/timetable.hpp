#pragma once

#include <cmath>

/// When steps end and frames are due. Every program that runs a scene must take the same times, or it computes other
/// bits; and they must not depend on where a run was stopped and resumed.
namespace carom {

/// Times one `interval` apart. Each is computed from its number, so that errors do not add up, and is the double nearest
/// to what people write: with an interval of 0.01 number 70 is 0.7, which 70 times 0.01 is not. They are multiples of
/// the interval where the start is one (a run that goes on from a state then takes the very times of one that never
/// stopped), and count from the start otherwise.
class TimeGrid {
 public:
  TimeGrid(double start, double interval) noexcept : interval_(interval), top_(interval) {
    find_fraction();
    const double nearest = from_zero(std::floor(start / interval + 0.5));
    anchor_ = std::fabs(start - nearest) <= sliver(start) ? 0 : start;
  }

  /// What is closer than this is the same time.
  [[nodiscard]] double sliver(double time) const noexcept { return 1e-9 * interval_ + 1e-15 * std::fabs(time); }

  /// The first time of the grid after `now`. Only while the grid resolves `now`.
  [[nodiscard]] double after(double now) const noexcept {
    double number = std::floor((now - anchor_) / interval_);
    double time = anchor_ + from_zero(number);
    while (time <= now + sliver(now)) {
      number += 1;
      time = anchor_ + from_zero(number);
    }
    return time;
  }

  /// Whether the interval is not lost in the rounding of `time`.
  [[nodiscard]] bool resolves(double time) const noexcept { return interval_ > 8 * sliver(time); }

 private:
  /// The interval as a fraction of whole numbers, if it is the double nearest to one: 1/60, or 7/1000.
  void find_fraction() noexcept {
    if (accept(1, std::floor(1 / interval_ + 0.5))) return;
    for (double power = 10; power <= 1e9; power *= 10) {
      if (accept(std::floor(interval_ * power + 0.5), power)) return;
    }
  }
  bool accept(double top, double bottom) noexcept {
    constexpr double largest = 1e9;  // a product with the number of a step is then exact for nine million steps
    if (!(top >= 1 && top <= largest && bottom >= 1 && bottom <= largest && top / bottom == interval_)) return false;
    top_ = top;
    bottom_ = bottom;
    return true;
  }
  [[nodiscard]] double from_zero(double number) const noexcept { return number * top_ / bottom_; }

  double interval_;
  double top_;
  double bottom_ = 1;
  double anchor_ = 0;
};

/// The end of the step that begins at `now`; the last one ends at `until` exactly, and there is no sliver of a step.
[[nodiscard]] inline double step_end(const TimeGrid& steps, double now, double until) noexcept {
  const double end = steps.after(now);
  return end >= until - steps.sliver(until) ? until : end;
}

}  // namespace carom
