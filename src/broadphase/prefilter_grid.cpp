#include "broadphase/prefilter_grid.hpp"

#include <cmath>

namespace carom::detail {
void PrefilterGrid::open(const Plan& plan, double duration) {
  plan_ = plan;
  cells_.lay(plan);
  ungridded_.clear();
  for (const std::uint32_t block : listed_) blocks_[block].clear();
  listed_.clear();
  blocks_.resize(cells_.block_count());
  starts_.assign(cells_.count() + 2, 0);
  odd_.assign(starts_.size() - 2, 0);
  mark_outermost();
  discs_.open(plan, cells_.slack(), duration);
  marks_.resize(plan.count);
}

void PrefilterGrid::mark_outermost() {
  const std::int32_t right = cells_.columns() - 1;
  const std::int32_t upper = cells_.rows() - 1;
  for (std::int32_t x = 0; x <= right; ++x) odd_[cells_.index(x, 0)] = odd_[cells_.index(x, upper)] = k_outermost;
  for (std::int32_t y = 0; y <= upper; ++y) odd_[cells_.index(0, y)] = odd_[cells_.index(right, y)] = k_outermost;
}

/// Now starts_[cell + 1] is where a cell begins; put() moves it on to where it ends, which is where the next one begins.
void PrefilterGrid::lay_places() {
  double squares = 0;
  for (std::size_t cell = 2; cell < starts_.size(); ++cell) {
    const double bodies = starts_[cell];
    squares += bodies * bodies;
    starts_[cell] += starts_[cell - 1];
  }
  places_ = starts_.back();
  make_room(spots_, places_);
  discs_.make_room(places_);
  discs_a_cell_ = squares / static_cast<double>(std::max<std::size_t>(1, plan_.count));
}

/// Onto the lists of the blocks in which others may meet it.
void PrefilterGrid::list_ungridded(std::uint32_t disc, Two from, Two to) {
  const std::uint32_t place = marks_[disc].place;
  if (!is_ungridded(disc)) ungridded_.push_back(disc);
  marks_[disc].cell |= k_ungridded;
  spots_[place].cell |= k_ungridded;
  cells_.for_blocks(cells_.range(from, to, 1 + cells_.margin()), [&](std::uint32_t block) {
    std::vector<std::uint32_t>& list = blocks_[block];
    if (std::ranges::find(list, place) != list.end()) return;
    list.push_back(place);
    if (list.size() > 1) return;
    listed_.push_back(block);
    cells_.for_cells_of(block, [&](std::uint32_t cell) { odd_[cell] |= k_beside_ungridded; });
  });
}

void PrefilterGrid::put_images(std::uint32_t disc, std::uint32_t cell, Two spot, Two way) {
  cells_.for_images(cell, [&](std::uint32_t image, Two shift) {
    const std::uint32_t place = starts_[image + 1]++;
    spots_[place] = {disc, image | k_image};
    discs_.write(place, spot + shift, way);
  });
}

void PrefilterGrid::change_images(std::uint32_t disc, std::uint32_t cell, Two spot, Two way) {
  cells_.for_images(cell, [&](std::uint32_t image, Two shift) {
    std::uint32_t place = starts_[image];
    while (spots_[place].disc != disc) ++place;
    discs_.write(place, spot + shift, way);
  });
}

}  // namespace carom::detail
