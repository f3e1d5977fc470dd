// Does a gas of hard discs in the event world behave as physics says? Prints, for six area fractions, the
// compressibility factor Z = P A / (N kT) against its known value, the collision rate against the theory of Enskog, and
// the speeds against Maxwell. What is measured and how: measured_gas.hpp.
//
//   gas_physics [--discs N] [--blocks B] [--block C] [--equilibration C] [--seed S]
//
// Blocks and equilibration are counted in collisions a disc. The exit code is 1 where Z is off by more than 0.5 %.

#include <cstring>
#include <string_view>

#include "measured_gas.hpp"

namespace {

using carom::physics::Measured;
using carom::physics::Plan;
using carom::physics::Point;

constexpr double k_tolerance = 0.005;

[[noreturn]] void usage(const char* what) {
  std::fprintf(stderr, "gas_physics: %s\n", what);
  std::fputs("usage: gas_physics [--discs N] [--blocks B] [--block C] [--equilibration C] [--seed S]\n", stderr);
  std::exit(2);
}

double positive_number(const char* option, const char* text) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (*text == '\0' || *end != '\0' || !(value > 0)) {
    std::fprintf(stderr, "gas_physics: %s takes a positive number, not '%s'\n", option, text);
    std::exit(2);
  }
  return value;
}

Plan plan_from(int argc, char** argv) {
  Plan plan{.discs = 10'000};
  for (int k = 1; k < argc; k += 2) {
    if (k + 1 == argc) usage("the last option has no value");
    const std::string_view option = argv[k];
    const double value = positive_number(argv[k], argv[k + 1]);
    if (option == "--discs") {
      plan.discs = static_cast<std::uint64_t>(value);
    } else if (option == "--blocks") {
      plan.blocks = static_cast<int>(value);
    } else if (option == "--block") {
      plan.block = value;
    } else if (option == "--equilibration") {
      plan.equilibration = value;
    } else if (option == "--seed") {
      plan.seed = static_cast<std::uint64_t>(value);
    } else {
      usage("there is no such option");
    }
  }
  if (plan.discs < 10) usage("a gas has at least 10 discs");
  if (plan.blocks < 2) usage("an error takes at least 2 blocks");
  return plan;
}

/// False: Z is off.
bool print_row(const Point& point, const Measured& m) {
  const double deviation = m.compressibility.mean / point.compressibility - 1;
  std::printf("%8.1f %9.4f %9.4f %8.4f %+9.3f %% %9.4f %8.4f %8.4f %8.4f %8.2f %10.4f %12llu %9.1e\n",
              point.area_fraction, point.compressibility, m.compressibility.mean, m.compressibility.error,
              100 * deviation, m.rate.mean, m.rate.error, m.fourth.mean, m.fourth.error, m.maxwell, m.free_path,
              static_cast<unsigned long long>(m.collisions), m.energy_drift);
  std::fflush(stdout);
  return std::abs(deviation) <= k_tolerance;
}

}  // namespace

int main(int argc, char** argv) {
  const Plan plan = plan_from(argc, argv);
  std::printf("%llu discs, periodic; %g collisions a disc to equilibrate, then %d blocks of %g\n",
              static_cast<unsigned long long>(plan.discs), plan.equilibration, plan.blocks, plan.block);
  std::printf(
      "± is one standard error; rate and <v^4> are over what theory says, Maxwell is above 1.95 once in 1000\n\n");
  std::printf("%8s %9s %9s %8s %11s %9s %8s %8s %8s %8s %10s %12s %9s\n", "fraction", "Z known", "Z", "±", "off",
              "rate", "±", "<v^4>", "±", "Maxwell", "free path", "collisions", "energy");
  bool all = true;
  for (const Point& point : carom::physics::k_known) {
    const bool good = print_row(point, carom::physics::measure(plan, point));
    all = all && good;
  }
  std::printf("\nZ is within %g %% %s\n", 100 * k_tolerance, all ? "everywhere" : "NOT everywhere");
  return all ? 0 : 1;
}
