#pragma once

#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "carom/io/provenance.hpp"
#include "carom/io/recorded.hpp"
#include "io/record/file_kind.hpp"

namespace carom::app {

/// By what stands in it. Throws Failure.
[[nodiscard]] io::FileKind kind_of_file(const std::string& path);

[[nodiscard]] bool is_trajectory(io::FileKind kind) noexcept;

/// For reading. Throws Failure, for a folder too.
[[nodiscard]] std::ifstream open_to_read(const std::string& path);

/// A trajectory written before, frame by frame. Throws Failure.
class TrajectoryFile {
 public:
  TrajectoryFile(const std::string& path, io::FileKind kind);
  [[nodiscard]] std::optional<RecordedFrame> next();

 private:
  std::string path_;
  std::unique_ptr<std::ifstream> file_;
  std::unique_ptr<FrameReader> reader_;
};

/// What stands beside an output, or in it, about where it comes from.
struct FileOrigin {
  Provenance provenance;
  std::string scene_text;          ///< empty: not kept
  std::optional<Provenance> from;  ///< of the trajectory that a picture or a film was made of
};
[[nodiscard]] std::optional<FileOrigin> origin_beside(const std::string& path);
[[nodiscard]] std::optional<FileOrigin> origin_of_trajectory(const std::string& path, io::FileKind kind);

/// From an object of provenance_json or provenance_file.
[[nodiscard]] std::optional<FileOrigin> origin_in(std::string_view json);

}  // namespace carom::app
