#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "commands.hpp"
#include "io/system/system.hpp"
#include "output.hpp"
#include "page_files.hpp"
#include "page_server.hpp"
#include "run_files.hpp"
#include "scenes.hpp"

namespace carom::app {
namespace {

constexpr auto k_about =
    "Serves the playground, the page in which scenes are seen and touched, to this machine's browser.";

constexpr auto k_footer =
    R"(SCENE is a scene file, or the name of one that "carom scenes" lists; the page opens with it, and a file that has
changed is read again when the page is reloaded. Without it the page opens with the first of its scenes.

With --watch a file that has changed is opened in the page within a second, so that a scene can be written in an editor and
seen beside it. With --embed other pages may show this one in a frame; then it has the stage and the time alone.

The page is served on the loopback address alone and loads nothing from anywhere else. Ctrl-C ends it.

Examples:
  $ carom play
  $ carom play billiards_break --open
  $ carom play my_scene.json --watch
  $ carom play my_scene.json --port 8080

Exit code: 0 ended by Ctrl-C (SIGINT) or SIGTERM, 1 the port cannot be had, 2 bad input or no built page.)";

struct PlayOptions {
  bool watch = false;
  bool embed = false;
  std::string scene;
  int port = 0;
  std::string web;
  bool open = false;
};

void open_browser(const std::string& url) {
  io::Launch launch;
  launch.program = "xdg-open";
  launch.arguments = {"xdg-open", url};
  launch.own_group = true;
  if (!io::Process(launch).is_running())
    fmt::print(stderr, "carom play: cannot open a browser: xdg-open: {}\n", std::strerror(errno));
}

/// What the page is asked for.
std::string query_of(const PlayOptions& options) {
  std::string query;
  if (!options.scene.empty()) query += "&scene=served";
  if (options.watch) query += "&watch";
  if (options.embed) query += "&embed";
  if (!query.empty()) query.front() = '?';
  return query;
}

int serve(const PlayOptions& options) {
  std::function<std::string()> scene;
  if (!options.scene.empty()) {
    static_cast<void>(find_scene(options.scene));  // a scene that does not exist is reported at once
    scene = [wanted = options.scene] { return find_scene(wanted).text; };
  }
  if (options.watch && options.scene.empty()) throw Failure(k_bad_input, "--watch needs a scene to watch");
  PageServer server(load_page(options.web), std::move(scene), options.embed);
  io::ignore_broken_pipes();
  const io::StopSignals signals;
  server.start(options.port);
  const std::string url = server.url() + query_of(options);
  Output out(io::k_standard_output);
  if (!out.write(fmt::format("The playground is at {}\nCtrl-C ends it.\n", url)) || !out.flush()) {
    throw Failure(k_failed, fmt::format("cannot write: {}", std::strerror(out.error())));
  }
  if (options.open) open_browser(url);
  signals.wait();
  server.stop();
  return k_done;
}

int play(const PlayOptions& options) {
  try {
    return serve(options);
  } catch (const Failure& failure) {
    fmt::print(stderr, "carom play: {}\n", failure.what());
    return failure.code;
  }
}

}  // namespace

Command play_command(CLI::App& program) {
  constexpr int largest_port = 65535;
  const auto options = std::make_shared<PlayOptions>();
  CLI::App* const command = program.add_subcommand("play", k_about);
  command->add_option("SCENE", options->scene, "Open the page with this scene")->type_name("");
  command->add_option("--port", options->port, "Listen on this port, not on a free one")
      ->type_name("N")
      ->check(CLI::Range(1, largest_port));
  command->add_option("--web", options->web, "Serve the built page in this folder")->type_name("FOLDER");
  command->add_flag("--watch", options->watch, "Open the scene again whenever its file has changed");
  command->add_flag("--embed", options->embed, "Let other pages show it in a frame");
  command->add_flag("--open", options->open, "Open it in the browser (xdg-open)");
  command->footer(k_footer);
  return {"play", command, [options] { return play(*options); }};
}

}  // namespace carom::app
