#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "commands.hpp"
#include "io/system/system.hpp"
#include "render_run.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = "Makes a picture, a plot or a film of a trajectory that was written before.";

constexpr auto k_footer =
    R"(FILE is what carom run --out has written: .h5, .jsonl, .csv or .xyz. Shapes and masses are those of the scene, which carom run
keeps beside its outputs (FILE.provenance.json); --scene names another. A film shows at each of its moments the last frame
that is not after it: with --every SPEED/FPS it is the film of carom run --video. A trajectory has no contacts: a picture of
it has paths without dots. The plot of a .h5 is that of carom run --plot.

Examples:
  $ carom run gas --out gas.jsonl --every 0.05
  $ carom render gas.jsonl --video gas.mp4 --fps 20 --plot gas.png

Exit code: 0 done, 1 it could not be written, 2 bad input.)";

int render_and_tell(const RenderOptions& options) {
  io::ignore_broken_pipes();  // that ffmpeg may leave
  try {
    render(options);
    return k_done;
  } catch (const Failure& failure) {
    fmt::print(stderr, "carom render: {}\n", failure.what());
    return failure.code;
  }
}

}  // namespace

Command render_command(CLI::App& program) {
  const auto options = std::make_shared<RenderOptions>();
  CLI::App* const command = program.add_subcommand("render", k_about);
  command->add_option("FILE", options->file, "The trajectory")->type_name("")->required();
  command->add_option("--scene", options->scene, "The scene it is of, if that is not beside it")->type_name("SCENE");
  command->add_flag("--quiet", options->quiet, "No progress");
  add_draw_options(*command, options->draw);
  command->footer(k_footer);
  return {"render", command, [options] { return render_and_tell(*options); }};
}

}  // namespace carom::app
