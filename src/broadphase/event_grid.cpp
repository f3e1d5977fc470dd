#include "broadphase/event_grid.hpp"
#include "math/sort_stably.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace carom::detail {
namespace {

/// Cells are wider than the discs by this much: rounding must not bring two that touch two cells apart.
constexpr double k_slack = 1 + 1e-6;
/// Of the mean distance of neighbours: cells as wide as this hold about one. Measured with bench/event.
constexpr double k_spacing = 1.0;
/// A level's cells are 2^k_stride of the next finer one's wide.
constexpr int k_stride = 2;
/// One of so many bodies at either side may be far out; those further out than some of the others' extent share the
/// outermost cells.
constexpr std::size_t k_few = 32;
constexpr double k_outlying = 0.25;
/// In tiles of 2^k_tile cells.
constexpr int k_tile = 3;

struct CellExtent {
  double low = 0;
  double high = 0;
};

/// Where nearly all are: a few that have gone far must not make the cells large.
CellExtent extent_of(std::span<const Vec2> places, double Vec2::* axis) {
  std::vector<double> spots;
  spots.reserve(places.size());
  for (const Vec2& p : places) spots.push_back(p.*axis);
  const auto [low, high] = std::ranges::minmax(spots);
  const auto quantile = [&](std::size_t k) {
    const auto nth = spots.begin() + static_cast<std::ptrdiff_t>(k);
    std::ranges::nth_element(spots, nth);
    return *nth;
  };
  const std::size_t few = places.size() / k_few;
  const double left = quantile(few);
  const double right = quantile(places.size() - 1 - few);
  const double beyond = k_outlying * (right - left);
  return {std::max(low, left - beyond), std::min(high, right + beyond)};
}

/// The width of the finest cells: what it costs to look around for the small, and around the large, at its least.
double best_width(std::span<const double> radii, double area) {
  std::vector<double> sorted(radii.begin(), radii.end());
  sort_stably(sorted);
  const std::size_t n = sorted.size();
  double best = std::numeric_limits<double>::infinity();
  double width = 1;
  for (std::size_t sixteenth = 1; sixteenth <= 16; ++sixteenth) {
    const std::size_t quantile = std::max<std::size_t>(1, n * sixteenth / 16);
    const double widest = 2 * k_slack * sorted[quantile - 1];
    const double candidate = std::max(widest, k_spacing * std::sqrt(area / static_cast<double>(quantile)));
    if (!(candidate > 0)) continue;
    const auto small = std::ranges::partition_point(sorted, [&](double r) { return 2 * k_slack * r <= candidate; });
    const auto number = static_cast<double>(small - sorted.begin());
    const double in_cell = number * candidate * candidate / area;
    double cost = number * (9 * in_cell + 4);
    for (auto large = small; large != sorted.end(); ++large) {
      const double ratio = *large / candidate;
      cost += (9 + 20 * ratio) * (1 + ratio);
    }
    if (cost < best) {
      best = cost;
      width = candidate;
    }
  }
  return width;
}

}  // namespace

