#include "run_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "carom/io/answer.hpp"
#include "carom/io/event_log.hpp"
#include "carom/io/picture.hpp"
#include "commands.hpp"
#include "run_plan.hpp"
#include "run_progress.hpp"
#include "run_stop.hpp"

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

/// Who, when, and what helps.
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
  if (const auto error = resumed.resume(std::move(plan.bodies), plan.ledger)) {
    throw Failure(k_bad_input, fmt::format("{}: damaged: {}", options.resume, sentence(*error)));
  }
  plan.bodies.clear();
  Session session(std::move(plan), std::move(scene), std::move(resumed));
  session.checkpoint_file_ = absolute_path(options.checkpoint.empty() ? options.resume : options.checkpoint);
  if (options.checkpoint_every) session.plan_.checkpoint_every = *options.checkpoint_every;
  session.world_.set_limits(limits_of(options));
  watch_for_stop();
  if (session.done()) {
    session.forget_outputs(options);
  } else {
    session.open_outputs(options, true);
  }
  return session;
}

/// A run that was over when it stopped has written all it had to, and that may be anywhere by now.
void Session::forget_outputs(const RunOptions& options) {
  plan_.state_file.clear();
  plan_.picture_file.clear();
  plan_.events = plan_.trajectory = {};
  plan_.waiting.clear();
  checkpoint_file_.clear();
  put_if_given(checkpoint_file_, options.checkpoint);
  name_whole_files(options);
}

/// Those that are written in one piece at the end.
void Session::name_whole_files(const RunOptions& options) {
  put_if_given(plan_.state_file, options.state);
  put_if_given(plan_.picture_file, options.picture);
  for (const std::string& file : {plan_.state_file, plan_.picture_file, checkpoint_file_}) {
    if (!file.empty()) expect_writable(file);
  }
  if (!plan_.picture_file.empty() && !plan_.paths) plan_.paths = begin_paths(world_);
}

void Session::open_outputs(const RunOptions& options, bool resumed) {
  name_whole_files(options);
  const auto open = [&](std::string_view option, const OutputMark& mark,
                        const std::string& given) -> std::optional<RunFile> {
    const std::string& kept = given.empty() ? mark.file : given;
    if (resumed && !options.quiet && !kept.empty() && mark.bytes > 0 && is_stream(kept)) {
      fmt::print(
          stderr,
          "carom run: warning: {} {} is a stream: what was written to it after the checkpoint stays there and is "
          "written again\n",
          option, kept);
    }
    if (!given.empty()) {
      const std::string path = absolute_path(given);
      return resumed && !mark.file.empty() ? RunFile(path, mark) : RunFile(path);
    }
    if (!mark.file.empty()) return RunFile(mark.file, mark);
    return std::nullopt;
  };
  events_ = open("--events", plan_.events, options.events);
  trajectory_ = open("--out", plan_.trajectory, options.out);
  if (!trajectory_) return;
  format_ = trajectory_format(trajectory_->mark().file).value();
  if (trajectory_->mark().bytes == 0) {
    trajectory_->write(trajectory_header(format_) + trajectory_frame(format_, world_, world_.time()));
    plan_.last_frame = world_.time();
  }
}

void Session::run(bool show_progress) {
  if (done()) return;
  // At once: a run that is killed early has something to go on from, and nothing of an older run with that name.
  save_checkpoint();
  Progress progress(show_progress, world_, plan_.until);
  // The paths of a picture are followed from step to step, and a picture must not tell how fast the machine was.
  if (scene_.world.detection == Detection::event && !plan_.paths) pace_.emplace(plan_.until - world_.time());
  const bool has_steps = scene_.world.detection != Detection::event;
  world_.set_recording(has_steps ? trajectory_ || plan_.paths : events_ || !pace_);
  world_.set_interrupt([this] { return shall_stop(); });
  while (!done() && !stop_requested() && failure_.empty()) {
    if (!advance()) break;
    record_step();
    // One of the end says that all files are written, and is finish()'s.
    if (!done() && checkpoint_due()) save_checkpoint();
    progress.show(world_);
  }
}

double Session::next_end() const {
  const double now = world_.time();
  if (!pace_) return step_end(TimeGrid(plan_.start.time, scene_.world.dt), now, plan_.until);
  const double end = pace_->end(now, plan_.until);
  if (!trajectory_ || !(plan_.every > 0)) return end;
  const double frame = TimeGrid(plan_.start.time, plan_.every).after(plan_.last_frame);
  return frame > now ? std::min(end, frame) : end;
}

