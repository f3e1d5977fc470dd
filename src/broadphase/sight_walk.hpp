#pragma once

#include "broadphase/sight_grid.hpp"

/// The questions of a SightGrid: templates, so that what is asked of a neighbour is part of the loop.
namespace carom::detail {

template <class Visit>
void SightGrid::visit_seen(std::uint32_t seen, const SightRows& rows, const Visit& visit) const {
  for (; seen != 0; seen &= seen - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
    visit(rows.first[bit >> 3U] + (bit & 7U));
  }
}

template <bool around_rim, class Visit>
void SightGrid::look_along(std::uint32_t place, const Look& look, SightRows rows, const Visit& visit) const {
  do {
    const std::uint32_t seen =
        around_rim ? glance_around(sights_.data(), measure_, look, rows) : glance(sights_.data(), measure_, look, rows);
    visit_seen(seen, rows, [&](std::uint32_t other) {
      if (other != place) visit(other);
    });
  } while (rows.go_on());
}

/// Calls visit(x, y) for cells. Beyond the border of a periodic box are those of its other side; who is outside of another
/// one is told of with the outermost.
template <class Visit>
void SightGrid::for_cells(const CellRange& cells, const Visit& visit) const {
  if (plan_.periodic) {
    for (std::int32_t y = cells.y0; y <= std::min(cells.y1, cells.y0 + rows_ - 1); ++y) {
      for (std::int32_t x = cells.x0; x <= std::min(cells.x1, cells.x0 + columns_ - 1); ++x) {
        visit(around(x, columns_), around(y, rows_));
      }
    }
    return;
  }
  const auto inside = [](std::int32_t k, std::int32_t count) { return std::clamp(k, 0, count - 1); };
  for (std::int32_t y = inside(cells.y0, rows_); y <= inside(cells.y1, rows_); ++y) {
    for (std::int32_t x = inside(cells.x0, columns_); x <= inside(cells.x1, columns_); ++x) visit(x, y);
  }
}

/// Calls visit(x, y) for the blocks of cells; for some more than once.
template <class Visit>
void SightGrid::for_blocks(const CellRange& cells, const Visit& visit) const {
  std::int32_t last = -1;
  for_cells(cells, [&](std::int32_t x, std::int32_t y) {
    const std::int32_t block = y / k_block * block_columns_ + x / k_block;
    if (block != last) visit(x / k_block, y / k_block);
    last = block;
  });
}

template <class Visit>
void SightGrid::look_over_rim(std::uint32_t place, double now, const Visit& visit) const {
  const Look look = look_of(place, now);
  const std::array<SightRows, 2> rows = rows_over_rim(spot_of_cell(marks_[place].cell));
  look_along<true>(place, look, rows[0], visit);
  if (rows[1].last[0] + rows[1].last[1] + rows[1].last[2] > 0) look_along<true>(place, look, rows[1], visit);
}

/// Those on the list of a block; without a look, all of them.
template <class Visit>
void SightGrid::look_at_loose(std::uint32_t place, const Look* look, std::int32_t block, const Visit& visit) const {
  for (const std::uint32_t other : blocks_[static_cast<std::size_t>(block)]) {
    const bool is_long = std::abs(sights_[other].vx) + std::abs(sights_[other].vy) > long_way_;
    if (other != place && (look == nullptr || is_long || sees(sights_[other], measure_, *look, plan_.periodic)))
      visit(other);
  }
}

/// Along a way that leaves the nine cells.
template <class Visit>
void SightGrid::look_far(std::uint32_t place, double now, const Visit& visit) const {
  const double since = now * per_duration_;
  const Two way{sights_[place].vx, sights_[place].vy};
  const Two home{sights_[place].x, sights_[place].y};
  const Two from = home + since * way;
  const Two to = home + way;
  const bool is_long = std::abs(way[0]) + std::abs(way[1]) > long_way_;
  const Look look = look_of(place, now);
  for_cells(range(from, to, 1 + margin_), [&](std::int32_t x, std::int32_t y) {
    const std::uint32_t cell = index_of(x, y);
    const SightRows here{{starts_[cell], 0, 0}, {starts_[cell + 1], 0, 0}};
    if (!is_long) {
      return plan_.periodic ? look_along<true>(place, look, here, visit) : look_along<false>(place, look, here, visit);
    }
    for (std::uint32_t other = starts_[cell]; other < starts_[cell + 1]; ++other) {
      if (other != place) visit(other);
    }
  });
  for_blocks(range(from, to, 1), [&](std::int32_t x, std::int32_t y) {
    look_at_loose(place, is_long ? nullptr : &look, y * block_columns_ + x, visit);
  });
}

template <class Visit>
void SightGrid::near(std::uint32_t place, double now, const Visit& visit) {
  const std::uint32_t cell = marks_[place].cell;
  if (is_loose(place)) return look_far(place, now, visit);
  if ((odd_[cell] & k_rim) != 0) {
    look_over_rim(place, now, visit);
  } else {
    look_along<false>(place, look_of(place, now), rows_around(cell), visit);
  }
  look_at_block(place, now, visit);
}

template <class Visit>
void SightGrid::look_at_block(std::uint32_t place, double now, const Visit& visit) const {
  const std::uint32_t cell = marks_[place].cell;
  if ((odd_[cell] & k_looser) == 0) return;
  const auto [x, y] = spot_of_cell(cell);
  const Look look = look_of(place, now);
  look_at_loose(place, &look, y / k_block * block_columns_ + x / k_block, visit);
}

template <class Visit>
void SightGrid::near_two(std::uint32_t a, std::uint32_t b, double now, const Visit& visit) {
  const std::uint32_t cells = marks_[a].cell | marks_[b].cell;
  const auto each = [&](std::uint32_t place) { near(place, now, [&](std::uint32_t other) { visit(place, other); }); };
  if ((cells & k_loose) != 0 || ((odd_[marks_[a].cell] | odd_[marks_[b].cell]) & k_rim) != 0) {
    each(a);
    return each(b);
  }
  // Both look before anything is made of what they see: what is done then depends on both.
  const SightRows rows_a = rows_around(marks_[a].cell);
  const SightRows rows_b = rows_around(marks_[b].cell);
  if (rows_a.crowded() || rows_b.crowded()) {
    each(a);
    return each(b);
  }
  constexpr std::uint32_t k_bits = 24;
  // Of the second row everyone sees itself.
  const auto others = [](std::uint64_t seen, std::uint32_t place, const SightRows& rows) {
    return seen & ~(std::uint64_t{1} << (8 + place - rows.first[1]));
  };
  const TwoSeen seen_by = glance_two(sights_.data(), measure_, {look_of(a, now), look_of(b, now)}, {rows_a, rows_b});
  const std::uint64_t seen_a = others(seen_by.a, a, rows_a);
  const std::uint64_t seen_b = others(seen_by.b, b, rows_b);
  for (std::uint64_t seen = seen_a | (seen_b << k_bits); seen != 0; seen &= seen - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
    const bool first = bit < k_bits;
    const std::uint32_t of_row = first ? bit : bit - k_bits;
    const std::uint32_t place = first ? a : b;
    const std::uint32_t other = (first ? rows_a : rows_b).first[of_row >> 3U] + (of_row & 7U);
    visit(place, other);
  }
  for (const std::uint32_t place : {a, b}) {
    look_at_block(place, now, [&](std::uint32_t other) { visit(place, other); });
  }
}

template <class Visit>
void SightGrid::outermost(const Visit& visit) const {
  for (const std::uint32_t place : loose_) visit(place);
  const auto cells = [&](std::int32_t x0, std::int32_t x1, std::int32_t y) {
    for (std::uint32_t place = starts_[index_of(x0, y)]; place < starts_[index_of(x1, y) + 1]; ++place) visit(place);
  };
  cells(0, columns_ - 1, 0);
  if (rows_ > 1) cells(0, columns_ - 1, rows_ - 1);
  for (std::int32_t y = 1; y < rows_ - 1; ++y) {
    cells(0, 0, y);
    if (columns_ > 1) cells(columns_ - 1, columns_ - 1, y);
  }
}

template <class Visit>
void SightGrid::pairs(const Visit& visit) {
  glimpse_all();
  for (const Glimpse& glimpse : glimpses_) {
    const std::uint32_t cell = marks_[glimpse.place].cell;
    const SightRows rows = rows_upward(glimpse.place, cell);
    const auto pair = [&](std::uint32_t other) { visit(glimpse.place, other); };
    if (glimpse.seen != k_crowded) {
      visit_seen(glimpse.seen, rows, pair);
    } else {
      look_along<false>(glimpse.place, look_of(glimpse.place, 0), rows, pair);
    }
  }
  for (const std::uint32_t place : apart_) {
    // Of two that are not loose the one before sees the other.
    const bool loose = is_loose(place);
    near(place, 0, [&](std::uint32_t other) {
      if (loose || other > place) visit(place, other);
    });
  }
}

}  // namespace carom::detail
