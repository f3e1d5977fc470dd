#include "carom/io/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "io/json/json_text.hpp"
#include "io/scene/scene_words.hpp"

namespace carom {
namespace {

using io::json_number;
using io::json_string;

std::string_view name(Detection detection) { return io::k_detections[static_cast<std::size_t>(detection)]; }

double over(double change, double scale) { return scale > 0 ? change / scale : change; }

std::string json_vector(Vec2 v) { return fmt::format("[{},{}]", json_number(v.x), json_number(v.y)); }

/// Six digits are what a reader takes in; the JSON has them all.
std::string short_vector(Vec2 v) { return fmt::format("({:.6g}, {:.6g})", v.x, v.y); }

std::string momentum_line(const RunSummary& s) {
  const std::string both = fmt::format("{} → {}", short_vector(s.start.momentum), short_vector(s.momentum));
  if (s.momentum_drift) return fmt::format("{}, drift {:.2e}", both, *s.momentum_drift);
  return both + ", need not be conserved: something here is fixed, or pulls";
}

std::string energy_line(const RunSummary& s) {
  if (!s.energy_summed) {
    return fmt::format("{:.6g} at the start; not summed over all pairs after the stop", s.start.energy.total());
  }
  std::string line =
      fmt::format("{:.6g} → {:.6g}, drift {:.2e}", s.start.energy.total(), s.energy.total(), s.energy_drift);
  if (s.energy_exchanged != 0) line += fmt::format(" after {:+.6g} exchanged", s.energy_exchanged);
  if (s.energy.potential != 0 || s.start.energy.potential != 0) {
    line += fmt::format(" (kinetic {:.6g}, potential {:.6g})", s.energy.kinetic, s.energy.potential);
  }
  return line;
}

/// Only what has acted: in an elastic gas nothing has, and that is worth a word.
std::string policy_line(const PolicyCounts& p) {
  std::string line;
  const auto tell = [&line](std::uint64_t count, std::string_view what) {
    if (count > 0) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, what);
  };
  tell(p.rests, "contacts at rest");
  tell(p.calms, "calmed");
  tell(p.clumps, "groups held together");
  tell(p.grazes, "grazes of a ring");
  tell(p.briefs, "too soon after the last to lose energy");
  tell(p.hops, "least rebounds");
  tell(p.holds, "squeezed and held");
  tell(p.capped_extrapolations, "inner steps too long for the tolerance");
  tell(p.capped_substeps, "parts too long for the sub-step rule");
  return line.empty() ? "none acted" : line;
}

std::string policies_json(const PolicyCounts& p) {
  return fmt::format(
      R"({{"rests":{},"calms":{},"clumps":{},"grazes":{},"briefs":{},"hops":{},"holds":{},"capped_extrapolations":{},)"
      R"("capped_substeps":{}}})",
      p.rests, p.calms, p.clumps, p.grazes, p.briefs, p.hops, p.holds, p.capped_extrapolations, p.capped_substeps);
}

double collisions_per_second(const RunSummary& s) {
  return s.wall_seconds > 0 ? static_cast<double>(s.collisions) / s.wall_seconds : 0;
}

std::string pace_line(const RunSummary& s) {
  std::string line = fmt::format("{:.6g} → {:.6g}", s.start.time, s.time);
  if (s.detection != Detection::event) line += s.steps == 1 ? ", 1 step" : fmt::format(", {} steps", s.steps);
  line += fmt::format(" in {:.3g} s", s.wall_seconds);
  line += s.threads == 1 ? " on 1 thread" : fmt::format(" on {} threads", s.threads);
  if (s.detection != Detection::event) return line;
  return line + fmt::format(", {:.3g} collisions a second", collisions_per_second(s));
}

std::string gas_line(const RunSummary& s) {
  const GasSummary& g = *s.gas;
  return fmt::format(
      "pressure {:.5g}, Z = {:.5g}, kT = {:.5g}; a body hits {:.4g} others a second, mean free path {:.4g}", g.pressure,
      g.compressibility, g.temperature, g.collision_rate, g.mean_free_path);
}

std::string gas_json(const RunSummary& s) {
  const GasSummary& g = *s.gas;
  return fmt::format(R"({{"collisions_per_second":{},"pressure":{},"compressibility":{},"collision_rate":{},)"
                     R"("mean_free_path":{},"temperature":{},"area":{}}})",
                     json_number(collisions_per_second(s)), json_number(g.pressure), json_number(g.compressibility),
                     json_number(g.collision_rate), json_number(g.mean_free_path), json_number(g.temperature),
                     json_number(g.area));
}

}  // namespace

