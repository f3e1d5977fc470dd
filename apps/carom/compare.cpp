#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "compare_report.hpp"
#include "io/scene/scene_words.hpp"
#include "io/system/system.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "run_plan.hpp"

namespace carom::app {
namespace {

constexpr auto k_about =
    "Runs a scene with exact and with step-by-step detection, and tells what the second one missed.";

constexpr auto k_footer =
    R"(event knows no steps: it goes from contact to contact. swept finds every contact within a step, at its time. overlap looks
only at the end of each step, as most games and many simulations do: what touched and parted in between was never there
for it. The same scene runs all ways side by side, overlap also with steps 4 and 16 times smaller. event is the
reference; in a scene with sources, attraction or damping, where there is no event, swept is. Only swept turns what is no
circle: where there is something to turn, the other rows are of bodies that do not. Spin and friction are for event and
swept: such a scene has no rows of overlap, and one that only swept can run is refused.

A reference that has steps, swept, is only as good as they are. It is run again with steps half as long, and how far apart
the two are is told, and from when on. --reference-dt gives the reference finer steps than the scene's dt.

A contact counts as missed if the other run has none of the same two bodies within one of its steps; as invented, if
the reference has none. A run diverges at the first contact it misses, or at the end of the step in which a body is
first seen more than 1 % of the smallest body's size away from where the reference has it, whichever comes first. After
that the two are different histories: collisions amplify small differences, and most later contacts are other ones.
Two bodies are said to have passed through each other only if the run had them on their way as the reference has, and
still found no contact.

Example:
  $ carom compare billiards_break --until 1

Exit code: 0, or 2 if the scene or an option is wrong, or 1 if the result cannot be written.)";

int compare(const RunOptions& options, std::optional<double> reference_dt) {
  RunOptions all_ways = options;
  all_ways.detection = io::k_detections[0];  // whatever the scene's own: there are steps
  const RunPlan plan = new_plan(all_ways);
  if (reference_dt && !(*reference_dt > 0 && std::isfinite(*reference_dt))) {
    throw Failure(k_bad_input, fmt::format("--reference-dt: expected a positive number, found {}", *reference_dt));
  }
  Lanes lanes = make_lanes(plan.scene, plan.plan.scene_file, reference_dt);
  run_lanes(lanes, plan.plan.until, !options.quiet);
  const std::string title = plan.scene.name.empty() ? plan.plan.scene_file : plan.scene.name;
  const std::string text =
      options.json ? comparison_json(title, lanes, plan.plan.provenance) : comparison_text(title, lanes);
  Output out(io::k_standard_output);
  if (out.write(text) && out.flush()) return k_done;
  throw Failure(k_failed, fmt::format("cannot write: {}", std::strerror(out.error())));
}

int compare_and_tell(const RunOptions& options, std::optional<double> reference_dt) {
  try {
    return compare(options, reference_dt);
  } catch (const Failure& failure) {
    fmt::print(stderr, "carom compare: {}\n", failure.what());
    return failure.code;
  }
}

}  // namespace

Command compare_command(CLI::App& program) {
  const auto options = std::make_shared<RunOptions>();
  const auto reference_dt = std::make_shared<std::optional<double>>();
  CLI::App* const command = program.add_subcommand("compare", k_about);
  command->add_option("SCENE", options->scene, "A scene file, or a name from \"carom scenes\"")
      ->type_name("")
      ->required();
  command->add_option("--until", options->until, "Run to this scene time")->type_name("T")->check(expect_number);
  command->add_option("--dt", options->dt, "Step, in place of the scene's")->type_name("SECONDS")->check(expect_number);
  command
      ->add_option("--reference-dt", *reference_dt,
                   "Where swept is the reference: its longest step; dt. Each of dt is cut into equal ones")
      ->type_name("SECONDS")
      ->check(expect_number);
  command->add_option("--seed", options->seed, "For fills that have none of their own")
      ->type_name("N")
      ->check(expect_whole);
  command->add_option("--threads", options->threads, "Changes no bit of any result")
      ->type_name("N")
      ->check(expect_whole);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_flag("--quiet", options->quiet, "No progress");
  command->footer(k_footer);
  return {"compare", command, [options, reference_dt] { return compare_and_tell(*options, *reference_dt); }};
}

}  // namespace carom::app
