#include "run_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "carom/io/answer.hpp"
#include "exit_codes.hpp"
#include "run_plan.hpp"
#include "run_progress.hpp"
#include "run_stop.hpp"
#include "world/snapshot/persistence.hpp"

namespace carom::app {
namespace {

constexpr double k_checkpoint_every = 60;

/// What a step may need, times the usual.
StepLimits limits_of(const RunOptions& options) {
  StepLimits limits;
  const double factor = options.step_limit.value_or(1);
  const auto scaled = [factor](std::uint64_t usual) {
    return static_cast<std::uint64_t>(std::min(factor * static_cast<double>(usual), 0x1p60));
  };
  return {scaled(limits.work), scaled(limits.work_a_body), scaled(limits.records), scaled(limits.records_a_body)};
}

void put_if_given(std::string& kept, const std::string& given) {
  if (!given.empty()) kept = absolute_path(given);
}

/// "nan" whatever its sign, which differs from processor to processor.
std::string number(double value) { return std::isnan(value) ? "nan" : fmt::format("{:.6g}", value); }

/// Which body, when, and what helps.
std::string not_finite(const World& world, const Party& lost) {
  const WorldSettings& settings = world.settings();
  const BodyState& state = world.body(lost.id)->state;
  std::string text = "the state is no longer finite";
  if (settings.detection != Detection::event) text += fmt::format(" after step {}", world.step_count());
  text += fmt::format(", at t = {}: {} is at ({}, {}) with velocity ({}, {})", world.time(), world.name(lost.serial),
                      number(state.at.x), number(state.at.y), number(state.velocity.x), number(state.velocity.y));
  if (settings.attraction || !settings.sources.empty()) {
    text += fmt::format("; what pulls is too strong for steps of {}: take a shorter dt, or a softening", settings.dt);
  }
  return text;
}

}  // namespace

Session::Session(Checkpoint plan, Scene scene, World world)
    : plan_(std::move(plan)), scene_(std::move(scene)), world_(std::move(world)), wall_before_(plan_.wall_seconds) {}

Session Session::begin(const RunOptions& options) {
  auto [plan, scene] = new_plan(options);
  auto world = build_world(scene);
  if (!world) throw Failure(k_bad_input, fmt::format("{}: {}", plan.scene_file, sentence(world.error())));
  plan.start = run_start(world.value());
  if (!std::isfinite(plan.start.energy.total())) {
    throw Failure(k_bad_input,
                  fmt::format("{}: expected bodies of finite energy, found {} kinetic and {} potential: masses, "
                              "speeds or what pulls are too large",
                              plan.scene_file, plan.start.energy.kinetic, plan.start.energy.potential));
  }
  Session session(std::move(plan), std::move(scene), std::move(world).value());
  put_if_given(session.checkpoint_file_, options.checkpoint);
  session.plan_.checkpoint_every = options.checkpoint_every.value_or(k_checkpoint_every);
  session.world_.set_limits(limits_of(options));
  // From here on there is something to be written.
  watch_for_stop();
  session.open_outputs(options, false);
  return session;
}

Session Session::resume(const RunOptions& options) {
  auto [plan, scene] = old_plan(options);
  auto world = World::make(scene.world);
  if (!world) throw Failure(k_bad_input, fmt::format("{}: {}", plan.scene_file, sentence(world.error())));
  World resumed = std::move(world).value();
  if (const auto error = resumed.restore(*plan.world)) {
    throw Failure(k_bad_input, fmt::format("{}: damaged: {}", options.resume, sentence(*error)));
  }
  plan.world.reset();
  Session session(std::move(plan), std::move(scene), std::move(resumed));
  session.checkpoint_file_ = absolute_path(options.checkpoint.empty() ? options.resume : options.checkpoint);
  if (options.checkpoint_every) session.plan_.checkpoint_every = *options.checkpoint_every;
  session.world_.set_limits(limits_of(options));
  watch_for_stop();
  session.open_outputs(options, true);
  return session;
}

void Session::open_outputs(const RunOptions& options, bool resumed) {
  const bool finished = done() && resumed;
  if (finished) {
    // It has written all it had to, and that may be anywhere by now.
    plan_.state_file.clear();
    checkpoint_file_.clear();
    put_if_given(checkpoint_file_, options.checkpoint);
  }
  put_if_given(plan_.state_file, options.state);
  for (const std::string& file : {plan_.state_file, checkpoint_file_}) {
    if (!file.empty()) expect_writable(file);
  }
  outputs_ = app::open_outputs({options, plan_, scene_.observe, world_, title(), scene_.units, resumed, finished});
  forget_outputs();
  if (!plan_.state_file.empty()) write_provenance_beside(plan_.state_file, plan_);
}

/// What the outputs know is not in the plan, but as a checkpoint is written.
void Session::forget_outputs() {
  plan_.events = plan_.trajectory = plan_.series = {};
  plan_.waiting.clear();
  plan_.waiting_records.clear();
  plan_.observer.clear();
  plan_.picture_file.clear();
  plan_.paths.reset();
  plan_.plot_file.clear();
  plan_.plot_rows.clear();
}

bool Session::any(bool (RunOutput::*wants)() const) const {
  return std::ranges::any_of(outputs_, [wants](const auto& output) { return (*output.*wants)(); });
}

void Session::run(bool show_progress) {
  if (done()) return;
  // At once: a run that is killed early has something to go on from, and nothing of an older run with that name.
  save_checkpoint();
  Progress progress(show_progress, world_, plan_.until);
  // The paths of a picture are followed from step to step, and a picture must not tell how fast the machine was.
  const bool has_steps = scene_.world.detection != Detection::event;
  if (!has_steps && !any(&RunOutput::follows_steps)) pace_.emplace(plan_.until - world_.time());
  reads_events_ = any(&RunOutput::reads_events);
  world_.set_recording(has_steps ? any(&RunOutput::looks_inside_steps) : reads_events_ || !pace_);
  world_.set_interrupt([this] { return shall_stop(); });
  while (!done() && !stop_requested() && failure_.empty()) {
    const bool goes_on = advance();
    // Where there are no steps it stops in the midst of a moment, too: what has happened in it is not taken back.
    if (goes_on || !world_.events().empty()) {
      for (const auto& output : outputs_) output->after_step(world_, done());
    }
    if (!goes_on) break;
    // One of the end says that all files are written, and is finish()'s.
    if (!done() && checkpoint_due()) save_checkpoint();
    progress.show(world_);
  }
}

double Session::next_end() const {
  const double now = world_.time();
  if (!pace_) return step_end(TimeGrid(plan_.start.time, scene_.world.dt), now, plan_.until);
  double end = pace_->end(now, plan_.until);
  for (const auto& output : outputs_) {
    if (const auto moment = output->next_moment(); moment && *moment > now) end = std::min(end, *moment);
  }
  return end;
}

/// Asked while a step runs.
bool Session::shall_stop() {
  // What has no steps may be cut anywhere. A chunk that takes longer than thought would keep too many events: writing them
  // takes as long as finding them.
  if (pace_ && reads_events_ && seconds_since(chunk_begin_) > longest_chunk_) return true;
  if (!stop_requested()) return false;
  const bool has_steps = scene_.world.detection != Detection::event;
  if (has_steps || pace_) return true;
  // A picture of the event world has its points where steps end: if that is soon, it is waited for.
  constexpr double k_patience = 0.3;
  if (!stop_seen_) stop_seen_ = Clock::now();
  return seconds_since(*stop_seen_) > k_patience;
}

/// False: it goes no further; where there are steps, nothing has happened.
bool Session::advance() {
  chunk_begin_ = Clock::now();
  const double before = world_.time();
  const StepResult result = world_.step_to(next_end());
  if (result.end == StepResult::End::limit_reached) {
    failure_ = fmt::format("{}; shorten the steps (--dt), or let them have more (--step-limit)", result.reason);
  }
  if (!(world_.time() > before)) {
    const bool cut_short = result.end == StepResult::End::interrupted && !stop_requested();
    if (cut_short) longest_chunk_ *= 2;  // nothing fits into so short a one
    if (!result.completed()) return cut_short;
    throw Failure(k_failed, fmt::format("time stands still at t = {}", before));
  }
  if (const auto lost = world_.first_not_finite()) throw Failure(k_failed, not_finite(world_, *lost));
  if (pace_) pace_->took(world_.time() - before, seconds_since(chunk_begin_));
  return true;
}

bool Session::checkpoint_due() const {
  return !checkpoint_file_.empty() && seconds_since(last_checkpoint_) >= plan_.checkpoint_every;
}

void Session::save_checkpoint() {
  if (checkpoint_file_.empty()) return;
  for (const auto& output : outputs_) output->settle(plan_);
  plan_.wall_seconds = wall_seconds();
  const std::vector<std::byte> world = detail::Persistence::snapshot_bytes(world_);
  write_whole(checkpoint_file_, [&](const TextSink& sink) { write_checkpoint(plan_, world, CAROM_VERSION, sink); });
  forget_outputs();
  last_checkpoint_ = Clock::now();
}

void Session::finish() {
  for (const auto& output : outputs_) output->finish(world_);
  if (!plan_.state_file.empty()) {
    write_whole(plan_.state_file, [&](const TextSink& sink) { write_scene(state_of(world_, scene_), sink); });
  }
  save_checkpoint();  // last: it says that all the others are there
}

double Session::seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

double Session::wall_seconds() const { return wall_before_ + seconds_since(begin_); }

double Session::force_error() const {
  constexpr std::size_t samples = 1000;
  return world_.force_error(samples);
}

std::string Session::title() const { return scene_.name.empty() ? plan_.scene_file : scene_.name; }

RunSummary Session::summary() const {
  // A stopped run has to end soon.
  RunSummary summary = stop_requested() ? quick_summary(world_, plan_.start) : run_summary(world_, plan_.start);
  summary.scene = title();
  summary.dt = scene_.world.dt;
  for (const auto& output : outputs_) {
    if (auto observed = output->observed()) summary.observed = std::move(observed);
  }
  summary.wall_seconds = wall_seconds();
  summary.version = CAROM_VERSION;
  summary.provenance = plan_.provenance;
  return summary;
}

std::string Session::files_text() const {
  std::string text;
  const auto line = [&text](std::string_view what, const std::string& file) {
    if (!file.empty()) text += fmt::format("  {:<12}{}\n", what, file);
  };
  for (const auto& output : outputs_) line(output->what(), output->file());
  line("state", plan_.state_file);
  line("checkpoint", checkpoint_file_);
  return text;
}

}  // namespace carom::app
