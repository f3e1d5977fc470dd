#include "fill/fill_discs.hpp"

#include <algorithm>
#include <cmath>

#include "overlap/state.hpp"

namespace carom::detail {
namespace {

/// Far more than the rounding of a squared distance and a squared reach, which is a few parts in 10^16.
constexpr double k_doubt = 1e-14;

bool discs_overlap(const Circle& a, const Circle& b) noexcept {
  const Vec2 d = a.center - b.center;
  const double reach = a.radius + b.radius;
  const double squared = dot(d, d);
  if (squared > reach * reach * (1 + k_doubt)) return false;
  if (squared < reach * reach * (1 - k_doubt)) return true;
  return state_of(a, b) == ChainState::overlapping;
}

/// The neighbours of cell `i`, itself included, each once.
struct Neighbours {
  std::size_t cells[3];
  std::size_t count = 0;

  Neighbours(std::size_t i, std::size_t all, bool periodic) noexcept {
    if (all <= 3) {
      while (count < all) {
        cells[count] = count;
        ++count;
      }
      return;
    }
    if (i > 0 || periodic) cells[count++] = i > 0 ? i - 1 : all - 1;
    cells[count++] = i;
    if (i + 1 < all || periodic) cells[count++] = i + 1 < all ? i + 1 : 0;
  }
};

}  // namespace

DiscGrid::DiscGrid(const Region& region, double largest_radius, std::size_t count)
    : region_(region), size_(region.size()) {
  const double most = 2 * static_cast<double>(count) + 16;
  // A hair more than a diameter: a disc that rounding put into the wrong cell is still a neighbour.
  const double side = std::max(2 * largest_radius * (1 + 1e-9), std::sqrt(region.area() / most));
  columns_ = cells_along(size_.x, side, most);
  rows_ = cells_along(size_.y, side, most);
  cells_per_length_ = {static_cast<double>(columns_) / size_.x, static_cast<double>(rows_) / size_.y};
  first_.assign(columns_ * rows_, k_end);
  discs_.reserve(count);
  next_.reserve(count);
}

bool DiscGrid::meets(const Circle& disc, std::size_t except) const noexcept {
  const Neighbours across(column(disc.center.x), columns_, region_.periodic);
  const Neighbours up(row(disc.center.y), rows_, region_.periodic);
  for (std::size_t j = 0; j < up.count; ++j) {
    for (std::size_t i = 0; i < across.count; ++i) {
      if (meets_in(up.cells[j] * columns_ + across.cells[i], disc, except)) return true;
    }
  }
  return false;
}

bool DiscGrid::meets_in(std::size_t cell, const Circle& disc, std::size_t except) const noexcept {
  for (std::uint32_t k = first_[cell]; k != k_end; k = next_[k]) {
    if (k == except) continue;
    Circle other = discs_[k];
    if (region_.periodic) {  // the image nearest to it
      const Vec2 d = other.center - disc.center;
      if (std::abs(d.x) > 0.5 * size_.x) other.center.x -= std::copysign(size_.x, d.x);
      if (std::abs(d.y) > 0.5 * size_.y) other.center.y -= std::copysign(size_.y, d.y);
    }
    if (discs_overlap(disc, other)) return true;
  }
  return false;
}

void DiscGrid::add(const Circle& disc) {
  discs_.push_back(disc);
  next_.push_back(k_end);
  link(discs_.size() - 1);
}

void DiscGrid::move(std::size_t i, Vec2 center) noexcept {
  unlink(i);
  discs_[i].center = center;
  link(i);
}

void DiscGrid::clear() noexcept {
  discs_.clear();
  next_.clear();
  std::ranges::fill(first_, k_end);
}

void DiscGrid::link(std::size_t i) noexcept {
  std::uint32_t& first = first_[cell(discs_[i].center)];
  next_[i] = first;
  first = static_cast<std::uint32_t>(i);
}

void DiscGrid::unlink(std::size_t i) noexcept {
  std::uint32_t* link = &first_[cell(discs_[i].center)];
  while (*link != i) link = &next_[*link];
  *link = next_[i];
}

std::size_t DiscGrid::column(double x) const noexcept {
  const double place = (x - region_.min.x) * cells_per_length_.x;
  return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(columns_ - 1)));
}

std::size_t DiscGrid::row(double y) const noexcept {
  const double place = (y - region_.min.y) * cells_per_length_.y;
  return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(rows_ - 1)));
}

}  // namespace carom::detail
