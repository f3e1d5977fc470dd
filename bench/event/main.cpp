#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../machine.hpp"
#include "measure.hpp"

/// How many collisions a second the event world plays on one core.
///
///   carom_events [--quick] [--only TEXT]… [--shuffled] [--equilibration C] [--collisions K] [--between K] [--bare]
///
/// --quick leaves out the million discs and plays less. --only runs the rows whose label holds TEXT; given more than
/// once, all of them: --only 'N=10000 ' --only fraction=0.3 --only equal. --shuffled creates the discs in random order,
/// as if they had diffused through all of the box. --equilibration is in collisions a disc; K collisions are measured,
/// then --between so many are played, then K are measured again. --bare takes the rows one by one and does nothing but
/// equilibrate and play K collisions; all that a profiler has to look at is then in play_measured:
///
///   valgrind --tool=callgrind --collect-atstart=no '--toggle-collect=carom::bench::play_measured*'
///     carom_events --bare --only 'N=10000 ' --only fraction=0.3 --only equal --collisions 100000
///
/// fresh, diffused    collisions a second of processor time, in millions, after the equilibration and at the end
/// : others           the lower of the two over the best that other codes reach on such a machine, where that is known
/// collisions/disc    in all, and how far the discs are from the lattice by then: the mean square of their
///                    displacement, in squares of the (small) diameter
/// bytes/disc         growth of the resident set, without pages of files, by creating the bodies, and further growth by playing
/// create             seconds
namespace carom::bench {
namespace {

struct Options {
  bool quick = false;
  bool bare = false;
  Order order = Order::lattice;
  Plan plan;
  std::vector<std::string_view> only;

  [[nodiscard]] bool wants(const Case& which) const {
    if (quick && which.count > 200'000) return false;
    const std::string label = which.label();
    return std::all_of(only.begin(), only.end(),
                       [&](std::string_view text) { return label.find(text) != std::string::npos; });
  }
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {{10'000, 0.1, 1, 1.0},     {10'000, 0.3, 1, 1.5},     {10'000, 0.6, 1, 2.0},
                                        {100'000, 0.1, 1, 0.28},   {100'000, 0.3, 1, 0.43},   {100'000, 0.6, 1, 0.82},
                                        {1'000'000, 0.1, 1, 0.22}, {1'000'000, 0.3, 1, 0.41}, {1'000'000, 0.6, 1, 0.50},
                                        {10'100, 0.3, 10, 0.02},   {101'000, 0.3, 10, 0.02},  {100'010, 0.3, 100, 0}};
  return all;
}

void print_heading(const Plan& plan) {
  fmt::print("{:g} collisions measured, {:g} later again\n\n", plan.measured, plan.between);
  fmt::print("{:<30}{:>8}{:>10}{:>8}{:>10}{:>17}{:>10}{:>17}{:>8}{:>10}\n", "", "fresh", "diffused", "others",
             ": others", "collisions/disc", "square", "bytes/disc", "create", "energy");
}

void print_row(const Case& which, const Measured& m) {
  const double slower = std::min(m.fresh, m.diffused) / 1e6;
  const bool known = which.others > 0;
  fmt::print("{:<30}{:>8.3f}{:>10.3f}{:>8}{:>10}{:>17.0f}{:>10.1f}{:>9.0f} + {:>5.0f}{:>8.2f}{:>10.1e}\n",
             which.label(), m.fresh / 1e6, m.diffused / 1e6, known ? fmt::format("{:.2f}", which.others) : "-",
             known ? fmt::format("{:.1f}", slower / which.others) : "-", m.collisions, m.square, m.world_bytes,
             m.flight_bytes, m.set_up, m.energy_drift);
  std::fflush(stdout);
}

/// In a process of its own, which starts with an untouched heap.
void run_apart(const Case& which, const Options& options) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    print_row(which, measure(which, options.order, options.plan));
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fmt::print(stderr, "carom_events: {} failed\n", which.label());
    std::exit(1);
  }
}

void run(const Options& options) {
  if (options.bare) {
    for (const Case& which : cases()) {
      if (!options.wants(which)) continue;
      fmt::print("{}: {} collisions\n", which.label(), play_bare(which, options.order, options.plan));
    }
    return;
  }
  print_machine();
  print_heading(options.plan);
  for (const Case& which : cases()) {
    if (options.wants(which)) run_apart(which, options);
  }
}

[[noreturn]] void usage() {
  std::fputs(
      "usage: carom_events [--quick] [--only TEXT]… [--shuffled] [--equilibration C] [--collisions K] [--between K] "
      "[--bare]\n",
      stderr);
  std::exit(2);
}

double number(std::string_view option, const char* text) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (*text != '\0' && *end == '\0' && value > 0) return value;
  fmt::print(stderr, "carom_events: {} takes a positive number, not '{}'\n", option, text);
  usage();
}

Options parse(int argc, char** argv) {
  Options options;
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]) == "--quick") {
      options.quick = true;
      options.plan.measured = 5e5;
      options.plan.between = 2e6;
    }
  }
  for (int k = 1; k < argc; ++k) {
    const std::string_view option = argv[k];
    const bool more = k + 1 < argc;
    if (option == "--quick") continue;
    if (option == "--bare") {
      options.bare = true;
    } else if (option == "--shuffled") {
      options.order = Order::shuffled;
    } else if (option == "--only" && more) {
      options.only.emplace_back(argv[++k]);
    } else if (option == "--equilibration" && more) {
      options.plan.equilibration = number(option, argv[++k]);
    } else if (option == "--collisions" && more) {
      options.plan.measured = number(option, argv[++k]);
    } else if (option == "--between" && more) {
      options.plan.between = number(option, argv[++k]);
    } else {
      usage();
    }
  }
  return options;
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  carom::bench::run(carom::bench::parse(argc, argv));
  return 0;
}
