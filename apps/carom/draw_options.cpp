#include "draw_options.hpp"

#include <CLI/CLI.hpp>

#include "option_checks.hpp"

namespace carom::app {

void add_draw_options(CLI::App& command, DrawOptions& options) {
  constexpr auto group = "Pictures and films";
  const auto text = [&](const char* name, std::string& value, const char* what, const char* type) {
    command.add_option(name, value, what)->type_name(type)->group(group);
  };
  const auto number = [&](const char* name, std::optional<double>& value, const char* what, const char* type) {
    command.add_option(name, value, what)->type_name(type)->check(expect_number)->group(group);
  };
  text("--picture", options.picture, "All paths and hits, as a picture: .svg, .png or .pdf", "FILE");
  text("--plot", options.plot, "Energy, momentum, collisions a second, speeds: .svg, .png or .pdf", "FILE");
  text("--video", options.video, "A film: .mp4, .webm or .gif", "FILE");
  number("--fps", options.fps, "Frames a second of film; 60", "N");
  number("--speed", options.speed, "Scene seconds a second of film; 1", "X");
  text("--size", options.size, "Of the film, in pixels; 1280x720", "WxH");
  text("--view", options.view, "The part of the plane that a film shows", "XMIN,YMIN,XMAX,YMAX");
  text("--colour", options.colour, "What a film's colours tell: speed, kind or tag; speed", "WHAT");
  number("--trails", options.trails, "Scene seconds for which a film shows where bodies were; 0", "SECONDS");
  command.add_flag("--dark", options.dark, "Dark pictures, plots and films")->group(group);
  command.add_flag("--contacts", options.contacts, "Show contact points, normals and impulses")->group(group);
}

}  // namespace carom::app
