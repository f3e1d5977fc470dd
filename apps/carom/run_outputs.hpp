#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/io/checkpoint.hpp"
#include "carom/io/observe.hpp"
#include "carom/io/timetable.hpp"
#include "carom/io/trajectory.hpp"
#include "carom/io/units.hpp"
#include "run_files.hpp"

namespace carom::app {

struct RunOptions;

/// One file that a run writes, while it goes on or at its end. It owns what it has to remember from step to step, and puts
/// that into a checkpoint. All may throw Failure.
class RunOutput {
 public:
  RunOutput() = default;
  RunOutput(const RunOutput&) = delete;
  RunOutput& operator=(const RunOutput&) = delete;
  virtual ~RunOutput() = default;

  /// The next moment at which it looks at the world. Nothing: it does not care when steps end.
  [[nodiscard]] virtual std::optional<double> next_moment() const { return std::nullopt; }
  /// True if it needs where bodies were inside a step, which the world must then record.
  [[nodiscard]] virtual bool looks_inside_steps() const { return false; }
  /// True if it needs the contacts of a step.
  [[nodiscard]] virtual bool reads_events() const { return false; }
  /// True if it needs the steps of the scene, also of a world that needs none.
  [[nodiscard]] virtual bool follows_steps() const { return false; }

  /// `done`: the run is over.
  virtual void after_step(const World& world, bool done) = 0;
  /// Everything written so far is on the disk, and the checkpoint says how much that is.
  virtual void settle(Checkpoint& checkpoint) = 0;
  /// At the end of the run, be it done or stopped; before the last checkpoint.
  virtual void finish(const World& world) = 0;

  /// What it is, for the lines of a summary.
  [[nodiscard]] virtual std::string_view what() const = 0;
  /// Empty: it writes none.
  [[nodiscard]] virtual const std::string& file() const = 0;
  /// What it has measured, for the summary.
  [[nodiscard]] virtual std::optional<Observed> observed() const { return std::nullopt; }
};

/// Which moments of a grid are due; `last` is the one that was taken last.
class Moments {
 public:
  Moments(double start, double every, double until, double last)
      : grid_(start, every), every_(every), until_(until), last_(last) {}

  [[nodiscard]] double last() const noexcept { return last_; }
  [[nodiscard]] std::optional<double> next() const {
    if (!(every_ > 0)) return std::nullopt;
    return grid_.after(last_);
  }
  /// Calls take(t) for each that a world at `now` has reached, in order.
  void take_due(double now, bool done, const std::function<void(double)>& take);

 private:
  TimeGrid grid_;
  double every_;
  double until_;
  double last_;
};

/// All that the options and, of a resumed run, the checkpoint ask for. `finished`: the run is over already, and only what
/// is written in one piece at its end is written again, where the options say so.
struct OutputRequest {
  const RunOptions& options;
  const Checkpoint& plan;
  const std::optional<ObserveSettings>& observe;
  const World& world;
  std::string title;
  SceneUnits units;
  bool resumed = false;
  bool finished = false;
};
[[nodiscard]] std::vector<std::unique_ptr<RunOutput>> open_outputs(const OutputRequest& request);

/// Writes where `file` comes from beside it, for formats that have no room for it; nothing beside a stream.
void write_provenance_beside(const std::string& file, const Checkpoint& plan);

}  // namespace carom::app
