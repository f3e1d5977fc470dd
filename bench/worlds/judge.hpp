#pragma once

#include <vector>

#include "engine.hpp"

namespace carom::bench {

/// The first contacts of the coming step: pairs of discs that both have met nothing before in it, no disc and no wall.
/// They are found by playing the step exactly, from hit to hit. It would not do to look at straight flights alone: a
/// third disc, turned aside by a fourth, may come between.
/// Sorted. Pairs that overlap at the start answer at once if they close and are let go if they part; neither is counted.
[[nodiscard]] std::vector<Pair> true_first_contacts(const Discs& discs, double half);

/// How many of the sorted `truth` are in `handled`, in any order.
[[nodiscard]] std::size_t count_handled(const std::vector<Pair>& truth, std::vector<Pair> handled);

}  // namespace carom::bench