void EventGrid::plan(std::span<const double> radii, std::span<const Vec2> places,
                     const std::optional<PeriodicBox>& box) {
  box_ = box;
  levels_.clear();
  CellExtent x{0, 1};
  CellExtent y{0, 1};
  if (box) {
    x = {box->min.x, box->max.x};
    y = {box->min.y, box->max.y};
  } else if (!places.empty()) {
    x = extent_of(places, &Vec2::x);
    y = extent_of(places, &Vec2::y);
  }
  const double largest = radii.empty() ? 0 : std::ranges::max(radii);
  const auto number = static_cast<double>(std::max<std::size_t>(1, radii.size()));
  const double least = std::max({x.high - x.low, y.high - y.low, largest}) / (16 * number + 16);
  const double wide = std::max(x.high - x.low, least);
  const double high = std::max(y.high - y.low, least);
  double width = radii.empty() ? wide : best_width(radii, wide * high);
  width = std::max({width, std::sqrt(wide * high / (8 * number + 64)), wide / 30000, high / 30000});
  if (!(width > 0) || !std::isfinite(width)) width = 1;

  int shift = 0;
  while (width * std::ldexp(1.0, shift) < 2 * k_slack * largest) shift += k_stride;
  origin_ = {x.low, y.low};
  const auto count = [&](double length) {
    // What wraps around needs whole cells of every level.
    if (!box) return static_cast<std::int32_t>(std::max(std::ceil(length / width), 1.0));
    return static_cast<std::int32_t>(std::max(std::floor(length / std::ldexp(width, shift)), 1.0)) << shift;
  };
  columns_ = count(wide);
  rows_ = count(high);
  size_ = box ? Vec2{wide / columns_, high / rows_} : Vec2{width, width};
  per_cell_ = {1 / size_.x, 1 / size_.y};
  for (int s = 0; s <= shift; s += k_stride) {
    Level level;
    level.shift = s;
    level.columns = ((columns_ - 1) >> s) + 1;
    level.rows = ((rows_ - 1) >> s) + 1;
    levels_.push_back(level);
  }
  for (const double radius : radii) {
    Level& level = levels_[place_of({}, radius).level];
    level.radius = std::max(level.radius, radius);
  }
  draw_lines();
  clear_cells();
}

CellPlace EventGrid::place_of(Vec2 at, double radius) const noexcept {
  const auto cell = [](double position, std::int32_t count) {
    return static_cast<std::int32_t>(std::clamp(position, 0.0, count - 1.0));
  };
  CellPlace place{cell((at.x - origin_.x) * per_cell_.x, columns_), cell((at.y - origin_.y) * per_cell_.y, rows_), 0};
  const double width = std::min(size_.x, size_.y);
  while (place.level + 1U < levels_.size() && std::ldexp(width, levels_[place.level].shift) < 2 * k_slack * radius) {
    ++place.level;
  }
  return place;
}

void EventGrid::draw_lines() {
  const auto draw = [&](std::vector<double>& lines, std::int32_t count, double origin, double size, double low,
                        double high) {
    lines.clear();
    for (std::int32_t k = 0; k <= count; ++k) lines.push_back(origin + k * size);
    lines.front() = low;
    lines.back() = high;
  };
  constexpr double k_endless = std::numeric_limits<double>::infinity();
  const PeriodicBox ends = box_.value_or(PeriodicBox{{-k_endless, -k_endless}, {k_endless, k_endless}});
  draw(columns_lines_, columns_, origin_.x, size_.x, ends.min.x, ends.max.x);
  draw(rows_lines_, rows_, origin_.y, size_.y, ends.min.y, ends.max.y);
}

std::uint64_t EventGrid::order_of(const CellPlace& place) const noexcept {
  const auto x = static_cast<std::uint64_t>(place.x);
  const auto y = static_cast<std::uint64_t>(place.y);
  const std::uint64_t tiles = (static_cast<std::uint64_t>(columns_) >> k_tile) + 1;
  const std::uint64_t mask = (1U << k_tile) - 1;
  const std::uint64_t tile = (y >> k_tile) * tiles + (x >> k_tile);
  return (tile << (2 * k_tile)) + ((y & mask) << k_tile) + (x & mask);
}

void EventGrid::clear_cells() {
  for (Level& level : levels_) {
    level.population = 0;
    level.cells.assign(static_cast<std::size_t>(level.columns) * static_cast<std::size_t>(level.rows),
                       {{k_empty, k_empty, k_empty, k_empty}});
  }
}

/// A name's highest bit is not set, that of an empty place and of a lead is.
inline std::uint32_t EventGrid::taken(const Cell& cell) noexcept {
#if defined(__SSE2__)
  using Names = float __attribute__((vector_size(16)));
  const auto free = static_cast<unsigned>(__builtin_ia32_movmskps(std::bit_cast<Names>(cell.movers)));
#else
  unsigned free = 0;
  for (unsigned k = 0; k < 4; ++k) free |= (cell.movers[k] >> 31U) << k;
#endif
  return static_cast<std::uint32_t>(std::countr_zero(free | 16U));
}

