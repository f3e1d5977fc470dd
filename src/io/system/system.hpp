#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the program asks of the operating system beyond the standard library: files by descriptor, terminals, signals and
/// processes. All of POSIX is behind this header, in posix.cpp; another system needs another file in its place. What fails
/// leaves its reason in errno.
namespace carom::io {

constexpr int k_standard_input = 0;
constexpr int k_standard_output = 1;
constexpr int k_standard_error = 2;

/// An open file, closed at the end. Processes that are started do not get it.
class OpenFile {
 public:
  OpenFile() = default;
  explicit OpenFile(int number) noexcept : number_(number) {}
  OpenFile(OpenFile&& other) noexcept : number_(std::exchange(other.number_, k_none)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { close(); }

  void close() noexcept;
  [[nodiscard]] bool is_open() const noexcept { return number_ != k_none; }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  static constexpr int k_none = -1;
  int number_ = k_none;
};

enum class WriteMode : std::uint8_t {
  anew,      ///< created if need be, and emptied
  existing,  ///< as it is, from its beginning
  append,    ///< as it is, at its end
};

// A result that is not open, empty or false has failed.
[[nodiscard]] OpenFile open_to_read(const std::string& path);
[[nodiscard]] OpenFile open_to_write(const std::string& path, WriteMode mode);
/// Another number of the same open file.
[[nodiscard]] OpenFile duplicate(int file);
/// A file that nobody else sees and that is gone once it is closed.
[[nodiscard]] OpenFile unnamed_file();
/// What is written to the second comes out of the first.
[[nodiscard]] std::pair<OpenFile, OpenFile> make_pipe();

/// The number of bytes, at least one unless the file has ended.
[[nodiscard]] std::optional<std::size_t> read_some(int file, char* bytes, std::size_t count);
/// All that a file has, up to so many bytes, wherever it was read or written last.
[[nodiscard]] std::string read_beginning(int file, std::size_t most);
/// False: `errno` tells why not all of it was written.
[[nodiscard]] bool write_all(int file, const char* bytes, std::size_t count);
/// The same in one call of the system: an appended line is there or it is not.
[[nodiscard]] bool write_at_once(int file, const std::string& line);

/// False: it is closed, or open to be read only.
[[nodiscard]] bool is_writable(int file);
[[nodiscard]] std::optional<std::uint64_t> size_of(int file);
/// Cuts off what is beyond, and writes on from there.
[[nodiscard]] bool cut_to(int file, std::uint64_t size);
/// Down to the disk. Pipes and terminals cannot be synced, and need not be.
[[nodiscard]] bool sync_to_disk(int file);
/// A renamed file is safe from a power cut only once its folder is synced.
void sync_folder(const std::string& folder);
[[nodiscard]] bool may_write_in(const std::string& folder);
[[nodiscard]] bool may_execute(const std::string& file);
[[nodiscard]] bool is_terminal(int file);
/// A server may listen where another has listened a moment ago.
void reuse_address(int socket);

/// Writing to a pipe that nobody reads then fails with EPIPE instead of ending the program.
void ignore_broken_pipes();
/// What SIGINT and SIGTERM call from now on; calls of the system that they interrupt go on.
void on_stop_signal(void (*handler)(int signal));
/// Ends the program as if there were no handler. May be called by one.
void end_by_signal(int signal);
/// Ends the program at once with a word on standard error. May be called by a handler.
[[noreturn]] void end_with_message(const char* message, int exit_code);
/// Nanoseconds on a clock that is never set. May be called by a handler.
[[nodiscard]] std::int64_t monotonic_ns() noexcept;

/// Keeps SIGINT and SIGTERM from every thread that is started while this is there, until wait().
class StopSignals {
 public:
  StopSignals();
  /// For one of them; the next one ends the program at once.
  void wait() const;

 private:
  sigset_t signals_{};
};

/// How a process is started. A standard file that is not given is this program's own.
struct Launch {
  std::string program;                 ///< a path, or a name that is looked for on the PATH
  std::vector<std::string> arguments;  ///< the name that it is called by is the first
  std::string folder;                  ///< where it works; empty: here
  std::optional<int> input;
  std::optional<int> output;
  std::optional<int> error;
  bool own_group = false;     ///< Ctrl-C is not for it
  bool ends_with_us = false;  ///< killed when this program has ended, where the system can do that
};

/// This program, to be started again.
[[nodiscard]] std::string own_program();

/// A process that was started. Whoever starts one waits for it; one that is never waited for goes on.
class Process {
 public:
  Process() = default;
  /// Not running: `errno` tells why it could not be started.
  explicit Process(const Launch& launch);

  [[nodiscard]] bool is_running() const noexcept { return id_ > 0; }
  /// Its exit code once it has ended; 128 and the signal if that has ended it.
  [[nodiscard]] std::optional<int> exit_code_if_ended();
  [[nodiscard]] int wait();
  void kill() const;

 private:
  [[nodiscard]] std::optional<int> collect(bool wait);

  int id_ = 0;
};

}  // namespace carom::io
