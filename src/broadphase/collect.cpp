#include "broadphase/collect.hpp"

#include <algorithm>

#include "broadphase/grid_walk.hpp"

namespace carom::detail {
namespace {

/// Ways over more rows than this are followed row by row instead of by their box.
constexpr int k_longest_box_way = 6;

/// Calls emit(place) for those whose boxes overlap `box`, from the row `first` on; not for `self`. In that row it begins
/// with the place `from`. With a way that is long only the cells along it are looked at.
template <class Emit>
CAROM_INLINE void ask_cells(const GridData& grid, const GridLevel& level, const SweptBox& box, const Way* way,
                            int first, std::uint32_t self, std::uint32_t from, const Emit& emit) {
  CellSpan covered = covered_rows(level, box);
  covered.first = std::max(covered.first, first);
  CellSpan columns = covered_columns(level, box);
  const SweptBox* boxes = grid.boxes.data();
  const BoxQuestion question(box);
  const bool is_long = way != nullptr && covered.last - covered.first > k_longest_box_way;
  for (int row = covered.first; row <= covered.last; ++row) {
    if (is_long) columns = columns_in_row(level, *way, row);
    Places places = row_places(grid, level, row, columns);
    if (row == first) places.begin = std::max(places.begin, from);
    for (std::uint32_t place = places.begin; place < places.end; ++place) {
      if (question.overlaps(boxes[place]) && place != self) emit(place);
    }
  }
}

/// Calls emit(place, image) for those of a level whose boxes a way overlaps; not for the place `self`.
template <class Emit>
CAROM_INLINE void ask_level(const GridData& grid, const GridLevel& level, const Way& way, std::uint32_t self,
                            const Emit& emit) {
  const auto ask = [&](const Way& seen, Image image) {
    ask_cells(grid, level, swept_box(covered(seen), grid.units), &seen, 0, self, 0,
              [&](std::uint32_t place) CAROM_INLINED { emit(place, image); });
  };
  if (grid.box) {
    for_images(*grid.box, way, level.cap, ask);
  } else {
    ask(way, Image{});
  }
}

/// The same for the ungridded list, from its `first` on.
template <class Emit>
CAROM_INLINE void ask_ungridded(const GridData& grid, std::size_t first, const Way& way, const Emit& emit) {
  const UngriddedList& ungridded = grid.ungridded;
  for (std::size_t i = first; i < ungridded.place.size(); ++i) {
    for_images_of(grid.box, ungridded.ways[i], way, [&](Image image) { emit(ungridded.place[i], image); });
  }
}

NearPair pair_of(std::uint32_t a, std::uint32_t b, Image of_b) noexcept {
  const auto x = static_cast<std::int8_t>(of_b.x);
  const auto y = static_cast<std::int8_t>(of_b.y);
  if (a < b) return {a, b, x, y};
  return {b, a, static_cast<std::int8_t>(-x), static_cast<std::int8_t>(-y)};
}

/// A box as a way that stands still.
Way box_way(const SweptBox& box, const BoxUnits& units) noexcept {
  const auto x = [&](double v) { return v / units.scale + units.origin.x; };
  const auto y = [&](double v) { return v / units.scale + units.origin.y; };
  return {{x(box.low_x), y(box.low_y)}, {x(-double{box.minus_high_x}), y(-double{box.minus_high_y})}, 0};
}

/// Of the two views of a pair across the border of a periodic box, the one that looks up, or right.
void pairs_across(const GridData& grid, const GridLevel& level, std::uint32_t place, std::vector<NearPair>& out) {
  for_images(*grid.box, box_way(grid.boxes[place], grid.units), level.cap, [&](const Way& seen, Image image) {
    if (image.y < 0 || (image.y == 0 && image.x <= 0)) return;
    ask_cells(grid, level, swept_box(covered(seen), grid.units), nullptr, 0, place, 0,
              [&](std::uint32_t found) { out.push_back(pair_of(place, found, image)); });
  });
}

/// Where all bodies are near each other, pairs are without number.
bool stops(StepGuard* guard, const std::vector<NearPair>& out) noexcept {
  constexpr std::uint64_t work_of_one = 4;
  return guard != nullptr && (guard->spend(work_of_one) || guard->keeps(out.size()));
}

/// Pairs of all bodies in the cells of a level with those of the same and of all larger levels.
CAROM_INLINE void pairs_of_level(const GridData& grid, std::size_t index, std::vector<NearPair>& out,
                                 StepGuard* guard) {
  const GridLevel& level = grid.levels[index];
  const CellSpan whole{0, static_cast<int>(level.columns) - 1};
  for (int r = 0; r < static_cast<int>(level.rows); ++r) {
    const Places row = row_places(grid, level, r, whole);
    for (std::uint32_t place = row.begin; place < row.end; ++place) {
      if (grid.parked(place)) continue;
      if (stops(guard, out)) return;
      // Those behind it in memory; the others have found it.
      ask_cells(grid, level, grid.boxes[place], nullptr, r, place, place + 1,
                [&](std::uint32_t found) CAROM_INLINED { out.push_back({place, found, 0, 0}); });
      if (grid.box) pairs_across(grid, level, place, out);
      for (std::size_t larger = index + 1; larger < grid.levels.size(); ++larger) {
        ask_level(grid, grid.levels[larger], box_way(grid.boxes[place], grid.units), k_no_place,
                  [&](std::uint32_t other, Image image) { out.push_back(pair_of(place, other, image)); });
      }
    }
  }
}

}  // namespace

void collect_near(const GridData& grid, const Way& way, std::uint32_t self, std::vector<Near>& out) {
  const auto emit = [&](std::uint32_t place, Image image) CAROM_INLINED {
    out.push_back({place, static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y)});
  };
  for (const GridLevel& level : grid.levels) ask_level(grid, level, way, self, emit);
  ask_ungridded(grid, 0, way, [&](std::uint32_t place, Image image) {
    if (place != self) emit(place, image);
  });
}

void collect_pairs(const GridData& grid, std::vector<NearPair>& out, StepGuard* guard) {
  for (std::size_t index = 0; index < grid.levels.size(); ++index) pairs_of_level(grid, index, out, guard);
  const UngriddedList& ungridded = grid.ungridded;
  for (std::size_t i = 0; i < ungridded.place.size(); ++i) {
    if (stops(guard, out)) return;
    const auto emit = [&](std::uint32_t other, Image image) {
      out.push_back(pair_of(ungridded.place[i], other, image));
    };
    for (const GridLevel& level : grid.levels) ask_level(grid, level, ungridded.ways[i], k_no_place, emit);
    ask_ungridded(grid, i + 1, ungridded.ways[i], emit);
  }
}

}  // namespace carom::detail
