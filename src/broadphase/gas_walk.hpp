#pragma once

#include "broadphase/gas_grid.hpp"

/// The searches of a GasGrid: templates, so that the test of a neighbour is part of the loop.
namespace carom::detail {

template <class Test, class Visit>
CAROM_INLINE void GasGrid::look(const SweptBox& box, const Way* way, CellSpan rows, CellSpan columns,
                                std::uint32_t self, Image image, const Test& test, const Visit& visit) const {
  // Ways over more rows than this are followed row by row instead of by their box.
  constexpr int k_long_way = 8;
  const bool is_long = way != nullptr && rows.last - rows.first > k_long_way;
  Finds finds(box);
  const auto finish = [&]() CAROM_INLINED {
    finds.finish([&](std::uint32_t place) CAROM_INLINED { return (place != self) & test(place, image); },
                 [&](std::uint32_t place) CAROM_INLINED { visit(place, image); });
  };
  for (int row = rows.first; row <= rows.last; ++row) {
    if (is_long) columns = columns_along(*way, row, image);
    const std::uint32_t* starts = starts_.data() + static_cast<std::ptrdiff_t>(row) * columns_;
    finds.among(boxes_.data(), starts[columns.first], starts[columns.last + 1], finish);
  }
  finish();
}

CAROM_INLINE void GasGrid::fetch_around(std::uint32_t place) const noexcept {
  const auto [columns, rows] = block_of(boxes_[place]);
  const CellSpan across = clamped(columns, columns_);
  const CellSpan up = clamped(rows, rows_);
  for (int row = up.first; row <= up.last; ++row) {
    const std::uint32_t* starts = starts_.data() + static_cast<std::ptrdiff_t>(row) * columns_;
    if (prefilter_.clear()) {
      // A row is longer than a cache line.
      prefilter_.fetch(starts[across.first]);
      prefilter_.fetch(starts[across.first] + 4);
    } else {
      __builtin_prefetch(&boxes_[starts[across.first]]);
    }
  }
}

CAROM_INLINE bool GasGrid::view(Search search, RowScope scope, FourPrefilterRows& rows) const noexcept {
  const Block block = block_of(boxes_[search.place]);
  const CellSpan columns = clamped(block.columns, columns_);
  const CellSpan up = limited(block.rows, scope, search.lap);
  for (int k = 0; k < static_cast<int>(k_seen_rows); ++k) {
    const int row = std::min(up.first + k, up.last);
    const std::uint32_t* starts = starts_.data() + static_cast<std::ptrdiff_t>(row) * columns_;
    rows.first[k] = starts[columns.first];
    rows.last[k] = up.first + k <= up.last ? starts[columns.last + 1] : rows.first[k];
  }
  const bool few = up.last - up.first < static_cast<int>(k_seen_rows) && !rows.crowded();
  return few && (!plan_.box || inside(block));
}

template <class Test, class Visit>
CAROM_INLINE bool GasGrid::near_two(Search a, Search b, double now, RowScope scope, const Test& test,
                                    const Visit& visit) const {
  if (!prefilter_.clear() || !in_cells(a.place) || !in_cells(b.place)) return false;
  FourPrefilterRows rows_a;
  FourPrefilterRows rows_b;
  if (!view(a, scope, rows_a) || !view(b, scope, rows_b)) return false;
  // Both look before anything is made of what they see: what is done then depends on both.
  const TwoSeen seen =
      prefilter_.seen_by_two({prefilter_.look(a.place, now), prefilter_.look(b.place, now)}, {rows_a, rows_b});
  visit_seen(seen.a, rows_a, [&](std::uint32_t other) CAROM_INLINED {
    if (other != a.place && (plan_.alike || test(a.place, other))) visit(a.place, other);
  });
  visit_seen(seen.b, rows_b, [&](std::uint32_t other) CAROM_INLINED {
    if (other != b.place && (plan_.alike || test(b.place, other))) visit(b.place, other);
  });
  return true;
}

template <class Test, class Visit>
CAROM_INLINE void GasGrid::ask(const SweptBox& box, const Way* way, std::uint32_t self, RowScope scope, int lap,
                               const Test& test, const Visit& visit) const {
  const Block block = block_of(box);
  if (!plan_.box || inside(block)) {
    return look(box, way, limited(block.rows, scope, lap), clamped(block.columns, columns_), self, {}, test, visit);
  }
  ask_images(box, way, block, self, scope, lap, test, visit);
}

/// Across the border of a periodic box.
template <class Test, class Visit>
void GasGrid::ask_images(const SweptBox& box, const Way* way, const Block& block, std::uint32_t self, RowScope scope,
                         int lap, const Test& test, const Visit& visit) const {
  const auto images = [](CellSpan cells, int count) {
    const auto floored = [&](int x) { return x >= 0 ? x / count : -((count - 1 - x) / count); };
    return CellSpan{floored(cells.first), floored(cells.last)};
  };
  const CellSpan up = images(block.rows, rows_);
  const CellSpan across = images(block.columns, columns_);
  for (int j = up.first; j <= up.last; ++j) {
    for (int i = across.first; i <= across.last; ++i) {
      const CellSpan here{block.rows.first - j * rows_, block.rows.last - j * rows_};
      const CellSpan there{block.columns.first - i * columns_, block.columns.last - i * columns_};
      look(shifted(box, {i, j}), way, limited(here, scope, lap + j), clamped(there, columns_), self, {i, j}, test,
           visit);
    }
  }
}

/// Of one in no cell, which may go through a periodic box many times.
template <class Test, class Visit>
void GasGrid::near_far(const Way& way, std::uint32_t self, RowScope scope, int lap, const Test& test,
                       const Visit& visit) const {
  for_images(*plan_.box, way, plan_.cap, [&](const Way& seen, Image image) {
    const SweptBox box = box_of(seen);
    const auto [columns, rows] = block_of(box);
    look(box, &way, limited(rows, scope, lap + image.y), clamped(columns, columns_), self, image, test, visit);
  });
}

template <class Test, class Visit>
CAROM_INLINE void GasGrid::pairs(std::uint32_t place, int row, RowScope scope, const Test& test,
                                 const Visit& visit) const {
  const SweptBox& box = boxes_[place];
  const Block block = block_of(box);
  const bool plain = (!plan_.box || inside(block)) && row >= scope.first;
  if (!plain) return pairs_across(place, row, scope, test, visit);
  const CellSpan seen = clamped(block.columns, columns_);
  const int last = limited(block.rows, scope, 0).last;
  if (prefilter_.clear() && look_upward(place, {row, last}, seen, test, visit)) return;
  Finds finds(box);
  const auto finish = [&]() CAROM_INLINED {
    finds.finish([&](std::uint32_t other) CAROM_INLINED { return test(other, Image{}); },
                 [&](std::uint32_t other) CAROM_INLINED { visit(other, Image{}); });
  };
  std::uint32_t other = place + 1;
  for (int r = row; r <= last; ++r) {
    const std::uint32_t* starts = starts_.data() + static_cast<std::ptrdiff_t>(r) * columns_;
    if (r > row) other = starts[seen.first];
    finds.among(boxes_.data(), other, starts[seen.last + 1], finish);
  }
  finish();
}

/// At those after one in its own row of cells, and at the rows above. False: it is more than the prefilter takes in.
template <class Test, class Visit>
CAROM_INLINE bool GasGrid::look_upward(std::uint32_t place, CellSpan rows, CellSpan columns, const Test& test,
                                       const Visit& visit) const {
  PrefilterRows upward;
  for (int k = 0; k < 3; ++k) {
    const int row = std::min(rows.first + k, rows.last);
    const std::uint32_t* starts = starts_.data() + static_cast<std::ptrdiff_t>(row) * columns_;
    upward.first[k] = k == 0 ? place + 1 : starts[columns.first];
    upward.last[k] = rows.first + k <= rows.last ? starts[columns.last + 1] : upward.first[k];
  }
  if (rows.last - rows.first >= 3 || upward.crowded()) return false;
  const std::uint32_t seen = prefilter_.seen(prefilter_.look(place, 0), upward);
  visit_seen(seen, upward, [&](std::uint32_t other) CAROM_INLINED {
    if (plan_.alike || test(other, Image{})) visit(other, Image{});
  });
  return true;
}

/// Of the two views of a pair across the border of the box, the one that looks up, or right; of others, the one behind.
template <class Test, class Visit>
void GasGrid::pairs_across(std::uint32_t place, int row, RowScope scope, const Test& test, const Visit& visit) const {
  const int lap = row < scope.first ? 1 : 0;
  const auto once = [&](std::uint32_t other, Image image) {
    const bool across = image.x != 0 || image.y != 0;
    return (across ? (image.y > 0 || (image.y == 0 && image.x > 0)) : other > place) & test(other, image);
  };
  ask(boxes_[place], nullptr, place, scope, lap, once, visit);
}

}  // namespace carom::detail
