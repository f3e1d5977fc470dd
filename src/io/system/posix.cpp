#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "io/system/system.hpp"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace carom::io {
namespace {

constexpr mode_t k_mode = 0666;

/// Calls again what a signal has interrupted.
template <class Call>
auto uninterrupted(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

bool redirect(const std::optional<int>& file, int standard) {
  if (!file) return true;
  return *file == standard ? ::fcntl(standard, F_SETFD, 0) == 0 : ::dup2(*file, standard) >= 0;
}

/// In the new process, where only what a signal handler may call is allowed. Returns if it fails.
void become(const Launch& launch, char* const* arguments, pid_t parent) {
  if (launch.own_group) ::setpgid(0, 0);
#ifdef __linux__
  if (launch.ends_with_us) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) return;  // it has ended already
  }
#endif
  static_cast<void>(parent);
  if (!launch.folder.empty() && ::chdir(launch.folder.c_str()) != 0) return;
  if (!redirect(launch.input, STDIN_FILENO) || !redirect(launch.output, STDOUT_FILENO) ||
      !redirect(launch.error, STDERR_FILENO))
    return;
  // What this program ignores or keeps from its threads is not kept from others.
  std::signal(SIGPIPE, SIG_DFL);
  const sigset_t signals = stop_signals();
  ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
  ::execvp(launch.program.c_str(), arguments);
}

}  // namespace

void OpenFile::close() noexcept {
  if (is_open()) ::close(number_);
  number_ = k_none;
}

OpenFile open_to_read(const std::string& path) { return OpenFile(::open(path.c_str(), O_RDONLY | O_CLOEXEC)); }

OpenFile open_to_write(const std::string& path, WriteMode mode) {
  int flags = O_WRONLY | O_CLOEXEC;
  if (mode == WriteMode::anew) flags |= O_CREAT | O_TRUNC;
  if (mode == WriteMode::append) flags |= O_APPEND;
  return OpenFile(::open(path.c_str(), flags, k_mode));
}

OpenFile duplicate(int file) { return OpenFile(::fcntl(file, F_DUPFD_CLOEXEC, 0)); }

OpenFile unnamed_file() {
  std::FILE* const file = std::tmpfile();
  if (file == nullptr) return {};
  OpenFile result = duplicate(::fileno(file));
  std::fclose(file);
  return result;
}

std::pair<OpenFile, OpenFile> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return {};
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return {OpenFile(ends[0]), OpenFile(ends[1])};
}

std::optional<std::size_t> read_some(int file, char* bytes, std::size_t count) {
  const ssize_t result = uninterrupted([&] { return ::read(file, bytes, count); });
  if (result < 0) return std::nullopt;
  return static_cast<std::size_t>(result);
}

std::string read_beginning(int file, std::size_t most) {
  std::string text(most, '\0');
  const ssize_t count = uninterrupted([&] { return ::pread(file, text.data(), text.size(), 0); });
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

bool write_all(int file, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = uninterrupted([&] { return ::write(file, bytes, count); });
    if (written < 0) return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

bool write_at_once(int file, const std::string& line) {
  const ssize_t count = ::write(file, line.data(), line.size());
  if (count >= 0 && count < static_cast<ssize_t>(line.size())) errno = ENOSPC;
  return count == static_cast<ssize_t>(line.size());
}

bool is_writable(int file) {
  const int flags = ::fcntl(file, F_GETFL);
  if (flags < 0) return false;
  if ((flags & O_ACCMODE) != O_RDONLY) return true;
  errno = EBADF;
  return false;
}

std::optional<std::uint64_t> size_of(int file) {
  struct stat status = {};
  if (::fstat(file, &status) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

bool cut_to(int file, std::uint64_t size) {
  const auto length = static_cast<off_t>(size);
  return ::ftruncate(file, length) == 0 && ::lseek(file, length, SEEK_SET) >= 0;
}

bool sync_to_disk(int file) { return ::fsync(file) == 0 || errno == EINVAL || errno == EROFS; }

void sync_folder(const std::string& folder) {
  const OpenFile open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.is_open()) ::fsync(open.number());
}

bool may_write_in(const std::string& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }
bool may_execute(const std::string& file) { return ::access(file.c_str(), X_OK) == 0; }
bool is_terminal(int file) { return ::isatty(file) == 1; }

void reuse_address(int socket) {
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }

void on_stop_signal(void (*handler)(int signal)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

void end_with_message(const char* message, int exit_code) {
  // Nothing can be done if that fails.
  if (::write(STDERR_FILENO, message, std::strlen(message)) < 0) ::_exit(exit_code);
  ::_exit(exit_code);
}

std::int64_t monotonic_ns() noexcept {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

StopSignals::StopSignals() : signals_(stop_signals()) { ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr); }

void StopSignals::wait() const {
  int signal = 0;
  ::sigwait(&signals_, &signal);
  std::signal(signal, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
}

std::string own_program() {
  // Leads to this very program even if another has taken its place since.
  constexpr auto k_own = "/proc/self/exe";
  return may_execute(k_own) ? k_own : "carom";
}

Process::Process(const Launch& launch) {
  std::vector<std::string> words = launch.arguments;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // The new process tells through a pipe why it could not become the program; if it could, that closes the pipe.
  auto [reason, teller] = make_pipe();
  if (!reason.is_open()) return;
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ == 0) {
    become(launch, arguments.data(), parent);
    const int error = errno;
    if (::write(teller.number(), &error, sizeof error) < 0) ::_exit(1);
    ::_exit(1);
  }
  if (id_ < 0) return;
  teller.close();
  int error = 0;
  const ssize_t count = uninterrupted([&, from = reason.number()] { return ::read(from, &error, sizeof error); });
  if (count <= 0) return;
  static_cast<void>(wait());
  errno = error;
}

std::optional<int> Process::collect(bool wait) {
  int status = 0;
  const pid_t ended = uninterrupted([&] { return ::waitpid(id_, &status, wait ? 0 : WNOHANG); });
  if (ended == 0) return std::nullopt;
  id_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::optional<int> Process::exit_code_if_ended() { return collect(false); }
int Process::wait() { return is_running() ? collect(true).value_or(0) : 0; }
void Process::kill() const {
  if (is_running()) ::kill(id_, SIGKILL);
}

}  // namespace carom::io
