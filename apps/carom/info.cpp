#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "inspect.hpp"
#include "io/system/system.hpp"
#include "output.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = "Tells what a file is, what is in it and where it comes from.";

constexpr auto k_footer =
    R"(FILE is a scene, a state, a checkpoint, a trajectory, events, a series, a summary, a picture, a film, a sweep or its
table of runs: known by what stands in it, whatever its name. Without a FILE: what this program is, and what it was built with.

Exit code: 0 all are known, 2 one is not, or cannot be read.)";

int info(const std::vector<std::string>& files) {
  Output out(io::k_standard_output);
  int code = k_done;
  if (files.empty()) out.write(describe_program());
  for (const std::string& file : files) {
    try {
      out.write(describe_file(file));
    } catch (const Failure& failure) {
      out.flush();
      fmt::print(stderr, "carom info: {}\n", failure.what());
      code = failure.code;
    }
  }
  return out.flush() ? code : k_failed;
}

}  // namespace

Command info_command(CLI::App& program) {
  const auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* const command = program.add_subcommand("info", k_about);
  command->add_option("FILE", *files, "What to look at")->type_name("");
  command->footer(k_footer);
  return {"info", command, [files] { return info(*files); }};
}

}  // namespace carom::app
