#include "io/record/file_kind.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace carom::io {
namespace {

FileKind kind_of_json(const nlohmann::json& json) {
  const auto has = [&](const char* key) { return json.contains(key); };
  if (has("t") && has("bodies")) return FileKind::trajectory_jsonl;
  if (has("t") && has("a") && has("b") && has("point")) return FileKind::events;
  if (has("program") && json["program"] == "carom") return FileKind::provenance;
  if (has("hash") && has("collisions")) return FileKind::summary;
  if (has("scene_sha256") && has("vary")) return FileKind::sweep;  // what a folder of runs keeps of its own
  if (has("carom")) return has("vary") ? FileKind::sweep : FileKind::scene;
  return FileKind::unknown;
}

bool is_count(std::string_view line) {
  return !line.empty() && std::ranges::all_of(line, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

FileKind file_kind(std::string_view text) {
  if (text.starts_with("carom checkpoint ")) return FileKind::checkpoint;
  if (text.starts_with("\x89HDF")) return FileKind::hdf5;
  if (text.starts_with("\x89PNG")) return FileKind::png;
  if (text.starts_with("%PDF")) return FileKind::pdf;
  if (text.starts_with("<svg ")) return FileKind::svg;
  if (text.size() >= 8 && text.substr(4, 4) == "ftyp") return FileKind::mp4;
  if (text.starts_with("\x1a\x45\xdf\xa3")) return FileKind::webm;
  if (text.starts_with("GIF8")) return FileKind::gif;
  if (text.starts_with("t,id,x,y,")) return FileKind::trajectory_csv;
  if (text.starts_with("t,steps,bodies,")) return FileKind::series;
  if (text.starts_with("run,")) return FileKind::runs;
  const std::string_view line = text.substr(0, text.find('\n'));
  if (is_count(line)) return FileKind::trajectory_xyz;
  for (const std::string_view part : {line, text}) {
    const auto json = nlohmann::json::parse(part, nullptr, false);
    if (json.is_object()) return kind_of_json(json);
  }
  return FileKind::unknown;
}

std::string_view name_of(FileKind kind) noexcept {
  switch (kind) {
    case FileKind::scene: return "scene";
    case FileKind::sweep: return "sweep";
    case FileKind::checkpoint: return "checkpoint";
    case FileKind::trajectory_csv: return "trajectory (CSV)";
    case FileKind::trajectory_jsonl: return "trajectory (JSON Lines)";
    case FileKind::trajectory_xyz: return "trajectory (extended XYZ)";
    case FileKind::events: return "events (JSON Lines)";
    case FileKind::events_hdf5: return "events (HDF5)";
    case FileKind::series: return "series (CSV)";
    case FileKind::runs: return "runs of a sweep (CSV)";
    case FileKind::summary: return "summary";
    case FileKind::provenance: return "provenance";
    case FileKind::svg: return "picture (SVG)";
    case FileKind::png: return "picture (PNG)";
    case FileKind::pdf: return "picture (PDF)";
    case FileKind::mp4: return "film (MP4)";
    case FileKind::webm: return "film (WebM)";
    case FileKind::gif: return "film (GIF)";
    case FileKind::hdf5: return "HDF5";
    case FileKind::unknown: break;
  }
  return "nothing that carom has written";
}

}  // namespace carom::io
