#pragma once

#include <memory>
#include <optional>

#include "carom/world/world.hpp"

/// A time loop as the world sees it. The loops (swept, event, overlap_world) implement this; nothing in world/ knows more of
/// them.
namespace carom::detail {

struct Arrival;

/// A step that is running, seen by World: what callbacks do to bodies must reach it.
class RunningStep {
 public:
  RunningStep() = default;
  RunningStep(const RunningStep&) = delete;
  RunningStep& operator=(const RunningStep&) = delete;
  virtual ~RunningStep() = default;

  [[nodiscard]] virtual double now() const noexcept = 0;  ///< scene time
  /// Brings the stored state of a body up to now.
  virtual void refresh(Body& body) noexcept = 0;
  virtual void added(Body& body) = 0;
  virtual void removed(const Body& body) = 0;
  /// Place, velocity, tags or filter of a stored body were set from outside.
  virtual void changed(const Body& body) = 0;
};

/// Where bodies were within the last step.
class StepPaths {
 public:
  StepPaths() = default;
  StepPaths(const StepPaths&) = delete;
  StepPaths& operator=(const StepPaths&) = delete;
  virtual ~StepPaths() = default;

  /// Of a body that was there, at a time inside the step; `arrival` if it came within it.
  [[nodiscard]] virtual std::optional<BodyState> state(const Body& body, const Arrival* arrival, double time) = 0;
};

/// For one question, or prepared for many.
enum class PathUse : std::uint8_t { once, often };

/// What makes time pass. Between steps a loop may be the only one that knows where bodies are: it is `current` then, and what
/// is stored of a body may be older. The defaults are those of a loop that keeps nothing between steps.
class TimeLoop {
 public:
  TimeLoop() = default;
  TimeLoop(const TimeLoop&) = delete;
  TimeLoop& operator=(const TimeLoop&) = delete;
  virtual ~TimeLoop() = default;

  // What kind of loop it is.

  /// False: it goes from event to event, and an interrupted run ends between two of them. A step that is interrupted is abandoned.
  [[nodiscard]] virtual bool has_steps() const noexcept { return true; }
  /// True: it reports begins and ends of touch itself; otherwise they follow from the step's events (touches.hpp).
  [[nodiscard]] virtual bool reports_touches() const noexcept { return false; }

  // A step.

  /// From the state's time to `end`; returns the time reached. The guard may stop it earlier.
  [[nodiscard]] virtual double advance(World& world, double end) = 0;
  /// A step is abandoned: puts those positions and velocities back that StepUndo does not have, and forgets everything.
  virtual void abandon() {}

  // Between steps.

  [[nodiscard]] virtual bool is_current() const noexcept { return false; }
  /// Brings the stored state of one body up to date.
  virtual void refresh(Body& /*body*/) const noexcept {}
  /// The same for all bodies.
  virtual void settle() noexcept {}
  /// Before something is changed from outside: from now on the stored states count, and the next step gathers anew.
  virtual void release() noexcept {}
  /// Other bodies have taken the place of those it knows.
  virtual void forget() noexcept {}
  /// Writes into Persistent what a snapshot needs of the flights.
  virtual void save_flights() {}
  /// True if the saved flights are of all bodies and lead to where these are, to the bit.
  [[nodiscard]] virtual bool can_resume_flights() const noexcept { return false; }
  /// True if all bodies are known to be finite, without looking at what is stored of each.
  [[nodiscard]] virtual bool is_finite() const noexcept { return false; }

  // The last step.

  /// Brings its events into StepRecord, with handles and serials.
  virtual void complete_events() {}
  /// The handle of a body that is gone, or of no body.
  [[nodiscard]] virtual BodyId departed(std::uint64_t /*serial*/) const noexcept { return {}; }
  [[nodiscard]] virtual std::unique_ptr<StepPaths> paths(PathUse use) = 0;
};

/// Each defined by its loop. The state outlives the loop.
[[nodiscard]] std::unique_ptr<TimeLoop> make_swept_loop(World::State& state);
[[nodiscard]] std::unique_ptr<TimeLoop> make_event_loop(World::State& state);
[[nodiscard]] std::unique_ptr<TimeLoop> make_overlap_loop(World::State& state);

}  // namespace carom::detail
