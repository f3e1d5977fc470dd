#pragma once

#include <optional>
#include <string>

#include "io/picture/frame_picture.hpp"

namespace CLI {
class App;
}

namespace carom::app {

/// How pictures, plots and films look: options of `carom run` and `carom render`.
struct DrawOptions {
  std::string picture;
  std::string plot;
  std::string video;
  std::optional<double> fps;
  std::optional<double> speed;
  std::string size;
  std::string view;
  std::string colour;
  std::optional<double> trails;
  bool dark = false;
  bool contacts = false;
};

void add_draw_options(CLI::App& command, DrawOptions& options);

/// What the options say, all of it checked.
struct FilmPlan {
  double fps = 60;
  double speed = 1;  ///< scene seconds a second of film
  io::FrameOptions look;
  std::optional<io::PlaneBox> view;
};

/// Throws Failure for what is wrong or missing: endings, numbers, cairo, ffmpeg, options that mean nothing here.
[[nodiscard]] FilmPlan checked_draw_options(const DrawOptions& options);

}  // namespace carom::app
