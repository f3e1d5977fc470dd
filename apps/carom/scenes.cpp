#include "scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "carom/io/scene.hpp"
#include "commands.hpp"
#include "io/json/nearest_word.hpp"
#include "io/system/system.hpp"
#include "output.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = "Lists the scenes that come with the program, or prints one of them.";

constexpr auto k_footer = R"(A name from the list can stand wherever a command takes a SCENE.

Examples:
  $ carom scenes
  $ carom scenes billiards_break > my_scene.json
  $ carom run billiards_break

Exit code: 0, or 2 if there is no such scene.)";

const ShippedScene* find_shipped(std::string_view name) {
  const auto scenes = shipped_scenes();
  const auto found = std::find_if(scenes.begin(), scenes.end(), [&](const auto& scene) { return scene.name == name; });
  return found == scenes.end() ? nullptr : &*found;
}

std::string hint_for(std::string_view wanted) {
  std::vector<std::string_view> names;
  for (const ShippedScene& scene : shipped_scenes()) names.push_back(scene.name);
  const auto meant = io::nearest_word(wanted, names);
  return meant ? fmt::format("did you mean \"{}\"?", *meant) : "\"carom scenes\" lists the ones there are";
}

/// Name, title and what the scene teaches, in columns.
std::string listing() {
  std::size_t width = 0;
  for (const ShippedScene& scene : shipped_scenes()) width = std::max(width, scene.name.size());
  std::string text;
  for (const ShippedScene& shipped : shipped_scenes()) {
    const auto scene = read_scene(shipped.text);
    if (!scene) throw Failure(k_failed, fmt::format("the scene {} does not read", shipped.name));
    text += fmt::format("{:<{}}  {}\n", shipped.name, width, scene.value().name);
    if (!scene.value().about.empty()) text += fmt::format("{:<{}}    {}\n", "", width, scene.value().about);
  }
  return text;
}

int show(const std::string& name) {
  std::string text;
  try {
    if (name.empty()) {
      text = listing();
    } else if (const ShippedScene* const scene = find_shipped(name)) {
      text = scene->text;
    } else {
      throw Failure(k_bad_input, fmt::format("there is no scene \"{}\", {}", name, hint_for(name)));
    }
  } catch (const Failure& failure) {
    fmt::print(stderr, "carom scenes: {}\n", failure.what());
    return failure.code;
  }
  Output out(io::k_standard_output);
  if (out.write(text) && out.flush()) return k_done;
  fmt::print(stderr, "carom scenes: cannot write: {}\n", std::strerror(out.error()));
  return k_failed;
}

}  // namespace

SceneSource find_scene(const std::string& wanted) {
  std::error_code ignored;
  if (!std::filesystem::exists(wanted, ignored)) {
    if (const ShippedScene* const scene = find_shipped(wanted)) return {wanted, "", std::string(scene->text)};
    if (wanted.find('/') == std::string::npos && !wanted.ends_with(".json")) {
      throw Failure(k_bad_input, fmt::format("there is no file and no scene \"{}\", {}", wanted, hint_for(wanted)));
    }
  }
  return {wanted, wanted, read_whole(wanted)};
}

Command scenes_command(CLI::App& program) {
  const auto name = std::make_shared<std::string>();
  CLI::App* const command = program.add_subcommand("scenes", k_about);
  command->add_option("NAME", *name, "Print this one, as a scene file")->type_name("");
  command->footer(k_footer);
  return {"scenes", command, [name] { return show(*name); }};
}

}  // namespace carom::app
