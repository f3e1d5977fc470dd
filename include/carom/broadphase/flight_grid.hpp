#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/broadphase/flight.hpp"
#include "carom/broadphase/grid_data.hpp"

namespace carom::detail {
class StepGuard;
}

namespace carom {

/// Which bodies may touch within a window of time: bodies sorted into cells by where they are when it starts.
///
/// A body is in one cell, whatever its size and speed. Its level has a cap: no body of that level gets further than that,
/// radius included, from the position it was sorted by. So a search looks at the cells that its own path, widened by
/// the cap, covers. Bodies of very different size are in levels of their own, with larger cells; the few that are too fast
/// for any level, or become so by a change, are in a list that every search goes through. The cells of a row lie side by side
/// in memory, and the loop over them has no branches (swept_box.hpp).
///
/// Everything reported, its order included, is a function of the calls alone. Speed: bench, Broadphase.
class FlightGrid {
 public:
  void build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box);

  /// Place p holds flights[order()[p]]; all other calls use places. Neighbours in space are near in memory.
  [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return data_.order; }

  /// Appends every pair that may touch within the window, each once. For the time before any change().
  void pairs(std::vector<NearPair>& out, detail::StepGuard* guard = nullptr) const;

  /// Appends the bodies that the one at `place`, on this flight, may touch between now and the window's end.
  void near(std::uint32_t place, const Flight& flight, double now, std::vector<Near>& out) const;

  /// The same for a flight that is no member.
  void near(const Flight& flight, double now, std::vector<Near>& out) const;

  /// From `now` on, the one at `place` is on this flight, extrapolated back to the window's start. (A `now` that is too early
  /// costs time, nothing else.) Later questions are about `now` or later.
  void change(std::uint32_t place, const Flight& flight, double now = 0);

  void remove(std::uint32_t place);

  /// One that appears within the window; its place.
  std::uint32_t insert(const Flight& flight);

  /// How many every search has to go through. When there are many, a new build() pays.
  [[nodiscard]] std::size_t ungridded_count() const noexcept { return data_.ungridded.place.size(); }

  /// What a cell covers, and how many bodies have been sorted into it.
  struct Cell {
    Vec2 min;
    Vec2 max;
    std::size_t bodies = 0;
  };
  /// Those with bodies in them, to be looked at.
  [[nodiscard]] std::vector<Cell> cells() const;

 private:
  [[nodiscard]] detail::Way way(const Flight& flight, double now) const noexcept;

  detail::GridData data_;
  detail::GridScratch scratch_;
};

}  // namespace carom
