#pragma once

#include <optional>

#include "swept/step_bodies.hpp"
#include "swept/step_context.hpp"

/// How far bodies are apart that are in touch or nearly so.
namespace carom::detail {

struct Gap {
  double size = 0;  ///< negative where they overlap
  Vec2 normal;      ///< pushes the first off the second
};

/// Of any two bodies; none for pairs that are left to their contacts, such as points on lines and polygons that are not convex.
[[nodiscard]] std::optional<Gap> gap_of_pair(const StepContext& context, const StepBodies& bodies, BodyRef a, BodyRef b,
                                             double time);
/// The same for a solid disc and anything.
[[nodiscard]] std::optional<Gap> gap_of_disc(const StepContext& context, const StepBodies& bodies, BodyRef disc,
                                             BodyRef other, double time);
[[nodiscard]] Gap gap_to_edge(const StepContext& context, const StepBodies& bodies, BodyRef ref, BodyRef edge,
                              double time);
/// How far a is from b, or from the origin where that is an edge, along the normal.
[[nodiscard]] double apart_along(const StepContext& context, const StepBodies& bodies, BodyRef a, BodyRef b,
                                 Vec2 normal, double time);
/// How far the centre of a disc may be from that of the ring that it is in; none if neither is in the other's ring.
[[nodiscard]] std::optional<double> room_in_ring(const StepContext& context, const StepBodies& bodies, BodyRef a,
                                                 BodyRef b, double time);

}  // namespace carom::detail
