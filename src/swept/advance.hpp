#pragma once

#include "swept/swept_workspace.hpp"

namespace carom::detail {

/// One swept step in which no body rotates: in one drift, or in as many parts and drifts as the sub-step rule and the integrator ask for.
void advance_swept(World& world, World::State& state, SweptWorkspace& workspace, double end);

}  // namespace carom::detail
