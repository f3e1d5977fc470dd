#pragma once

#include "world/state.hpp"

/// Energy, momentum and angular momentum: what there is of them, what comes and goes.
namespace carom::detail {

/// A body comes (sign 1) or goes (-1), with its energy, momentum and angular momentum, and with what it has of the
/// potential among all. It need not be in the store.
void book_body(World::State& state, const Body& body, double sign);

}  // namespace carom::detail
