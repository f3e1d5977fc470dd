#pragma once

#include "world/state.hpp"

/// Energy, momentum and angular momentum: what there is of them, what comes and goes.
namespace carom::detail {

/// A body comes (sign 1) or goes (-1), with its energy, momentum and angular momentum, and with what it has of the
/// potential among all. It need not be in the store.
void record_body(World::State& state, const Body& body, double sign);

/// 0, or NaN if a position or velocity is not finite, or its square is not.
[[nodiscard]] double finite_probe(Vec2 at, Vec2 velocity, double inverse_mass) noexcept;

/// Adds what `duration` seconds with the bodies' stored speeds bring.
void add_gas(GasSums& gas, const BodyStore& bodies, double duration);

}  // namespace carom::detail
