#pragma once

#include "carom/motion/chain.hpp"
#include "carom/toi/contact.hpp"

/// A circle of positive radius and anything made of straight pieces.
///
/// From outside, and in an arena, a circle first touches a vertex (round_pair.hpp with the vertex as a point) or the body of
/// an edge (sliding_edge.hpp, or free_edge.hpp where its ends move differently): the earliest of all is the answer. Inside a
/// ring the vertices alone matter, because the farthest point of a straight piece is one of its ends. Touching at t = 0 is
/// decided by what comes just after: see circle_rest.hpp.
namespace carom::detail {

/// The normal pushes the circle off the chain.
[[nodiscard]] Impact circle_chain(const MovingCircle& circle, const Chain& chain) noexcept;

}  // namespace carom::detail
