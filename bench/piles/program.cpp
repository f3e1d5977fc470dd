#include "program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../machine.hpp"
#include "judge.hpp"

namespace carom::bench {
namespace {

constexpr int k_parts = 15;

struct Options {
  std::vector<Pile> piles;
  std::string_view engine;  ///< only those whose names have it
  unsigned threads = 1;
  int repeats = 1;
  int patience = 60;  ///< seconds for the steps of one run
  bool judged = true;
  bool parts = false;
  bool table = false;
  bool json = false;
};

[[noreturn]] void fail(std::string_view message) {
  fmt::print(stderr,
             "{}\n"
             "usage: carom_piles [--only NAME]… [--engine WORD] [--threads N] [--steps N] [--repeat N]\n"
             "                   [--patience SECONDS] [--quick] [--no-judge] [--parts] [--table] [--json]\n"
             "NAME is pyramid, falling, tumbler, or one of them with its size (falling:10000).\n",
             message);
  std::exit(2);
}

int number(std::string_view option, std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1)
    fail(fmt::format("{}: \"{}\" is not a whole number above 0", option, text));
  return value;
}

/// The piles of a name: of all sizes in the list when it has none.
void add_piles(std::vector<Pile>& piles, std::string_view name, std::span<const std::string_view> list) {
  const std::size_t before = piles.size();
  if (const auto pile = make_pile(name)) {
    piles.push_back(*pile);
    return;
  }
  for (const std::string_view listed : list) {
    if (listed.substr(0, listed.find(':')) == name) piles.push_back(make_pile(listed).value());
  }
  if (piles.size() == before) fail(fmt::format("--only: there is no pile \"{}\"", name));
}

Options parse(int argc, char** argv, std::span<const EngineKind> engines) {
  Options options;
  std::vector<std::string_view> names;
  bool quick = false;
  int steps = 0;
  for (int k = 1; k < argc; ++k) {
    const std::string_view option = argv[k];
    const auto value = [&]() -> std::string_view {
      if (k + 1 == argc) fail(fmt::format("{} needs a value", option));
      return argv[++k];
    };
    if (option == "--only" || option == "--scene") {
      names.push_back(value());
    } else if (option == "--engine") {
      options.engine = value();
    } else if (option == "--threads") {
      options.threads = static_cast<unsigned>(number(option, value()));
    } else if (option == "--steps") {
      steps = number(option, value());
    } else if (option == "--repeat") {
      options.repeats = number(option, value());
    } else if (option == "--patience") {
      options.patience = number(option, value());
    } else if (option == "--quick") {
      quick = true;
    } else if (option == "--no-judge") {
      options.judged = false;
    } else if (option == "--parts") {
      options.parts = true;
    } else if (option == "--table") {
      options.table = true;
    } else if (option == "--json") {
      options.json = true;
    } else {
      fail(fmt::format("there is no option \"{}\"", option));
    }
  }
  if (std::ranges::none_of(engines, [&](const EngineKind& e) { return e.name.find(options.engine) != e.name.npos; }))
    fail(fmt::format("--engine: there is no engine \"{}\"", options.engine));
  const std::span<const std::string_view> list =
      quick ? std::span<const std::string_view>(k_quick_piles) : std::span<const std::string_view>(k_piles);
  if (names.empty()) {
    for (const std::string_view name : list) options.piles.push_back(make_pile(name).value());
  }
  for (const std::string_view name : names) add_piles(options.piles, name, list);
  if (quick && steps == 0) steps = 120;
  for (Pile& pile : options.piles) {
    if (steps != 0) pile.steps = steps;
  }
  return options;
}

struct Row {
  std::string_view engine;
  double milliseconds = std::numeric_limits<double>::infinity();  ///< a step
  double parts[k_parts] = {};                                     ///< the same of each of so many parts of the run
  int steps = 0;                                                  ///< taken; fewer than wanted where patience has ended
  double deepest = 0;
  double gained = 0;
};

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// All steps, and nothing between them: processor time with one thread, time on the wall with several.
void time_steps(const Pile& pile, const EngineKind& kind, const Options& options, Row& row) {
  const auto now = [&] { return options.threads == 1 ? processor_seconds() : wall_seconds(); };
  const auto engine = kind.make(pile, options.threads);
  double parts[k_parts] = {};
  int steps = 0;
  const double start = now();
  double last = start;
  for (int part = 0; part < k_parts && last - start < options.patience; ++part) {
    const int end = pile.steps * (part + 1) / k_parts;
    const int first = steps;
    double time = last;
    while (steps < end && time - start < options.patience) {
      engine->step();
      ++steps;
      time = now();
    }
    parts[part] = steps == first ? 0 : 1e3 * (time - last) / (steps - first);
    last = time;
  }
  const double milliseconds = 1e3 * (last - start) / steps;
  row.steps = std::max(row.steps, steps);
  if (milliseconds >= row.milliseconds) return;
  row.milliseconds = milliseconds;
  std::ranges::copy(parts, row.parts);
}

/// The same steps once more, looked at after each of them: every engine here repeats itself bit by bit.
void judge_steps(const Pile& pile, const EngineKind& kind, const Options& options, Row& row) {
  const auto engine = kind.make(pile, options.threads);
  Judge judge(pile);
  judge.look(engine->motions());
  for (int k = 0; k < row.steps; ++k) {
    engine->step();
    judge.look(engine->motions());
  }
  row.deepest = judge.deepest();
  row.gained = judge.gained();
}

void print_row(const Pile& pile, const Row& row, const Options& options) {
  const std::size_t bodies = pile.pieces.size();
  const double a_body = 1e3 * row.milliseconds / static_cast<double>(bodies);
  if (options.json) {
    fmt::print(R"({{"pile":"{}","bodies":{},"steps":{},"threads":{},"engine":"{}","ms":{},"us_a_body":{})", pile.name,
               bodies, row.steps, options.threads, row.engine, row.milliseconds, a_body);
    if (options.judged) fmt::print(R"(,"deepest":{},"gained":{})", row.deepest, row.gained);
    if (options.parts) fmt::print(R"(,"parts":[{}])", fmt::join(row.parts, ","));
    fmt::print("}}\n");
  } else {
    fmt::print("{:<14}{:>7}{:>6}  {:<10}{:>10.3f}{:>11.3f}", pile.name, bodies, row.steps, row.engine, row.milliseconds,
               a_body);
    if (options.judged) fmt::print("{:>11.2e}{:>11.2e}", row.deepest, row.gained);
    fmt::print("\n");
    if (options.parts) fmt::print("  part by part: {:.3f}\n", fmt::join(row.parts, " "));
  }
  std::fflush(stdout);
}

std::string cell(const Row& row, const Pile& pile, const Options& options) {
  std::string text = fmt::format("{:.3g} ms", row.milliseconds);
  if (options.judged) text += fmt::format(", {:.1e}, {:.1e}", row.deepest, row.gained);
  if (row.steps < pile.steps) text += fmt::format(" ({} steps)", row.steps);
  return text;
}

/// Times are of the same steps only where all of them were taken.
std::string ratio(const std::vector<Row>& rows, const Pile& pile) {
  double carom = std::numeric_limits<double>::infinity();
  double others = std::numeric_limits<double>::infinity();
  for (const Row& row : rows) {
    if (row.steps < pile.steps) continue;
    double& fastest = row.engine == "Carom" ? carom : others;
    fastest = std::min(fastest, row.milliseconds);
  }
  return std::isfinite(carom) && std::isfinite(others) ? fmt::format("{:.2f}", carom / others) : "-";
}

/// In Markdown: one line a pile, and how many times as long as the fastest of the others Carom takes.
void print_table(const std::vector<std::pair<const Pile*, std::vector<Row>>>& results, const Options& options) {
  std::string head = "| pile | bodies |";
  std::string rule = "| --- | --- |";
  for (const Row& row : results.front().second) {
    head += fmt::format(" {} |", row.engine);
    rule += " --- |";
  }
  fmt::print("\n{} Carom / fastest of the others |\n{} --- |\n", head, rule);
  for (const auto& [pile, rows] : results) {
    fmt::print("| {} | {} |", pile->name, pile->pieces.size());
    for (const Row& row : rows) fmt::print(" {} |", cell(row, *pile, options));
    fmt::print(" {} |\n", ratio(rows, *pile));
  }
}

}  // namespace

