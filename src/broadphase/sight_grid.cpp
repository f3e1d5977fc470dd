#include "broadphase/sight_grid.hpp"

#include <cmath>

namespace carom::detail {
namespace {

/// Of the extent: the rounding of a place, several times over.
constexpr double k_grain = 0x1p-21;
/// A cell is wider than a diameter by at least this much of it.
constexpr double k_least_room = 0x1p-6;
constexpr double k_fewest = 6;       ///< cells along a periodic box
constexpr double k_most = 1 << 14;   ///< cells along any
constexpr double k_finest = 0x1p-5;  ///< of a diameter: a rougher grain sees too many

}  // namespace

bool SightGrid::suits(const Plan& plan) noexcept {
  const Vec2 extent = plan.max - plan.min;
  const double longest = std::max(extent.x, extent.y);
  const double shortest = std::min(extent.x, extent.y);
  if (!(plan.diameter > 0) || !std::isfinite(1 / plan.diameter) || !(shortest > 0) || !std::isfinite(longest) ||
      !std::isfinite(plan.width))
    return false;
  if (k_grain * longest > k_finest * plan.diameter || longest > k_most * plan.width) return false;
  return !plan.periodic || shortest >= k_fewest * std::max(plan.width, plan.diameter * (1 + 2 * k_least_room));
}

void SightGrid::open(const Plan& plan, double duration) {
  plan_ = plan;
  const Vec2 extent = (1 / plan.diameter) * (plan.max - plan.min);
  slack_ = k_grain * std::max(extent.x, extent.y) + k_sight_blur;
  const double least = 1 + slack_ + k_least_room;
  const double width = std::max(plan.width / plan.diameter, least);
  columns_ = static_cast<std::int32_t>(std::max(std::floor(extent.x / width), 1.0));
  rows_ = static_cast<std::int32_t>(std::max(std::floor(extent.y / width), 1.0));
  stride_ = columns_ + 2;
  min_ = Two{plan.min.x, plan.min.y};
  size_ = Two{extent.x / columns_, extent.y / rows_};
  per_cell_ = Two{columns_ / extent.x, rows_ / extent.y};
  last_cell_ = Two{columns_ - 1.0, rows_ - 1.0};
  margin_ = 0.5 * (std::min(size_[0], size_[1]) - 1 - slack_);
  reach_ = 0.5 * size_ + margin_;
  loose_.clear();
  block_columns_ = (columns_ - 1) / k_block + 1;
  block_rows_ = (rows_ - 1) / k_block + 1;
  for (const std::uint32_t block : listed_) blocks_[block].clear();
  listed_.clear();
  blocks_.resize(static_cast<std::size_t>(block_columns_) * static_cast<std::size_t>(block_rows_));
  starts_.assign(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(rows_ + 2) + 2, 0);
  odd_.assign(starts_.size() - 2, 0);
  mark_outermost();
  per_diameter_ = 1 / plan.diameter;
  way_per_speed_ = duration / plan.diameter;
  per_duration_ = 1 / duration;
  fastest_ = 0;
  measure_ = {};
  // Single precision does not tell who passes by, and images are met before their ways end.
  constexpr double k_long_way = 32;
  long_way_ =
      static_cast<float>(plan.periodic ? std::min({k_long_way, 0.125 * extent.x, 0.125 * extent.y}) : k_long_way);
  still_ = static_cast<float>(0x1p-18 + slack_);
  measure_.still = still_;
  measure_.square = static_cast<float>((1 + slack_) * (1 + slack_));
  measure_.wide_square = static_cast<float>((1 + slack_) * (1 + slack_) * (1 + k_sight_blur));
  measure_.period_x = static_cast<float>(extent.x);
  measure_.period_y = static_cast<float>(extent.y);
  marks_.resize(plan.count);
}

void SightGrid::mark_outermost() {
  for (std::int32_t x = 0; x < columns_; ++x) odd_[index_of(x, 0)] = odd_[index_of(x, rows_ - 1)] = k_outermost;
  for (std::int32_t y = 0; y < rows_; ++y) odd_[index_of(0, y)] = odd_[index_of(columns_ - 1, y)] = k_outermost;
}

/// Now starts_[cell + 1] is where a cell begins; put() moves it on to where it ends, which is where the next one begins.
void SightGrid::lay_places() {
  double squares = 0;
  for (std::size_t cell = 2; cell < starts_.size(); ++cell) {
    const double people = starts_[cell];
    squares += people * people;
    starts_[cell] += starts_[cell - 1];
  }
  // A glance goes a little beyond the last.
  constexpr std::size_t k_room = 8;
  places_ = starts_.back();
  make_room(spots_, places_);
  make_room(sights_, places_ + k_room);
  crowd_ = squares / static_cast<double>(std::max<std::size_t>(1, plan_.count));
}

SightGrid::CellRange SightGrid::range(Two from, Two to, double wider) const noexcept {
  const double more = wider + slack_;
  // Nobody counts cells that far away.
  const auto cell = [&](double at, double per) {
    return static_cast<std::int32_t>(std::clamp(std::floor(at * per), -1e6, 1e6));
  };
  const Two low = (from < to ? from : to) - more;
  const Two high = (from < to ? to : from) + more;
  return {cell(low[0], per_cell_[0]), cell(low[1], per_cell_[1]), cell(high[0], per_cell_[0]),
          cell(high[1], per_cell_[1])};
}

/// Onto the lists of the blocks in which somebody may meet it.
void SightGrid::loosen(std::uint32_t who, Two from, Two to) {
  const std::uint32_t place = marks_[who].place;
  if (!is_loose(who)) loose_.push_back(who);
  marks_[who].cell |= k_loose;
  spots_[place].cell |= k_loose;
  for_blocks(range(from, to, 1 + margin_), [&](std::int32_t x, std::int32_t y) {
    const auto block = static_cast<std::uint32_t>(y * block_columns_ + x);
    std::vector<std::uint32_t>& list = blocks_[block];
    if (std::ranges::find(list, place) != list.end()) return;
    list.push_back(place);
    if (list.size() > 1) return;
    listed_.push_back(block);
    const std::int32_t right = std::min((x + 1) * k_block, columns_);
    const std::int32_t upper = std::min((y + 1) * k_block, rows_);
    for (std::int32_t cy = y * k_block; cy < upper; ++cy) {
      for (std::int32_t cx = x * k_block; cx < right; ++cx) odd_[index_of(cx, cy)] |= k_looser;
    }
  });
}

void SightGrid::put_images(std::uint32_t who, std::uint32_t cell, Two spot, Two way) {
  for_images(cell, [&](std::uint32_t image, std::int32_t dx, std::int32_t dy) {
    const std::uint32_t place = starts_[image + 1]++;
    spots_[place] = {who, image | k_image};
    write(place, spot + Two{dx * size_[0] * columns_, dy * size_[1] * rows_}, way);
  });
}

void SightGrid::change_images(std::uint32_t who, std::uint32_t cell, Two spot, Two way) {
  for_images(cell, [&](std::uint32_t image, std::int32_t dx, std::int32_t dy) {
    std::uint32_t place = starts_[image];
    while (spots_[place].who != who) ++place;
    write(place, spot + Two{dx * size_[0] * columns_, dy * size_[1] * rows_}, way);
  });
}

}  // namespace carom::detail
