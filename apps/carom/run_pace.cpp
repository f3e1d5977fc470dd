#include "run_pace.hpp"

#include <algorithm>
#include <cmath>

namespace carom::app {
namespace {

constexpr double k_wanted_seconds = 0.02;
/// How much work the first second of a scene takes is not known: a dozen chunks find out.
constexpr double k_first_share = 1e-12;
constexpr double k_most_change = 8;

}  // namespace

Pace::Pace(double span) noexcept : length_(k_first_share * span) {}

double Pace::end(double now, double until) const noexcept {
  return std::min(until, std::max(now + length_, std::nextafter(now, until)));
}

void Pace::took(double length, double seconds) noexcept {
  const double wanted = seconds > 0 ? length * (k_wanted_seconds / seconds) : k_most_change * length_;
  length_ = std::clamp(wanted, length_ / k_most_change, length_ * k_most_change);
}

}  // namespace carom::app
