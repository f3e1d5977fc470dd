#pragma once

#include <fmt/core.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

/// What a benchmark says about the machine, and its clock.
namespace carom::bench {

/// Of this process alone, all threads together: what else the machine does is not counted.
inline double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline std::string first_line(const std::string& path) {
  std::string line;
  std::getline(std::ifstream(path) >> std::ws, line);
  return line;
}

inline std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

inline void print_machine() {
  std::string caches;
  for (int k = 0; k < 8; ++k) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", k);
    const std::string size = first_line(folder + "size");
    if (size.empty() || first_line(folder + "type") == "Instruction") continue;
    caches += fmt::format(", L{} {}", first_line(folder + "level"), size);
  }
  double load = 0;
  const bool known = getloadavg(&load, 1) == 1;
  fmt::print("{}{}, load {} before the run\n", processor(), caches, known ? fmt::format("{:.1f}", load) : "unknown");
}

}  // namespace carom::bench
