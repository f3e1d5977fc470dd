#include "fill/fill_lattice.hpp"

#include <algorithm>
#include <cmath>

#include "carom/math/elementary.hpp"

namespace carom::detail {
namespace {

/// Rows of equally many sites. Every other row of a hexagonal lattice stands half a step to the right.
struct Plan {
  std::size_t columns = 1;
  std::size_t rows = 1;
  Vec2 first;  ///< from the region's corner
  Vec2 step;
  bool staggered = false;
  double spacing = 0;  ///< the least of: distances between sites, twice the distances from the walls

  [[nodiscard]] std::size_t sites() const noexcept { return columns * rows; }
  [[nodiscard]] Vec2 site(const Region& region, std::size_t k) const noexcept {
    const auto i = static_cast<double>(k % columns);
    const std::size_t row = k / columns;
    const double offset = staggered && row % 2 == 1 ? 0.5 : 0;
    return region.min + first + Vec2{(i + offset) * step.x, static_cast<double>(row) * step.y};
  }
};

Plan square_plan(const Region& region, double columns, double rows) noexcept {
  const Vec2 step = {region.size().x / columns, region.size().y / rows};
  return {.first = 0.5 * step, .step = step, .spacing = std::min(step.x, step.y)};
}

/// Between walls a row is its steps, half a step of stagger and half a step of margin at both ends; the margin above and
/// below is as wide, which in a lattice of equal triangles is 1/√3 of the rows' distance.
Plan hexagonal_plan(const Region& region, double columns, double rows) noexcept {
  const Vec2 size = region.size();
  if (!region.periodic && rows == 1) return square_plan(region, columns, rows);
  const double margin = region.periodic ? 0.5 : 1 / std::sqrt(3.0);
  const Vec2 step = region.periodic ? Vec2{size.x / columns, size.y / rows}
                                    : Vec2{size.x / (columns + 0.5), size.y / (rows - 1 + 2 * margin)};
  Plan plan{.first = {(region.periodic ? 0.25 : 0.5) * step.x, margin * step.y}, .step = step, .staggered = true};
  plan.spacing = std::min({step.x, length({0.5 * step.x, step.y}), 2 * step.y});
  if (!region.periodic) plan.spacing = std::min(plan.spacing, 2 * margin * step.y);
  return plan;
}

/// Of all plans with at least `wanted` sites, the one that keeps them farthest apart.
Plan best_plan(const Region& region, Lattice lattice, std::size_t wanted) noexcept {
  const bool hexagonal = lattice == Lattice::hexagonal;
  const double sites = static_cast<double>(wanted);
  const Vec2 size = region.size();
  const double ideal = std::sqrt(sites * (hexagonal ? std::sqrt(0.75) : 1) * size.x / size.y);
  const double last = std::min(2 * ideal + 3, sites);
  Plan best;
  for (double columns = std::clamp(std::floor(0.5 * ideal), 1.0, last); columns <= last; ++columns) {
    double rows = std::ceil(sites / columns);
    // A period holds whole pairs of rows.
    if (hexagonal && region.periodic) rows = 2 * std::ceil(0.5 * rows);
    Plan plan = hexagonal ? hexagonal_plan(region, columns, rows) : square_plan(region, columns, rows);
    plan.columns = static_cast<std::size_t>(columns);
    plan.rows = static_cast<std::size_t>(rows);
    const bool better = plan.spacing > best.spacing || (plan.spacing == best.spacing && plan.sites() < best.sites());
    if (better) best = plan;
  }
  return best;
}

/// Where bodies stand nearly everywhere, a lattice fine enough to find the gaps may have more sites than memory holds.
double most_sites(std::size_t count) noexcept { return 64 * static_cast<double>(count) + 100'000; }

/// With an allowance for rounding: each site is tested again, exactly.
bool is_wide_enough(const Plan& plan, double radius) noexcept { return plan.spacing * (1 + 1e-12) >= 2 * radius; }

std::vector<Vec2> free_sites(const Room& room, const Plan& plan, double radius) {
  std::vector<Vec2> sites;
  for (std::size_t k = 0; k < plan.sites(); ++k) {
    const Circle disc{radius, plan.site(room.region, k), false};
    if (room.region.holds(disc) && !room.obstacles.meets(disc)) sites.push_back(disc.center);
  }
  return sites;
}

std::vector<Vec2> evenly_thinned(const std::vector<Vec2>& sites, std::size_t count) {
  if (sites.size() <= count) return sites;
  std::vector<Vec2> result(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double share = static_cast<double>(k) * (static_cast<double>(sites.size()) / static_cast<double>(count));
    result[k] = sites[std::min(static_cast<std::size_t>(share), sites.size() - 1)];
  }
  return result;
}

}  // namespace

std::vector<Vec2> lattice_sites(const Room& room, Lattice lattice, double radius, std::size_t count) {
  for (std::size_t wanted = count;;) {
    const Plan plan = best_plan(room.region, lattice, wanted);
    if (!is_wide_enough(plan, radius)) return evenly_thinned(densest_sites(room, lattice, radius, count), count);
    const std::vector<Vec2> sites = free_sites(room, plan, radius);
    if (sites.size() >= count || static_cast<double>(wanted) > most_sites(count)) return evenly_thinned(sites, count);
    // As many more as the share that is free suggests, at least a few, at most twice as many.
    const double share = static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(sites.size(), 1));
    const double more = static_cast<double>(wanted) * std::clamp(share, 1.0, 2.0);
    wanted = std::max(static_cast<std::size_t>(more), wanted + wanted / 256 + 1);
  }
}

std::vector<Vec2> densest_sites(const Room& room, Lattice lattice, double radius, std::size_t count) {
  // A site takes at least √12 r² of the region, or of the strip around it that sites at the walls reach into.
  const Vec2 size = room.region.size() + Vec2{2 * radius, 2 * radius};
  const double upper = std::min(size.x / radius * (size.y / radius) / 3, most_sites(count));
  std::size_t too_many = static_cast<std::size_t>(upper) + 2;
  std::size_t few = 0;
  while (too_many - few > 1) {  // fewer sites never stand closer
    const std::size_t middle = few + (too_many - few) / 2;
    (is_wide_enough(best_plan(room.region, lattice, middle), radius) ? few : too_many) = middle;
  }
  if (few == 0) return {};
  return free_sites(room, best_plan(room.region, lattice, few), radius);
}

Arranged arrange_on_lattice(Room& room, Lattice lattice, std::span<const double> radii) {
  const double largest = std::ranges::max(radii);
  const std::vector<Vec2> sites = lattice_sites(room, lattice, largest, radii.size());
  Arranged result;
  for (std::size_t k = 0; k < sites.size(); ++k) {
    const Circle disc{radii[k], sites[k], false};
    // Sites that should just touch may overlap in the last bit.
    if (room.discs.meets(disc)) return result;
    room.discs.add(disc);
    result.centers.push_back(disc.center);
    result.area += k_pi * disc.radius * disc.radius;
  }
  return result;
}

}  // namespace carom::detail