/// Asked while a step runs.
bool Session::shall_stop() {
  if (!stop_requested()) return false;
  const bool has_steps = scene_.world.detection != Detection::event;
  if (has_steps || pace_) return true;
  // A picture of the event world has its points where steps end: if that is soon, it is waited for.
  constexpr double k_patience = 0.3;
  if (!stop_seen_) stop_seen_ = Clock::now();
  return std::chrono::duration<double>(Clock::now() - *stop_seen_).count() > k_patience;
}

/// False: nothing has happened.
bool Session::advance() {
  const auto begin = Clock::now();
  const double before = world_.time();
  const StepResult result = world_.step_to(next_end());
  if (result.end == StepResult::End::limit_reached) {
    failure_ = fmt::format("{}; shorten the steps (--dt), or let them have more (--step-limit)", result.reason);
  }
  if (!(world_.time() > before)) {
    if (!result.completed()) return false;
    throw Failure(k_failed, fmt::format("time stands still at t = {}", before));
  }
  if (const auto lost = world_.first_not_finite()) throw Failure(k_failed, not_finite(world_, *lost));
  if (pace_) pace_->took(world_.time() - before, std::chrono::duration<double>(Clock::now() - begin).count());
  return true;
}

void Session::record_step() {
  if (events_ && !(world_.events().empty() && plan_.waiting.empty())) {
    const std::string lines = lines_after_step(world_, plan_.waiting);
    if (!lines.empty()) events_->write(lines);
  }
  if (trajectory_ && plan_.every > 0) write_frames();
  if (plan_.paths) follow(*plan_.paths, world_);
}

void Session::write_frames() {
  const TimeGrid frames(plan_.start.time, plan_.every);
  // A frame that rounding has put just after the end is the one at the end.
  const double latest = done() ? plan_.until + frames.sliver(plan_.until) : world_.time();
  for (double next = frames.after(plan_.last_frame); next <= latest; next = frames.after(next)) {
    trajectory_->write(trajectory_frame(format_, world_, std::min(next, world_.time())));
    plan_.last_frame = next;
  }
}

bool Session::checkpoint_due() const {
  return !checkpoint_file_.empty() &&
         std::chrono::duration<double>(Clock::now() - last_checkpoint_).count() >= plan_.checkpoint_every;
}

void Session::save_checkpoint() {
  if (checkpoint_file_.empty()) return;
  Checkpoint checkpoint = plan_;
  const auto settled = [](std::optional<RunFile>& file, OutputMark& mark) {
    if (!file) return;
    file->sync();
    mark = file->mark();
  };
  settled(events_, checkpoint.events);
  checkpoint.events.bytes -= ahead_;
  settled(trajectory_, checkpoint.trajectory);
  checkpoint.wall_seconds = wall_seconds();
  checkpoint.ledger = world_.ledger();
  checkpoint.bodies.reserve(world_.body_count());
  for (const BodyId id : world_.bodies()) checkpoint.bodies.push_back(*world_.body(id));
  write_whole(checkpoint_file_, write_checkpoint(std::move(checkpoint), CAROM_VERSION));
  last_checkpoint_ = Clock::now();
}

/// The log is complete whenever a run ends. One that goes on from the checkpoint takes them back, for what may come between.
void Session::write_waiting() {
  std::string lines;
  for (const WaitingLine& line : plan_.waiting) lines += line.text;
  if (lines.empty()) return;
  events_->write(lines);
  ahead_ = lines.size();
}

void Session::finish() {
  write_waiting();
  if (!plan_.state_file.empty()) write_whole(plan_.state_file, write_scene(state_of(world_, scene_)));
  if (!plan_.picture_file.empty()) write_whole(plan_.picture_file, picture_svg(*plan_.paths, summary().scene));
  save_checkpoint();  // last: it says that all the others are there
}

double Session::wall_seconds() const {
  return wall_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

double Session::force_error() const {
  constexpr std::size_t samples = 1000;
  return world_.force_error(samples);
}

RunSummary Session::summary() const {
  RunSummary summary = run_summary(world_, plan_.start);
  summary.scene = scene_.name.empty() ? plan_.scene_file : scene_.name;
  summary.dt = scene_.world.dt;
  summary.wall_seconds = wall_seconds();
  summary.version = CAROM_VERSION;
  return summary;
}

std::string Session::files_text() const {
  std::string text;
  const auto line = [&text](std::string_view what, const std::string& file) {
    if (!file.empty()) text += fmt::format("  {:<12}{}\n", what, file);
  };
  line("events", events_ ? events_->mark().file : "");
  line("trajectory", trajectory_ ? trajectory_->mark().file : "");
  line("state", plan_.state_file);
  line("picture", plan_.picture_file);
  line("checkpoint", checkpoint_file_);
  return text;
}

}  // namespace carom::app
