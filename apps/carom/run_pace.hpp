#pragma once

namespace carom::app {

/// How much scene time a world without steps plays at once, so that a run looks some fifty times a second whether it is
/// to stop, to show how far it is or to save itself. Where a run is cut is nowhere seen in what it computes.
class Pace {
 public:
  explicit Pace(double span) noexcept;

  /// Where to stop looking ahead; after `now`, at most `until`.
  [[nodiscard]] double end(double now, double until) const noexcept;
  /// `length` of scene time took `seconds` of wall time.
  void took(double length, double seconds) noexcept;

 private:
  double length_;
};

}  // namespace carom::app
