#pragma once

#include <array>
#include <vector>

#include "contact/body_impact.hpp"
#include "swept/step_bodies.hpp"

namespace carom::detail {

/// The last measure that lets a step end: bodies that do not stop meeting are held together as one until it is over, at edges
/// of the world too.
class Clumps {
 public:
  explicit Clumps(StepBodies& bodies) noexcept : bodies_(bodies) {}

  /// True if these are held together already.
  [[nodiscard]] bool hold_together(BodyRef a, BodyRef b) const noexcept {
    const Clump* const clump = find(a);
    if (clump == nullptr) return false;
    return b.is_edge() ? clump->edges[b.index()] : clump == find(b);
  }
  /// Body indices of the clump that a body is in; none: it is in no clump.
  [[nodiscard]] std::span<const std::uint32_t> around(BodyRef ref) const noexcept {
    const Clump* const clump = find(ref);
    return clump != nullptr ? std::span<const std::uint32_t>(clump->bodies) : std::span<const std::uint32_t>();
  }
  /// Of a body in a clump, that of all of it.
  [[nodiscard]] double inverse_mass(BodyRef ref) const noexcept {
    if (ref.is_edge()) return 0;
    const Clump* const clump = find(ref);
    return clump == nullptr ? bodies_.sweep(ref).inverse_mass : inverse_mass(*clump);
  }

  struct Joined {
    std::vector<std::uint32_t> bodies;  ///< in order
    Vec2 velocity;                      ///< of the drift, of all of them from now on
  };
  /// Joins two, and all that is held with them.
  [[nodiscard]] Joined join(BodyRef a, BodyRef b);

 private:
  struct Clump {
    std::vector<std::uint32_t> bodies;
    std::array<bool, 4> edges{};  ///< left, right, lower, upper: those that it is held at
    [[nodiscard]] bool at_edge() const noexcept { return edges[0] || edges[1] || edges[2] || edges[3]; }
  };
  [[nodiscard]] const Clump* find(BodyRef ref) const noexcept {
    if (clumps_.empty() || ref.is_edge() || !bodies_.data(ref).counts.clump) return nullptr;
    return &clumps_[*bodies_.data(ref).counts.clump];
  }
  [[nodiscard]] double inverse_mass(const Clump& clump) const noexcept;
  [[nodiscard]] Vec2 common_velocity(const Clump& clump) const;

  StepBodies& bodies_;
  std::vector<Clump> clumps_;
};

}  // namespace carom::detail
