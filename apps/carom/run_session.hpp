#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/io/checkpoint.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/summary.hpp"
#include "draw_options.hpp"
#include "run_files.hpp"
#include "run_outputs.hpp"
#include "run_pace.hpp"

namespace carom::app {

/// What the command line of `carom run` says.
struct RunOptions {
  std::string scene;
  std::string resume;
  std::string events;
  std::string out;
  std::string series;
  std::optional<double> every;
  std::string state;
  DrawOptions draw;
  std::string checkpoint;
  std::optional<double> checkpoint_every;
  std::optional<double> until;
  std::optional<double> dt;
  std::optional<std::string> detection;
  std::optional<unsigned> threads;
  std::optional<std::uint64_t> seed;
  std::optional<double> step_limit;
  bool report_force_error = false;
  bool json = false;
  bool quiet = false;
};

/// One run of a scene, from its start or from a checkpoint, with all that it writes. Throws Failure.
class Session {
 public:
  [[nodiscard]] static Session begin(const RunOptions& options);
  [[nodiscard]] static Session resume(const RunOptions& options);

  /// To the end, or to the last step that was completed before a signal came or a step reached its limit.
  void run(bool show_progress);
  /// Why it ended before its time, if no signal was the reason; empty otherwise.
  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }
  /// State, picture and the last checkpoint.
  void finish();

  [[nodiscard]] bool done() const noexcept { return world_.time() >= plan_.until; }
  [[nodiscard]] RunSummary summary() const;
  /// Of the attraction, as the bodies stand now, against direct summation.
  [[nodiscard]] double force_error() const;
  /// What was written where, a line each.
  [[nodiscard]] std::string files_text() const;

 private:
  Session(Checkpoint plan, Scene scene, World world);

  void open_outputs(const RunOptions& options, bool resumed);
  void forget_outputs();
  [[nodiscard]] bool any(bool (RunOutput::*wants)() const) const;
  [[nodiscard]] double next_end() const;
  [[nodiscard]] bool advance();
  [[nodiscard]] bool shall_stop();
  void save_checkpoint();
  [[nodiscard]] bool checkpoint_due() const;
  [[nodiscard]] double wall_seconds() const;
  [[nodiscard]] std::string title() const;

  using Clock = std::chrono::steady_clock;
  [[nodiscard]] static double seconds_since(Clock::time_point then);

  Checkpoint plan_;  // all but the world and what the outputs know
  Scene scene_;      // with what the command line put in place of its own
  World world_;
  std::string checkpoint_file_;
  std::string failure_;
  /// In the event world, where nothing that is written needs the scene's steps.
  std::optional<Pace> pace_;
  std::vector<std::unique_ptr<RunOutput>> outputs_;
  bool reads_events_ = false;  // one of them
  double wall_before_ = 0;     // of the runs that this one goes on from
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_checkpoint_ = begin_;
  Clock::time_point chunk_begin_ = begin_;
  double longest_chunk_ = 0.1;  // seconds
  std::optional<Clock::time_point> stop_seen_;
};

}  // namespace carom::app