std::optional<GasSummary> gas_summary(const GasSums& sums, const std::optional<Bounds>& bounds) {
  if (!bounds || bounds->edges == Edges::remove) return std::nullopt;
  if (sums.contacts == 0 || !(sums.time > 0 && sums.kinetic > 0 && sums.bodies > 0)) return std::nullopt;
  const Vec2 size = bounds->max - bounds->min;
  const double hits = 2 * static_cast<double>(sums.contacts);  // each is one for both
  GasSummary gas;
  gas.area = size.x * size.y;
  gas.temperature = sums.kinetic / sums.bodies;
  gas.compressibility = 1 + sums.virial / (2 * sums.kinetic);
  gas.pressure = gas.compressibility * (sums.kinetic / sums.time) / gas.area;
  gas.collision_rate = hits / sums.bodies;
  gas.mean_free_path = sums.speeds / hits;
  if (!std::isfinite(gas.pressure)) return std::nullopt;  // of a box whose area is lost in rounding
  return gas;
}

RunStart run_start(const World& world) {
  return {world.time(),           world.energy(),           world.momentum(),
          world.momentum_scale(), world.angular_momentum(), world.angular_momentum_scale()};
}

namespace {

/// Bodies that attract each other, pair by pair or by a tree, whose energy is summed within a tenth of a second.
constexpr std::size_t k_few_pairs_of = 5'000;
constexpr std::size_t k_few_in_a_tree = 20'000;

bool energy_takes_long(const World& world) {
  const auto& law = world.settings().attraction;
  return law && world.body_count() > (law->opening > 0 ? k_few_in_a_tree : k_few_pairs_of);
}

RunSummary summary_of(const World& world, const RunStart& start, bool with_energy) {
  RunSummary s;
  s.detection = world.settings().detection;
  s.dt = world.settings().dt;
  s.start = start;
  s.time = world.time();
  s.steps = world.step_count();
  s.bodies = world.body_count();
  s.collisions = world.collision_count();
  s.energy_exchanged = world.exchanged_energy();
  s.energy_summed = with_energy;
  if (with_energy) {
    s.energy = world.energy();
    const double energy_change = s.energy.total() - start.energy.total() - s.energy_exchanged;
    s.energy_drift = over(energy_change, std::max(std::fabs(start.energy.total()), start.energy.kinetic));
  }
  s.momentum = world.momentum();
  if (world.keeps_momentum()) {
    s.momentum_drift = over(length(s.momentum - start.momentum - world.exchanged_momentum()), start.momentum_scale);
  }
  s.angular_momentum = world.angular_momentum();
  if (world.keeps_angular_momentum()) {
    const double change = s.angular_momentum - start.angular_momentum - world.exchanged_angular_momentum();
    s.angular_momentum_drift = over(std::fabs(change), start.angular_momentum_scale);
  }
  s.policies = world.policies();
  s.damped = std::ranges::any_of(world.bodies(), [&](BodyId id) { return world.body(id)->damping > 0; });
  s.gas = gas_summary(world.gas(), world.settings().bounds);
  s.hash = world.hash();
  s.threads = world.settings().threads;
  return s;
}

}  // namespace

RunSummary run_summary(const World& world, const RunStart& start) { return summary_of(world, start, true); }

RunSummary quick_summary(const World& world, const RunStart& start) {
  return summary_of(world, start, !energy_takes_long(world));
}

bool finite(const RunSummary& s) {
  return std::isfinite(s.start.energy.total()) && std::isfinite(s.energy.total()) && std::isfinite(s.energy_drift) &&
         std::isfinite(s.energy_exchanged) && std::isfinite(s.momentum.x) && std::isfinite(s.momentum.y) &&
         std::isfinite(s.momentum_drift.value_or(0)) && std::isfinite(s.angular_momentum) &&
         std::isfinite(s.angular_momentum_drift.value_or(0));
}

