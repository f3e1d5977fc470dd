#pragma once

/// Every tolerance of the library, with its unit and its reason. Decisions use none of them: they are exact.
namespace carom {

/// Largest coordinate or radius, in the user's length unit. Polynomials of degree four in the inputs then stay finite in
/// double, and the exact level fits its fixed memory.
inline constexpr double k_coordinate_limit = 1e60;

/// Largest error of a reported time, as a fraction of the step. A plain double result whose error bound is larger is
/// computed again in wider arithmetic.
inline constexpr double k_time_error = 1.0 / (1ULL << 46U);  // 1.4e-14

/// Sine of the angle below which two faces count as meeting face on, so that the contact point is the middle of the piece
/// they share. It moves the reported point only, never a decision.
inline constexpr double k_parallel_sine = 1e-12;

/// Sine of the angle that a face may lean the wrong way and still be proposed as resting on another one (overlap of concave
/// polygons). Proposals are proved exactly, so it costs a trial, never a wrong answer.
inline constexpr double k_leaning_sine = 1e-9;

/// How much longer a proposed move is tried than computed, as a fraction of the size of the shapes: some twenty roundings.
inline constexpr double k_trial_margin = 4e-15;

/// By how much a shape may miss fitting into a ring or a convex arena and still be moved there, as a fraction of the sizes.
inline constexpr double k_fit_slack = 1e-14;

/// Added to the last two, in the user's length unit: the rounding of subnormal numbers does not shrink with them.
inline constexpr double k_subnormal_slack = 1e-322;

/// Rotating bodies (toi/rotating.hpp): the gap at a reported contact is at most this fraction of the size of both, the sum of
/// how far they reach around their centres, plus the rounding below. The place of a turned vertex has no finite exact form,
/// so a contact is a gap that is known to be positive and this small: large enough to outlast the rounding of places in a
/// world of ten thousand sizes, small enough not to matter.
inline constexpr double k_rotating_gap = 1.0 / (1ULL << 34U);  // 5.8e-11

/// Added to it, as a fraction of the way between the centres and of angle times reach: some hundred roundings of either.
inline constexpr double k_rotating_rounding = 1.0 / (1ULL << 46U);

/// Sizes below this, in the user's length unit, are too small to turn: their squares must not underflow.
inline constexpr double k_rotating_least = 1e-100;

/// Largest angle a question may hold, in radians: every turn within a step costs its time.
inline constexpr double k_angle_limit = 1e4;

/// Bodies that rest on each other, where bodies turn, keep this gap, as a fraction of the smaller one's reach: small enough
/// not to be seen, large enough that what solving leaves over in a step does not close it.
inline constexpr double k_contact_skin = 1e-4;

/// A gap up to this fraction of the smaller one's reach may be that of two at rest.
inline constexpr double k_near_share = 0.02;

/// Closing speeds of rotating bodies up to this fraction of their speeds are rounding.
inline constexpr double k_rotating_still = 1.0 / (1ULL << 44U);

/// Contacts solved together (response/together.hpp): changes of velocity up to this fraction of the speeds, and gains
/// of energy up to this fraction of the work done, are rounding.
inline constexpr double k_joint_rounding = 1.0 / (1ULL << 48U);

/// Where shapes touch (manifold/manifold.hpp): sine of the bend below which a vertex is no corner, but part of a straight
/// face.
inline constexpr double k_flat_sine = 1e-6;

/// Sine of the angle that a corner's edges may lean toward a face it stands on: six degrees. Steeper, and another place
/// is nearer.
inline constexpr double k_standing_sine = 0.1;

/// Cosine of the angle below which two places at one point are one.
inline constexpr double k_same_place_cosine = 0.99;

}  // namespace carom
