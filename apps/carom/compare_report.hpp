#pragma once

#include <string>
#include <vector>

#include "carom/io/provenance.hpp"
#include "compare_lanes.hpp"

namespace carom::app {

/// A table, what its columns mean, and what happened in one or two sentences.
[[nodiscard]] std::string comparison_text(const std::string& title, const Lanes& lanes);

/// One object, with a line's end.
[[nodiscard]] std::string comparison_json(const std::string& title, const Lanes& lanes, const Provenance& provenance);

}  // namespace carom::app