std::vector<std::string> run_warnings(const RunSummary& s) {
  constexpr std::string_view remedy = "take a shorter dt, or give the attraction a softening";
  std::vector<std::string> warnings;
  if (const auto count = s.policies.capped_extrapolations; count > 0) {
    warnings.push_back(fmt::format(
        "{} inner steps of \"extrapolation\" are less exact than its tolerance of 1e-13, each 1/1024 of dt: bodies "
        "come too close to what pulls them for dt = {:.6g}; {}",
        count, s.dt, remedy));
  }
  if (const auto count = s.policies.capped_substeps; count > 0) {
    warnings.push_back(
        fmt::format("{} parts of steps are longer than \"substep\" asks for, each 1/65536 of dt: bodies come too close "
                    "to what pulls them for dt = {:.6g}; {}, or raise \"substep\"",
                    count, s.dt, remedy));
  }
  const double change = s.energy.total() - s.start.energy.total() - s.energy_exchanged;
  const double scale = std::max({std::fabs(s.start.energy.total()), s.start.energy.kinetic,
                                 std::fabs(s.energy_exchanged), s.energy.kinetic, std::fabs(s.energy.potential)});
  if (s.energy_summed && std::fabs(change) > k_large_drift * scale && !(s.damped && change < 0)) {
    warnings.push_back(
        fmt::format("energy has changed by {:+.3g} that nothing explains, {:.3g} % of the energies of the "
                    "run: {}",
                    change, 100 * std::fabs(change) / scale,
                    s.detection == Detection::event ? "the numbers are not to be relied on" : "take a shorter dt"));
  }
  return warnings;
}

std::string summary_json(const RunSummary& s) {
  std::string text =
      fmt::format(R"({{"scene":{},"detection":"{}","time":{},"steps":{},"bodies":{},"collisions":{})",
                  json_string(s.scene), name(s.detection), json_number(s.time), s.steps, s.bodies, s.collisions);
  const auto summed = [&](double energy) { return s.energy_summed ? json_number(energy) : std::string("null"); };
  text += fmt::format(R"(,"energy":{{"start":{},"end":{},"drift":{},"exchanged":{},"kinetic":{},"potential":{}}})",
                      json_number(s.start.energy.total()), summed(s.energy.total()), summed(s.energy_drift),
                      json_number(s.energy_exchanged), summed(s.energy.kinetic), summed(s.energy.potential));
  text += fmt::format(R"(,"momentum":{{"start":{},"end":{},"drift":{}}})", json_vector(s.start.momentum),
                      json_vector(s.momentum), s.momentum_drift ? json_number(*s.momentum_drift) : "null");
  text += fmt::format(R"(,"angular_momentum":{{"start":{},"end":{},"drift":{}}})",
                      json_number(s.start.angular_momentum), json_number(s.angular_momentum),
                      s.angular_momentum_drift ? json_number(*s.angular_momentum_drift) : "null");
  if (s.force_error) text += fmt::format(R"(,"force_error":{})", json_number(*s.force_error));
  text += fmt::format(R"(,"policies":{})", policies_json(s.policies));
  if (s.gas) text += fmt::format(R"(,"gas":{})", gas_json(s));
  if (s.observed) text += fmt::format(R"(,"observe":{})", observed_json(*s.observed));
  text += fmt::format(R"(,"hash":"{:016x}","wall_seconds":{},"threads":{},"version":{})", s.hash,
                      json_number(s.wall_seconds), s.threads, json_string(s.version));
  if (s.provenance) text += ",\"provenance\":" + provenance_json(*s.provenance);
  return text + "}";
}

std::string summary_text(const RunSummary& s) {
  std::string text = s.scene + "\n";
  const auto line = [&text](std::string_view what, const std::string& value) {
    text += fmt::format("  {:<12}{}\n", what, value);
  };
  const bool steps = s.detection != Detection::event;
  line("detection", steps ? fmt::format("{}, dt {:.6g}", name(s.detection), s.dt) : std::string(name(s.detection)));
  line("time", pace_line(s));
  line("bodies", fmt::format("{}", s.bodies));
  line("collisions", fmt::format("{}", s.collisions));
  line("energy", energy_line(s));
  line("momentum", momentum_line(s));
  // Where it need not be conserved, it is one number more to read past.
  if (s.angular_momentum_drift) {
    line("angular m.", fmt::format("{:.6g} → {:.6g}, drift {:.2e}", s.start.angular_momentum, s.angular_momentum,
                                   *s.angular_momentum_drift));
  }
  if (s.force_error) line("force error", fmt::format("{:.2e} of the attraction, at the end", *s.force_error));
  line("policies", policy_line(s.policies));
  if (s.gas) line("gas", gas_line(s));
  if (s.observed) {
    for (const auto& [name, numbers] : observed_lines(*s.observed)) line(name, numbers);
  }
  line("hash", fmt::format("{:016x}", s.hash));
  return text;
}

}  // namespace carom
