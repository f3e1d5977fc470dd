#pragma once

#include <optional>

#include "carom/toi/contact.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/bodies/sweep.hpp"

/// When two bodies in flight meet, and where.
///
/// The kernels decide exactly, for the doubles they are given. Here those doubles are relative positions, rounded once, at
/// the later of the two flights' beginnings and at the end of the step. Bodies that have just met stand apart, touch or
/// overlap by rounding; so what counts is whether they close: a pair that overlaps or touches and closes meets now, one that
/// parts, or closes no faster than rounding, does not meet there. It may meet elsewhere (a ball in an arena slides along one
/// wall into the next), so it is tested again with the overlap taken back.
namespace carom::detail {

/// Closing speeds below this fraction of the speeds themselves are rounding: over a step they move nothing.
inline constexpr double k_still_closing = 1.0 / (1ULL << 46U);

/// Two solid circles: the fast way. The time, in seconds into the step.
[[nodiscard]] std::optional<double> disc_contact_time(const Sweep& a, const Sweep& b, Vec2 shift,
                                                      double horizon) noexcept;

/// Any two shapes but two borders: the contact, its `t` in seconds into the step, its normal pushes a off b.
[[nodiscard]] std::optional<Contact> next_contact(const SweepPair& pair, std::vector<Vec2>& scratch);

/// For pairs that pass through each other: when they begin to have a point in common. One that is more than rounding has
/// begun already, closing or not.
[[nodiscard]] std::optional<Contact> entering(const SweepPair& pair, std::vector<Vec2>& scratch);
/// When they last have one; nothing when they still do at the step's end. Asked of pairs that have one now.
[[nodiscard]] std::optional<double> leaving_time(const SweepPair& pair, std::vector<Vec2>& scratch);
/// True if another shape can be wholly inside it without touching it: it is hollow or not convex.
[[nodiscard]] bool may_part_twice(const BodyShape& shape) noexcept;
/// When they first have none after `now`, at which they do. What is hollow or not convex can be left more than once: a disc
/// that is wholly inside a ring has parted from it. `now` decides which of these times it is, and changes no bit of it.
[[nodiscard]] std::optional<double> parting_time(const SweepPair& pair, double now, std::vector<Vec2>& scratch);

/// At the step's end: are they no further apart than `slack` along the normal that pushes a off b?
[[nodiscard]] bool within(const SweepPair& pair, Vec2 normal, double slack, std::vector<Vec2>& scratch);

/// The point of a shape that goes farthest in a direction, relative to the body's origin; of a face, its middle.
[[nodiscard]] Vec2 touching_point(const BodyShape& shape, Vec2 direction) noexcept;

/// A body that touches an edge of the world from inside.
struct EdgeContact {
  Contact contact;
  Vec2 placed;  ///< the body's position, exactly on the edge: so rounding cannot accumulate outward
};

/// Edges are left, right, lower, upper; `around` is the shape's box.
[[nodiscard]] EdgeContact edge_contact(const BodyShape& shape, const ShapeBox& around, Vec2 at, const Bounds& bounds,
                                       std::uint32_t edge) noexcept;

}  // namespace carom::detail