int run_piles(int argc, char** argv, std::span<const EngineKind> engines) {
  const Options options = parse(argc, argv, engines);
  if (!options.json) {
    print_machine();
    fmt::print("{}; best of {}\n",
               options.threads == 1 ? std::string("one thread, processor time")
                                    : fmt::format("{} threads, time on the wall", options.threads),
               options.repeats);
    fmt::print("{:<14}{:>7}{:>6}  {:<10}{:>10}{:>11}", "pile", "bodies", "steps", "engine", "ms a step", "us a body");
    if (options.judged) fmt::print("{:>11}{:>11}", "deepest", "gained");
    fmt::print("\n");
  }
  std::vector<std::pair<const Pile*, std::vector<Row>>> results;
  for (const Pile& pile : options.piles) {
    results.push_back({&pile, {}});
    for (const EngineKind& kind : engines) {
      if (kind.name.find(options.engine) == kind.name.npos) continue;
      Row row{.engine = kind.name};
      for (int k = 0; k < options.repeats; ++k) time_steps(pile, kind, options, row);
      if (options.judged) judge_steps(pile, kind, options, row);
      print_row(pile, row, options);
      results.back().second.push_back(row);
    }
  }
  if (options.table) print_table(results, options);
  return 0;
}

}  // namespace carom::bench
