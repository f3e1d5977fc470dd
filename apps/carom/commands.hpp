#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string_view>

#include "exit_codes.hpp"

/// The program: one file a subcommand. Each adds itself to the command line and gives back what it does when asked for.
namespace carom::app {

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
[[nodiscard]] Command render_command(CLI::App& program);
[[nodiscard]] Command sweep_command(CLI::App& program);
[[nodiscard]] Command info_command(CLI::App& program);
[[nodiscard]] Command diff_command(CLI::App& program);

}  // namespace carom::app
