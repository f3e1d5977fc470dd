#include "inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>

#include "build_info.hpp"
#include "carom/io/answer.hpp"
#include "carom/io/checkpoint.hpp"
#include "carom/io/scene.hpp"
#include "exit_codes.hpp"
#include "io/json/json_text.hpp"
#include "io/optional/cairo_canvas.hpp"
#include "io/optional/h5_events.hpp"
#include "io/optional/h5md.hpp"
#include "io/record/difference.hpp"
#include "io/record/file_kind.hpp"
#include "io/record/film_facts.hpp"
#include "io/record/picture_facts.hpp"
#include "io/scene/sweep_plan.hpp"
#include "run_files.hpp"
#include "trajectory_file.hpp"

namespace carom::app {
namespace {

using io::FileKind;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw Failure(k_bad_input, fmt::format("{}: {}", path, what));
}

bool is_lines(FileKind kind) {
  return kind == FileKind::trajectory_csv || kind == FileKind::trajectory_jsonl || kind == FileKind::trajectory_xyz ||
         kind == FileKind::events || kind == FileKind::series || kind == FileKind::runs;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string describe_trajectory(const std::string& path, FileKind kind) {
  TrajectoryFile trajectory(path, kind);
  std::uint64_t frames = 0;
  double first = 0;
  double last = 0;
  std::size_t least = 0;
  std::size_t most = 0;
  while (const auto frame = trajectory.next()) {
    if (frames++ == 0) {
      first = frame->t;
      least = frame->bodies.size();
    }
    last = frame->t;
    least = std::min(least, frame->bodies.size());
    most = std::max(most, frame->bodies.size());
  }
  const std::string bodies =
      least == most ? counted(most, "body", "bodies") : fmt::format("{} to {} bodies", least, most);
  return fmt::format("{} from t = {:.6g} to {:.6g}, {}", counted(frames, "frame", "frames"), first, last, bodies);
}

bool is_events(FileKind kind) { return kind == FileKind::events || kind == FileKind::events_hdf5; }

/// The lines of a log of events, whatever it is written in.
class EventLines {
 public:
  EventLines(const std::string& path, FileKind kind) : path_(path) {
    if (kind == FileKind::events_hdf5) {
      reading([&] { reader_ = std::make_unique<io::H5EventReader>(path); });
    } else {
      file_ = open_to_read(path);
    }
  }
  /// False: there is none any more.
  bool next(std::string& line) {
    if (!reader_) return static_cast<bool>(std::getline(file_, line));
    std::optional<EventRecord> event;
    reading([&] { event = reader_->next(); });
    if (!event) return false;
    line = event_line(*event);
    line.pop_back();
    return true;
  }
  [[nodiscard]] std::string provenance() const {
    std::string text;
    reading([&] { text = reader_->provenance(); });
    return text;
  }

 private:
  template <class Work>
  void reading(const Work& work) const {
    try {
      work();
    } catch (const io::H5Failure& failure) {
      refuse(path_, failure.what());
    }
  }

  std::string path_;
  std::ifstream file_;
  std::unique_ptr<io::H5EventReader> reader_;  // null: lines
};

std::string describe_events(const std::string& path, FileKind kind) {
  EventLines lines(path, kind);
  std::uint64_t count = 0;
  double first = 0;
  double last = 0;
  for (std::string line; lines.next(line);) {
    const auto event = Json::parse(line, nullptr, false);
    if (!event.is_object() || !event.contains("t") || !event["t"].is_number()) {
      refuse(path, fmt::format("line {}: expected an event, found \"{}\"", count + 1, io::clipped(line)));
    }
    last = event["t"].get<double>();
    if (count++ == 0) first = last;
  }
  return fmt::format("{} from t = {:.6g} to {:.6g}", counted(count, "event", "events"), first, last);
}

std::string first_cell(const std::string& line) { return line.substr(0, line.find(',')); }

std::string describe_table(const std::string& path, FileKind kind) {
  std::ifstream file = open_to_read(path);
  std::string line;
  std::getline(file, line);
  const auto columns = static_cast<std::uint64_t>(std::ranges::count(line, ',')) + 1;
  std::uint64_t rows = 0;
  std::string first;
  std::string last;
  while (std::getline(file, line)) {
    last = first_cell(line);
    if (rows++ == 0) first = last;
  }
  std::string text = fmt::format("{} of {}", counted(rows, "row", "rows"), counted(columns, "column", "columns"));
  if (rows > 0 && kind == FileKind::series) text += fmt::format(" from t = {} to {}", first, last);
  return text;
}

Scene scene_in(const std::string& path, std::string_view text) {
  auto scene = read_scene(text);
  if (!scene) refuse(path, sentence(scene.error()));
  return std::move(scene).value();
}

std::string describe_scene(const std::string& path) {
  const Scene scene = scene_in(path, read_whole(path));
  constexpr std::array detections{"swept", "overlap", "event"};
  std::uint64_t filled = 0;
  for (const SceneFill& fill : scene.fills) filled += fill.def.count;
  std::string text =
      fmt::format("\"{}\", {}, {}", scene.name, detections[static_cast<std::size_t>(scene.world.detection)],
                  counted(scene.bodies.size() + filled, "body", "bodies"));
  if (!scene.world.rules.empty()) text += ", " + counted(scene.world.rules.size(), "rule", "rules");
  text += fmt::format(", t = {:.6g} to {:.6g}", scene.world.time, scene.world.time + scene.duration);
  return text + (scene.created ? "; the state of a run" : "");
}

Checkpoint checkpoint_in(const std::string& path) {
  auto read = read_checkpoint(read_whole(path), CAROM_VERSION);
  if (!read) refuse(path, sentence(read.error()));
  return std::move(read).value();
}

std::string from_line(std::string_view word, const Provenance& p) {
  return fmt::format("  {:<6}carom {} ({}, {}), seed {}, scene sha256 {}: {}\n", word, p.version, p.commit, p.compiler,
                     p.seed, p.scene_sha256.substr(0, 12), p.command);
}

std::string describe_checkpoint(const std::string& path) {
  const Checkpoint c = checkpoint_in(path);
  const double time = c.world ? c.world->time() : c.start.time;
  return fmt::format("run of {} at t = {:.6g}, {:.3g} s of work, {}; goes on to t = {:.6g}", c.scene_file, time,
                     c.wall_seconds, counted(c.world ? c.world->body_count() : 0, "body", "bodies"), c.until);
}

template <class Facts>
Facts facts_in(const std::string& path, Checked<Facts> facts) {
  if (!facts) refuse(path, facts.error().reason);
  return std::move(facts).value();
}

io::PictureFacts picture_in(const std::string& path, FileKind kind) {
  const std::string bytes = read_whole(path);
  if (kind == FileKind::png) return facts_in(path, io::png_facts(bytes));
  return facts_in(path, kind == FileKind::pdf ? io::pdf_facts(bytes) : io::svg_facts(bytes));
}

std::string describe_picture(const std::string& path, FileKind kind) {
  const io::PictureFacts facts = picture_in(path, kind);
  return fmt::format("{:.6g}x{:.6g} {}", facts.width, facts.height, kind == FileKind::pdf ? "points" : "pixels");
}

io::FilmFacts film_in(const std::string& path, FileKind kind) {
  const std::string bytes = read_whole(path);
  if (kind == FileKind::mp4) return facts_in(path, io::mp4_facts(bytes));
  return facts_in(path, kind == FileKind::webm ? io::webm_facts(bytes) : io::gif_facts(bytes));
}

std::string describe_film(const std::string& path, FileKind kind) {
  const io::FilmFacts facts = film_in(path, kind);
  return fmt::format("{}x{} pixels, {} in {:.4g} s", facts.width, facts.height,
                     counted(facts.frames, "frame", "frames"), facts.seconds);
}

/// Of a sweep that somebody has written, or of what a folder of runs keeps of it.
std::string describe_sweep(const std::string& path) {
  const std::string text = read_whole(path);
  const Json json = Json::parse(text, nullptr, false);
  io::SweepPlan plan;
  std::string of;
  if (json.contains("scene_sha256")) {
    for (const auto& [pointer, values] : json["vary"].items()) {
      plan.axes.push_back({pointer, {values.begin(), values.end()}});
    }
    of = "in this folder";
  } else {
    plan = facts_in(path, io::read_sweep(text));
    of = "of " + plan.scene;
  }
  std::string described = counted(plan.run_count(), "run", "runs") + " " + of;
  for (std::size_t k = 0; k < plan.axes.size(); ++k) {
    described += fmt::format("{}{} ({})", k == 0 ? ": " : ", ", plan.axes[k].pointer,
                             counted(plan.axes[k].values.size(), "value", "values"));
  }
  return described;
}

std::optional<FileOrigin> origin_of(const std::string& path, FileKind kind) {
  switch (kind) {
    case FileKind::checkpoint: return FileOrigin{checkpoint_in(path).provenance, {}, {}};
    case FileKind::provenance: return origin_in(read_whole(path));
    case FileKind::png:
    case FileKind::pdf: return origin_in(picture_in(path, kind).comment);
    case FileKind::mp4:
    case FileKind::webm: return origin_in(film_in(path, kind).comment);
    case FileKind::summary: {
      const Json json = Json::parse(read_whole(path), nullptr, false);
      return json.contains("provenance") ? origin_in(json["provenance"].dump()) : std::nullopt;
    }
    case FileKind::events_hdf5: return origin_in(EventLines(path, kind).provenance());
    default: return origin_of_trajectory(path, kind);
  }
}

std::string describe_hdf5(const std::string& path) {
  try {
    const io::H5mdFacts facts = io::h5md_facts(path);
    return fmt::format("H5MD trajectory, {} from t = {:.6g} to {:.6g}, {}", counted(facts.frames, "frame", "frames"),
                       facts.first, facts.last, counted(facts.bodies, "body", "bodies"));
  } catch (const io::H5Failure& failure) {
    refuse(path, failure.what());
  }
}

std::string describe_content(const std::string& path, FileKind kind) {
  if (is_trajectory(kind) && kind != FileKind::hdf5) return describe_trajectory(path, kind);
  switch (kind) {
    case FileKind::hdf5: return describe_hdf5(path);
    case FileKind::events:
    case FileKind::events_hdf5: return describe_events(path, kind);
    case FileKind::series:
    case FileKind::runs: return describe_table(path, kind);
    case FileKind::scene: return describe_scene(path);
    case FileKind::sweep: return describe_sweep(path);
    case FileKind::checkpoint: return describe_checkpoint(path);
    case FileKind::svg:
    case FileKind::png:
    case FileKind::pdf: return describe_picture(path, kind);
    case FileKind::mp4:
    case FileKind::webm:
    case FileKind::gif: return describe_film(path, kind);
    case FileKind::summary: {
      const Json json = Json::parse(read_whole(path), nullptr, false);
      return fmt::format("\"{}\" to t = {}, {} collisions, hash {}", json.value("scene", ""), json.value("time", 0.0),
                         json.value("collisions", std::uint64_t{0}), json.value("hash", ""));
    }
    default: return fmt::format("{} bytes", std::filesystem::file_size(path));
  }
}

FileDifference different(std::string text) { return {false, std::move(text) + "\n"}; }

FileDifference compare_trajectories(const std::string& a, FileKind kind_a, const std::string& b, FileKind kind_b) {
  TrajectoryFile first(a, kind_a);
  TrajectoryFile second(b, kind_b);
  std::string told;
  std::uint64_t frames = 0;
  double largest = 0;
  double largest_at = 0;
  while (true) {
    const auto x = first.next();
    const auto y = second.next();
    if (!x && !y) break;
    if (!x || !y) {
      if (told.empty()) {
        told = fmt::format("{} goes on after frame {}, t = {}, where {} ends", x ? a : b, frames, x ? x->t : y->t,
                           x ? b : a);
      }
      break;
    }
    ++frames;
    if (const auto difference = io::frame_difference(*x, *y); difference && told.empty()) {
      told = fmt::format("first in frame {} (t = {}): {}", frames, x->t, *difference);
    }
    if (const double distance = io::largest_distance(*x, *y); distance > largest) {
      largest = distance;
      largest_at = x->t;
    }
  }
  if (told.empty()) return {true, fmt::format("the same, bit for bit: {}\n", counted(frames, "frame", "frames"))};
  if (largest > 0) told += fmt::format("\nbodies are at most {:.3g} apart, at t = {}", largest, largest_at);
  return different(told);
}

/// Line by line: events, and tables after their headers.
FileDifference compare_events(const std::string& a, FileKind kind_a, const std::string& b, FileKind kind_b) {
  EventLines first(a, kind_a);
  EventLines second(b, kind_b);
  std::string x;
  std::string y;
  std::uint64_t count = 0;
  while (true) {
    const bool has_x = first.next(x);
    const bool has_y = second.next(y);
    if (!has_x && !has_y) return {true, fmt::format("the same, bit for bit: {}\n", counted(count, "event", "events"))};
    if (!has_x || !has_y) {
      return different(fmt::format("{} goes on after event {}, where {} ends", has_x ? a : b, count, has_x ? b : a));
    }
    ++count;
    if (x == y) continue;
    const Json event_x = Json::parse(x, nullptr, false);
    const Json event_y = Json::parse(y, nullptr, false);
    if (!event_x.is_object()) refuse(a, fmt::format("line {}: expected an event", count));
    if (!event_y.is_object()) refuse(b, fmt::format("line {}: expected an event", count));
    if (const auto found = io::json_difference(event_x, event_y, {})) {
      return different(fmt::format("first in event {} (t = {}, {} and {}): {}: {}", count, event_x.value("t", 0.0),
                                   event_x.value("a", "?"), event_x.value("b", "?"), found->place, found->text));
    }
  }
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

FileDifference compare_tables(const std::string& a, const std::string& b) {
  std::ifstream first = open_to_read(a);
  std::ifstream second = open_to_read(b);
  std::string x;
  std::string y;
  std::getline(first, x);
  std::getline(second, y);
  if (x != y) return different(fmt::format("the columns: {} and {}", io::clipped(x), io::clipped(y)));
  const std::vector<std::string> columns = cells_of(x);
  for (std::uint64_t row = 1;; ++row) {
    const bool has_x = static_cast<bool>(std::getline(first, x));
    const bool has_y = static_cast<bool>(std::getline(second, y));
    if (!has_x && !has_y) return {true, fmt::format("the same, bit for bit: {}\n", counted(row - 1, "row", "rows"))};
    if (!has_x || !has_y) {
      return different(fmt::format("{} goes on after row {}, where {} ends", has_x ? a : b, row - 1, has_x ? b : a));
    }
    if (x == y) continue;
    const auto cells_x = cells_of(x);
    const auto cells_y = cells_of(y);
    for (std::size_t k = 0; k < std::min({cells_x.size(), cells_y.size(), columns.size()}); ++k) {
      if (cells_x[k] == cells_y[k]) continue;
      const Json number_x = Json::parse(cells_x[k], nullptr, false);
      const Json number_y = Json::parse(cells_y[k], nullptr, false);
      const bool numbers = number_x.is_number() && number_y.is_number();
      return different(fmt::format("first in row {} ({} = {}), column {}: {}", row, columns[0], cells_x[0], columns[k],
                                   numbers ? io::two_numbers(number_x.get<double>(), number_y.get<double>())
                                           : fmt::format("\"{}\" and \"{}\"", cells_x[k], cells_y[k])));
    }
    return different(fmt::format("first in row {}: {} and {} cells", row, cells_x.size(), cells_y.size()));
  }
}

/// What two runs must not be blamed for: how long they took, and under which user's name they ran.
FileDifference compare_json(const Json& a, const Json& b) {
  const auto found = io::json_difference(a, b, {"wall_seconds", "collisions_per_second", "provenance", "threads"});
  if (!found) return {true, "the same, bit for bit\n"};
  std::string text = fmt::format("first at {}: {}", found->place, found->text);
  if (found->count > 1) text += fmt::format("; {} values differ in all", found->count);
  return different(text);
}

Json json_in(const std::string& path) {
  Json json = Json::parse(read_whole(path), nullptr, false);
  if (json.is_discarded()) refuse(path, "expected JSON");
  return json;
}

/// The world of a checkpoint as a state.
Json state_in(const std::string& path) {
  const Checkpoint checkpoint = checkpoint_in(path);
  Scene scene = scene_in(path, checkpoint.scene_text);
  if (checkpoint.dt) scene.world.dt = *checkpoint.dt;
  if (checkpoint.detection) scene.world.detection = *checkpoint.detection;
  auto made = World::make(scene.world);
  if (!made) refuse(path, sentence(made.error()));
  if (!checkpoint.world) refuse(path, "expected a run that has begun");
  World world = std::move(made).value();
  if (const auto error = world.restore(*checkpoint.world)) refuse(path, "damaged: " + sentence(*error));
  return Json::parse(write_scene(state_of(world, scene)));
}

}  // namespace

std::string describe_file(const std::string& path) {
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::unknown) refuse(path, "expected a file that carom reads or writes, found another");
  std::string text = fmt::format("{}: {}: {}\n", path, name_of(kind), describe_content(path, kind));
  if (const auto origin = origin_of(path, kind)) {
    text += from_line("from", origin->provenance);
    if (origin->from) text += from_line("of", *origin->from);
  }
  return text;
}

FileDifference compare_files(const std::string& a, const std::string& b) {
  const FileKind kind_a = kind_of_file(a);
  const FileKind kind_b = kind_of_file(b);
  for (const auto& [path, kind] : {std::pair(a, kind_a), std::pair(b, kind_b)}) {
    if (kind == FileKind::unknown) refuse(path, "expected a file that carom reads or writes, found another");
  }
  if (is_trajectory(kind_a) && is_trajectory(kind_b)) return compare_trajectories(a, kind_a, b, kind_b);
  if (is_events(kind_a) && is_events(kind_b)) return compare_events(a, kind_a, b, kind_b);
  if (kind_a != kind_b) {
    throw Failure(k_bad_input, fmt::format("{} is a {}, {} is a {}: expected two of a kind", a, name_of(kind_a), b,
                                           name_of(kind_b)));
  }
  if (is_lines(kind_a)) return compare_tables(a, b);
  if (kind_a == FileKind::checkpoint) return compare_json(state_in(a), state_in(b));
  if (kind_a == FileKind::scene || kind_a == FileKind::summary || kind_a == FileKind::sweep) {
    return compare_json(json_in(a), json_in(b));
  }
  const std::string x = read_whole(a);
  const std::string y = read_whole(b);
  if (x == y) return {true, fmt::format("the same, {} bytes\n", x.size())};
  const auto at = std::ranges::mismatch(x, y).in1 - x.begin();
  return different(fmt::format("first at byte {}", at + 1));
}

std::string describe_program() {
  const std::string cairo = io::cairo_version();
  const std::string hdf5 = io::hdf5_version();
  return fmt::format("carom {}, commit {}, built with {}\n", CAROM_VERSION, k_commit, compiler_name()) +
         (hdf5.empty() ? "  without HDF5: no .h5\n" : fmt::format("  with HDF5 {}: .h5\n", hdf5)) +
         (cairo.empty() ? "  without cairo: no .png, no .pdf, no films\n"
                        : fmt::format("  with cairo {}: .png, .pdf, films\n", cairo));
}

}  // namespace carom::app
