#include "run_stop.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>

#include "exit_codes.hpp"
#include "io/system/system.hpp"

namespace carom::app {
namespace {

/// Of one request: timeout(1) sends its signal twice, to the program and to the program's group.
constexpr std::int64_t k_same_request_ns = 300'000'000;

volatile std::sig_atomic_t g_stop = 0;
std::atomic<std::int64_t> g_requested_ns = 0;  // on the monotonic clock
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal handler sets it");

/// The first one is a request. One that comes later, and not with the first, ends the program as if there were no handler.
extern "C" void note_stop(int signal) {
  const std::int64_t now = io::monotonic_ns();
  if (g_stop == 0) {
    g_requested_ns = now;
    g_stop = 1;
  } else if (now - g_requested_ns > k_same_request_ns) {
    io::end_by_signal(signal);
  }
}

extern "C" void end_now(int /*signal*/) {
  io::end_with_message("carom run: stopped before the run had begun; nothing was written\n", k_stopped);
}

}  // namespace

void stop_at_once() { io::on_stop_signal(end_now); }
void watch_for_stop() { io::on_stop_signal(note_stop); }

bool stop_requested() noexcept { return g_stop != 0; }

}  // namespace carom::app
