#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/contact_solver.hpp"

/// Islands: contacts that share bodies which can be moved, directly or through others. What happens in one does not depend on
/// any other, so each is solved alone.
namespace carom::detail {

class Islands {
 public:
  /// Of these contact points. Islands come in the order of their first points; the points of one keep their order.
  void find(std::span<const ContactBody> bodies, std::span<const ContactPoint> points);

  [[nodiscard]] std::size_t count() const noexcept { return ends_.size(); }
  /// Indices of the points of an island.
  [[nodiscard]] std::span<const std::uint32_t> points_of(std::size_t island) const noexcept {
    const std::size_t first = island == 0 ? 0 : ends_[island - 1];
    return std::span(points_).subspan(first, ends_[island] - first);
  }

  /// Calls `solve(bodies, points, indices)` for each island, with copies of its own bodies and points, and writes what has
  /// become of them back. What cannot be moved is copied into every island that touches it.
  template <class Solve>
  void for_each(std::span<ContactBody> bodies, std::span<ContactPoint> points, const Solve& solve) {
    for_each(bodies, points, [](auto /*indices*/) { return true; }, solve);
  }
  /// Only those islands whose points are wanted: `is_wanted(indices)`.
  template <class IsWanted, class Solve>
  void for_each(std::span<ContactBody> bodies, std::span<ContactPoint> points, const IsWanted& is_wanted,
                const Solve& solve) {
    find(bodies, points);
    local_.assign(bodies.size(), 0);
    for (std::size_t island = 0; island < count(); ++island) {
      const auto indices = points_of(island);
      if (!is_wanted(indices)) continue;
      take(bodies, points, indices);
      solve(std::span(own_bodies_), std::span(own_points_), indices);
      give(bodies, points, indices);
    }
  }

 private:
  [[nodiscard]] std::uint32_t root_of(std::uint32_t body) noexcept;
  void take(std::span<const ContactBody> bodies, std::span<const ContactPoint> points,
            std::span<const std::uint32_t> indices);
  void give(std::span<ContactBody> bodies, std::span<ContactPoint> points,
            std::span<const std::uint32_t> indices) const;

  std::vector<std::uint32_t> parents_;  ///< by body: another one of its island, or itself
  std::vector<std::uint32_t> numbers_;  ///< by body: of the island whose root it is, plus 1
  std::vector<std::uint32_t> island_of_point_;
  std::vector<std::uint32_t> ends_;    ///< by island, in `points_`
  std::vector<std::uint32_t> points_;  ///< indices, island by island
  // The island that is being solved.
  std::vector<ContactBody> own_bodies_;
  std::vector<ContactPoint> own_points_;
  std::vector<std::uint32_t> members_;  ///< which bodies those are
  std::vector<std::uint32_t> local_;    ///< by body: its place among them, plus 1
};

}  // namespace carom::detail
