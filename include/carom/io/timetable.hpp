#pragma once

#include <cmath>

/// When steps end and frames are due. Every program that runs a scene must take the same times, or it computes other
/// bits; and they must not depend on where a run was stopped and resumed.
namespace carom {

/// Times one `interval` apart, each computed from its number, so that errors do not add up. They are multiples of the
/// interval where the start is one (a run that goes on from a state then takes the very times of one that never
/// stopped), and count from the start otherwise.
class TimeGrid {
 public:
  TimeGrid(double start, double interval) noexcept : interval_(interval) {
    const double nearest = std::floor(start / interval + 0.5) * interval;
    anchor_ = std::fabs(start - nearest) <= sliver(start) ? 0 : start;
  }

  /// What is closer than this is the same time: 0.3 is three times 0.1, whatever the last bit says.
  [[nodiscard]] double sliver(double time) const noexcept { return 1e-9 * interval_ + 1e-15 * std::fabs(time); }

  /// The first time of the grid after `now`. Only while `interval` is not lost in the rounding of `now`.
  [[nodiscard]] double after(double now) const noexcept {
    double number = std::floor((now - anchor_) / interval_);
    double time = anchor_ + number * interval_;
    while (time <= now + sliver(now)) {
      number += 1;
      time = anchor_ + number * interval_;
    }
    return time;
  }

  /// Whether steps of this length still move the clock at `time`.
  [[nodiscard]] bool resolves(double time) const noexcept { return interval_ > 8 * sliver(time); }

 private:
  double anchor_ = 0;
  double interval_;
};

/// The end of the step that begins at `now`; the last one ends at `until` exactly, and there is no sliver of a step.
[[nodiscard]] inline double step_end(const TimeGrid& steps, double now, double until) noexcept {
  const double end = steps.after(now);
  return end >= until - steps.sliver(until) ? until : end;
}

}  // namespace carom
