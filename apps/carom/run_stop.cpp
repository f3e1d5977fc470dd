#include "run_stop.hpp"

#include <csignal>

namespace carom::app {
namespace {

volatile std::sig_atomic_t g_stop = 0;

extern "C" void note_stop(int /*signal*/) { g_stop = 1; }

}  // namespace

void watch_for_stop() {
  struct sigaction action = {};
  action.sa_handler = note_stop;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() noexcept { return g_stop != 0; }

}  // namespace carom::app
