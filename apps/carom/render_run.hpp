#pragma once

#include <optional>
#include <string>

#include "draw_options.hpp"

namespace carom::app {

struct RenderOptions {
  std::string file;
  std::string scene;  ///< empty: the one that the file was made from, if that is known
  DrawOptions draw;
  bool quiet = false;
};

/// Pictures, plots and films of a trajectory that was written before. Throws Failure.
void render(const RenderOptions& options);

}  // namespace carom::app
