#pragma once

#include "carom/toi/contact.hpp"
#include "lifted.hpp"

namespace carom::oracle {

/// How two shapes at rest stand to each other.
enum class State { apart, touch, overlap };

/// Overlap: the inside of one (solid polygon, disc) meets any point of the other, or two lines (segment, border, ring,
/// arena) cross: one has points strictly on both sides of the other. Touch: a common point without that.
[[nodiscard]] State state_of(const FrozenShape& a, const FrozenShape& b);

/// `inner` when one has no point outside the other's ring or arena.
[[nodiscard]] Side side_of(const FrozenShape& a, const FrozenShape& b);

}  // namespace carom::oracle
