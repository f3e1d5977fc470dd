#include "trajectory_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "carom/io/answer.hpp"
#include "exit_codes.hpp"
#include "io/optional/h5_events.hpp"
#include "io/optional/h5md.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

using io::FileKind;

TrajectoryFormat format_of(FileKind kind) {
  if (kind == FileKind::trajectory_csv) return TrajectoryFormat::csv;
  return kind == FileKind::trajectory_jsonl ? TrajectoryFormat::jsonl : TrajectoryFormat::xyz;
}

std::string text_member(const nlohmann::json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "unknown";
}

}  // namespace

std::ifstream open_to_read(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Failure(k_bad_input, fmt::format("{}: expected a file, found a folder", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Failure(k_bad_input, fmt::format("cannot read {}", path));
  return file;
}

FileKind kind_of_file(const std::string& path) {
  // Files of lines may be larger than memory: of them the first line is enough.
  std::ifstream file = open_to_read(path);
  std::string line;
  std::getline(file, line);
  const FileKind kind = io::file_kind(line);
  if (kind == FileKind::hdf5 && io::holds_events(path)) return FileKind::events_hdf5;
  return kind != FileKind::unknown ? kind : io::file_kind(read_whole(path));
}

bool is_trajectory(FileKind kind) noexcept {
  return kind == FileKind::trajectory_csv || kind == FileKind::trajectory_jsonl || kind == FileKind::trajectory_xyz ||
         kind == FileKind::hdf5;
}

TrajectoryFile::TrajectoryFile(const std::string& path, FileKind kind) : path_(path) {
  if (kind == FileKind::hdf5) {
    try {
      reader_ = io::h5md_frames(path);
    } catch (const io::H5Failure& failure) {
      throw Failure(k_bad_input, fmt::format("{}: {}", path, failure.what()));
    }
    return;
  }
  file_ = std::make_unique<std::ifstream>(open_to_read(path));
  reader_ = text_frames(*file_, format_of(kind));
}

std::optional<RecordedFrame> TrajectoryFile::next() {
  auto frame = reader_->next();
  if (!frame) throw Failure(k_bad_input, fmt::format("{}: {}", path_, sentence(frame.error())));
  return std::move(frame).value();
}

std::optional<FileOrigin> origin_in(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  FileOrigin origin;
  if (json.contains("from")) {
    if (const auto from = origin_in(json["from"].dump())) origin.from = from->provenance;
  }
  Provenance& p = origin.provenance;
  p.version = text_member(json, "version");
  p.commit = text_member(json, "commit");
  p.compiler = text_member(json, "compiler");
  if (json.contains("seed") && json["seed"].is_number_unsigned()) p.seed = json["seed"].get<std::uint64_t>();
  p.scene_sha256 = text_member(json, "scene_sha256");
  p.command = text_member(json, "command");
  if (json.contains("scene")) origin.scene_text = text_member(json, "scene");
  return origin;
}

std::optional<FileOrigin> origin_of_trajectory(const std::string& path, FileKind kind) {
  if (kind != FileKind::hdf5) return origin_beside(path);
  try {
    io::H5mdFacts facts = io::h5md_facts(path);
    auto origin = origin_in(facts.provenance);
    if (origin) origin->scene_text = std::move(facts.scene_text);
    return origin;
  } catch (const io::H5Failure& failure) {
    throw Failure(k_bad_input, fmt::format("{}: {}", path, failure.what()));
  }
}

std::optional<FileOrigin> origin_beside(const std::string& path) {
  const std::string beside = path + ".provenance.json";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(beside, ignored)) return std::nullopt;
  return origin_in(read_whole(beside));
}

}  // namespace carom::app
