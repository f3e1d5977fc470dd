#include "run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "build_info.hpp"
#include "carom/io/answer.hpp"
#include "exit_codes.hpp"
#include "io/json/nearest_word.hpp"
#include "io/optional/h5md.hpp"
#include "io/scene/scene_words.hpp"
#include "scenes.hpp"

namespace carom::app {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Failure(k_bad_input, message); }

void expect_positive(std::string_view option, const std::optional<double>& value) {
  if (value && !(*value > 0 && std::isfinite(*value))) {
    refuse(fmt::format("{}: expected a positive number, found {}", option, *value));
  }
}

void check_numbers(const RunOptions& options) {
  constexpr unsigned most_threads = 1024;
  expect_positive("--dt", options.dt);
  expect_positive("--every", options.every);
  expect_positive("--step-limit", options.step_limit);
  if (options.checkpoint_every && !(*options.checkpoint_every >= 0)) {
    refuse(fmt::format("--checkpoint-every: expected 0 or a positive number, found {}", *options.checkpoint_every));
  }
  if (options.until && !std::isfinite(*options.until)) {
    refuse(fmt::format("--until: expected a finite time, found {}", *options.until));
  }
  if (options.threads && (*options.threads == 0 || *options.threads > most_threads)) {
    refuse(fmt::format("--threads: expected 1 to {}, found {}", most_threads, *options.threads));
  }
}

/// Whether an output is asked for that looks each `--every`.
bool looks_regularly(const RunOptions& options) {
  return !(options.out.empty() && options.series.empty() && options.draw.plot.empty());
}

/// Options that mean nothing without another.
void check_companions(const RunOptions& options, bool has_frames, bool has_checkpoint) {
  if (options.every && !has_frames) {
    refuse("--every says how often --out, --series and --plot look: there is none of them");
  }
  if (options.checkpoint_every && !has_checkpoint) {
    refuse("--checkpoint-every says how often --checkpoint is written: there is no --checkpoint");
  }
}

std::optional<Detection> detection_of(const std::optional<std::string>& word) {
  if (!word) return std::nullopt;
  for (std::size_t k = 0; k < std::size(io::k_detections); ++k) {
    if (*word == io::k_detections[k]) return static_cast<Detection>(k);
  }
  const auto meant = io::nearest_word(*word, io::k_detections);
  refuse(fmt::format("--detection: expected swept, overlap or event, found \"{}\"{}", *word,
                     meant ? fmt::format("; did you mean \"{}\"?", *meant) : ""));
}

/// Every output is a file of its own, and none is the scene or the draft of another.
void check_files(const RunOptions& options, const Checkpoint& plan, const std::string& scene) {
  const auto either = [](const std::string& given, const std::string& kept) { return given.empty() ? kept : given; };
  std::vector<std::pair<std::string, std::string>> files = {
      {"the scene", scene},
      {"--events", either(options.events, plan.events.file)},
      {"--out", either(options.out, plan.trajectory.file)},
      {"--series", either(options.series, plan.series.file)},
      {"--state", either(options.state, plan.state_file)},
      {"--picture", either(options.draw.picture, plan.picture_file)},
      {"--plot", either(options.draw.plot, plan.plot_file)},
      {"--video", options.draw.video},
      {"--checkpoint", either(options.checkpoint, options.resume)}};
  // Those that are written as a draft, which is renamed.
  for (const std::string_view name : {"--state", "--picture", "--plot", "--video", "--checkpoint"}) {
    const auto found = std::ranges::find(files, name, &std::pair<std::string, std::string>::first);
    if (!found->second.empty()) files.emplace_back(fmt::format("the draft of {}", name), found->second + ".tmp");
  }
  for (const std::string_view name : {"--events", "--out"}) {
    const auto found = std::ranges::find(files, name, &std::pair<std::string, std::string>::first);
    if (found->second.ends_with(".h5"))
      files.emplace_back(fmt::format("the draft of {}", name), found->second + ".next");
  }
  const std::string checkpoint = either(options.checkpoint, options.resume);
  if (const std::string& file = checkpoint; !file.empty() && names_open_file(file)) {
    refuse(fmt::format("--checkpoint: expected a file that can be replaced, found the stream {}", file));
  }
  for (std::size_t a = 0; a < files.size(); ++a) {
    for (std::size_t b = a + 1; b < files.size(); ++b) {
      const auto& [name_a, file_a] = files[a];
      const auto& [name_b, file_b] = files[b];
      if (file_a.empty() || file_b.empty() || !same_file(file_a, file_b)) continue;
      if (file_a.starts_with("/dev/") && file_b.starts_with("/dev/")) continue;  // nothing that could be overwritten
      refuse(fmt::format("{} and {} are the same file, {}", name_a, name_b, file_b));
    }
  }
}

/// A file of HDF5 is seeked in, and takes a program that has it.
void check_h5(std::string_view option, const std::string& file, std::string_view others) {
  if (io::hdf5_version().empty()) {
    refuse(
        fmt::format("{}: this program was built without HDF5, which .h5 needs: install libhdf5-dev and build again, or "
                    "take {}",
                    option, others));
  }
  if (is_stream(file)) refuse(fmt::format("{} {}: expected a file, found a stream", option, file));
}

