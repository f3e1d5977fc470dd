#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/world/world.hpp"

/// What `carom run --series` writes: numbers of the whole world over time, a line a moment.
namespace carom {

struct SeriesRow {
  double t = 0;
  std::uint64_t steps = 0;
  std::uint64_t bodies = 0;
  std::uint64_t collisions = 0;  ///< since the run began
  Energy energy = {};
  double exchanged = 0;  ///< energy, since the run began
  Vec2 momentum = {};
  double angular = 0;                   ///< momentum, about the origin
  std::optional<double> pressure = {};  ///< of a gas, as a mean since the row before
};

/// The world as it is now. `before` are its sums when the last row was taken.
[[nodiscard]] SeriesRow series_row(const World& world, const GasSums& before);

/// "t,steps,bodies,…" with a line's end; `more` are columns of what the scene observes.
[[nodiscard]] std::string series_header(const std::vector<std::string>& more = {});

/// Numbers read back as the same doubles; `pressure` and others are empty where there is none.
[[nodiscard]] std::string series_line(const SeriesRow& row, const std::vector<std::optional<double>>& more = {});

}  // namespace carom
