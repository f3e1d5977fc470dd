#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "draw_options.hpp"
#include "io/optional/cairo_canvas.hpp"
#include "io/system/system.hpp"

namespace carom::app {

/// Throws Failure if no film of that name can be made: unknown ending, no cairo, no ffmpeg, a folder that cannot be written.
void check_film(const std::string& file);

/// False of GIF, of which ffmpeg writes no metadata.
[[nodiscard]] bool holds_provenance(std::string_view file) noexcept;

/// ffmpeg, which gets frames on a pipe and makes a file of them. It writes a draft, which has the film's name only once the
/// film is whole. Throws Failure.
class FilmPipe {
 public:
  FilmPipe(std::string file, const FilmPlan& plan, const std::string& provenance);
  FilmPipe(const FilmPipe&) = delete;
  FilmPipe& operator=(const FilmPipe&) = delete;
  ~FilmPipe();

  void write(std::span<const std::byte> pixels);
  /// Throws also where ffmpeg has not written this many frames.
  void finish(std::uint64_t frames);

 private:
  [[noreturn]] void fail(const std::string& what);
  /// What ffmpeg said.
  [[nodiscard]] std::string complaint() const;

  std::string file_;
  std::string draft_;
  io::Process process_;
  io::OpenFile pipe_;
  io::OpenFile log_;
};

/// Draws frames and gives them to ffmpeg.
class Film {
 public:
  using Looks = std::unordered_map<std::uint64_t, io::BodyLook>;

  Film(const std::string& file, const FilmPlan& plan, const std::string& provenance, const io::PlaneBox& shown,
       const std::optional<Bounds>& bounds, std::vector<Source> sources);

  void add(const RecordedFrame& frame, const Looks& looks, const std::vector<io::FrameContact>& contacts);
  void finish() { pipe_.finish(count_); }
  [[nodiscard]] std::uint64_t frame_count() const noexcept { return count_; }

 private:
  io::PixelSheet sheet_;
  io::FramePainter painter_;
  FilmPipe pipe_;
  std::uint64_t count_ = 0;
};

}  // namespace carom::app
