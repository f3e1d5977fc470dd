#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "build_info.hpp"
#include "commands.hpp"
#include "io/json/nearest_word.hpp"

#ifndef CAROM_VERSION
#define CAROM_VERSION "(version unknown)"
#endif

namespace carom::app {
namespace {

constexpr auto k_about = "Carom finds the exact moment two things in the plane meet.";

constexpr auto k_footer = R"(Example:
  $ carom scenes
  $ carom run billiards_break
  $ carom query --pretty examples/first_queries.jsonl

"carom run --help" tells more, as does each of the others.)";

int usage_error(const CLI::App& program, std::span<const Command> commands, std::string_view first) {
  if (first.empty()) {
    fmt::print(stderr, "{}", program.help());
    return k_bad_input;
  }
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  const auto meant = io::nearest_word(first, names);
  const std::string hint =
      meant ? fmt::format("did you mean \"{}\"?", *meant) : "\"carom --help\" lists the ones there are";
  fmt::print(stderr, "carom: unknown command \"{}\", {}\n", first, hint);
  return k_bad_input;
}

int run(int argc, const char* const* argv) {
  remember_command_line(argc, argv);
  CLI::App program(k_about, "carom");
  program.footer(k_footer);
  program.set_version_flag("--version", "carom " CAROM_VERSION);
  const std::array commands{run_command(program),    compare_command(program),  play_command(program),
                            scenes_command(program), validate_command(program), query_command(program),
                            render_command(program), sweep_command(program),    info_command(program),
                            diff_command(program)};
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return program.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    for (const Command& command : commands) {
      if (!command.options->parsed()) continue;
      fmt::print(stderr, "carom {0}: {1}\n\"carom {0} --help\" tells more\n", command.name, error.what());
      return k_bad_input;
    }
    return usage_error(program, commands, argc > 1 ? argv[1] : "");
  }
  for (const Command& command : commands) {
    if (command.options->parsed()) return command.run();
  }
  return usage_error(program, commands, argc > 1 ? argv[1] : "");
}

}  // namespace
}  // namespace carom::app

int main(int argc, char** argv) {
  try {
    return carom::app::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("carom: not enough memory\n", stderr);
    return carom::app::k_failed;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "carom: %s\n", error.what());
    return carom::app::k_failed;
  }
}
