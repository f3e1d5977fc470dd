#include "run_stop.hpp"

#include <unistd.h>

#include <csignal>

#include "commands.hpp"

namespace carom::app {
namespace {

volatile std::sig_atomic_t g_stop = 0;

extern "C" void note_stop(int /*signal*/) { g_stop = 1; }

extern "C" void end_now(int /*signal*/) {
  constexpr char k_message[] = "carom run: stopped before the run had begun; nothing was written\n";
  // Nothing can be done if that fails.
  if (::write(STDERR_FILENO, k_message, sizeof k_message - 1) < 0) ::_exit(k_stopped);
  ::_exit(k_stopped);
}

void handle_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

void stop_at_once() { handle_signals(end_now); }
void watch_for_stop() { handle_signals(note_stop); }

bool stop_requested() noexcept { return g_stop != 0; }

}  // namespace carom::app
