#include "film.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

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
#include "run_files.hpp"

extern char** environ;

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
    if (::access(file.c_str(), X_OK) == 0 && !fs::is_directory(file)) return file;
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
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Failure(k_failed, fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
  log_ = ::memfd_create("ffmpeg", MFD_CLOEXEC);
  pipe_ = ends[1];
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
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (log_ >= 0) posix_spawn_file_actions_adddup2(&actions, log_, STDERR_FILENO);
  // A group of its own: Ctrl-C is for the run, which then ends the film properly.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error = ::posix_spawn(&process_, find_ffmpeg().c_str(), &actions, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  ::close(ends[0]);
  if (error != 0) {
    process_ = -1;
    throw Failure(k_failed, fmt::format("cannot start ffmpeg: {}", std::strerror(error)));
  }
}

FilmPipe::~FilmPipe() {
  if (pipe_ >= 0) ::close(pipe_);
  if (process_ > 0) {
    wait();
    std::remove(draft_.c_str());
  }
  if (log_ >= 0) ::close(log_);
}

int FilmPipe::wait() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

std::string FilmPipe::complaint() const {
  std::string text(1U << 12U, '\0');
  const ssize_t count = log_ >= 0 ? ::pread(log_, text.data(), text.size(), 0) : 0;
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  std::ranges::replace(text, '\n', ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text.empty() ? "it said nothing" : text;
}

void FilmPipe::fail(const std::string& what) {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
  if (process_ > 0) wait();
  std::remove(draft_.c_str());
  throw Failure(k_failed, fmt::format("cannot write {}: {}: {}", file_, what, complaint()));
}

void FilmPipe::write(std::span<const std::byte> pixels) {
  while (!pixels.empty()) {
    const ssize_t count = ::write(pipe_, pixels.data(), pixels.size());
    if (count >= 0) {
      pixels = pixels.subspan(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      fail("ffmpeg");
    }
  }
}

void FilmPipe::finish(std::uint64_t frames) {
  ::close(pipe_);
  pipe_ = -1;
  if (wait() != 0) fail("ffmpeg");
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