void EventGrid::insert(std::uint32_t mover, const CellPlace& place) {
  Level& level = levels_[place.level];
  ++level.population;
  std::size_t index = cell_index(level, place.x >> level.shift, place.y >> level.shift);
  while (leads_on(level.cells[index])) index = level.cells[index].movers[3] & ~k_more;
  Cell& cell = level.cells[index];
  const std::uint32_t count = taken(cell);
  if (count < cell.movers.size()) {
    cell.movers[count] = mover;
    return;
  }
  const auto further = static_cast<std::uint32_t>(level.cells.size());
  const std::uint32_t last = std::exchange(cell.movers[3], k_more | further);
  level.cells.push_back({{last, mover, k_empty, k_empty}});
}

void EventGrid::remove(std::uint32_t mover, const CellPlace& place) {
  Level& level = levels_[place.level];
  std::size_t index = cell_index(level, place.x >> level.shift, place.y >> level.shift);
  std::uint32_t* gap = nullptr;
  std::uint32_t* last = nullptr;
  for (;;) {
    Cell& cell = level.cells[index];
    const std::uint32_t count = taken(cell);
    if (count > 0) last = &cell.movers[count - 1];
    for (std::uint32_t& slot : cell.movers) gap = slot == mover ? &slot : gap;
    if (!leads_on(cell)) break;
    index = cell.movers[3] & ~k_more;
  }
  if (gap == nullptr) return;
  *gap = *last;
  *last = k_empty;
  --level.population;
}

// Without a branch: how many there are in a cell cannot be predicted.
template <std::size_t Width>
EventGrid::Collected EventGrid::collect_rows(const Cell* row, std::int32_t rows, std::int32_t stride,
                                             std::uint32_t* out) noexcept {
  std::uint32_t* const begin = out;
  std::uint32_t leads = 0;
  for (std::int32_t y = 0; y < rows; ++y, row += stride) {
    for (std::size_t k = 0; k < Width; ++k) {
      std::memcpy(out, row[k].movers.data(), sizeof(Cell));
      out += taken(row[k]);
      leads |= row[k].movers[3] + 1;
    }
  }
  return {static_cast<std::size_t>(out - begin), leads >= k_more};
}

std::size_t EventGrid::collect(const CellBlock& block, std::vector<std::uint32_t>& names) const {
  const Level& level = levels_.front();
  const std::int32_t width = block.x1 - block.x0 + 1;
  const std::int32_t rows = block.y1 - block.y0 + 1;
  constexpr std::size_t k_room = 8;
  const std::size_t most = 4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(rows) + k_room;
  if (names.size() < most) names.resize(most);
  const Cell* const first = &level.cells[cell_index(level, block.x0, block.y0)];
  Collected found;
  // After a contact, and around a body; else column by column.
  if (width == 4) {
    found = collect_rows<4>(first, rows, level.columns, names.data());
  } else if (width == 3) {
    found = collect_rows<3>(first, rows, level.columns, names.data());
  } else {
    for (std::int32_t x = 0; x < width; ++x) {
      const Collected column = collect_rows<1>(first + x, rows, level.columns, names.data() + found.count);
      found = {found.count + column.count, found.leads_on || column.leads_on};
    }
  }
  std::size_t count = found.count;
  if (!found.leads_on) return count;
  names.resize(count);
  for (std::int32_t y = block.y0; y <= block.y1; ++y) {
    for (std::int32_t x = block.x0; x <= block.x1; ++x) {
      const Cell* cell = &level.cells[cell_index(level, x, y)];
      while (leads_on(*cell)) {
        cell = &level.cells[cell->movers[3] & ~k_more];
        for (const std::uint32_t mover : cell->movers) {
          if (mover < k_more) names.push_back(mover);
        }
      }
    }
  }
  count = names.size();
  names.resize(count + most);
  return count;
}

std::size_t EventGrid::bytes() const noexcept {
  std::size_t sum = 0;
  for (const Level& level : levels_) sum += level.cells.capacity() * sizeof(Cell);
  return sum;
}

}  // namespace carom::detail
