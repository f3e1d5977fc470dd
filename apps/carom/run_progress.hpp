#pragma once

#include <chrono>
#include <cstdint>

#include "carom/world/world.hpp"

namespace carom::app {

/// One line on standard error that is written over and over, and gone at the end. Only on a terminal.
class Progress {
 public:
  Progress(bool wanted, const World& world, double until);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// After each step; most calls only look at the clock.
  void show(const World& world);

 private:
  using Clock = std::chrono::steady_clock;

  bool wanted_;
  bool shown_ = false;
  double from_;
  double until_;
  std::uint64_t first_step_;
  std::uint64_t first_collision_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_;
};

}  // namespace carom::app
