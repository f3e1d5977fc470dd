#pragma once

#include <span>

#include "engine.hpp"

namespace carom::bench {

/// The benchmark of some engines with the program's arguments; returns its exit code.
int run_piles(int argc, char** argv, std::span<const EngineKind> engines);

}  // namespace carom::bench
