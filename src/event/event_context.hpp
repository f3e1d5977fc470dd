#pragma once

#include <optional>

#include "carom/broadphase/flight.hpp"
#include "world/bodies/images.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// What all parts of an event run have in common: the time, the field and the box around the bodies, the sums of the world.
struct EventContext {
  double now = 0;  ///< seconds since the epoch
  Vec2 gravity;
  bool falling = false;            ///< there is gravity
  bool unobserved = true;          ///< nothing but physics: no rules, listeners, sensors, filters
  std::optional<PeriodicBox> box;  ///< none: not periodic
  Vec2 period;                     ///< of the box
  WorldRecord* record = nullptr;   ///< the world's sums and clock
  const WorldSettings* settings = nullptr;
  const bool* recording = nullptr;

  /// As a run begins.
  void begin_run(World::State& state) noexcept {
    settings = &state.settings;
    record = &state.now;
    recording = &state.recording;
    gravity = settings->gravity;
    falling = !(gravity == Vec2{});
    box.reset();
    period = {};
    if (bounds() && bounds()->edges == Edges::periodic) {
      box = PeriodicBox{bounds()->min, bounds()->max};
      period = bounds()->max - bounds()->min;
    }
  }

  [[nodiscard]] EventClock& clock() const noexcept { return record->clock; }
  [[nodiscard]] double scene_time() const noexcept { return clock().epoch + now; }
  [[nodiscard]] bool is_recording() const noexcept { return *recording; }
  [[nodiscard]] const std::optional<Bounds>& bounds() const noexcept { return settings->bounds; }

  /// Two movers have met: the pressure of a gas is made of such contacts.
  void count_gas_contact(double impulse, double radii) const noexcept {
    ++clock().happened;
    ++record->gas.contacts;
    record->gas.virial += impulse * radii;
  }

  /// What is added to the second of two movers to get the image nearest to the first. Both are in the box.
  [[nodiscard]] Vec2 nearest_shift(Vec2 a, Vec2 b) const noexcept {
    if (!box) return {};
    const auto nearest = [](double d, double width) { return d > 0.5 * width ? width : d < -0.5 * width ? -width : 0; };
    return {nearest(a.x - b.x, period.x), nearest(a.y - b.y, period.y)};
  }
  /// The same where one is fixed: such bodies may have left the box, since they are not wrapped.
  [[nodiscard]] Vec2 fixed_shift(Vec2 a, Vec2 b) const noexcept {
    return detail::nearest_shift(a - b, detail::period(bounds()));
  }
};

}  // namespace carom::detail
