#include "run_files.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "exit_codes.hpp"
#include "io/system/system.hpp"
#include "output.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int code, std::string_view what, const std::string& path, int error) {
  throw Failure(code, fmt::format("cannot {} {}: {}", what, path, std::strerror(error)));
}

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
    if (name == "/dev/stdout") return io::k_standard_output;
    if (name == "/dev/stderr") return io::k_standard_error;
    if (const auto number = listed_descriptor(name)) return number;
    std::error_code error;
    const fs::path target = fs::read_symlink(at, error);
    if (error) break;
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  return std::nullopt;
}

/// To write to; what is there already stays where `path` is a stream.
io::OpenFile open_named(const std::string& path, io::WriteMode mode) {
  const auto open = open_descriptor(path);
  return open ? io::duplicate(*open) : io::open_to_write(path, mode);
}

/// A stream that is closed, or only read, is known before the run.
void expect_writable_stream(const std::string& path) {
  const auto open = open_descriptor(path);
  if (open && !io::is_writable(*open)) fail(k_failed, "write", path, errno);
}

void put(int descriptor, const std::string& path, std::string_view text) {
  Output out(descriptor);
  if (!out.write(text) || !out.flush()) fail(k_failed, "write", path, out.error());
}

void sync_or_fail(int descriptor, const std::string& path) {
  if (!io::sync_to_disk(descriptor)) fail(k_failed, "write", path, errno);
}

/// The beginning of one file becomes all of another.
void copy_beginning(const OutputMark& mark, int to, const std::string& path) {
  if (is_stream(mark.file)) {
    throw Failure(k_bad_input, fmt::format("cannot begin {} with what was written to {}, which is a stream: resume "
                                           "without a new file for it",
                                           path, mark.file));
  }
  const io::OpenFile from = io::open_to_read(mark.file);
  if (!from.is_open()) fail(k_bad_input, "read", mark.file, errno);
  std::array<char, 1U << 16U> block{};
  for (std::uint64_t left = mark.bytes; left > 0;) {
    const auto count = io::read_some(from.number(), block.data(), std::min<std::uint64_t>(left, block.size()));
    if (!count) fail(k_bad_input, "read", mark.file, errno);
    if (*count == 0) throw Failure(k_bad_input, fmt::format("{} is shorter than when the run stopped", mark.file));
    put(to, path, {block.data(), *count});
    left -= *count;
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
  file_ = open_named(path_, io::WriteMode::anew);
  if (!file_.is_open()) fail(k_failed, "write", path_, errno);
}

RunFile::RunFile(std::string path, const OutputMark& mark) : path_(std::move(path)), bytes_(mark.bytes) {
  const bool streams = is_stream(path_);
  // A stream is known by its name: behind it there may be any file, now and then.
  if (streams || is_stream(mark.file) ? path_ != mark.file : !same_file(path_, mark.file)) {
    *this = RunFile(path_);
    copy_beginning(mark, file_.number(), path_);
    bytes_ = mark.bytes;
    return;
  }
  expect_writable_stream(path_);
  file_ = open_named(path_, io::WriteMode::existing);
  if (!file_.is_open()) fail(k_bad_input, "go on with", path_, errno);
  if (streams) return;
  const auto size = io::size_of(file_.number());
  if (!size) fail(k_bad_input, "go on with", path_, errno);
  if (*size < bytes_) {
    throw Failure(k_bad_input, fmt::format("cannot go on with {}: it has {} bytes, and had {} when the run stopped",
                                           path_, *size, bytes_));
  }
  if (!io::cut_to(file_.number(), bytes_)) fail(k_bad_input, "go on with", path_, errno);
}

void RunFile::write(std::string_view text) {
  put(file_.number(), path_, text);
  bytes_ += text.size();
}

void RunFile::sync() { sync_or_fail(file_.number(), path_); }

std::string read_whole(const std::string& path) {
  const io::OpenFile file = io::open_to_read(path);
  if (!file.is_open()) fail(k_bad_input, "read", path, errno);
  std::string text;
  std::array<char, 1U << 16U> block{};
  while (true) {
    const auto count = io::read_some(file.number(), block.data(), block.size());
    if (!count) fail(k_bad_input, "read", path, errno);
    if (*count == 0) return text;
    text.append(block.data(), *count);
  }
}

void write_whole(const std::string& path, std::string_view text) {
  write_whole(path, [&](const TextSink& sink) { sink(text); });
}

void write_whole(const std::string& path, const std::function<void(const TextSink&)>& make) {
  if (is_stream(path)) {
    RunFile stream(path);
    return make([&](std::string_view piece) { stream.write(piece); });
  }
  const std::string draft = path + ".tmp";
  try {
    const io::OpenFile file = io::open_to_write(draft, io::WriteMode::anew);
    if (!file.is_open()) fail(k_failed, "write", draft, errno);
    make([&](std::string_view piece) { put(file.number(), draft, piece); });
    sync_or_fail(file.number(), draft);
  } catch (const Failure&) {
    std::remove(draft.c_str());  // a part of it is of no use, and takes room
    throw;
  }
  if (std::rename(draft.c_str(), path.c_str()) != 0) fail(k_failed, "write", path, errno);
  io::sync_folder(folder_of(path));
}

void write_beside(const std::string& path, std::string_view provenance) {
  if (!is_stream(path)) write_whole(path + ".provenance.json", provenance);
}

void expect_writable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail(k_failed, "write", path, EISDIR);
  if (is_stream(path)) return expect_writable_stream(path);
  const std::string folder = folder_of(path);
  if (!io::may_write_in(folder)) fail(k_failed, "write", path, errno);
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
