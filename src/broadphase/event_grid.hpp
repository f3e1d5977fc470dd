#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "carom/broadphase/flight.hpp"
#include "carom/math/vec2.hpp"

/// Which bodies are near each other, while all fly: cells that bodies leave and enter.
///
/// Levels   The cells of a level are as wide as the discs that live there, or as wide as a few of them are apart; each level's
///          cells are some (a power of two) of the finer one's, with common lines.
/// Near     Two of one level: in cells next to each other. Two of different levels: the larger one's centre, in cells of the
///          finer level, is within the two radii and two cells' diagonals of the smaller one's cell. Both can only change when
///          one of the two crosses a line of the finer level; so large bodies count lines of the finest one.
/// Outside  The outermost cells have no outer side.
namespace carom::detail {

/// A body's place: the cell of the finest level that holds its centre, and the level it lives on.
struct CellPlace {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::uint8_t level = 0;
};

/// Cells from one corner to the other, both included.
struct CellBlock {
  std::int32_t x0 = 0;
  std::int32_t y0 = 0;
  std::int32_t x1 = 0;
  std::int32_t y1 = 0;
};

class EventGrid {
 public:
  /// Sorts out levels and cells for these radii and places. With a period, places lie in the box.
  void plan(std::span<const double> radii, std::span<const Vec2> places, const std::optional<PeriodicBox>& box);

  [[nodiscard]] CellPlace place_of(Vec2 at, double radius) const noexcept;
  [[nodiscard]] std::size_t level_count() const noexcept { return levels_.size(); }
  [[nodiscard]] Vec2 cell_size() const noexcept { return size_; }
  [[nodiscard]] std::int32_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::int32_t rows() const noexcept { return rows_; }
  /// The lines on either side of a cell of the finest level; endless outside.
  [[nodiscard]] double left(std::int32_t x) const noexcept { return columns_lines_[static_cast<std::size_t>(x)]; }
  [[nodiscard]] double right(std::int32_t x) const noexcept { return columns_lines_[static_cast<std::size_t>(x) + 1]; }
  [[nodiscard]] double lower(std::int32_t y) const noexcept { return rows_lines_[static_cast<std::size_t>(y)]; }
  [[nodiscard]] double upper(std::int32_t y) const noexcept { return rows_lines_[static_cast<std::size_t>(y) + 1]; }
  /// In the order of places in memory: tiles of cells, so that neighbours share pages.
  [[nodiscard]] std::uint64_t order_of(const CellPlace& place) const noexcept;

  void clear_cells();
  /// Whether two places of a body are in different cells of its level.
  [[nodiscard]] bool other_cell(const CellPlace& a, const CellPlace& b) const noexcept {
    const int shift = levels_[a.level].shift;
    return (a.x >> shift) != (b.x >> shift) || (a.y >> shift) != (b.y >> shift);
  }
  void insert(std::uint32_t mover, const CellPlace& place);
  void remove(std::uint32_t mover, const CellPlace& place);

  /// A body whose neighbours are searched. Inside a solid disc there are none.
  struct Search {
    CellPlace place;
    double radius = 0;
    bool solid = true;
  };
  /// Calls visit(mover, image_x, image_y) for all that may be near, the image in periods.
  template <class Visit>
  void near(const Search& search, const Visit& visit) const;
  /// The same for movers that have come near when the searching one crossed a line, by (dx, dy) cells of the finest level.
  template <class Visit>
  void newly_near(const Search& search, int dx, int dy, const Visit& visit) const;
  /// With one level: whether all of a block is inside.
  [[nodiscard]] bool holds(const CellBlock& block) const noexcept {
    return block.x0 >= 0 && block.y0 >= 0 && block.x1 < columns_ && block.y1 < rows_;
  }
  /// With one level: calls visit(block, image_x, image_y) for the parts of a block, each moved inside.
  template <class Visit>
  void parts(const CellBlock& block, const Visit& visit) const;
  /// With one level: the names in a block that is inside, in `names`, with room for three more; returns how many.
  [[nodiscard]] std::size_t collect(const CellBlock& block, std::vector<std::uint32_t>& names) const;
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  /// Names of those in a cell, without gaps. The last one may lead to a further cell's.
  struct alignas(16) Cell {
    std::array<std::uint32_t, 4> movers;
  };
  [[nodiscard]] static std::uint32_t taken(const Cell& cell) noexcept;
  /// What collect() has found in rows of cells.
  struct Collected {
    std::size_t count = 0;
    bool leads_on = false;
  };
  template <std::size_t Width>
  [[nodiscard]] static Collected collect_rows(const Cell* row, std::int32_t rows, std::int32_t stride,
                                              std::uint32_t* out) noexcept;
  static constexpr std::uint32_t k_empty = ~std::uint32_t{0};
  static constexpr std::uint32_t k_more = 0x8000'0000U;

