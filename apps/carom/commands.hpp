#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string_view>

/// The program: one file a subcommand. Each adds itself to the command line and gives back what it does when asked for.
namespace carom::app {

enum ExitCode : int {
  k_done = 0,
  k_failed = 1,     ///< the work could not be done, such as output to a full disk
  k_bad_input = 2,  ///< the command line, the file or something in it is wrong
  k_stopped = 3,    ///< by SIGINT or SIGTERM, with everything written
};

struct Command {
  std::string_view name;
  CLI::App* options;
  std::function<int()> run;
};

[[nodiscard]] Command query_command(CLI::App& program);
[[nodiscard]] Command run_command(CLI::App& program);
[[nodiscard]] Command compare_command(CLI::App& program);
[[nodiscard]] Command play_command(CLI::App& program);
[[nodiscard]] Command scenes_command(CLI::App& program);
[[nodiscard]] Command validate_command(CLI::App& program);

}  // namespace carom::app
