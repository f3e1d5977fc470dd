#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "carom/io/answer.hpp"
#include "carom/io/scene.hpp"
#include "commands.hpp"
#include "io/system/system.hpp"
#include "output.hpp"
#include "run_files.hpp"
#include "run_plan.hpp"
#include "scenes.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = "Checks scenes without running them: the text, and that a world can be built of it.";

constexpr auto k_footer =
    R"(SCENE is the path of a file or the name of a scene that comes with the program ("carom scenes" lists those).
A scene that is good is answered with a line on standard output. Faults go to standard error, one a line, up to 20:
  FILE: /bodies/3/circle/radius: expected a number above 0, up to 1e60, found -1
Warnings too: what is allowed and looks like a slip, such as a rule for a name that no body has.

Exit code: 0 if all are good, warnings or not; else 2.)";

void complain(const std::string& label, const std::string& what) { fmt::print(stderr, "{}: {}\n", label, what); }

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// One line about a good scene; nothing, and complaints, about another.
std::string verdict(const SceneSource& source) {
  const auto read = read_scene(source.text);
  if (!read) {
    for (const Error& fault : scene_faults(source.text)) complain(source.label, sentence(fault));
    return {};
  }
  const Scene& scene = read.value();
  const auto world = build_world(scene);
  if (!world) {
    complain(source.label, sentence(world.error()));
    return {};
  }
  const bool has_steps = scene.world.detection != Detection::event;
  if (const auto fault = has_steps ? lost_steps(scene, scene.world.time + scene.duration) : std::nullopt) {
    complain(source.label, sentence(*fault));
    return {};
  }
  for (const Error& warning : scene_warnings(scene)) complain(source.label, "warning: " + sentence(warning));
  std::string bodies =
      fmt::format("{} {}", world.value().body_count(), world.value().body_count() == 1 ? "body" : "bodies");
  if (!scene.fills.empty()) bodies += fmt::format(" ({})", counted(scene.fills.size(), "fill"));
  return fmt::format("{}: ok, {}, {}\n", source.label, bodies, counted(scene.world.rules.size(), "rule"));
}

int validate(const std::vector<std::string>& scenes) {
  Output out(io::k_standard_output);
  int code = k_done;
  for (const std::string& wanted : scenes) {
    std::string line;
    try {
      line = verdict(find_scene(wanted));
    } catch (const Failure& failure) {
      complain("carom validate", failure.what());
    }
    if (line.empty()) code = k_bad_input;
    // At once, so that it stands in order with the complaints.
    if (!out.write(line) || !out.flush()) {
      if (out.error() != EPIPE) complain("carom validate", fmt::format("cannot write: {}", std::strerror(out.error())));
      return k_failed;
    }
  }
  return code;
}

}  // namespace

Command validate_command(CLI::App& program) {
  const auto scenes = std::make_shared<std::vector<std::string>>();
  CLI::App* const command = program.add_subcommand("validate", k_about);
  command->add_option("SCENE", *scenes, "Scenes to check")->type_name("")->required();
  command->footer(k_footer);
  return {"validate", command, [scenes] { return validate(*scenes); }};
}

}  // namespace carom::app
