#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/shapes/checked.hpp"

/// Many runs of one scene: what `carom sweep` reads.
namespace carom::io {

using SweepValue = nlohmann::ordered_json;

/// One key of the scene and what it is to be.
struct SweepAxis {
  std::string pointer;  ///< a JSON pointer into the scene
  std::vector<SweepValue> values;
};

struct SweepPlan {
  std::string scene;  ///< as the file has it
  std::vector<SweepAxis> axes;
  std::optional<double> until;
  std::vector<std::string> report;

  /// Every combination is a run.
  [[nodiscard]] std::size_t run_count() const noexcept;
  /// The value of each axis; the last axis goes round fastest.
  [[nodiscard]] std::vector<SweepValue> values_of(std::size_t run) const;
};

/// The error's place is a JSON pointer, or "line L, column C" for text that is not JSON.
[[nodiscard]] Checked<SweepPlan> read_sweep(std::string_view text);

/// The scene with its values put in. An error says which axis names a place that the scene has no room for.
[[nodiscard]] Checked<SweepValue> scene_of_run(const SweepPlan& plan, const SweepValue& scene, std::size_t run);

/// A number of a summary by its name, "energy.drift", as a cell of a table; empty where the summary has none. "gas.Z" is
/// gas.compressibility.
[[nodiscard]] std::string summary_cell(const SweepValue& summary, std::string_view name);

/// A cell as CSV has it (RFC 4180): in quotes where it needs them.
[[nodiscard]] std::string csv_cell(std::string_view text);
/// The cells of a line; nothing if its quotes are not closed.
[[nodiscard]] std::optional<std::vector<std::string>> csv_cells(std::string_view line);

}  // namespace carom::io
