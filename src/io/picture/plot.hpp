#pragma once

#include <string>
#include <vector>

#include "carom/io/picture.hpp"
#include "carom/io/series.hpp"
#include "carom/io/units.hpp"
#include "io/picture/canvas.hpp"

/// Plots of a run: energy, momentum and collisions a second over time, and the histogram of speeds, as the page has them.
namespace carom::io {

/// Speed and mass of a body that moves.
struct MovingBody {
  double speed = 0;
  double mass = 0;
};

struct PlotData {
  std::vector<SeriesRow> rows;     ///< in order of time
  std::vector<MovingBody> bodies;  ///< at the end
  bool has_spins = true;           ///< false: the energies are without that of spins, which are not known
  bool has_collisions = true;      ///< false: how many bodies there are is shown in place of them
};

struct PlotOptions {
  std::string title = {};
  bool dark = false;
  SceneUnits units = {};
  double width = 1200;  ///< pixels
  double height = 800;
};

void draw_plot(Canvas& canvas, const PlotData& data, const PlotOptions& options);

/// From `low` to `high` at round places, about `wanted` of them: 1, 2 or 5 times a power of ten apart; of what is
/// counted at `whole` numbers.
[[nodiscard]] std::vector<double> axis_ticks(double low, double high, int wanted, bool whole = false);

struct Histogram {
  double width = 0;  ///< of a bin; they begin at 0
  std::vector<double> counts;
  std::vector<double> law;  ///< what Maxwell's law expects at the same energy
};
/// In the plane a body of mass m has the speed v with density (m v / T) exp(-m v² / 2T), T the mean kinetic energy.
[[nodiscard]] Histogram speed_histogram(const std::vector<MovingBody>& bodies);

/// When there are too many rows, every other one goes.
void add_row(std::vector<SeriesRow>& rows, const SeriesRow& row);

}  // namespace carom::io
