#pragma once

#include "broadphase/sight_grid.hpp"

/// The questions of a SightGrid: templates, so that what is asked of a neighbour is part of the loop.
namespace carom::detail {

template <bool around, class Visit>
void SightGrid::look_along(std::uint32_t place, const Look& look, SightRows rows, const Visit& visit) const {
  do {
    std::uint32_t seen =
        around ? glance_around(sights_.data(), measure_, look, rows) : glance(sights_.data(), measure_, look, rows);
    for (; seen != 0; seen &= seen - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
      const std::uint32_t other = rows.first[bit >> 3U] + (bit & 7U);
      if (other != place) visit(spots_[other].who, around || (spots_[other].cell & k_seen_elsewhere) != 0);
    }
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

/// Those on the list of a block; without a look, all of them.
template <class Visit>
void SightGrid::look_at_loose(std::uint32_t place, const Look* look, std::int32_t block, const Visit& visit) const {
  for (const std::uint32_t other : blocks_[static_cast<std::size_t>(block)]) {
    const bool is_long = std::abs(sights_[other].vx) + std::abs(sights_[other].vy) > long_way_;
    if (other != place && (look == nullptr || is_long || sees(sights_[other], measure_, *look, plan_.periodic)))
      visit(spots_[other].who, true);
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
      if (other != place) visit(spots_[other].who, true);
    }
  });
  for_blocks(range(from, to, 1), [&](std::int32_t x, std::int32_t y) {
    look_at_loose(place, is_long ? nullptr : &look, y * block_columns_ + x, visit);
  });
}

template <class Visit>
void SightGrid::near(std::uint32_t who, double now, const Visit& visit) const {
  const SightMark mark = marks_[who];
  if ((mark.cell & k_loose) != 0) return look_far(mark.place, now, visit);
  look_along<false>(mark.place, look_of(mark.place, now), rows_around(mark.cell), visit);
  look_at_block(mark, now, visit);
}

template <class Visit>
void SightGrid::look_at_block(const SightMark& mark, double now, const Visit& visit) const {
  if ((odd_[mark.cell] & k_looser) == 0) return;
  const auto [x, y] = spot_of_cell(mark.cell);
  const Look look = look_of(mark.place, now);
  look_at_loose(mark.place, &look, y / k_block * block_columns_ + x / k_block, visit);
}

template <class Visit>
void SightGrid::near_two(std::uint32_t a, std::uint32_t b, double now, const Visit& visit) const {
  const SightMark mark_a = marks_[a];
  const SightMark mark_b = marks_[b];
  if (((mark_a.cell | mark_b.cell) & k_loose) != 0) {
    near(a, now, [&](std::uint32_t other, bool images) { visit(a, other, images); });
    return near(b, now, [&](std::uint32_t other, bool images) { visit(b, other, images); });
  }
  // Both look before anything is made of what they see: what is done then depends on both.
  SightRows rows_a = rows_around(mark_a.cell);
  SightRows rows_b = rows_around(mark_b.cell);
  const Look look_a = look_of(mark_a.place, now);
  const Look look_b = look_of(mark_b.place, now);
  constexpr std::uint32_t k_bits = 24;
  // Everyone sees itself in the second row, nobody can guess where: no branch.
  const auto others = [](std::uint32_t seen, std::uint32_t place, const SightRows& rows) {
    const std::uint32_t own = place - rows.first[1];
    return seen & ~(static_cast<std::uint32_t>(own < 8) << (8 + (own & 7U)));
  };
  const TwoSeen seen_by = glance_two(sights_.data(), measure_, {look_a, look_b}, {rows_a, rows_b});
  const std::uint64_t seen_a = others(seen_by.a, mark_a.place, rows_a);
  const std::uint64_t seen_b = others(seen_by.b, mark_b.place, rows_b);
  for (std::uint64_t seen = seen_a | (seen_b << k_bits); seen != 0; seen &= seen - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
    const bool first = bit < k_bits;
    const std::uint32_t of_row = first ? bit : bit - k_bits;
    const std::uint32_t other = (first ? rows_a : rows_b).first[of_row >> 3U] + (of_row & 7U);
    visit(first ? a : b, spots_[other].who, (spots_[other].cell & k_seen_elsewhere) != 0);
  }
  const auto see_a = [&](std::uint32_t other, bool images) { visit(a, other, images); };
  const auto see_b = [&](std::uint32_t other, bool images) { visit(b, other, images); };
  if (rows_a.crowded() && rows_a.go_on()) look_along<false>(mark_a.place, look_a, rows_a, see_a);
  if (rows_b.crowded() && rows_b.go_on()) look_along<false>(mark_b.place, look_b, rows_b, see_b);
  look_at_block(mark_a, now, see_a);
  look_at_block(mark_b, now, see_b);
}

template <class Visit>
void SightGrid::outermost(const Visit& visit) const {
  for (const std::uint32_t who : loose_) visit(who);
  const auto cells = [&](std::int32_t x0, std::int32_t x1, std::int32_t y) {
    for (std::uint32_t place = starts_[index_of(x0, y)]; place < starts_[index_of(x1, y) + 1]; ++place) {
      visit(spots_[place].who);
    }
  };
  cells(0, columns_ - 1, 0);
  if (rows_ > 1) cells(0, columns_ - 1, rows_ - 1);
  for (std::int32_t y = 1; y < rows_ - 1; ++y) {
    cells(0, 0, y);
    if (columns_ > 1) cells(columns_ - 1, columns_ - 1, y);
  }
}

template <class Visit>
void SightGrid::visit_glimpse(const Glimpse& glimpse, const Visit& visit) const {
  const SightSpot spot = spots_[glimpse.place];
  const SightRows rows = rows_upward(glimpse.place, spot.cell);
  if (glimpse.seen == k_crowded) {
    return look_along<false>(glimpse.place, look_of(glimpse.place, 0), rows,
                             [&](std::uint32_t other, bool images) { visit(spot.who, other, images); });
  }
  for (std::uint32_t seen = glimpse.seen; seen != 0; seen &= seen - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
    const SightSpot& other = spots_[rows.first[bit >> 4U] + (bit & 15U)];
    visit(spot.who, other.who, (other.cell & k_seen_elsewhere) != 0);
  }
}

/// Who is loose sees all whom it may meet; images do not look.
template <class Visit>
void SightGrid::visit_apart(std::uint32_t place, const Visit& visit) const {
  const SightSpot spot = spots_[place];
  if ((spot.cell & k_image) != 0) return;
  near(spot.who, 0, [&](std::uint32_t other, bool images) { visit(spot.who, other, images); });
}

template <class Visit>
void SightGrid::pairs(const Visit& visit) {
  std::array<Glimpse, k_at_once> glimpses;      // NOLINT: as many as there are
  std::array<std::uint32_t, k_at_once> aparts;  // NOLINT
  for (std::uint32_t first = 0; first < places_; first += k_at_once) {
    const GlimpseCounts counts = glimpse_upward({sights_.data(), measure_, look_of(0, 0), spots_.data(), starts_.data(),
                                                 k_seen_elsewhere, static_cast<std::uint32_t>(stride_), first,
                                                 std::min(first + k_at_once, places_), glimpses.data(), aparts.data()});
    for (std::size_t k = 0; k < counts.seen; ++k) visit_glimpse(glimpses[k], visit);
    for (std::size_t k = 0; k < counts.apart; ++k) visit_apart(aparts[k], visit);
  }
}

}  // namespace carom::detail
