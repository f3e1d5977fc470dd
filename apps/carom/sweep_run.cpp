#include "sweep_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "build_info.hpp"
#include "carom/io/answer.hpp"
#include "exit_codes.hpp"
#include "io/record/sha256.hpp"
#include "io/scene/sweep_plan.hpp"
#include "io/system/system.hpp"
#include "run_files.hpp"
#include "run_stop.hpp"
#include "scenes.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using io::SweepPlan;
using io::SweepValue;

[[noreturn]] void refuse(const std::string& message) { throw Failure(k_bad_input, message); }

/// What one run has left: a row of runs.csv without its number and values.
struct Outcome {
  int exit_code = 0;
  double seconds = 0;
  SweepValue summary;
  std::string reason;  ///< what it said on standard error, if it failed
};

/// The table of a sweep, a line a run. Rows are appended as runs end; a later reader takes only complete lines.
class RunTable {
 public:
  RunTable(const SweepPlan& plan, std::string path) : plan_(plan), path_(std::move(path)) {}

  [[nodiscard]] std::string header() const {
    std::string line = "run";
    for (const io::SweepAxis& axis : plan_.axes) line += "," + io::csv_cell(axis.pointer);
    for (const std::string& name : plan_.report) line += "," + io::csv_cell(name);
    return line + ",hash,exit_code,seconds,reason\n";
  }
  [[nodiscard]] std::string row(std::size_t run, const Outcome& outcome) const {
    std::string line = fmt::format("{}", run);
    for (const SweepValue& value : plan_.values_of(run)) {
      line += "," + io::csv_cell(value.is_string() ? value.get<std::string>() : value.dump());
    }
    for (const std::string& name : plan_.report) line += "," + io::csv_cell(io::summary_cell(outcome.summary, name));
    return line + fmt::format(",{},{},{:.3f},{}\n", io::summary_cell(outcome.summary, "hash"), outcome.exit_code,
                              outcome.seconds, io::csv_cell(outcome.reason));
  }

