#include "event/event_cells.hpp"

#include <cmath>

#include "world/forces/falling_time.hpp"

namespace carom::detail {

void EventCells::sort() {
  const std::uint32_t count = bodies_.mover_count();
  const auto belongs = [&](std::uint32_t mover) {
    return std::isfinite(bodies_.mover(mover).radius) && !bodies_.gone(mover);
  };
  std::vector<double> radii;
  std::vector<Vec2> spots;
  for (std::uint32_t mover = 0; mover < count; ++mover) {
    if (!belongs(mover)) continue;
    radii.push_back(bodies_.mover(mover).radius);
    spots.push_back(bodies_.position(mover, ctx_.now));
  }
  grid_.plan(radii, spots, ctx_.box);
  empty(count);
  std::vector<std::uint64_t> order(count);
  for (std::uint32_t mover = 0; mover < count; ++mover) {
    if (belongs(mover)) {
      places_[mover].cell = grid_.place_of(bodies_.position(mover, ctx_.now), bodies_.mover(mover).radius);
    }
    order[mover] = (grid_.order_of(places_[mover].cell) << 32U) | mover;
  }
  std::ranges::sort(order);
  std::vector<std::uint32_t> from(count);
  for (std::uint32_t k = 0; k < count; ++k) from[k] = static_cast<std::uint32_t>(order[k]);
  std::vector<std::uint32_t> also_from = from;
  permute(from, places_);
  ungridded_.clear();
  for (std::uint32_t mover = 0; mover < count; ++mover) {
    if (is_gridded(mover)) {
      grid_.insert(mover, cell(mover));
    } else if (!bodies_.gone(also_from[mover])) {
      ungridded_.push_back(mover);
    }
  }
  bodies_.reorder(also_from, ungridded_.empty());
}

void EventCells::empty(std::size_t movers) {
  places_.assign(movers, {});
  if (movers == 0) places_.shrink_to_fit();
}

void EventCells::move(std::uint32_t mover, Vec2 at) {
  if (!is_gridded(mover)) return;
  grid_.remove(mover, cell(mover));
  places_[mover].cell = grid_.place_of(at, bodies_.mover(mover).radius);
  grid_.insert(mover, cell(mover));
}

void EventCells::remove(std::uint32_t mover) {
  if (is_gridded(mover)) grid_.remove(mover, cell(mover));
  places_[mover].leave = k_never;
}

EventCells::Crossed EventCells::cross(std::uint32_t mover) {
  Place& place = places_[mover];
  const CellPlace before = place.cell;
  CellPlace& cell = place.cell;
  cell.x += place.dx;
  cell.y += place.dy;
  const bool around = cell.x < 0 || cell.y < 0 || cell.x >= grid_.columns() || cell.y >= grid_.rows();
  if (around) {
    cell.x = (cell.x + grid_.columns()) % grid_.columns();
    cell.y = (cell.y + grid_.rows()) % grid_.rows();
  }
  if (grid_.other_cell(before, cell)) {
    grid_.remove(mover, before);
    grid_.insert(mover, cell);
  }
  return {{ctx_.now, place.dx, place.dy}, around};
}

bool EventCells::is_inside(std::uint32_t mover, const Bounds& bounds) const noexcept {
  const CellPlace& place = cell(mover);
  const double reach = bodies_.mover(mover).radius;
  return is_gridded(mover) && grid_.left(place.x) - reach > bounds.min.x &&
         grid_.right(place.x) + reach < bounds.max.x && grid_.lower(place.y) - reach > bounds.min.y &&
         grid_.upper(place.y) + reach < bounds.max.y;
}

Crossing EventCells::crossing(std::uint32_t mover) const noexcept {
  const CellPlace& place = cell(mover);
  Crossing next;
  if (!is_gridded(mover)) return next;
  if (!ctx_.falling) {
    return leaving(bodies_.mover(mover), {grid_.left(place.x), grid_.lower(place.y)},
                   {grid_.right(place.x), grid_.upper(place.y)}, ctx_.now);
  }
  // From now, because a parabola comes back to lines it has crossed.
  const Vec2 at = bodies_.position(mover, ctx_.now);
  const Vec2 v = bodies_.velocity(mover, ctx_.now);
  const auto line = [&](double gap, double closing, double pull, int dx, int dy) {
    const double t = ctx_.now + falling_time(gap, closing, pull);
    if (t < next.t) next = {t, dx, dy};
  };
  line(at.x - grid_.left(place.x), -v.x, -ctx_.gravity.x, -1, 0);
  line(grid_.right(place.x) - at.x, v.x, ctx_.gravity.x, 1, 0);
  line(at.y - grid_.lower(place.y), -v.y, -ctx_.gravity.y, 0, -1);
  line(grid_.upper(place.y) - at.y, v.y, ctx_.gravity.y, 0, 1);
  return next;
}

}  // namespace carom::detail
