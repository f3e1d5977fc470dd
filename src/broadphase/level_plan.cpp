#include "broadphase/level_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace carom::detail {
namespace {

/// A level is for radii up to this many octaves apart, more if there would be more levels than k_most_levels.
constexpr int k_octaves = 2;
constexpr int k_most_levels = 8;
/// Levels with fewer than this are not worth a look at their cells: theirs go to the next, or are ungridded.
constexpr std::uint32_t k_few_sizes = 8;
/// Levels whose caps differ by less are one.
constexpr double k_distinct = 2;
/// Room for bodies at rest that are about to be hit.
constexpr double k_room = 1.25;
/// Cells, in caps.
constexpr double k_cell_height = 1;
constexpr double k_cell_width = 0.5;
/// At least this many bodies in a cell, on the average.
constexpr double k_cell_least = 0.5;
/// Of the sample, what may lie outside the cells at each end of each axis, when the rest is far smaller than the whole.
constexpr double k_outliers = 0.05;
constexpr double k_far_smaller = 4;
constexpr double k_most_cells_of_a_level = 1 << 20;

int octave(double radius) noexcept { return static_cast<int>(std::bit_cast<std::uint64_t>(radius) >> 52U); }

void lay_out(GridLevel& level, Extent extent) noexcept {
  const Vec2 size = extent.max - extent.min;
  const Vec2 cell = cell_size(size, level.count, level.cap);
  level.columns = cell_count(size.x, cell.x, k_most_cells_of_a_level);
  level.rows = cell_count(size.y, cell.y, k_most_cells_of_a_level);
  while (std::size_t{level.columns} * level.rows > 2 * std::size_t{level.count} + 16) {
    std::uint32_t& longer = level.columns > level.rows ? level.columns : level.rows;
    longer = (longer + 1) / 2;
  }
  level.min = extent.min;
  level.per_cell = {level.columns > 1 ? level.columns / size.x : 0, level.rows > 1 ? level.rows / size.y : 0};
}

/// How many there are of each magnitude: four to the octave.
class Magnitudes {
 public:
  explicit Magnitudes(std::vector<std::uint32_t>& counts) : counts_(counts) { counts_.resize(k_count); }
  ~Magnitudes() {
    for (std::size_t i = first_; i <= last_; ++i) counts_[i] = 0;
  }
  Magnitudes(const Magnitudes&) = delete;
  Magnitudes& operator=(const Magnitudes&) = delete;

  void add(double value) noexcept {
    const std::size_t i = std::bit_cast<std::uint64_t>(value) >> 50U;
    ++counts_[i];
    first_ = std::min(first_, i);
    last_ = std::max(last_, i);
  }

  /// A search looks at the bodies in a square of side 2 (cap + its own reach), and at those beyond the cap, which are
  /// ungridded. The cap is the one for which that is least.
  [[nodiscard]] double best_cap(double density, double mean) const noexcept {
    double best = 0;
    double least = std::numeric_limits<double>::infinity();
    double ungridded = 0;
    for (std::size_t i = last_ + 1; i-- > first_;) {
      const double cap = std::bit_cast<double>(std::uint64_t{i + 1} << 50U);
      const double side = 2 * (cap + mean);
      const double cost = density * side * side + ungridded;
      if (cost < least) {
        least = cost;
        best = cap;
      }
      ungridded += counts_[i];
    }
    return best;
  }

