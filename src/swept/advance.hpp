#pragma once

#include <memory>

#include "swept/swept_workspace.hpp"

namespace carom::detail {

struct RotatingWorkspace;

/// One swept step: in one drift, or in as many parts and drifts as the sub-step rule and the integrator ask for.
/// `rotating`: bodies rotate; null: none does.
void advance_swept(World& world, World::State& state, SweptWorkspace& workspace,
                   const std::shared_ptr<RotatingWorkspace>& rotating, double end);

}  // namespace carom::detail