void check_format(const RunOptions& options) {
  const std::string& series = options.series;
  if (!series.empty() && !series.ends_with(".csv") && !is_stream(series)) {
    refuse(fmt::format("--series {}: expected a name that ends in .csv", series));
  }
  const std::string& events = options.events;
  if (events.ends_with(".h5")) {
    check_h5("--events", events, ".jsonl");
  } else if (!events.empty() && !events.ends_with(".jsonl") && !is_stream(events)) {
    refuse(fmt::format("--events {}: the format is told by the ending: expected .jsonl or .h5", events));
  }
  const std::string& out = options.out;
  if (out.empty()) return;
  if (const auto format = trajectory_format(out); !format) {
    refuse(fmt::format("--out {}: {}", out, format.error().reason));
  } else if (format.value() == TrajectoryFormat::h5md) {
    check_h5("--out", out, ".csv, .jsonl or .xyz");
  }
}

Scene scene_of(const Checkpoint& plan) {
  auto scene = read_scene(plan.scene_text);
  if (!scene) refuse(fmt::format("{}: {}", plan.scene_file, sentence(scene.error())));
  Scene result = std::move(scene).value();
  if (plan.dt) result.world.dt = *plan.dt;
  if (plan.detection) result.world.detection = *plan.detection;
  if (plan.seed) result.seed = plan.seed;
  return result;
}

void check_times(const Checkpoint& plan, const Scene& scene, double now, bool has_picture) {
  if (plan.until < now) refuse(fmt::format("--until: the run is at t = {} already, found {}", now, plan.until));
  const bool has_steps = scene.world.detection != Detection::event || has_picture;
  if (const auto fault = has_steps ? lost_steps(scene, plan.until) : std::nullopt) {
    refuse(plan.dt ? "--dt: " + fault->reason : fmt::format("{}: {}", plan.scene_file, sentence(*fault)));
  }
  if (plan.every > 0 && !TimeGrid(scene.world.time, plan.every).resolves(plan.until)) {
    refuse(fmt::format("--every {} is too small: frames are lost in the rounding of t = {}", plan.every, plan.until));
  }
  if (const auto& observe = scene.observe; observe && observe->every) {
    if (!TimeGrid(scene.world.time, *observe->every).resolves(plan.until)) {
      refuse(fmt::format("{}: /world/observe/every: {} is too small: samples are lost in the rounding of t = {}",
                         plan.scene_file, *observe->every, plan.until));
    }
  }
}

void check_report(const RunOptions& options, const Scene& scene) {
  if (!options.report_force_error || scene.world.attraction) return;
  refuse("--report-force-error: expected a scene with \"attraction\", found none in this one");
}

void refuse_with_resume(bool given, std::string_view option) {
  if (given) refuse(fmt::format("{} cannot be changed when a run is resumed", option));
}

}  // namespace

std::optional<Error> lost_steps(const Scene& scene, double until) {
  if (TimeGrid(scene.world.time, scene.world.dt).resolves(until)) return std::nullopt;
  return Error{"/world/dt",
               fmt::format("dt = {} is too small: steps are lost in the rounding of t = {}", scene.world.dt, until)};
}

RunPlan new_plan(const RunOptions& options) {
  constexpr double frames = 100;
  check_numbers(options);
  check_companions(options, looks_regularly(options), !options.checkpoint.empty());
  Checkpoint plan;
  plan.detection = detection_of(options.detection);
  SceneSource source = find_scene(options.scene);
  check_files(options, plan, source.path);
  check_format(options);
  static_cast<void>(checked_draw_options(options.draw));
  plan.scene_file = source.label;
  plan.scene_text = std::move(source.text);
  plan.dt = options.dt;
  plan.seed = options.seed;
  Scene scene = scene_of(plan);
  plan.threads = options.threads.value_or(scene.world.threads);
  scene.world.threads = plan.threads;
  plan.until = options.until.value_or(scene.world.time + scene.duration);
  plan.every = options.every.value_or((plan.until - scene.world.time) / frames);
  check_times(plan, scene, scene.world.time, !options.draw.picture.empty());
  check_report(options, scene);
  plan.provenance = provenance_of(plan.scene_text, scene.seed.value_or(1));
  return {std::move(plan), std::move(scene)};
}

RunPlan old_plan(const RunOptions& options) {
  refuse_with_resume(!options.scene.empty(), "the scene");
  refuse_with_resume(options.dt.has_value(), "--dt");
  refuse_with_resume(options.detection.has_value(), "--detection");
  refuse_with_resume(options.seed.has_value(), "--seed");
  check_numbers(options);
  auto read = read_checkpoint(read_whole(options.resume), CAROM_VERSION);
  if (!read) refuse(fmt::format("{}: {}", options.resume, sentence(read.error())));
  Checkpoint plan = std::move(read).value();
  if (!plan.world) refuse(fmt::format("{}: expected a run that has begun, found no world", options.resume));
  const bool has_frames = !(plan.trajectory.file.empty() && plan.series.file.empty() && plan.plot_file.empty());
  check_companions(options, looks_regularly(options) || has_frames, true);
  refuse_with_resume(options.every.has_value() && has_frames, "--every");
  check_files(options, plan, "");
  check_format(options);
  static_cast<void>(checked_draw_options(options.draw));
  if (options.every) plan.every = *options.every;
  plan.until = options.until.value_or(plan.until);
  plan.threads = options.threads.value_or(plan.threads);
  Scene scene = scene_of(plan);
  scene.world.threads = plan.threads;
  check_report(options, scene);
  check_times(plan, scene, plan.world->time(), plan.paths || !options.draw.picture.empty());
  return {std::move(plan), std::move(scene)};
}

}  // namespace carom::app
