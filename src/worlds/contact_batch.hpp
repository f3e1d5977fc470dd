#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Eight pairs side by side, no two of which move the same body, and what a round of contact_lanes.hpp does to them. The same
/// bits whatever the processor's vectors: lanes never mix but in sums, whose order is given.
namespace carom::detail {

inline constexpr std::size_t k_contact_lanes = 8;
using ContactLane = double[k_contact_lanes];

/// A body's motion, as wide as a vector.
struct alignas(32) LaneMotion {
  double x = 0;
  double y = 0;
  double spin = 0;
  double unused = 0;
};

/// A point of each pair. Pairs of lanes are along the normal and along its left.
struct alignas(64) LanePoints {
  ContactLane normal_x, normal_y;
  ContactLane turn_a[2], turn_b[2];  ///< arm × direction
  ContactLane mass[2];               ///< impulse that changes the speed there by 1
  ContactLane coupling;              ///< speed along the left that an impulse of 1 along the normal brings
  ContactLane friction, least, tolerance;
  ContactLane impulse[2];
  ContactLane last[2];  ///< the same after the round before
};

/// Each pair with a point, and mostly another one.
struct alignas(64) ContactBatch {
  std::uint32_t a[k_contact_lanes];
  std::uint32_t b[k_contact_lanes];
  ContactLane mass_a, inertia_a, mass_b, inertia_b;  ///< inverse
  LanePoints points[2];
  std::uint32_t from[2][k_contact_lanes];  ///< which point it is; k_no_point: none
  bool two = false;
};
inline constexpr std::uint32_t k_no_point = 0xffff'ffffU;

struct LaneEffort {
  double precision = 0;
  double enough = 0;
  double share = 0;  ///< of the round before: all go on by that first
};

/// What a round was about: by how much changes exceed the precision and lacks the tolerance, at most; how far changes go the
/// same way as those of the round before.
struct LaneRound {
  ContactLane change = {};
  ContactLane lack = {};
  ContactLane along = {};
};

/// The points' impulses act.
void take_on_lanes(std::span<const ContactBatch> batches, LaneMotion* motions) noexcept;
/// All points, each answered exactly while the others' impulses stand.
void answer_lanes(std::span<ContactBatch> batches, LaneMotion* motions, const LaneEffort& effort,
                  LaneRound& seen) noexcept;
/// How much faster each of both points closes than it may.
void see_lacks(const ContactBatch& batch, const LaneMotion* motions, ContactLane* lacks) noexcept;
/// The motions go on as the impulses will; `last` are those after the round before, then those of now.
void go_on_motions(std::span<LaneMotion> motions, LaneMotion* last, double share) noexcept;

}  // namespace carom::detail
