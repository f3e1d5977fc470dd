#include "broadphase/collect.hpp"

#include <algorithm>

#include "broadphase/grid_walk.hpp"
#include "broadphase/may_touch.hpp"
#include "broadphase/swept_box.hpp"

namespace carom::detail {
namespace {

/// Paths over more rows than this are followed row by row instead of by their bounding box.
constexpr int k_long_path = 6;

/// A place that no one has.
constexpr std::uint32_t k_no_place = ~std::uint32_t{0};

CAROM_INLINE bool touches(const FlightRecord& r, const Asker& a) noexcept {
  return may_touch(r.x - a.x, r.y - a.y, r.vx - a.vx, r.vy - a.vy, r.radius + a.radius, r.disc * a.disc, a.now, a.left);
}

/// Calls emit(place) for whom the asker, as one image sees it, may touch of a level, in the rows of `band`; not for `self`. In
/// the row band.first it begins with the place `from`.
template <class Emit>
CAROM_INLINE void ask_cells(const GridData& grid, const GridLevel& level, const Asker& asker, double wide, Cells band,
                            std::uint32_t self, std::uint32_t from, const Emit& emit) {
  const Path path(asker);
  const Interval x = widened(path.x0, path.x1, wide);
  const Cells all = covered_rows(level, widened(path.y0, path.y1, wide));
  const Cells covered{std::max(all.first, band.first), std::min(all.last, band.last)};
  const Cells columns = covered_columns(level, x);
  const std::uint32_t* rows = grid.rows.data() + level.first_row;
  const BoxQuestion question(path, asker.radius, grid.units);
  const bool is_long = covered.last - covered.first > k_long_path;
  for (int row = covered.first; row <= covered.last; ++row) {
    const Interval part = is_long ? within_row(level, path, wide, row) : x;
    Places places = row_places(grid, rows[row], is_long ? covered_columns(level, part) : columns, part);
    if (row == band.first) places.begin = std::max(places.begin, from);
    for (std::uint32_t place = places.begin; place < places.end; ++place) {
      if (!question.overlaps(grid.boxes[place]) || place == self) continue;
      if (touches(grid.records[place], asker)) emit(place);
    }
  }
}

CAROM_INLINE Cells rows_for(const GridData& grid, const GridLevel& level, unsigned strip) noexcept {
  return strip == k_all_strips ? Cells{0, static_cast<int>(level.rows) - 1} : strip_rows(grid, level, strip);
}

/// Calls emit(place, image) for whom the asker may touch of a level; not for the place `self`.
template <class Emit>
CAROM_INLINE void ask_level(const GridData& grid, const GridLevel& level, const Asker& asker, std::uint32_t self,
                            unsigned strip, const Emit& emit) {
  const double wide = asker.radius + level.cap;
  for_images(grid, asker, wide, [&](const Asker& a, Image image) CAROM_INLINED {
    ask_cells(grid, level, a, wide, rows_for(grid, level, strip), self, 0,
              [&](std::uint32_t place) CAROM_INLINED { emit(place, image); });
  });
}

/// The same for a loose list, from its `first` on.
template <class Emit>
CAROM_INLINE void ask_loose(const GridData& grid, const LooseList& loose, std::size_t first, const Asker& asker,
                            const Emit& emit) {
  for (std::size_t i = first; i < loose.place.size(); ++i) {
    const FlightRecord& r = loose.records[i];
    for_images_of(grid.box, r.home, Path(asker), asker.radius + loose.reach[i],
                  [&](Vec2 shift, Image image) CAROM_INLINED {
                    Asker moved = asker;
                    moved.x -= shift.x;
                    moved.y -= shift.y;
                    if (touches(r, moved)) emit(loose.place[i], image);
                  });
  }
}

NearPair pair_of(std::uint32_t a, std::uint32_t b, Image of_b) noexcept {
  const auto x = static_cast<std::int8_t>(of_b.x);
  const auto y = static_cast<std::int8_t>(of_b.y);
  if (a < b) return {a, b, x, y};
  return {b, a, static_cast<std::int8_t>(-x), static_cast<std::int8_t>(-y)};
}

/// Pairs of the one at `place` in a row with those of its own level: those behind it in memory, and, of the two views of a pair
/// across the border of a periodic box, the one that looks up, or right.
CAROM_INLINE void pairs_in_level(const GridData& grid, const GridLevel& level, const Asker& asker, Cells band, int row,
                                 std::uint32_t place, std::vector<NearPair>& out) {
  const double wide = asker.radius + level.cap;
  for_images(grid, asker, wide, [&](const Asker& a, Image image) CAROM_INLINED {
    const bool here = image.x == 0 && image.y == 0;
    if (image.y < 0 || (image.y == 0 && image.x < 0)) return;
    ask_cells(grid, level, a, wide, here ? Cells{row, band.last} : band, place, here ? place + 1 : 0,
              [&](std::uint32_t found) CAROM_INLINED { out.push_back(pair_of(place, found, image)); });
  });
}

/// Pairs of everyone in the cells of a level with those of the same and of all larger levels.
CAROM_INLINE void pairs_of_level(const GridData& grid, std::size_t index, unsigned strip, std::vector<NearPair>& out) {
  const GridLevel& level = grid.levels[index];
  const Cells band = strip_rows(grid, level, strip);
  for (int r = band.first; r <= band.last; ++r) {
    const std::uint32_t* starts = grid.starts.data() + grid.rows[level.first_row + static_cast<std::uint32_t>(r)];
    for (std::uint32_t place = starts[0]; place < starts[level.columns]; ++place) {
      if (grid.records[place].parked()) continue;
      const Asker asker = asker_of(grid.records[place], 0, grid.window);
      pairs_in_level(grid, level, asker, band, r, place, out);
      for (std::size_t larger = index + 1; larger < grid.levels.size(); ++larger) {
        ask_level(grid, grid.levels[larger], asker, k_no_place, strip,
                  [&](std::uint32_t other, Image image) CAROM_INLINED { out.push_back(pair_of(place, other, image)); });
      }
    }
  }
}

}  // namespace

void collect_near(const GridData& grid, const FlightRecord& record, double now, std::uint32_t self, unsigned strip,
                  std::vector<Near>& out) {
  const auto emit = [&](std::uint32_t place, Image image) CAROM_INLINED {
    out.push_back({place, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)});
  };
  const Asker asker = asker_of(record, now, grid.window);
  for (const GridLevel& level : grid.levels) ask_level(grid, level, asker, self, strip, emit);
  const std::size_t first = strip == k_all_strips ? 0 : strip;
  const std::size_t last = strip == k_all_strips ? grid.loose.size() : strip + 1;
  for (std::size_t s = first; s < last; ++s) {
    ask_loose(grid, grid.loose[s], 0, asker, [&](std::uint32_t place, Image image) {
      if (place != self) emit(place, image);
    });
  }
}

void collect_pairs(const GridData& grid, unsigned strip, std::vector<NearPair>& out) {
  for (std::size_t index = 0; index < grid.levels.size(); ++index) pairs_of_level(grid, index, strip, out);
  const LooseList& loose = grid.loose[strip];
  for (std::size_t i = 0; i < loose.place.size(); ++i) {
    const Asker asker = asker_of(loose.records[i], 0, grid.window);
    const auto emit = [&](std::uint32_t other, Image image)
                          CAROM_INLINED { out.push_back(pair_of(loose.place[i], other, image)); };
    for (const GridLevel& level : grid.levels) ask_level(grid, level, asker, k_no_place, strip, emit);
    ask_loose(grid, loose, i + 1, asker, emit);
  }
}

}  // namespace carom::detail
