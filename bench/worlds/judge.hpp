#pragma once

#include <vector>

#include "engine.hpp"

namespace carom::bench {

/// The contacts of the coming step that certainly happen, whatever the engine does about others: pairs of discs in
/// straight flight for which this contact is the first of both, with discs and walls, so that nothing has disturbed
/// either before. Discs that overlap another at the start are left out: they are in a contact already.
/// Sorted.
[[nodiscard]] std::vector<Pair> true_first_contacts(const Discs& discs, double half);

/// How many of the sorted `truth` are in `handled`, in any order.
[[nodiscard]] std::size_t count_handled(const std::vector<Pair>& truth, std::vector<Pair> handled);

}  // namespace carom::bench
