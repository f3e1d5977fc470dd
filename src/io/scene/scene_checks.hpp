#pragma once

#include <vector>

#include "carom/io/scene.hpp"

namespace carom::io {

/// What is wrong with a scene whose every value is right by itself: values that contradict each other.
[[nodiscard]] std::vector<Error> contradictions(const Scene& scene);

}  // namespace carom::io