  struct Level {
    int shift = 0;      ///< its cells are 2^shift of the finest level's wide
    double radius = 0;  ///< of the largest disc that lives here
    std::int32_t columns = 0;
    std::int32_t rows = 0;
    std::uint32_t population = 0;
    std::vector<Cell> cells;
  };

  [[nodiscard]] static bool leads_on(const Cell& cell) noexcept {
    return cell.movers[3] >= k_more && cell.movers[3] != k_empty;
  }
  void draw_lines();
  [[nodiscard]] static std::size_t cell_index(const Level& level, std::int32_t x, std::int32_t y) noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(level.columns) + static_cast<std::size_t>(x);
  }
  template <class Visit>
  void visit_cell(const Level& level, std::int32_t x, std::int32_t y, const Visit& visit) const;
  template <class Visit>
  void visit_block(const Level& level, std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1,
                   const Visit& visit) const;
  template <class Visit>
  void visit_around(const Level& level, const Search& search, const Visit& visit) const;

  std::vector<Level> levels_;  ///< the finest first
  std::optional<PeriodicBox> box_;
  Vec2 origin_;
  Vec2 size_;  ///< of the finest cells
  Vec2 per_cell_;
  std::int32_t columns_ = 0;  ///< of the finest level
  std::int32_t rows_ = 0;
  std::vector<double> columns_lines_;  ///< on either side of each column; endless outside
  std::vector<double> rows_lines_;
};

// A cell outside the box stands for the one it is an image of; outside a world without period there is none.
template <class Visit>
void EventGrid::visit_cell(const Level& level, std::int32_t x, std::int32_t y, const Visit& visit) const {
  int image_x = 0;
  int image_y = 0;
  if (box_) {
    while (x < 0) x += level.columns, --image_x;
    while (x >= level.columns) x -= level.columns, ++image_x;
    while (y < 0) y += level.rows, --image_y;
    while (y >= level.rows) y -= level.rows, ++image_y;
  }
  std::size_t index = cell_index(level, x, y);
  for (;;) {
    const Cell& cell = level.cells[index];
    for (const std::uint32_t mover : cell.movers) {
      if (mover < k_more) visit(mover, image_x, image_y);
    }
    if (!leads_on(cell)) return;
    index = cell.movers[3] & ~k_more;
  }
}

template <class Visit>
void EventGrid::visit_block(const Level& level, std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1,
                            const Visit& visit) const {
  if (!box_) {
    x0 = x0 < 0 ? 0 : x0;
    y0 = y0 < 0 ? 0 : y0;
    x1 = x1 >= level.columns ? level.columns - 1 : x1;
    y1 = y1 >= level.rows ? level.rows - 1 : y1;
  }
  for (std::int32_t y = y0; y <= y1; ++y) {
    for (std::int32_t x = x0; x <= x1; ++x) visit_cell(level, x, y, visit);
  }
}

