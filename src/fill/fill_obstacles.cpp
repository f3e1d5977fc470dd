#include "fill/fill_obstacles.hpp"

#include <algorithm>
#include <cmath>

#include "overlap/state.hpp"
#include "world/bodies/body_shape.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t k_many_cells = 64;

/// The number of the cell, of `count` between `min` and `max`, that `x` is in or nearest to.
std::size_t cell_of(double x, double min, double max, std::size_t count) noexcept {
  const double cells = static_cast<double>(count);
  const double place = std::floor((x - min) / (max - min) * cells);
  return static_cast<std::size_t>(std::clamp(place, 0.0, cells - 1));
}

bool overlaps(const Circle& disc, const Circle& circle) noexcept {
  return state_of(disc, circle) == ChainState::overlapping;
}
bool overlaps(const Circle& disc, const Border& border) noexcept {
  return state_of(disc, border) == ChainState::overlapping;
}
bool overlaps(const Circle& disc, const Segment& segment) noexcept {
  return state_of(disc, chain_of(segment)) == ChainState::overlapping;
}
bool overlaps(const Circle& disc, const Polygon& polygon) noexcept {
  return state_of(disc, chain_of(polygon)) == ChainState::overlapping;
}

}  // namespace

Checked<Obstacles> Obstacles::make(std::span<const BodyDef> bodies, const std::optional<Bounds>& bounds,
                                   const Region& region, double largest_radius) {
  Obstacles result;
  result.region_ = region;
  result.cut_into_cells(region, bodies.size(), largest_radius);
  const bool periodic = bounds && bounds->edges == Edges::periodic;
  const Vec2 period = periodic ? bounds->max - bounds->min : Vec2{};
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    auto shape = turned(bodies[k].shape, bodies[k].angle);
    if (!shape) return Error{"", "body " + std::to_string(k) + ": " + shape.error().reason};
    const ShapeBox box = shape_box(shape.value());
    const Vec2 grown = {largest_radius, largest_radius};
    for (int i = periodic ? -1 : 0; i <= (periodic ? 1 : 0); ++i) {
      for (int j = periodic ? -1 : 0; j <= (periodic ? 1 : 0); ++j) {
        const Vec2 at = bodies[k].at + Vec2{i * period.x, j * period.y};
        result.list({k, at}, {box.low + at - grown, box.high + at + grown});
      }
    }
    result.shapes_.push_back(std::move(shape).value());
  }
  return result;
}

bool Obstacles::meets(const Circle& disc) const noexcept {
  const auto meets_it = [&](const Image& image) { return meets(disc, image); };
  const auto& near = cells_[row(disc.center.y) * columns_ + column(disc.center.x)];
  return std::ranges::any_of(near, meets_it) || std::ranges::any_of(everywhere_, meets_it);
}

bool Obstacles::meets(const Circle& disc, const Image& image) const noexcept {
  const Circle seen{disc.radius, disc.center - image.at, false};
  bool met = false;
  for_each_part(shapes_[image.shape], [&](const auto& part) { met = met || overlaps(seen, part); });
  return met;
}

/// About four cells for a body, but none smaller than the discs.
void Obstacles::cut_into_cells(const Region& region, std::size_t images, double largest_radius) {
  const double cells = 4 * static_cast<double>(images) + 64;
  const double side = std::max(2 * largest_radius, std::sqrt(region.area() / cells));
  columns_ = cells_along(region.size().x, side, cells);
  rows_ = cells_along(region.size().y, side, cells);
  cells_.resize(columns_ * rows_);
}

void Obstacles::list(const Image& image, const ShapeBox& around) {
  // A cell more on each side makes up for rounding.
  const bool apart = around.high.x < region_.min.x || around.low.x > region_.max.x || around.high.y < region_.min.y ||
                     around.low.y > region_.max.y;
  if (apart) return;
  const std::size_t left = std::max<std::size_t>(column(around.low.x), 1) - 1;
  const std::size_t right = std::min(column(around.high.x) + 1, columns_ - 1);
  const std::size_t bottom = std::max<std::size_t>(row(around.low.y), 1) - 1;
  const std::size_t top = std::min(row(around.high.y) + 1, rows_ - 1);
  if ((right - left + 1) * (top - bottom + 1) > k_many_cells) {
    everywhere_.push_back(image);
    return;
  }
  for (std::size_t j = bottom; j <= top; ++j) {
    for (std::size_t i = left; i <= right; ++i) cells_[j * columns_ + i].push_back(image);
  }
}

std::size_t Obstacles::column(double x) const noexcept { return cell_of(x, region_.min.x, region_.max.x, columns_); }
std::size_t Obstacles::row(double y) const noexcept { return cell_of(y, region_.min.y, region_.max.y, rows_); }

}  // namespace carom::detail
