#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/io/observe.hpp"
#include "carom/io/provenance.hpp"
#include "carom/world/world.hpp"

/// What `carom run` prints at the end.
namespace carom {

/// What a run starts with; its end is held against it.
struct RunStart {
  double time = 0;
  Energy energy;
  Vec2 momentum;
  double momentum_scale = 0;  ///< sum of m |v|
  double angular_momentum = 0;
  double angular_momentum_scale = 0;  ///< sum of m |x| |v|
};

/// What the collisions of a gas say about it, as means over the time of the run. docs/scenes.md, "The gas".
struct GasSummary {
  double area = 0;             ///< of the bounds
  double temperature = 0;      ///< kT: kinetic energy a moving body
  double pressure = 0;         ///< by the virial of the contacts between moving bodies
  double compressibility = 0;  ///< pressure times area over kinetic energy; 1 for points
  double collision_rate = 0;   ///< of a body with others, a second of scene time
  double mean_free_path = 0;   ///< between two of these
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
  bool energy_summed = true;  ///< false: `energy` and `energy_drift` are not known
  double energy_exchanged = 0;
  double energy_drift = 0;  ///< unexplained change over max(|start|, kinetic start); absolute if that is 0
  Vec2 momentum;
  std::optional<double> momentum_drift;  ///< over the sum of m |v| at the start; nothing: it need not be conserved
  double angular_momentum = 0;           ///< about the origin
  std::optional<double> angular_momentum_drift;  ///< over the sum of m |x| |v| at the start, in the same way
  std::optional<double> force_error;             ///< of the attraction at the end, if it was asked for
  PolicyCounts policies;
  bool damped = false;  ///< a body with damping is there: it takes energy that no contact explains
  std::optional<GasSummary> gas;
  std::optional<Observed> observed;  ///< nothing: the scene asks for nothing
  std::uint64_t hash = 0;
  double wall_seconds = 0;
  unsigned threads = 1;
  std::string version;
  std::optional<Provenance> provenance;  ///< nothing: not known
};

[[nodiscard]] RunStart run_start(const World& world);

/// Nothing where there is nothing to measure: in a world that takes no sums, without bounds that hold the bodies, before
/// two moving ones have met.
[[nodiscard]] std::optional<GasSummary> gas_summary(const GasSums& sums, const std::optional<Bounds>& bounds);

/// All but `scene`, `observed`, `wall_seconds`, `version` and `provenance`, which the world does not know.
[[nodiscard]] RunSummary run_summary(const World& world, const RunStart& start);

/// The same, without the energy where that takes long: of many bodies that attract each other it is a sum over all pairs.
[[nodiscard]] RunSummary quick_summary(const World& world, const RunStart& start);

/// Numbers that a run gone wrong has made infinite or NaN; JSON has no way to write them.
[[nodiscard]] bool finite(const RunSummary& summary);

/// A change of energy that nothing explains is warned of from this fraction of the run's energies on: the largest of
/// |start|, kinetic start, |exchanged|, kinetic end and |potential end|.
inline constexpr double k_large_drift = 1e-2;

/// What makes the numbers of a run doubtful, each with what to do about it: caps of the integrators that were reached, and
/// energy from nowhere. Energy that is lost counts only where no body is damped. Empty: nothing is known against them.
[[nodiscard]] std::vector<std::string> run_warnings(const RunSummary& summary);

/// One object, without a line's end.
[[nodiscard]] std::string summary_json(const RunSummary& summary);

/// For people, lines aligned.
[[nodiscard]] std::string summary_text(const RunSummary& summary);

}  // namespace carom
