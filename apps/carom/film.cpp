#include "film.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "exit_codes.hpp"
#include "io/record/film_facts.hpp"
#include "io/system/system.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

enum class FilmFormat : std::uint8_t { mp4, webm, gif };

std::optional<FilmFormat> format_of(std::string_view file) {
  if (file.ends_with(".mp4")) return FilmFormat::mp4;
  if (file.ends_with(".webm")) return FilmFormat::webm;
  if (file.ends_with(".gif")) return FilmFormat::gif;
  return std::nullopt;
}

/// Empty: there is none on the PATH.
std::string find_ffmpeg() {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const std::string file = std::string(rest.substr(0, end)) + "/ffmpeg";
    if (io::may_execute(file) && !fs::is_directory(file)) return file;
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return {};
}

std::vector<std::string> coding(FilmFormat format) {
  switch (format) {
    case FilmFormat::mp4:
      return {"-c:v",     "libx264", "-preset",   "medium",     "-crf", "18",
              "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",   "mp4"};
    case FilmFormat::webm:
      return {"-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-row-mt", "1", "-pix_fmt", "yuv420p", "-f", "webm"};
    case FilmFormat::gif:
      // A palette of its own: the general one makes bands of soft colours.
      return {"-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer", "-f",
              "gif"};
  }
  return {};
}

Checked<io::FilmFacts> facts_of(FilmFormat format, std::string_view bytes) {
  switch (format) {
    case FilmFormat::mp4: return io::mp4_facts(bytes);
    case FilmFormat::webm: return io::webm_facts(bytes);
    case FilmFormat::gif: break;
  }
  return io::gif_facts(bytes);
}

}  // namespace

void check_film(const std::string& file) {
  expect_writable(file);
  if (!format_of(file)) {
    throw Failure(k_bad_input,
                  fmt::format("--video {}: the format is told by the ending: expected .mp4, .webm or .gif", file));
  }
  if (io::cairo_version().empty()) {
    throw Failure(k_bad_input,
                  "--video: this program was built without cairo, which draws the frames: install "
                  "libcairo2-dev and build again");
  }
  if (find_ffmpeg().empty()) {
    throw Failure(k_bad_input,
                  "--video: ffmpeg, which makes the film, is not on the PATH: install the package ffmpeg "
                  "(apt-get install ffmpeg)");
  }
}

bool holds_provenance(std::string_view file) noexcept { return !file.ends_with(".gif"); }

FilmPipe::FilmPipe(std::string file, const FilmPlan& plan, const std::string& provenance)
    : file_(std::move(file)), draft_(file_ + ".tmp") {
  auto [frames, pipe] = io::make_pipe();
  if (!pipe.is_open()) throw Failure(k_failed, fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
  pipe_ = std::move(pipe);
  log_ = io::unnamed_file();
  std::vector<std::string> arguments{"ffmpeg",
                                     "-nostdin",
                                     "-hide_banner",
                                     "-loglevel",
                                     "error",
                                     "-y",
                                     "-f",
                                     "rawvideo",
                                     "-pixel_format",
                                     "bgr0",
                                     "-video_size",
                                     fmt::format("{:.0f}x{:.0f}", plan.look.width, plan.look.height),
                                     "-framerate",
                                     fmt::format("{}", plan.fps),
                                     "-i",
                                     "pipe:0"};
  for (std::string& argument : coding(*format_of(file_))) arguments.push_back(std::move(argument));
  arguments.insert(arguments.end() - 2,
                   {"-metadata", "title=" + plan.look.title, "-metadata", "comment=" + provenance});
  arguments.push_back(draft_);
  const io::OpenFile nowhere = io::open_to_write("/dev/null", io::WriteMode::existing);
  io::Launch launch;
  launch.program = find_ffmpeg();
  launch.arguments = std::move(arguments);
  launch.input = frames.number();
  launch.output = nowhere.number();
  if (log_.is_open()) launch.error = log_.number();
  launch.own_group = true;  // Ctrl-C is for the run, which then ends the film properly
  process_ = io::Process(launch);
  if (!process_.is_running()) throw Failure(k_failed, fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
}

FilmPipe::~FilmPipe() {
  pipe_.close();
  if (!process_.is_running()) return;
  static_cast<void>(process_.wait());
  std::remove(draft_.c_str());
}

std::string FilmPipe::complaint() const {
  std::string text = log_.is_open() ? io::read_beginning(log_.number(), 1U << 12U) : "";
  std::ranges::replace(text, '\n', ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text.empty() ? "it said nothing" : text;
}

void FilmPipe::fail(const std::string& what) {
  pipe_.close();
  static_cast<void>(process_.wait());
  std::remove(draft_.c_str());
  throw Failure(k_failed, fmt::format("cannot write {}: {}: {}", file_, what, complaint()));
}

void FilmPipe::write(std::span<const std::byte> pixels) {
  if (!io::write_all(pipe_.number(), reinterpret_cast<const char*>(pixels.data()), pixels.size())) fail("ffmpeg");
}

void FilmPipe::finish(std::uint64_t frames) {
  pipe_.close();
  if (process_.wait() != 0) fail("ffmpeg");
  // Of a full disk ffmpeg says nothing in some formats, and its exit code is 0.
  const std::string bytes = read_whole(draft_);
  const auto facts = facts_of(*format_of(file_), bytes);
  if (!facts) fail("ffmpeg has written a part of the film");
  if (facts.value().frames != frames) {
    fail(fmt::format("ffmpeg has written {} of {} frames", facts.value().frames, frames));
  }
  if (std::rename(draft_.c_str(), file_.c_str()) != 0) {
    throw Failure(k_failed, fmt::format("cannot write {}: {}", file_, std::strerror(errno)));
  }
}

Film::Film(const std::string& file, const FilmPlan& plan, const std::string& provenance, const io::PlaneBox& shown,
           const std::optional<Bounds>& bounds, std::vector<Source> sources)
    : sheet_(static_cast<int>(plan.look.width), static_cast<int>(plan.look.height)),
      painter_(plan.look, plan.view.value_or(shown), bounds, std::move(sources)),
      pipe_(file, plan, provenance) {}

void Film::add(const RecordedFrame& frame, const Looks& looks, const std::vector<io::FrameContact>& contacts) {
  painter_.draw(sheet_.canvas(), frame, looks, contacts);
  pipe_.write(sheet_.pixels());
  ++count_;
}

}  // namespace carom::app
