#include "measure.hpp"

#include <fmt/core.h>
#include <malloc.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <type_traits>

#include "judge.hpp"

namespace carom::bench {
namespace {

constexpr int k_relaxing_steps = 20;
constexpr int k_judged_steps = 3;
constexpr int k_blocks = 3;
constexpr double k_patience = 5;  // seconds for relaxing, and for judging, after the first step

/// Of the machine, or of this process alone: then what else the machine does is not counted.
class Clock {
 public:
  explicit Clock(clockid_t id) : id_(id), start_(now()) {}
  [[nodiscard]] double seconds() const { return now() - start_; }

 private:
  [[nodiscard]] double now() const {
    timespec time{};
    clock_gettime(id_, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  clockid_t id_;
  double start_;
};

std::size_t heap_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Processor time, so that a busy machine does not end what is fast enough. The signal ends the process.
class StepLimit {
 public:
  explicit StepLimit(int threads) { set(k_longest_step * threads); }
  ~StepLimit() { set(0); }
  StepLimit(const StepLimit&) = delete;
  StepLimit& operator=(const StepLimit&) = delete;

 private:
  static void set(int seconds) {
    itimerval timer{};
    timer.it_value.tv_sec = seconds;
    setitimer(ITIMER_PROF, &timer, nullptr);
  }
};

void step(Engine& engine, int threads) {
  const StepLimit limit(threads);
  engine.step();
}

/// The same number of steps for every engine, so that drifts compare; fewer where steps take too long.
void relax(Engine& engine, int threads, Measured& measured) {
  const double before = energy(engine.discs());
  const Clock clock(CLOCK_PROCESS_CPUTIME_ID);
  while (measured.drift_steps < k_relaxing_steps && clock.seconds() < k_patience) {
    step(engine, threads);
    ++measured.drift_steps;
  }
  measured.energy_drift = energy(engine.discs()) / before - 1;
}

/// From the engine's own state at the start of the step. An engine that looks for contacts before it moves is given the next
/// step to report in.
void judge(Engine& engine, int threads, double half, Measured& measured) {
  engine.watch(true);
  const Clock clock(CLOCK_PROCESS_CPUTIME_ID);
  for (int k = 0; k < k_judged_steps && clock.seconds() < k_patience; ++k) {
    const std::vector<Pair> truth = true_first_contacts(engine.discs(), half);
    std::vector<Pair> handled;
    for (int wait = 0; wait <= engine.report_delay(); ++wait) {
      step(engine, threads);
      const std::vector<Pair> pairs = engine.pushed_apart();
      handled.insert(handled.end(), pairs.begin(), pairs.end());
    }
    measured.truth += truth.size();
    measured.handled += count_handled(truth, std::move(handled));
  }
  engine.watch(false);
}

void time_block(Engine& engine, int threads, double seconds, Measured& measured) {
  const Clock clock(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
  std::size_t contacts = 0;
  int steps = 0;
  double spent = 0;
  do {
    step(engine, threads);
    contacts += engine.contacts();
    ++steps;
    spent = clock.seconds();
  } while (spent < seconds);
  const double milliseconds = 1000 * spent / steps;
  if (measured.milliseconds > 0 && milliseconds >= measured.milliseconds) return;
  measured.milliseconds = milliseconds;
  measured.contacts_a_step = static_cast<double>(contacts) / steps;
}

Measured measure_here(const EngineKind& kind, const Gas& gas, double seconds) {
  Measured measured;
  const std::size_t heap_before = heap_in_use();
  const std::unique_ptr<Engine> engine = kind.make(gas);
  engine->watch(false);
  relax(*engine, kind.threads, measured);
  judge(*engine, kind.threads, gas.half, measured);
  const Clock clock(CLOCK_PROCESS_CPUTIME_ID);
  for (int block = 0; block < k_blocks && clock.seconds() < seconds * kind.threads; ++block) {
    time_block(*engine, kind.threads, seconds / k_blocks, measured);
  }
  measured.bytes_per_body = static_cast<double>(heap_in_use() - heap_before) / static_cast<double>(gas.discs.size());
  measured.outside = outside(engine->discs(), gas.half);
  return measured;
}

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

}  // namespace

std::optional<Measured> measure(const EngineKind& kind, const Gas& gas, double seconds) {
  static_assert(std::is_trivially_copyable_v<Measured>);  // it goes through a pipe
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) fail("pipe");
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    // Chipmunk greets on standard output.
    if (std::freopen("/dev/null", "w", stdout) == nullptr) fail("/dev/null");
    const Measured measured = measure_here(kind, gas, seconds);
    _exit(write(ends[1], &measured, sizeof measured) == sizeof measured ? 0 : 1);
  }
  close(ends[1]);
  Measured measured;
  const bool complete = read(ends[0], &measured, sizeof measured) == sizeof measured;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (complete) return measured;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) return std::nullopt;
  fmt::print(stderr, "carom_worlds: {} failed on {} discs\n", kind.name, gas.discs.size());
  std::exit(1);
}

}  // namespace carom::bench
