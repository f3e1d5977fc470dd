#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Wide rows: eight contacts side by side, no two of which move the same body, and what a sweep of ContactSolver does to them.
/// The same bits whatever the processor's vectors: lanes never mix but in sums, whose order is given.
namespace carom::detail {

inline constexpr std::size_t k_contact_lanes = 8;
using ContactLane = double[k_contact_lanes];

/// The velocity of a body, as wide as a vector.
struct alignas(32) BodyVelocity {
  double x = 0;
  double y = 0;
  double spin = 0;
  double unused = 0;
};

/// A point of each contact. Pairs of lanes are along the normal and along its left.
struct alignas(64) WidePoints {
  ContactLane normal_x, normal_y;
  ContactLane turn_a[2], turn_b[2];  ///< arm × direction
  ContactLane mass[2];               ///< impulse that changes the speed there by 1
  ContactLane own[2];                ///< the speed that an impulse of 1 brings there
  ContactLane friction, least, tolerance;
  ContactLane impulse[2];
  ContactLane last[2];  ///< the same after the sweep before
};

/// Contacts with a point each, and mostly another one.
struct alignas(64) ContactBatch {
  std::uint32_t a[k_contact_lanes];
  std::uint32_t b[k_contact_lanes];
  ContactLane mass_a, inertia_a, mass_b, inertia_b;  ///< inverse
  ContactLane between;                               ///< speed at one point that an impulse of 1 at the other brings
  ContactLane determinant;                           ///< its inverse, of the matrix of both; 0: one after the other
  WidePoints points[2];
  std::uint32_t from[2][k_contact_lanes];  ///< which point it is; k_no_point: none
  bool two = false;
};
inline constexpr std::uint32_t k_no_point = 0xffff'ffffU;

/// What a sweep found.
struct SweepResidual {
  ContactLane normal = {};  ///< largest error of a speed along a normal: closing too fast, or parting although pressed
  ContactLane friction = {};  ///< largest change of a speed along a face
  ContactLane violated = {};  ///< how many points close too fast by more than their tolerance
  ContactLane along = {};     ///< how far impulses changed in the direction of their extrapolation
};

/// Applies the impulses of all points.
void apply_impulses(std::span<const ContactBatch> batches, BodyVelocity* velocities) noexcept;
/// One Gauss–Seidel sweep. Impulses are first extrapolated by `share` of their last change; the velocities already are.
void sweep_contacts(std::span<ContactBatch> batches, BodyVelocity* velocities, double share,
                    SweepResidual& residual) noexcept;
/// Extrapolates velocities by `share` of their last change. `last`: those after the sweep before, then those of now.
void extrapolate(std::span<BodyVelocity> velocities, BodyVelocity* last, double share) noexcept;

}  // namespace carom::detail
