#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "carom/io/checkpoint.hpp"
#include "io/system/system.hpp"

namespace carom::app {

/// Ends a subcommand with a message and an exit code.
struct Failure : std::runtime_error {
  Failure(int exit_code, const std::string& message) : std::runtime_error(message), code(exit_code) {}
  int code;
};

/// A file that grows while a run goes on and knows how long it is. Whatever write() has been given stands in the file,
/// so that a run that is killed has lost nothing of it.
class RunFile {
 public:
  /// Empty, whatever was there; a stream goes on after what it has. Throws Failure.
  explicit RunFile(std::string path);
  /// As it was at `mark`, to go on from there; where `path` is another file, that one with the same beginning. A stream keeps
  /// what was written to it after `mark`.
  RunFile(std::string path, const OutputMark& mark);

  void write(std::string_view text);
  /// Down to the disk.
  void sync();
  [[nodiscard]] OutputMark mark() const { return {path_, bytes_}; }

 private:
  std::string path_;
  io::OpenFile file_;
  std::uint64_t bytes_ = 0;
};

[[nodiscard]] std::string read_whole(const std::string& path);

/// True for what cannot be truncated: pipes, terminals and other devices, and names of files that are open already:
/// /dev/stdout, /dev/stderr, /dev/fd/N, and links to them. Writing to one goes on after what it has.
[[nodiscard]] bool is_stream(const std::string& path);

/// Only the latter.
[[nodiscard]] bool names_open_file(const std::string& path);

/// The old file or the new one is there at any moment, never a part of one. To a stream it is written as it is.
void write_whole(const std::string& path, std::string_view text);
/// The same of a text that is made in pieces.
void write_whole(const std::string& path, const std::function<void(const TextSink&)>& make);

/// Where an output comes from, as FILE.provenance.json beside it: for formats that have no room for it. Nothing beside a stream.
void write_beside(const std::string& path, std::string_view provenance);

/// Throws if write_whole could not succeed: no such folder, no permission, a folder of that name.
void expect_writable(const std::string& path);

/// Whether two paths lead to one file, be it there or not.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

/// So that a resumed run finds its files from any folder.
[[nodiscard]] std::string absolute_path(const std::string& path);

}  // namespace carom::app
