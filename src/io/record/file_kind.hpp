#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace carom::io {

/// What a file is, by what stands in it; its name does not matter.
enum class FileKind : std::uint8_t {
  scene,
  sweep,
  checkpoint,
  trajectory_csv,
  trajectory_jsonl,
  trajectory_xyz,
  events,
  events_hdf5,  ///< told from other files of HDF5 by what stands in them
  series,
  runs,  ///< the table of a sweep
  summary,
  provenance,
  svg,
  png,
  pdf,
  mp4,
  webm,
  gif,
  hdf5,
  unknown,
};

/// Of the whole text, or of its beginning: the first line must be complete, and of a JSON file all of it.
[[nodiscard]] FileKind file_kind(std::string_view text);

/// "scene", "trajectory (CSV)".
[[nodiscard]] std::string_view name_of(FileKind kind) noexcept;

}  // namespace carom::io
