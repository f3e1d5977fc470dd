#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "carom/worlds/world.hpp"

/// What `carom run` tells at the end.
namespace carom {

/// What a run starts with; its end is held against it.
struct RunStart {
  double time = 0;
  Energy energy;
  Vec2 momentum;
  double momentum_scale = 0;  ///< sum of m |v|
};

struct RunSummary {
  std::string scene;
  Detection detection = Detection::swept;
  double dt = 0;
  RunStart start;
  double time = 0;
  std::uint64_t steps = 0;
  std::uint64_t bodies = 0;
  std::uint64_t collisions = 0;
  Energy energy;
  double energy_exchanged = 0;
  double energy_drift = 0;  ///< unexplained change over max(|start|, kinetic start); absolute if that is 0
  Vec2 momentum;
  std::optional<double> momentum_drift;  ///< over the sum of m |v| at the start; nothing: momentum is not conserved
  PolicyCounts policies;
  std::uint64_t hash = 0;
  double wall_seconds = 0;
  unsigned threads = 1;
  std::string version;
};

[[nodiscard]] RunStart run_start(const World& world);

/// All but `scene`, `wall_seconds` and `version`, which the world does not know.
[[nodiscard]] RunSummary run_summary(const World& world, const RunStart& start);

/// Numbers that a run gone wrong has made infinite or NaN; JSON has no way to write them.
[[nodiscard]] bool finite(const RunSummary& summary);

/// One object, without a line's end.
[[nodiscard]] std::string summary_json(const RunSummary& summary);

/// For people, lines aligned.
[[nodiscard]] std::string summary_text(const RunSummary& summary);

}  // namespace carom
