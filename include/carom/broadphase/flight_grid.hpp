#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/broadphase/brute_force.hpp"
#include "carom/broadphase/flight.hpp"

namespace carom {

/// Who may touch whom within a window of time.
class FlightGrid {
 public:
  /// `strips` bands, 1 … 255, by height and about equal in number, can be worked on side by side: calls about one strip
  /// (pairs, near with Scope::strip, change, remove) neither write nor read what those about another write.
  void build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box, unsigned strips) {
    all_.build(flights, window, box, strips);
  }

  /// Place p holds flights[order()[p]]; all other calls speak of places. Neighbours in space are near in memory.
  [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return all_.order(); }
  [[nodiscard]] std::uint8_t strip_of(std::uint32_t place) const noexcept { return all_.strip_of(place); }

  /// Appends every pair within one strip that may touch within the window, each once.
  void pairs(unsigned strip, std::vector<NearPair>& out) const { all_.pairs(strip, out); }

  /// Appends whom the one at `place` may touch between now and the window's end.
  void near(std::uint32_t place, double now, Scope scope, std::vector<Near>& out) const {
    all_.near(place, now, scope, out);
  }

  /// The same for a flight that is no member; everywhere.
  void near(const Flight& flight, double now, std::vector<Near>& out) const { all_.near(flight, now, out); }

  /// From `now` on, the one at `place` is on this flight, extrapolated back to the window's start. (A `now` that is too early
  /// costs time, nothing else.) False if it may leave the region that cross_pairs() has counted with.
  bool change(std::uint32_t place, const Flight& flight, double now = 0) { return all_.change(place, flight, now); }

  void remove(std::uint32_t place) noexcept { all_.remove(place); }

  /// One that appears within the window; its place. Not at the same time as any other call.
  std::uint32_t insert(const Flight& flight) { return all_.insert(flight); }

  /// Appends the pairs of different strips that may touch within the window, whatever flights they change to as long as
  /// change() says true: by the region each has been given for the window.
  void cross_pairs(std::vector<NearPair>& out) const { all_.cross_pairs(out); }

 private:
  BruteForce all_;
};

}  // namespace carom