// Cells of a finer level around a large disc: those that its inside covers are empty.
template <class Visit>
void EventGrid::visit_around(const Level& level, const Search& search, const Visit& visit) const {
  const double width = size_.x * (1 << level.shift);
  const double height = size_.y * (1 << level.shift);
  const double diagonal = std::sqrt(width * width + height * height);
  const double far = search.radius + level.radius + diagonal;
  const std::int32_t cx = search.place.x >> level.shift;
  const std::int32_t cy = search.place.y >> level.shift;
  const auto columns = static_cast<std::int32_t>(far / width) + 1;
  const auto reach = static_cast<std::int32_t>(far / height) + 1;
  // A body in a cell has its centre outside the disc; so has some point of the cell. Not so in the outermost cells, which
  // hold all that is outside.
  const bool inside =
      box_ || (cx > columns && cx + columns + 1 < level.columns && cy > reach && cy + reach + 1 < level.rows);
  const double close = search.solid && inside ? search.radius - 2 * diagonal : 0;
  const auto half_width = [&](double distance, double dy) {
    const double square = distance * distance - dy * dy;
    return square > 0 ? static_cast<std::int32_t>(std::sqrt(square) / width) : -1;
  };
  for (std::int32_t row = -reach; row <= reach; ++row) {
    const std::int32_t y = cy + row;
    if (!box_ && (y < 0 || y >= level.rows)) continue;
    const double dy = row * height;
    const std::int32_t outer = half_width(far, dy) + 1;
    const std::int32_t inner = close > 0 ? half_width(close, dy) : -1;
    if (inner <= 0) {
      visit_block(level, cx - outer, y, cx + outer, y, visit);
    } else {
      visit_block(level, cx - outer, y, cx - inner, y, visit);
      visit_block(level, cx + inner, y, cx + outer, y, visit);
    }
  }
}

template <class Visit>
void EventGrid::parts(const CellBlock& block, const Visit& visit) const {
  const auto image = [](std::int32_t cell, std::int32_t count) {
    return cell >= 0 ? cell / count : -((count - 1 - cell) / count);
  };
  const bool wraps = box_.has_value();
  const int left = wraps ? image(block.x0, columns_) : 0;
  const int right = wraps ? image(block.x1, columns_) : 0;
  const int lower = wraps ? image(block.y0, rows_) : 0;
  const int upper = wraps ? image(block.y1, rows_) : 0;
  for (int y = lower; y <= upper; ++y) {
    for (int x = left; x <= right; ++x) {
      const CellBlock part{std::max(block.x0 - x * columns_, 0), std::max(block.y0 - y * rows_, 0),
                           std::min(block.x1 - x * columns_, columns_ - 1), std::min(block.y1 - y * rows_, rows_ - 1)};
      if (part.x0 <= part.x1 && part.y0 <= part.y1) visit(part, x, y);
    }
  }
}

template <class Visit>
void EventGrid::near(const Search& search, const Visit& visit) const {
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    const Level& level = levels_[k];
    if (level.population == 0) continue;
    if (k < search.place.level) {
      visit_around(level, search, visit);
    } else {
      const std::int32_t x = search.place.x >> level.shift;
      const std::int32_t y = search.place.y >> level.shift;
      visit_block(level, x - 1, y - 1, x + 1, y + 1, visit);
    }
  }
}

template <class Visit>
void EventGrid::newly_near(const Search& search, int dx, int dy, const Visit& visit) const {
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    const Level& level = levels_[k];
    if (level.population == 0) continue;
    const std::int32_t x = search.place.x >> level.shift;
    const std::int32_t y = search.place.y >> level.shift;
    // A line of the finest level need not be one of this.
    const bool crossed = ((search.place.x - dx) >> level.shift) != x || ((search.place.y - dy) >> level.shift) != y;
    if (k < search.place.level) {
      if (crossed) visit_around(level, search, visit);
    } else if (k == search.place.level) {
      if (crossed && dx != 0) visit_block(level, x + dx, y - 1, x + dx, y + 1, visit);
      if (crossed && dy != 0) visit_block(level, x - 1, y + dy, x + 1, y + dy, visit);
    } else {
      // Near a larger body are those close to it in cells of this level.
      visit_block(level, x - 1, y - 1, x + 1, y + 1, visit);
    }
  }
}

}  // namespace carom::detail
