#pragma once

#include <string>

#include "carom/io/picture_paths.hpp"

namespace carom {

/// A run as one SVG picture: bodies light where they started and solid where they ended, their paths, a dot for each
/// hit, the bounds, what is fixed, a scale. A picture of a sample says so.
[[nodiscard]] std::string picture_svg(const Paths& paths, const std::string& title);

}  // namespace carom
