#pragma once

#include "broadphase/prefilter_grid.hpp"

/// The searches of a PrefilterGrid: templates, so that the test of a neighbour is part of the loop.
namespace carom::detail {

template <bool around, class Visit>
void PrefilterGrid::look_along(std::uint32_t place, const PrefilterQuery& look, PrefilterRows rows,
                               const Visit& visit) const {
  do {
    std::uint32_t seen = around ? prefilter_around(discs_.data(), discs_.scale(), look, rows)
                                : prefilter(discs_.data(), discs_.scale(), look, rows);
    for (; seen != 0; seen &= seen - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
      const std::uint32_t other = rows.first[bit >> 3U] + (bit & 7U);
      if (other != place) visit(spots_[other].disc, around || (spots_[other].cell & k_seen_elsewhere) != 0);
    }
  } while (rows.go_on());
}

/// Those on the list of a block; without a look, all of them.
template <class Visit>
void PrefilterGrid::look_at_ungridded(std::uint32_t place, const PrefilterQuery* look, std::uint32_t block,
                                      const Visit& visit) const {
  for (const std::uint32_t other : blocks_[block]) {
    if (other != place &&
        (look == nullptr || discs_.is_long(other) || sees(discs_[other], discs_.scale(), *look, plan_.periodic)))
      visit(spots_[other].disc, true);
  }
}

/// Along a way that leaves the nine cells.
template <class Visit>
void PrefilterGrid::look_far(std::uint32_t place, double now, const Visit& visit) const {
  const double since = discs_.since(now);
  const Two way{discs_[place].vx, discs_[place].vy};
  const Two home{discs_[place].x, discs_[place].y};
  const Two from = home + since * way;
  const Two to = home + way;
  const bool is_long = discs_.is_long(way);
  const PrefilterQuery look = discs_.query(place, now);
  cells_.for_cells(cells_.range(from, to, 1 + cells_.margin()), [&](std::int32_t x, std::int32_t y) {
    const std::uint32_t cell = cells_.index(x, y);
    const PrefilterRows here{{starts_[cell], 0, 0}, {starts_[cell + 1], 0, 0}};
    if (!is_long) {
      return plan_.periodic ? look_along<true>(place, look, here, visit) : look_along<false>(place, look, here, visit);
    }
    for (std::uint32_t other = starts_[cell]; other < starts_[cell + 1]; ++other) {
      if (other != place) visit(spots_[other].disc, true);
    }
  });
  cells_.for_blocks(cells_.range(from, to, 1),
                    [&](std::uint32_t block) { look_at_ungridded(place, is_long ? nullptr : &look, block, visit); });
}

template <class Visit>
void PrefilterGrid::near(std::uint32_t disc, double now, const Visit& visit) const {
  const PrefilterMark mark = marks_[disc];
  if ((mark.cell & k_ungridded) != 0) return look_far(mark.place, now, visit);
  look_along<false>(mark.place, discs_.query(mark.place, now), rows_around(mark.cell), visit);
  look_at_block(mark, now, visit);
}

template <class Visit>
void PrefilterGrid::look_at_block(const PrefilterMark& mark, double now, const Visit& visit) const {
  if ((odd_[mark.cell] & k_beside_ungridded) == 0) return;
  const auto [x, y] = cells_.cell(cell_of(mark));
  const PrefilterQuery look = discs_.query(mark.place, now);
  look_at_ungridded(mark.place, &look, cells_.block(x, y), visit);
}

template <class Visit>
void PrefilterGrid::near_two(std::uint32_t a, std::uint32_t b, double now, const Visit& visit) const {
  const PrefilterMark mark_a = marks_[a];
  const PrefilterMark mark_b = marks_[b];
  if (((mark_a.cell | mark_b.cell) & k_ungridded) != 0) {
    near(a, now, [&](std::uint32_t other, bool images) { visit(a, other, images); });
    return near(b, now, [&](std::uint32_t other, bool images) { visit(b, other, images); });
  }
  // Both look before anything is made of what they see: what is done then depends on both.
  PrefilterRows rows_a = rows_around(mark_a.cell);
  PrefilterRows rows_b = rows_around(mark_b.cell);
  const PrefilterQuery look_a = discs_.query(mark_a.place, now);
  const PrefilterQuery look_b = discs_.query(mark_b.place, now);
  constexpr std::uint32_t k_bits = 24;
  // Each sees itself in the second row, at a place that cannot be predicted: no branch.
  const auto others = [](std::uint32_t seen, std::uint32_t place, const PrefilterRows& rows) {
    const std::uint32_t own = place - rows.first[1];
    return seen & ~(static_cast<std::uint32_t>(own < 8) << (8 + (own & 7U)));
  };
  const TwoSeen seen_by = prefilter_two(discs_.data(), discs_.scale(), {look_a, look_b}, {rows_a, rows_b});
  const std::uint64_t seen_a = others(seen_by.a, mark_a.place, rows_a);
  const std::uint64_t seen_b = others(seen_by.b, mark_b.place, rows_b);
  for (std::uint64_t seen = seen_a | (seen_b << k_bits); seen != 0; seen &= seen - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
    const bool first = bit < k_bits;
    const std::uint32_t of_row = first ? bit : bit - k_bits;
    const std::uint32_t other = (first ? rows_a : rows_b).first[of_row >> 3U] + (of_row & 7U);
    visit(first ? a : b, spots_[other].disc, (spots_[other].cell & k_seen_elsewhere) != 0);
  }
  const auto see_a = [&](std::uint32_t other, bool images) { visit(a, other, images); };
  const auto see_b = [&](std::uint32_t other, bool images) { visit(b, other, images); };
  if (rows_a.crowded() && rows_a.go_on()) look_along<false>(mark_a.place, look_a, rows_a, see_a);
  if (rows_b.crowded() && rows_b.go_on()) look_along<false>(mark_b.place, look_b, rows_b, see_b);
  look_at_block(mark_a, now, see_a);
  look_at_block(mark_b, now, see_b);
}

template <class Visit>
void PrefilterGrid::outermost(const Visit& visit) const {
  for (const std::uint32_t disc : ungridded_) visit(disc);
  const auto cells = [&](std::int32_t x0, std::int32_t x1, std::int32_t y) {
    for (std::uint32_t place = starts_[cells_.index(x0, y)]; place < starts_[cells_.index(x1, y) + 1]; ++place) {
      visit(spots_[place].disc);
    }
  };
  const std::int32_t right = cells_.columns() - 1;
  const std::int32_t upper = cells_.rows() - 1;
  cells(0, right, 0);
  if (upper > 0) cells(0, right, upper);
  for (std::int32_t y = 1; y < upper; ++y) {
    cells(0, 0, y);
    if (right > 0) cells(right, right, y);
  }
}

template <class Visit>
void PrefilterGrid::visit_seen(const PrefilterSeen& own, const Visit& visit) const {
  const PrefilterSpot spot = spots_[own.place];
  const PrefilterRows rows = rows_upward(own.place, spot.cell);
  if (own.seen == k_crowded) {
    return look_along<false>(own.place, discs_.query(own.place, 0), rows,
                             [&](std::uint32_t other, bool images) { visit(spot.disc, other, images); });
  }
  for (std::uint32_t seen = own.seen; seen != 0; seen &= seen - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(seen));
    const PrefilterSpot& other = spots_[rows.first[bit >> 4U] + (bit & 15U)];
    visit(spot.disc, other.disc, (other.cell & k_seen_elsewhere) != 0);
  }
}