 private:
  static constexpr std::size_t k_count = 8192;
  std::vector<std::uint32_t>& counts_;  ///< all zero before and after
  std::size_t first_ = k_count;
  std::size_t last_ = 0;
};

struct Interval {
  double low, high;
};

/// One axis of usual_extent().
template <class Coordinate>
Interval usual_interval(std::span<const Flight> flights, std::size_t count, Interval all, std::vector<double>& sample,
                        const Coordinate& coordinate) {
  sample.clear();
  for (std::size_t k = 0; k < count; ++k) sample.push_back(coordinate(flights[k * flights.size() / count].at));
  const auto nth = [&](double fraction) {
    const auto at = sample.begin() + static_cast<std::ptrdiff_t>(fraction * static_cast<double>(count - 1));
    std::nth_element(sample.begin(), at, sample.end());
    return *at;
  };
  const double first = nth(k_outliers);
  const double last = nth(1 - k_outliers);
  const double usual = last - first;
  if (k_far_smaller * usual >= all.high - all.low || usual <= 0) return all;
  return {std::max(all.low, first - usual / 2), std::min(all.high, last + usual / 2)};
}

/// The extent without a few outliers, if these would leave most of the cells empty.
Extent usual_extent(std::span<const Flight> flights, Extent all, std::vector<double>& sample) {
  const std::size_t count = std::clamp<std::size_t>(flights.size() / 32, 32, 512);
  if (flights.size() < 2 * count) return all;
  const Interval x = usual_interval(flights, count, {all.min.x, all.max.x}, sample, [](Vec2 p) { return p.x; });
  const Interval y = usual_interval(flights, count, {all.min.y, all.max.y}, sample, [](Vec2 p) { return p.y; });
  return {{x.low, y.low}, {x.high, y.high}};
}

/// Levels by radius alone, from small to large.
void find_levels(std::span<const Flight> flights, double smallest, double largest, std::vector<GridLevel>& levels) {
  levels.clear();
  const int octaves = octave(largest) - octave(smallest) + 1;
  const int wide = std::max(k_octaves, (octaves + k_most_levels - 1) / k_most_levels);
  std::array<GridLevel, k_most_levels> found{};
  if (octaves <= wide) {
    found[0].radius = largest;
    found[0].count = static_cast<std::uint32_t>(flights.size());
  } else {
    for (const Flight& f : flights) {
      GridLevel& level = found[static_cast<std::size_t>((octave(f.radius) - octave(smallest)) / wide)];
      level.radius = std::max(level.radius, f.radius);
      ++level.count;
    }
  }
  for (const GridLevel& level : found) {
    if (level.count > 0) levels.push_back(level);
  }
}

/// For the radii above `smaller`.
void find_cap(GridLevel& level, double smaller, std::span<const Flight> flights, double area, GridScratch& scratch) {
  Magnitudes reaches(scratch.magnitudes);
  const bool all = level.count == flights.size();
  double sum = 0;
  for (std::size_t i = 0; i < flights.size(); ++i) {
    if (!all && (flights[i].radius > level.radius || flights[i].radius <= smaller)) continue;
    reaches.add(scratch.reach[i]);
    sum += scratch.reach[i];
  }
  level.cap = std::max(k_room * level.radius, reaches.best_cap(level.count / area, sum / level.count));
}

/// Levels that are too small, or too much like the next, go into the next.
void merge_levels(std::vector<GridLevel>& levels) {
  for (std::size_t i = levels.size(); i-- > 1;) {
    GridLevel& small = levels[i - 1];
    GridLevel& large = levels[i];
    if (large.count < k_few_sizes) {
      levels.erase(levels.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (small.count < k_few_sizes || large.cap < k_distinct * small.cap) {
      large.count += small.count;
      levels.erase(levels.begin() + static_cast<std::ptrdiff_t>(i - 1));
    }
  }
}

}  // namespace

Vec2 cell_size(Vec2 size, double count, double cap) noexcept {
  const double room = k_cell_least * size.x * size.y / count;
  return {std::max(k_cell_width * cap, std::sqrt(room * k_cell_width / k_cell_height)),
          std::max(k_cell_height * cap, std::sqrt(room * k_cell_height / k_cell_width))};
}

std::uint32_t cell_count(double length, double size, double most) noexcept {
  const double count = size > 0 ? length / size : 0;
  return static_cast<std::uint32_t>(count > 1 ? std::min(count, most) : 1);
}

void plan_levels(std::span<const Flight> flights, const Measure& measure, const std::optional<PeriodicBox>& box,
                 GridScratch& scratch, std::vector<GridLevel>& levels) {
  find_levels(flights, measure.smallest, measure.largest, levels);
  const Extent extent = box ? Extent{box->min, box->max} : usual_extent(flights, measure.extent, scratch.sample);
  const double area = (extent.max.x - extent.min.x) * (extent.max.y - extent.min.y);
  double smaller = -1;
  for (GridLevel& level : levels) {
    find_cap(level, smaller, flights, area > 0 ? area : 1, scratch);
    smaller = level.radius;
  }
  merge_levels(levels);
  for (GridLevel& level : levels) lay_out(level, extent);
}

}  // namespace carom::detail
