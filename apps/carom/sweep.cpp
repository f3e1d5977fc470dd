#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "commands.hpp"
#include "option_checks.hpp"
#include "run_files.hpp"
#include "sweep_run.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = "Runs one scene many times, with every combination of some of its values.";

constexpr auto k_footer = R"(SWEEP.json names a scene, what to vary and what to report:
  {"carom": 1, "scene": "gas",
   "vary": {"/world/detection": ["event"], "/world/restitution": [0.8, 0.9, 1.0], "/seed": {"from": 1, "to": 8}},
   "until": 10, "report": ["collisions", "energy.drift", "gas.Z"]}

FOLDER/runs.csv has a line a run: its number, the varied values, the reported ones, hash, exit code, seconds and, of one
that failed, the reason. The same command given again after the sweep was stopped or killed runs what is left. A run that
fails is a row and does not end the sweep.

--task K --of N runs every N-th run only, for K from 0 to N - 1 or from 1 to N; once all have ended, runs.csv holds all.
  $ carom sweep gas-sweep.json --into results
  $ parallel carom sweep gas-sweep.json --into results --jobs 1 --task {} --of 16 ::: $(seq 16)

Exit code: 0 done, 1 a run has failed, 2 bad input, 3 stopped by SIGINT or SIGTERM.)";

int sweep_and_tell(const SweepOptions& options) {
  try {
    return run_sweep(options);
  } catch (const Failure& failure) {
    fmt::print(stderr, "carom sweep: {}\n", failure.what());
    return failure.code;
  }
}

}  // namespace

Command sweep_command(CLI::App& program) {
  const auto options = std::make_shared<SweepOptions>();
  CLI::App* const command = program.add_subcommand("sweep", k_about);
  command->add_option("SWEEP.json", options->sweep, "What to run")->type_name("")->required();
  command->add_option("--into", options->into, "Where results go")->type_name("FOLDER");
  command->add_option("--jobs", options->jobs, "Runs side by side; as many as there are cores")
      ->type_name("N")
      ->check(expect_whole);
  command->add_option("--task", options->task, "Which share to run")->type_name("K")->check(expect_whole);
  command->add_option("--of", options->of, "Of how many shares")->type_name("N")->check(expect_whole);
  command->add_flag("--keep", options->keep, "Keep each run's scene, summary, events and state, in FOLDER/runs");
  command->add_flag("--quiet", options->quiet, "No progress");
  command->footer(k_footer);
  return {"sweep", command, [options] { return sweep_and_tell(*options); }};
}

}  // namespace carom::app