  /// Rows of a file of this sweep, by their run; a line that was cut off is none.
  void read(const std::string& path, std::map<std::size_t, std::string>& rows) const {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return;
    const std::string text = read_whole(path);
    if (!text.starts_with(header())) refuse(fmt::format("{}: expected the columns of this sweep, found others", path));
    const std::size_t columns = io::csv_cells(header())->size();
    for (std::size_t at = header().size(); at < text.size();) {
      const std::size_t end = text.find('\n', at);
      if (end == std::string::npos) break;
      const std::string line = text.substr(at, end + 1 - at);
      at = end + 1;
      const auto cells = io::csv_cells(std::string_view(line).substr(0, line.size() - 1));
      if (!cells || cells->size() != columns) continue;
      const std::size_t run = std::strtoull((*cells)[0].c_str(), nullptr, 10);
      if (run < plan_.run_count()) rows.try_emplace(run, line);
    }
  }
  /// The header and these rows, in order of their runs.
  void write(const std::string& path, const std::map<std::size_t, std::string>& rows) const {
    std::string text = header();
    for (const auto& [run, line] : rows) text += line;
    write_whole(path, text);
  }
  void open(const std::map<std::size_t, std::string>& rows) {
    write(path_, rows);
    file_ = io::open_to_write(path_, io::WriteMode::append);
    if (!file_.is_open()) throw Failure(k_failed, fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
  }
  /// In one piece, so that a line is there or not.
  void append(const std::string& line) const {
    if (!io::write_at_once(file_.number(), line) || !io::sync_to_disk(file_.number())) {
      throw Failure(k_failed, fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
    }
  }
  void close() { file_.close(); }

 private:
  const SweepPlan& plan_;
  std::string path_;
  io::OpenFile file_;
};

/// One run, in a process of its own: what it does is what `carom run` does, and what ends it ends nothing else.
struct Child {
  std::size_t run = 0;
  io::Process process;
  std::string folder;
  Clock::time_point begin;
};

std::string last_lines(const std::string& text) {
  constexpr std::size_t most = 300;
  std::string line = text.size() > most ? text.substr(text.size() - most) : text;
  while (line.ends_with('\n')) line.pop_back();
  return line;
}

/// True of a run that could not write what it had to, be it the reason itself.
bool lacks_room(const std::string& reason) {
  return reason.empty() || std::ranges::any_of(std::array{ENOSPC, EDQUOT, EFBIG},
                                               [&](int error) { return reason.ends_with(std::strerror(error)); });
}

class Sweep {
 public:
  Sweep(const SweepOptions& options, SweepPlan plan, SweepValue scene, std::string_view scene_text)
      : options_(options),
        plan_(std::move(plan)),
        scene_(std::move(scene)),
        provenance_(provenance_file(provenance_of(scene_text, own_seed(scene_)), scene_text)),
        table_(plan_, table_file()) {}

  int run() {
    open_folder();
    std::map<std::size_t, std::string> rows = rows_so_far();
    std::vector<std::size_t> left;
    for (std::size_t k = 0; k < plan_.run_count(); ++k) {
      if (is_ours(k) && !rows.contains(k)) left.push_back(k);
    }
    std::map<std::size_t, std::string> own;
    for (const auto& [k, line] : rows) {
      if (is_ours(k)) own.emplace(k, line);
    }
    write_provenance(table_file());
    table_.open(own);
    remove_leftovers();
    total_ = own.size() + left.size();
    before_ = own.size();
    watch_for_stop();
    const std::size_t jobs = std::max<std::size_t>(1, options_.jobs.value_or(std::thread::hardware_concurrency()));
    std::size_t next = 0;
    try {
      while (!stop_requested() && (next < left.size() || !children_.empty())) {
        while (next < left.size() && children_.size() < jobs) start(left[next++]);
        collect(own);
      }
    } catch (...) {
      end_children();
      throw;
    }
    end_children();
    table_.close();
    table_.write(table_file(), own);
    finish_folder(own);
    show(own, true);
    if (stop_requested()) return k_stopped;
    const bool failed = std::ranges::any_of(own, [&](const auto& entry) { return exit_code_in(entry.second) != "0"; });
    return failed ? k_failed : k_done;
  }

 private:
  /// Of the scene as it is, without what the sweep varies.
  static std::uint64_t own_seed(const SweepValue& scene) {
    const bool has_own = scene.is_object() && scene.contains("seed") && scene["seed"].is_number_unsigned();
    return has_own ? scene["seed"].get<std::uint64_t>() : 1;
  }
  /// Of the command that began the table; another that goes on with it changes nothing.
  void write_provenance(const std::string& table) const {
    std::error_code ignored;
    if (!fs::exists(table, ignored)) write_beside(table, provenance_);
  }
  [[nodiscard]] bool has_tasks() const { return options_.of.has_value(); }
  [[nodiscard]] std::uint64_t share() const { return has_tasks() ? *options_.task % *options_.of : 0; }
  [[nodiscard]] bool is_ours(std::size_t run) const { return !has_tasks() || run % *options_.of == share(); }
  [[nodiscard]] std::string in_folder(const std::string& name) const {
    return (fs::path(options_.into) / name).string();
  }
  [[nodiscard]] std::string table_file() const {
    return in_folder(has_tasks() ? fmt::format("runs-{}-of-{}.csv", share(), *options_.of) : "runs.csv");
  }
  [[nodiscard]] std::string work_folder(std::size_t run) const {
    return in_folder(fmt::format("{}/{:06}", options_.keep ? "runs" : "unfinished", run));
  }

  std::string exit_code_in(const std::string& line) const {
    const auto cells = io::csv_cells(std::string_view(line).substr(0, line.size() - 1));
    return cells ? (*cells)[cells->size() - 3] : "";
  }

  /// A folder holds the runs of one sweep.
  void open_folder() {
    std::error_code error;
    fs::create_directories(options_.into, error);
    if (error) throw Failure(k_failed, fmt::format("cannot write {}: {}", options_.into, error.message()));
    SweepValue identity;
    identity["scene_sha256"] = io::sha256_hex(scene_.dump());
    identity["vary"] = SweepValue::object();
    for (const io::SweepAxis& axis : plan_.axes) identity["vary"][axis.pointer] = axis.values;
    if (plan_.until) identity["until"] = *plan_.until;
    identity["report"] = plan_.report;
    const std::string text = identity.dump(1) + "\n";
    const std::string file = in_folder("sweep.json");
    if (fs::exists(file, error)) {
      if (read_whole(file) != text) {
        refuse(
            fmt::format("{} holds the runs of another sweep, or of this one before it was changed: take another "
                        "folder with --into",
                        options_.into));
      }
      return;
    }
    write_whole(file, text);
  }

  /// Of all tasks that have written into the folder.
  [[nodiscard]] std::map<std::size_t, std::string> rows_so_far() const {
    std::map<std::size_t, std::string> rows;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(options_.into, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name == "runs.csv" || (name.starts_with("runs-") && name.ends_with(".csv")))
        table_.read(entry.path().string(), rows);
    }
    return rows;
  }

  /// Folders of runs that were not over, or not yet cleared away, when a sweep was killed.
  void remove_leftovers() const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(in_folder("unfinished"), ignored)) {
      if (is_ours(std::strtoull(entry.path().filename().c_str(), nullptr, 10))) fs::remove_all(entry.path(), ignored);
    }
  }

  /// The process that ends last writes the table of all.
  void finish_folder(const std::map<std::size_t, std::string>& own) const {
    std::error_code ignored;
    fs::remove(in_folder("unfinished"), ignored);  // if it is empty
    if (!has_tasks()) return;
    std::map<std::size_t, std::string> rows = rows_so_far();
    rows.insert(own.begin(), own.end());
    if (rows.size() != plan_.run_count()) return;
    write_provenance(in_folder("runs.csv"));
    table_.write(in_folder("runs.csv"), rows);
  }

  void start(std::size_t run) {
    Child child{run, {}, work_folder(run), Clock::now()};
    std::error_code error;
    fs::remove_all(child.folder, error);
    fs::create_directories(child.folder, error);
    if (error) throw Failure(k_failed, fmt::format("cannot write {}: {}", child.folder, error.message()));
    const auto scene = io::scene_of_run(plan_, scene_, run);
    write_whole(child.folder + "/scene.json", scene.value().dump(1) + "\n");
    std::vector<std::string> arguments{"carom", "run", "scene.json", "--json"};
    if (plan_.until) arguments.insert(arguments.end(), {"--until", fmt::format("{}", *plan_.until)});
    if (options_.keep) arguments.insert(arguments.end(), {"--events", "events.jsonl", "--state", "state.json"});
    const io::OpenFile out = io::open_to_write(child.folder + "/summary.json", io::WriteMode::anew);
    const io::OpenFile messages = io::open_to_write(child.folder + "/messages.txt", io::WriteMode::anew);
    if (!out.is_open() || !messages.is_open())
      throw Failure(k_failed, fmt::format("cannot write {}: {}", child.folder, std::strerror(errno)));
    io::Launch launch;
    launch.program = io::own_program();
    launch.arguments = std::move(arguments);
    launch.folder = child.folder;
    launch.output = out.number();
    launch.error = messages.number();
    // A sweep that is killed takes its runs with it; Ctrl-C is for the sweep, which ends them.
    launch.ends_with_us = launch.own_group = true;
    child.process = io::Process(launch);
    if (!child.process.is_running())
      throw Failure(k_failed, fmt::format("cannot start a run: {}", std::strerror(errno)));
    children_.push_back(std::move(child));
  }

  /// Waits a moment for a run to end.
  void collect(std::map<std::size_t, std::string>& own) {
    for (auto child = children_.begin(); child != children_.end();) {
      if (const auto exit_code = child->process.exit_code_if_ended()) {
        const Child ended = std::move(*child);
        child = children_.erase(child);
        if (!stop_requested()) finish(ended, *exit_code, own);
        show(own, false);
      } else {
        ++child;
      }
    }
    show(own, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  void finish(const Child& child, int exit_code, std::map<std::size_t, std::string>& own) {
    Outcome outcome;
    outcome.exit_code = exit_code;
    outcome.seconds = std::chrono::duration<double>(Clock::now() - child.begin).count();
    outcome.summary = SweepValue::parse(read_whole(child.folder + "/summary.json"), nullptr, false);
    if (outcome.summary.is_discarded()) outcome.summary = SweepValue();
    if (outcome.exit_code != 0) {
      outcome.reason = last_lines(read_whole(child.folder + "/messages.txt"));
      if (exit_code > 128) outcome.reason = fmt::format("ended by signal {}", exit_code - 128);
      // That says nothing about the run, which is tried again when there is room.
      if (lacks_room(outcome.reason)) {
        throw Failure(k_failed, fmt::format("cannot write {}: {}", child.folder,
                                            outcome.reason.empty() ? "the run could not say why" : outcome.reason));
      }
    }
    const std::string line = table_.row(child.run, outcome);
    table_.append(line);
    own.emplace(child.run, line);
    std::error_code ignored;
    if (!options_.keep) fs::remove_all(child.folder, ignored);
  }

  void end_children() {
    for (const Child& child : children_) child.process.kill();
    for (Child& child : children_) {
      static_cast<void>(child.process.wait());
      std::error_code ignored;
      fs::remove_all(child.folder, ignored);
    }
    children_.clear();
  }

  void show(const std::map<std::size_t, std::string>& own, bool last) {
    if (options_.quiet || !io::is_terminal(io::k_standard_error)) return;
    const auto now = Clock::now();
    if (!last && now < next_show_) return;
    next_show_ = now + std::chrono::milliseconds(200);
    if (last) {
      std::fputs("\r\x1b[K", stderr);
      return;
    }
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const auto done = static_cast<double>(own.size() - before_);
    const double rate = seconds > 0 ? done / seconds : 0;
    const auto left = static_cast<double>(total_ - own.size());
    fmt::print(stderr, "\r{} of {} runs, {:.3g} a second, {}\x1b[K", own.size(), total_, rate,
               rate > 0 ? fmt::format("{:.0f} s left", left / rate) : "…");
    std::fflush(stderr);
  }

  const SweepOptions& options_;
  SweepPlan plan_;
  SweepValue scene_;
  std::string provenance_;  ///< as a file
  RunTable table_;
  std::vector<Child> children_;
  std::size_t total_ = 0;
  std::size_t before_ = 0;  // rows that were there already
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_show_ = begin_;
};

void check_options(const SweepOptions& options) {
  if (options.into.empty()) refuse("expected --into and a folder for the results");
  if (options.task.has_value() != options.of.has_value()) refuse("--task K and --of N go together");
  if (options.of && (*options.of == 0 || *options.task > *options.of)) {
    refuse(fmt::format("--task: expected 0 to N - 1, or 1 to N, of --of N with N above 0, found {} of {}",
                       *options.task, *options.of));
  }
  if (options.jobs && (*options.jobs == 0 || *options.jobs > 4096)) {
    refuse(fmt::format("--jobs: expected 1 to 4096, found {}", *options.jobs));
  }
}

/// Beside the sweep's own file, or one that comes with the program.
SceneSource scene_beside(const std::string& sweep, const std::string& scene) {
  const fs::path beside = fs::path(sweep).parent_path() / scene;
  std::error_code ignored;
  return find_scene(fs::exists(beside, ignored) ? beside.string() : scene);
}

}  // namespace

int run_sweep(const SweepOptions& options) {
  check_options(options);
  auto plan = io::read_sweep(read_whole(options.sweep));
  if (!plan) refuse(fmt::format("{}: {}", options.sweep, sentence(plan.error())));
  const SceneSource source = scene_beside(options.sweep, plan.value().scene);
  SweepValue scene = SweepValue::parse(source.text, nullptr, false);
  if (scene.is_discarded()) refuse(fmt::format("{}: expected JSON", source.label));
  if (const auto first = io::scene_of_run(plan.value(), scene, 0); !first) {
    refuse(fmt::format("{}: {}", options.sweep, sentence(first.error())));
  }
  return Sweep(options, std::move(plan).value(), std::move(scene), source.text).run();
}

}  // namespace carom::app
