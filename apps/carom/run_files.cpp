#include "run_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "exit_codes.hpp"
#include "output.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int code, std::string_view what, const std::string& path, int error) {
  throw Failure(code, fmt::format("cannot {} {}: {}", what, path, std::strerror(error)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] bool valid() const noexcept { return number_ >= 0; }

 private:
  int number_;
};

std::string folder_of(const std::string& path) {
  const auto folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// The number after one of the folders in which systems list a process's open files.
std::optional<int> listed_descriptor(std::string_view path) {
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* const end = path.data() + path.size();
    const auto [rest, error] = std::from_chars(path.data() + folder.size(), end, number);
    if (error == std::errc{} && rest == end && number >= 0) return number;
  }
  return std::nullopt;
}

/// The open file that a path is a name of. Opening such a path would open the file behind it anew, at its beginning.
std::optional<int> open_descriptor(const std::string& path) {
  constexpr int most_links = 40;
  fs::path at = path;
  for (int link = 0; link < most_links; ++link) {
    const std::string name = at.lexically_normal().string();
    if (name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    if (const auto number = listed_descriptor(name)) return number;
    std::error_code error;
    const fs::path target = fs::read_symlink(at, error);
    if (error) break;
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  return std::nullopt;
}

/// To write to; what is there already stays where `path` is a stream.
int open_to_write(const std::string& path, int flags) {
  const auto open = open_descriptor(path);
  if (!open) return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  return ::fcntl(*open, F_DUPFD_CLOEXEC, 0);
}

/// A stream that is closed, or only read, is known before the run.
void expect_writable_stream(const std::string& path) {
  const auto open = open_descriptor(path);
  if (!open) return;
  const int flags = ::fcntl(*open, F_GETFL);
  if (flags < 0) fail(k_failed, "write", path, errno);
  if ((flags & O_ACCMODE) == O_RDONLY) fail(k_failed, "write", path, EBADF);
}

void put(int descriptor, const std::string& path, std::string_view text) {
  Output out(descriptor);
  if (!out.write(text) || !out.flush()) fail(k_failed, "write", path, out.error());
}

/// Pipes and terminals cannot be synced, and need not be.
void sync_or_fail(int descriptor, const std::string& path) {
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS) fail(k_failed, "write", path, errno);
}

/// A renamed file is safe from a power cut only once its folder is.
void sync_folder(const std::string& path) {
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.valid()) ::fsync(folder.number());
}

/// The beginning of one file becomes all of another.
void copy_beginning(const OutputMark& mark, int to, const std::string& path) {
  if (is_stream(mark.file)) {
    throw Failure(k_bad_input, fmt::format("cannot begin {} with what was written to {}, which is a stream: resume "
                                           "without a new file for it",
                                           path, mark.file));
  }
  const Descriptor from(::open(mark.file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from.valid()) fail(k_bad_input, "read", mark.file, errno);
  std::array<char, 1U << 16U> block{};
  for (std::uint64_t left = mark.bytes; left > 0;) {
    const ssize_t count = ::read(from.number(), block.data(), std::min<std::uint64_t>(left, block.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(k_bad_input, "read", mark.file, errno);
    if (count == 0) throw Failure(k_bad_input, fmt::format("{} is shorter than when the run stopped", mark.file));
    put(to, path, {block.data(), static_cast<std::size_t>(count)});
    left -= static_cast<std::uint64_t>(count);
  }
}

}  // namespace

bool names_open_file(const std::string& path) { return open_descriptor(path).has_value(); }

bool is_stream(const std::string& path) {
  if (open_descriptor(path)) return true;
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

RunFile::RunFile(std::string path) : path_(std::move(path)) {
  expect_writable_stream(path_);
  descriptor_ = open_to_write(path_, O_CREAT | O_TRUNC);
  if (descriptor_ < 0) fail(k_failed, "write", path_, errno);
}

RunFile::RunFile(std::string path, const OutputMark& mark) : path_(std::move(path)), bytes_(mark.bytes) {
  const bool streams = is_stream(path_);
  // A stream is known by its name: behind it there may be any file, now and then.
  if (streams || is_stream(mark.file) ? path_ != mark.file : !same_file(path_, mark.file)) {
    *this = RunFile(path_);
    copy_beginning(mark, descriptor_, path_);
    bytes_ = mark.bytes;
    return;
  }
  expect_writable_stream(path_);
  descriptor_ = open_to_write(path_, 0);
  if (descriptor_ < 0) fail(k_bad_input, "go on with", path_, errno);
  if (streams) return;
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0) fail(k_bad_input, "go on with", path_, errno);
  if (static_cast<std::uint64_t>(status.st_size) < bytes_) {
    throw Failure(k_bad_input, fmt::format("cannot go on with {}: it has {} bytes, and had {} when the run stopped",
                                           path_, status.st_size, bytes_));
  }
  const auto length = static_cast<off_t>(bytes_);
  if (::ftruncate(descriptor_, length) != 0) fail(k_bad_input, "go on with", path_, errno);
  if (::lseek(descriptor_, length, SEEK_SET) < 0) fail(k_bad_input, "go on with", path_, errno);
}

RunFile::RunFile(RunFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), bytes_(other.bytes_) {}

RunFile& RunFile::operator=(RunFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

RunFile::~RunFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void RunFile::write(std::string_view text) {
  put(descriptor_, path_, text);
  bytes_ += text.size();
}

void RunFile::sync() { sync_or_fail(descriptor_, path_); }

std::string read_whole(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) fail(k_bad_input, "read", path, errno);
  std::string text;
  std::array<char, 1U << 16U> block{};
  while (true) {
    const ssize_t count = ::read(file.number(), block.data(), block.size());
    if (count == 0) return text;
    if (count > 0) {
      text.append(block.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      fail(k_bad_input, "read", path, errno);
    }
  }
}

void write_whole(const std::string& path, std::string_view text) {
  if (is_stream(path)) return RunFile(path).write(text);
  const std::string draft = path + ".tmp";
  try {
    const Descriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file.valid()) fail(k_failed, "write", draft, errno);
    put(file.number(), draft, text);
    sync_or_fail(file.number(), draft);
  } catch (const Failure&) {
    ::unlink(draft.c_str());  // a part of it is of no use, and takes room
    throw;
  }
  if (std::rename(draft.c_str(), path.c_str()) != 0) fail(k_failed, "write", path, errno);
  sync_folder(path);
}

void write_beside(const std::string& path, std::string_view provenance) {
  if (!is_stream(path)) write_whole(path + ".provenance.json", provenance);
}

void expect_writable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail(k_failed, "write", path, EISDIR);
  if (is_stream(path)) return expect_writable_stream(path);
  const std::string folder = folder_of(path);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail(k_failed, "write", path, errno);
  if (!fs::is_directory(folder, ignored)) fail(k_failed, "write", path, ENOTDIR);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  const auto path_a = fs::weakly_canonical(a, error);
  if (error) return a == b;
  const auto path_b = fs::weakly_canonical(b, error);
  return error ? a == b : path_a == path_b;
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

}  // namespace carom::app
