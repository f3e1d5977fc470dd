#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "commands.hpp"
#include "inspect.hpp"
#include "io/system/system.hpp"
#include "output.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = "Says where two results first differ, and by how much.";

constexpr auto k_footer =
    R"(A and B are two trajectories (of any formats), two logs of events, two series, or two states, scenes, checkpoints or
summaries. Numbers are held against each other bit for bit; a difference is told in the unit of the numbers and in ulp,
how many doubles lie between. Wall times and provenance do not count.

Examples:
  $ carom run gas --threads 1 --events one.jsonl && carom run gas --threads 2 --events two.jsonl
  $ carom diff one.jsonl two.jsonl

Exit code: 0 the same, 1 they differ, 2 bad input.)";

int diff(const std::string& a, const std::string& b) {
  try {
    const FileDifference found = compare_files(a, b);
    Output out(io::k_standard_output);
    if (!out.write(found.text) || !out.flush()) return k_failed;
    return found.same ? k_done : k_failed;
  } catch (const Failure& failure) {
    fmt::print(stderr, "carom diff: {}\n", failure.what());
    return failure.code;
  }
}

}  // namespace

Command diff_command(CLI::App& program) {
  const auto files = std::make_shared<std::array<std::string, 2>>();
  CLI::App* const command = program.add_subcommand("diff", k_about);
  command->add_option("A", (*files)[0], "One file")->type_name("")->required();
  command->add_option("B", (*files)[1], "The other")->type_name("")->required();
  command->footer(k_footer);
  return {"diff", command, [files] { return diff((*files)[0], (*files)[1]); }};
}

}  // namespace carom::app
