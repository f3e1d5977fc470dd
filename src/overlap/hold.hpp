#pragma once

#include <optional>

#include "carom/motion/chain.hpp"
#include "carom/shapes/circle.hpp"

/// The least move that brings one shape inside the other's ring or convex arena, up to rounding; nothing if it does not fit.
///
/// Inside means one condition for each edge of the arena (a half-plane of moves) or each vertex in the ring (a disc of
/// moves). The least move that meets convex conditions in the plane is decided by at most two of them. So: keep the one or
/// two that decide, find the condition that their move breaks most, and let it replace one of them until none is broken
/// (an LP-type problem; Sharir and Welzl 1992).
namespace carom::detail {

/// `inner` goes into `arena`, which is convex.
[[nodiscard]] std::optional<Vec2> move_into_arena(const Chain& inner, const Chain& arena) noexcept;
[[nodiscard]] std::optional<Vec2> move_into_arena(const Circle& inner, const Chain& arena) noexcept;

/// `ring` goes around `inner`.
[[nodiscard]] std::optional<Vec2> move_around(const Circle& ring, const Chain& inner) noexcept;

}  // namespace carom::detail
