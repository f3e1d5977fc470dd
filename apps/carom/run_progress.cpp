#include "run_progress.hpp"
#include "io/system/system.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace carom::app {
namespace {

constexpr auto k_between = std::chrono::milliseconds(100);
constexpr auto k_erase_line = "\r\x1b[K";

std::string bar(double share) {
  constexpr int width = 28;
  const int full = static_cast<int>(share * width);
  std::string text;
  for (int k = 0; k < width; ++k) text += k < full ? "█" : "░";
  return text;
}

std::string span(double seconds) {
  if (!(seconds < 360000)) return "long";
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(bool wanted, const World& world, double until)
    : wanted_(wanted && io::is_terminal(io::k_standard_error)),
      from_(world.time()),
      until_(until),
      first_step_(world.step_count()),
      first_collision_(world.collision_count()) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs(k_erase_line, stderr);
  std::fflush(stderr);
}

void Progress::show(const World& world) {
  if (!wanted_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + k_between;
  shown_ = true;
  const double share = (world.time() - from_) / (until_ - from_);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double left = share > 0 ? seconds * (1 - share) / share : until_ - from_;
  const auto rate = [seconds](std::uint64_t count) { return seconds > 0 ? static_cast<double>(count) / seconds : 0.0; };
  const std::string steps = world.settings().detection == Detection::event
                                ? ""
                                : fmt::format("{:.3g} steps/s  ", rate(world.step_count() - first_step_));
  const std::string line =
      fmt::format("{}{} {:3.0f}%  t = {:.5g}  {}{:.3g} collisions/s  {} left", k_erase_line, bar(share), 100 * share,
                  world.time(), steps, rate(world.collision_count() - first_collision_), span(left));
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace carom::app
