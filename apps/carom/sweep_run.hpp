#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace carom::app {

struct SweepOptions {
  std::string sweep;
  std::string into;
  std::optional<std::uint64_t> jobs;  ///< nothing: one a core
  std::optional<std::uint64_t> task;
  std::optional<std::uint64_t> of;
  bool keep = false;
  bool quiet = false;
};

/// Runs what is left of a sweep, and returns the exit code. Throws Failure.
[[nodiscard]] int run_sweep(const SweepOptions& options);

}  // namespace carom::app
