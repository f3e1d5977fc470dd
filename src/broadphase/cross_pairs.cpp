#include "broadphase/cross_pairs.hpp"

#include "broadphase/grid_walk.hpp"

namespace carom::detail {
namespace {

/// All that someone may cover within the window.
struct Region {
  Vec2 home;
  double reach;
  std::uint32_t place;
  unsigned strip;
};

bool meet(const Region& a, Vec2 home, double reach, Vec2 shift) noexcept {
  return length(home + shift - a.home) <= a.reach + reach;
}

void add_pair(const Region& a, std::uint32_t b, Image of_b, std::vector<NearPair>& out) {
  const auto x = static_cast<std::int8_t>(of_b.x);
  const auto y = static_cast<std::int8_t>(of_b.y);
  if (a.place < b) {
    out.push_back({a.place, b, x, y});
  } else {
    out.push_back({b, a.place, static_cast<std::int8_t>(-x), static_cast<std::int8_t>(-y)});
  }
}

/// A region as one that asks: at rest, as large as its reach.
Asker asker_of(const Region& region) noexcept { return {region.home.x, region.home.y, 0, 0, region.reach, 0, 0, 0}; }

unsigned strip_of(const GridRow& row) noexcept { return row.gaps / unsigned{k_gap}; }

/// With those in the cells of a level, in strips from `first_strip` on but not its own.
void ask_cells(const GridData& grid, const GridLevel& level, const Region& region, unsigned first_strip,
               std::vector<NearPair>& out) {
  const double wide = region.reach + level.cap;
  for_images(grid, asker_of(region), wide, [&](const Asker& a, Image image) {
    const Interval x = widened(a.x, a.x, wide);
    const Cells rows = covered_rows(level, widened(a.y, a.y, wide));
    for (int r = rows.first; r <= rows.last; ++r) {
      const GridRow& row = grid.rows[level.first_row + static_cast<std::uint32_t>(r)];
      if (strip_of(row) == region.strip || strip_of(row) < first_strip) continue;
      const Slots slots = row_slots(grid, row, covered_columns(level, x), x);
      for (std::uint32_t slot = slots.begin; slot < slots.end; ++slot) {
        const FlightRecord& other = grid.records[slot];
        const Vec2 shift{region.home.x - a.x, region.home.y - a.y};
        if (!other.parked() && meet(region, other.home, level.cap, shift)) {
          add_pair(region, slot - row.gaps, image, out);
        }
      }
    }
  });
}

/// Whether all that a row's members can meet of another level is of the row's own strip, or of those before it.
bool is_inner(const GridData& grid, const GridLevel& level, int row, const GridLevel& other) noexcept {
  if (grid.box) return false;
  const GridRow* others = grid.rows.data() + other.first_row;
  const double wide = level.cap + other.cap;
  const auto edge = [&](int r) { return level.min.y + r / level.per_cell.y; };
  const bool last = row + 1 >= static_cast<int>(level.rows);
  const Cells rows = last ? Cells{0, static_cast<int>(other.rows) - 1}
                          : covered_rows(other, {edge(row) - wide, edge(row + 1) + wide + 0.01 / level.per_cell.y});
  return strip_of(others[rows.last]) <= strip_of(grid.rows[level.first_row + static_cast<std::uint32_t>(row)]);
}

/// Those in the cells of a level, with those in the cells of strips that come later.
void cross_level(const GridData& grid, const GridLevel& level, const GridLevel& other, std::vector<NearPair>& out) {
  for (int r = 0; r < static_cast<int>(level.rows); ++r) {
    if (is_inner(grid, level, r, other)) continue;
    const GridRow& row = grid.rows[level.first_row + static_cast<std::uint32_t>(r)];
    const std::uint32_t* starts = grid.starts.data() + row.cells;
    for (std::uint32_t place = starts[0]; place < starts[level.columns]; ++place) {
      const FlightRecord& record = grid.records[place + row.gaps];
      if (record.parked()) continue;
      ask_cells(grid, other, {record.home, level.cap, place, strip_of(row)}, strip_of(row) + 1, out);
    }
  }
}

/// A loose one with the loose of later strips.
void ask_loose(const GridData& grid, const Region& region, std::vector<NearPair>& out) {
  for (std::size_t s = region.strip + 1; s < grid.loose.size(); ++s) {
    const LooseList& loose = grid.loose[s];
    for (std::size_t i = 0; i < loose.place.size(); ++i) {
      const Vec2 home = loose.records[i].home;
      for_images_of(grid.box, home, Path(asker_of(region)), region.reach + loose.reach[i],
                    [&](Vec2 shift, Image image) {
                      if (meet(region, home, loose.reach[i], shift)) add_pair(region, loose.place[i], image, out);
                    });
    }
  }
}

}  // namespace

void collect_cross_pairs(const GridData& grid, std::vector<NearPair>& out) {
  if (grid.loose.size() <= 1) return;
  for (const GridLevel& level : grid.levels) {
    for (const GridLevel& other : grid.levels) cross_level(grid, level, other, out);
  }
  for (unsigned strip = 0; strip < grid.loose.size(); ++strip) {
    const LooseList& loose = grid.loose[strip];
    for (std::size_t i = 0; i < loose.place.size(); ++i) {
      const Region region{loose.records[i].home, loose.reach[i], loose.place[i], strip};
      for (const GridLevel& level : grid.levels) ask_cells(grid, level, region, 0, out);
      ask_loose(grid, region, out);
    }
  }
}

}  // namespace carom::detail
