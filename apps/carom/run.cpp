#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <memory>

#include "commands.hpp"
#include "io/system/system.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "run_session.hpp"
#include "run_stop.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = "Simulates a scene and tells what happened, and how well energy and momentum were kept.";

constexpr auto k_footer = R"(SCENE is a scene file, or the name of one that "carom scenes" lists.

A trajectory has a frame at the start and, unless --every says otherwise, a hundred over the run; each is taken at its
very moment, inside a step if need be. Paths of a picture are straight between contacts; fields bend them.

The event world (--detection event) has no steps: bodies fly exactly from hit to hit. Its summary measures a gas, if the
scene is one. --dt then only says how closely the paths of a picture are followed.

A run with --checkpoint that was killed, at whatever moment, goes on with --resume and ends in the same bits: the same
files, the same hash. A resumed run goes on with the files it had; --until and --threads may be other than before.

SIGINT (Ctrl-C) and SIGTERM end a run within a second, in the middle of a step: the step is taken back, and outputs,
state and checkpoint are those of the last one that was completed. A step that needs much more work or memory than steps
do ends the run in the same way, with exit code 1 and a message.

Examples:
  $ carom run billiards_break
  $ carom run billiards_break --events hits.jsonl --picture break.svg
  $ carom run gas.json --checkpoint gas.checkpoint --out gas.xyz --every 0.1
  $ carom run --resume gas.checkpoint

Exit code: 0 done, 1 the run failed or could not be written, 2 bad input, 3 stopped by SIGINT or SIGTERM.)";

int print(const std::string& text) {
  Output out(io::k_standard_output);
  if (out.write(text) && out.flush()) return k_done;
  throw Failure(k_failed, fmt::format("cannot write the summary: {}", std::strerror(out.error())));
}

int run_scene(const RunOptions& options) {
  if (options.scene.empty() && options.resume.empty()) {
    throw Failure(k_bad_input, "expected a SCENE, or --resume and a checkpoint");
  }
  io::ignore_broken_pipes();
  stop_at_once();
  Session session = options.resume.empty() ? Session::begin(options) : Session::resume(options);
  session.run(!options.quiet);
  RunSummary summary = session.summary();
  if (options.report_force_error) summary.force_error = session.force_error();
  if (!finite(summary)) {
    throw Failure(k_failed,
                  fmt::format("energy or momentum is no longer finite at t = {}: take a shorter dt", summary.time));
  }
  session.finish();
  if (!options.quiet) {
    for (const std::string& warning : run_warnings(summary)) fmt::print(stderr, "carom run: warning: {}\n", warning);
  }
  if (options.json) {
    print(summary_json(summary) + "\n");
  } else if (!options.quiet) {
    print(summary_text(summary) + session.files_text());
  }
  if (!session.failure().empty()) throw Failure(k_failed, session.failure());
  return session.done() ? k_done : k_stopped;
}

int run_and_tell(const RunOptions& options) {
  try {
    return run_scene(options);
  } catch (const Failure& failure) {
    fmt::print(stderr, "carom run: {}\n", failure.what());
    return failure.code;
  }
}

void add_overrides(CLI::App& command, RunOptions& options) {
  constexpr auto group = "In place of the scene's own";
  command.add_option("--until", options.until, "Run to this scene time")
      ->type_name("T")
      ->check(expect_number)
      ->group(group);
  command.add_option("--dt", options.dt, "Step")->type_name("SECONDS")->check(expect_number)->group(group);
  command.add_option("--detection", options.detection, "swept, overlap or event")->type_name("HOW")->group(group);
  command.add_option("--seed", options.seed, "For fills that have none of their own")
      ->type_name("N")
      ->check(expect_whole)
      ->group(group);
  command.add_option("--threads", options.threads, "Changes no bit of any result")
      ->type_name("N")
      ->check(expect_whole)
      ->group(group);
  command.add_option("--step-limit", options.step_limit, "Times the usual work and memory that one step may need; 1")
      ->type_name("FACTOR")
      ->check(expect_number)
      ->group(group);
}

void add_outputs(CLI::App& command, RunOptions& options) {
  constexpr auto group = "What to write";
  const auto file = [&](const char* name, std::string& path, const char* what, const char* type) {
    command.add_option(name, path, what)->type_name(type)->group(group);
  };
  file("--events", options.events, "Every collision, in time order; .jsonl (a line of JSON each) or .h5 (HDF5)",
       "FILE");
  file("--out", options.out, "The trajectory; .csv, .jsonl, .xyz (extended XYZ) or .h5 (H5MD)", "FILE");
  file("--series", options.series, "Energy, momentum, collisions, pressure over time, a line each --every", "FILE.csv");
  command
      .add_option("--every", options.every,
                  "Scene time between frames of --out, lines of --series and points of --plot")
      ->type_name("SECONDS")
      ->check(expect_number)
      ->group(group);
  file("--state", options.state, "The end state, as a scene that runs on from there", "FILE.json");
  file("--checkpoint", options.checkpoint, "What --resume needs", "FILE");
  command.add_option("--checkpoint-every", options.checkpoint_every, "Wall time between checkpoints; 60")
      ->type_name("SECONDS")
      ->check(expect_number)
      ->group(group);
  command
      .add_flag("--report-force-error", options.report_force_error,
                "Hold the attraction at the end against direct summation")
      ->group(group);
  command.add_flag("--json", options.json, "Print the summary as one JSON object")->group(group);
  command.add_flag("--quiet", options.quiet, "No progress, and no summary unless --json asks for it")->group(group);
}

}  // namespace

Command run_command(CLI::App& program) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* const command = program.add_subcommand("run", k_about);
  command->add_option("SCENE", options->scene, "What to simulate")->type_name("");
  command->add_option("--resume", options->resume, "Go on from a checkpoint, instead of a SCENE")->type_name("FILE");
  add_overrides(*command, *options);
  add_outputs(*command, *options);
  add_draw_options(*command, options->draw);
  command->footer(k_footer);
  return {"run", command, [options] { return run_and_tell(*options); }};
}

}  // namespace carom::app