/// An ungridded disc finds all that it may meet; images do not search.
template <class Visit>
void PrefilterGrid::visit_apart(std::uint32_t place, const Visit& visit) const {
  const PrefilterSpot spot = spots_[place];
  if ((spot.cell & k_image) != 0) return;
  near(spot.disc, 0, [&](std::uint32_t other, bool images) { visit(spot.disc, other, images); });
}

template <class Visit>
void PrefilterGrid::pairs(const Visit& visit) {
  std::array<PrefilterSeen, k_at_once> seen_by;  // NOLINT: as many as there are
  std::array<std::uint32_t, k_at_once> aparts;   // NOLINT
  for (std::uint32_t first = 0; first < places_; first += k_at_once) {
    const PrefilterCounts counts =
        prefilter_upward({discs_.data(), discs_.scale(), discs_.query(0, 0), spots_.data(), starts_.data(),
                          k_seen_elsewhere, static_cast<std::uint32_t>(cells_.stride()), first,
                          std::min(first + k_at_once, places_), seen_by.data(), aparts.data()});
    for (std::size_t k = 0; k < counts.seen; ++k) visit_seen(seen_by[k], visit);
    for (std::size_t k = 0; k < counts.apart; ++k) visit_apart(aparts[k], visit);
  }
}

}  // namespace carom::detail
