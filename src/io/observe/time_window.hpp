#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "carom/io/observe.hpp"
#include "io/observe/block_mean.hpp"
#include "io/observe/measures.hpp"
#include "world/snapshot/archive_fields.hpp"

namespace carom::io {

template <class Archive, detail::MaybeConst<ObservedBody> T>
void fields(Archive& in, T& body) {
  auto& [serial, at, velocity, mass, radius] = body;
  using detail::fields;
  in("serial", serial, "at", at, "velocity", velocity, "mass", mass, "radius", radius);
}

/// How velocities and places are related to those of some time before.
///
/// Equation   c(t) = <v(0)·v(t)> / 2, msd(t) = <|r(t) - r(0)|²>; D = (msd(T) - msd(T/2)) / (4 (T - T/2)) (Einstein), and
///            D = ∫ c dt from 0 to T by trapezia (Green, Kubo); T the length of the window
/// Cases      the mean is over bodies, and over windows that follow each other without a gap: each begins anew with the
///            bodies that are there, and one that goes is left out from then on. Periodic: ways between two samples are
///            those to the nearest image, which is right if no body goes farther than half of the box in between
/// Source     Hansen, McDonald (2013), 7.2. Tests: time_window_test, apps/carom/observe_test.py
class TimeWindow {
 public:
  explicit TimeWindow(std::uint32_t lags = 1) : lags_(lags), means_(3 * (lags + std::size_t{1}) + 2) {}

  /// `bodies` in order of creation.
  void add(double t, std::span<const ObservedBody> bodies, const std::optional<ObservedBox>& period);

  /// Of the last sample.
  [[nodiscard]] double lag() const noexcept { return row_.empty() ? 0 : row_.back().lag; }
  [[nodiscard]] double velocities() const noexcept { return row_.empty() ? 0 : row_.back().velocities; }
  [[nodiscard]] double displacement() const noexcept { return row_.empty() ? 0 : row_.back().displacement; }

  [[nodiscard]] ObservedQuantity velocity() const;
  [[nodiscard]] ObservedQuantity diffusion() const;

  template <class Archive, detail::MaybeConst<TimeWindow> T>
  friend void fields(Archive& in, T& window) {
    in("lags", window.lags_, "means", window.means_, "origin", window.origin_, "row", window.row_, "then", window.then_,
       "start", window.start_, "too_far", window.too_far_);
  }

 private:
  struct Tracked {
    ObservedBody now;
    Vec2 velocity;  ///< as the window began
    Vec2 way;       ///< since then
    template <class Archive, detail::MaybeConst<Tracked> T>
    friend void fields(Archive& in, T& body) {
      using detail::fields;
      in("now", body.now, "velocity", body.velocity, "way", body.way);
    }
  };
  struct Point {
    double lag = 0;
    double velocities = 0;
    double displacement = 0;
    template <class Archive, detail::MaybeConst<Point> T>
    friend void fields(Archive& in, T& point) {
      in("lag", point.lag, "velocities", point.velocities, "displacement", point.displacement);
    }
  };
  void begin(double t, std::span<const ObservedBody> bodies);
  void follow(double t, std::span<const ObservedBody> bodies, const std::optional<ObservedBox>& period);
  void note_point(double t);
  void close();
  [[nodiscard]] ObservedCurve curve(const char* value, std::size_t first) const;

  std::uint32_t lags_;
  BlockMean means_;  // of each whole window: lags, velocities, displacements, and D twice
  std::vector<Tracked> origin_;
  std::vector<Point> row_;  // of the window that is open
  double then_ = 0;         // time of the last sample
  double start_ = 0;        // of the window
  bool too_far_ = false;    // a body may have gone farther than half of the box between two samples
};

}  // namespace carom::io
