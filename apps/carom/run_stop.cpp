#include "run_stop.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "exit_codes.hpp"

namespace carom::app {
namespace {

/// Of one request: timeout(1) sends its signal twice, to the program and to the program's group.
constexpr std::int64_t k_same_request_ns = 300'000'000;

volatile std::sig_atomic_t g_stop = 0;
std::atomic<std::int64_t> g_requested_ns = 0;  // on the monotonic clock
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal handler sets it");

std::int64_t monotonic_ns() noexcept {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// The first one is a request. One that comes later, and not with the first, ends the program as if there were no handler.
extern "C" void note_stop(int signal) {
  const std::int64_t now = monotonic_ns();
  if (g_stop == 0) {
    g_requested_ns = now;
    g_stop = 1;
  } else if (now - g_requested_ns > k_same_request_ns) {
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

extern "C" void end_now(int /*signal*/) {
  constexpr char k_message[] = "carom run: stopped before the run had begun; nothing was written\n";
  // Nothing can be done if that fails.
  if (::write(STDERR_FILENO, k_message, sizeof k_message - 1) < 0) ::_exit(k_stopped);
  ::_exit(k_stopped);
}

void handle_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

void stop_at_once() { handle_signals(end_now); }
void watch_for_stop() { handle_signals(note_stop); }

bool stop_requested() noexcept { return g_stop != 0; }

}  // namespace carom::app
