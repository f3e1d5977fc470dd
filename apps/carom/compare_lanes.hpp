#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/io/scene.hpp"
#include "carom/io/summary.hpp"
#include "compare_match.hpp"

namespace carom::app {

/// One way to detect, running beside the others.
struct Lane {
  Detection detection = Detection::swept;
  unsigned parts = 1;  ///< its steps are this much smaller
  World world;
  RunStart start;
  std::vector<Hit> hits;
  double seconds = 0;                  ///< wall time
  std::optional<double> drifted_at{};  ///< first seen elsewhere than in the first lane
};

/// What a lane has made of the scene, held against the first.
struct Verdict {
  RunSummary summary;
  Matched contacts;
  std::uint64_t agreed = 0;           ///< contacts of the first lane, found too, up to the divergence
  std::optional<double> diverged_at;  ///< drifted, or the first contact missed, whichever came first
  /// The first contact missed by two bodies that were on their way as in the first lane: they certainly went through.
  std::optional<Hit> passage;
};

/// A body further than this times the smallest body's size from its place is elsewhere.
inline constexpr double k_drift_share = 0.01;

/// A reference that has steps is itself only as good as these: the same with steps half as long, beside it.
struct ReferenceCheck {
  Lane finer;
  double largest_difference = 0;  ///< of a body's place, at the end of any step of the scene
};

/// The first is the reference: event, or swept in a scene that event cannot run, with steps as short as asked for. Then swept
/// with the scene's steps, and overlap, with ever smaller steps, where it can run the scene.
struct Lanes {
  std::vector<Lane> all;
  double dt = 0;                         ///< of the scene
  std::optional<Error> without_event;    ///< why
  std::optional<Error> without_overlap;  ///< why
  std::optional<ReferenceCheck> check;   ///< where the reference is not event
  /// Swept turns bodies that others do not turn.
  bool only_swept_turns = false;

  [[nodiscard]] const Lane& reference() const { return all.front(); }
};

/// `reference_dt` is the longest step that a reference with steps may take: each of the scene is cut into equal ones. Throws
/// Failure if the scene cannot be built, or if steps of the reference are asked for and it has none.
[[nodiscard]] Lanes make_lanes(const Scene& scene, const std::string& label, std::optional<double> reference_dt = {});

/// All lanes step by step, side by side, so that they can be compared at the end of each step.
void run_lanes(Lanes& lanes, double until, bool show_progress);

/// Of one of the lanes, or of the finer one behind the reference.
[[nodiscard]] Verdict judge(const Lane& lane, const Lanes& lanes);

}  // namespace carom::app
