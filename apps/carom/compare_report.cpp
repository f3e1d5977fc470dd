#include "compare_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "carom/io/answer.hpp"
#include "io/json/json_text.hpp"
#include "io/scene/scene_words.hpp"

namespace carom::app {
namespace {

using io::json_number;
using io::json_string;

std::string_view word(Detection detection) { return io::k_detections[static_cast<std::size_t>(detection)]; }

std::string name(const World& world, std::uint64_t serial) {
  return serial == Hit::k_edges ? std::string(io::k_bounds) : world.name(serial);
}

std::vector<Verdict> judge_all(const Lanes& lanes) {
  std::vector<Verdict> verdicts;
  for (const Lane& lane : lanes.all) verdicts.push_back(judge(lane, lanes));
  return verdicts;
}

const Verdict& first_of(Detection detection, const std::vector<Verdict>& verdicts) {
  return *std::ranges::find(verdicts, detection, [](const Verdict& v) { return v.summary.detection; });
}

constexpr auto k_columns = R"(
missed        contacts of the first row that this row has not (same two bodies, within one step)
invented      contacts of this row that the first row has not
agreed        contacts in common before the two runs diverge
diverges at   time of the first contact missed, or at which a body is seen 1 % of the smallest body's size off its place
energy drift  change of energy that nothing explains, relative to the energy at the start
wall          seconds of computing
)";

std::string table(const std::vector<Verdict>& verdicts) {
  std::string text = fmt::format("{:<9}{:>10}{:>10}{:>12}{:>9}{:>10}{:>9}{:>13}{:>14}{:>9}\n", "", "dt", "steps",
                                 "collisions", "missed", "invented", "agreed", "diverges at", "energy drift", "wall");
  for (const Verdict& v : verdicts) {
    const RunSummary& s = v.summary;
    const bool steps = s.detection != Detection::event;
    text += fmt::format("{:<9}{:>10}{:>10}{:>12}", word(s.detection), steps ? fmt::format("{:.5g}", s.dt) : "-",
                        steps ? fmt::format("{}", s.steps) : "-", s.collisions);
    if (&v == &verdicts.front()) {
      text += fmt::format("{:>9}{:>10}{:>9}{:>13}", "-", "-", "-", "-");
    } else {
      text += fmt::format("{:>9}{:>10}{:>9}{:>13}", v.contacts.missed.size(), v.contacts.invented.size(), v.agreed,
                          v.diverged_at ? fmt::format("{:.5g}", *v.diverged_at) : "never");
    }
    text += fmt::format("{:>14.2e}{:>9.3g}\n", s.energy_drift, s.wall_seconds);
  }
  return text;
}

/// Which two bodies passed through each other unnoticed.
std::string passage(const World& world, const Hit& hit) {
  if (hit.b == Hit::k_edges) return fmt::format("{} went past the edge", world.name(hit.a));
  return fmt::format("{} and {} passed through each other", world.name(hit.a), world.name(hit.b));
}

bool same_contacts(const Verdict& v) { return v.contacts.missed.empty() && v.contacts.invented.empty(); }

std::string story(const Lane& reference, const Verdict& v) {
  const std::string how = fmt::format("{} at dt = {:.5g}", word(v.summary.detection), v.summary.dt);
  const auto& missed = v.contacts.missed;
  if (reference.hits.empty()) return "Nothing meets anything in this scene.";
  if (same_contacts(v)) {
    const std::string late =
        v.diverged_at ? fmt::format("; its bodies are off their places from t = {:.5g} on", *v.diverged_at) : "";
    return fmt::format("{} found all {} contacts, each up to a step late{}.", how, reference.hits.size(), late);
  }
  const std::string counts = fmt::format("{} missed {} of {} contacts and found {} that never happened", how,
                                         missed.size(), reference.hits.size(), v.contacts.invented.size());
  if (v.passage) {
    return fmt::format("{}; at t = {:.5g} {}, unnoticed.", counts, v.passage->t, passage(reference.world, *v.passage));
  }
  return fmt::format(
      "{}: it answers contacts at the end of a step, too late, and from t = {:.5g} on tells another story.", counts,
      v.diverged_at.value_or(v.summary.time));
}

/// The two that miss nothing: how long they are one.
std::string agreement(const Lane& reference, const Verdict& swept) {
  if (reference.detection == swept.summary.detection || reference.hits.empty()) return {};
  if (same_contacts(swept)) {
    return fmt::format("event and swept find the same {} contacts.\n", reference.hits.size());
  }
  return fmt::format(
      "event and swept have {} contacts in common up to t = {:.5g}; from there on each tells its own story.\n",
      swept.agreed, swept.diverged_at.value_or(swept.summary.time));
}

/// What smaller steps buy, and what they cost.
std::string price(const Lane& reference, const Verdict& finest) {
  if (reference.hits.empty() || !(reference.seconds > 0)) return {};
  return fmt::format("With steps of {:.5g} it missed {}, in {:.2g} times the time that {} takes.", finest.summary.dt,
                     finest.contacts.missed.size(), finest.summary.wall_seconds / reference.seconds,
                     word(reference.detection));
}

/// How far a reference that has steps can be relied on, by what half of them make of the scene.
std::string doubt(const Lanes& lanes) {
  if (!lanes.check) return {};
  const ReferenceCheck& check = *lanes.check;
  const Lane& reference = lanes.reference();
  const Verdict finer = judge(check.finer, lanes);
  const double dt = reference.world.settings().dt;
  std::string text = fmt::format(
      "The reference, swept at dt = {:.5g}, is only as good as its steps: energy drift {:.2e}. At dt = {:.5g} "
      "its bodies are up to {:.2g} elsewhere, ",
      dt, run_summary(reference.world, reference.start).energy_drift, finer.summary.dt, check.largest_difference);
  if (!finer.diverged_at && same_contacts(finer)) return text + "with the same contacts: the two agree to the end.\n";
  return text + fmt::format(
                    "{} of its {} contacts are missed and {} are others, and the two diverge at t = {:.5g}: "
                    "from there on differences tell as much about the reference as about the rows below it. "
                    "--reference-dt {:.5g} takes a finer one.\n",
                    finer.contacts.missed.size(), reference.hits.size(), finer.contacts.invented.size(),
                    finer.diverged_at.value_or(finer.summary.time), dt / 4);
}

/// Nulls where the reference has no steps.
std::string reference_json(const Lanes& lanes) {
  const Lane& reference = lanes.reference();
  const double drift = run_summary(reference.world, reference.start).energy_drift;
  if (!lanes.check) {
    return fmt::format(R"({{"detection":"{}","dt":null,"energy_drift":{},"check":null}})", word(reference.detection),
                       json_number(drift));
  }
  const Verdict finer = judge(lanes.check->finer, lanes);
  return fmt::format(R"({{"detection":"{}","dt":{},"energy_drift":{},"check":{{"dt":{},"energy_drift":{},)"
                     R"("largest_difference":{},"missed":{},"invented":{},"diverged_at":{}}}}})",
                     word(reference.detection), json_number(reference.world.settings().dt), json_number(drift),
                     json_number(finer.summary.dt), json_number(finer.summary.energy_drift),
                     json_number(lanes.check->largest_difference), finer.contacts.missed.size(),
                     finer.contacts.invented.size(), finer.diverged_at ? json_number(*finer.diverged_at) : "null");
}

std::string json_hit(const World& world, const Hit& hit) {
  return fmt::format(R"({{"t":{},"a":{},"b":{}}})", json_number(hit.t), json_string(name(world, hit.a)),
                     json_string(name(world, hit.b)));
}

}  // namespace

std::string comparison_text(const std::string& title, const Lanes& lanes) {
  const auto verdicts = judge_all(lanes);
  const Lane& reference = lanes.reference();
  std::string text = fmt::format("{}, t = {:.6g} to {:.6g}\n\n", title, reference.start.time, reference.world.time());
  text += table(verdicts) + k_columns + "\n";
  if (lanes.without_event) text += fmt::format("event cannot run this scene: {}\n", sentence(*lanes.without_event));
  text += doubt(lanes);
  const Verdict& swept = first_of(Detection::swept, verdicts);
  if (lanes.only_swept_turns) {
    text += fmt::format("Only swept turns bodies that are no circles; in the other rows they never turn{}.\n",
                        same_contacts(swept) ? "" : ", and soon go other ways");
  }
  text += agreement(reference, swept);
  if (lanes.without_overlap) {
    return text + fmt::format("overlap cannot run this scene: {}\n", sentence(*lanes.without_overlap));
  }
  text += story(reference, first_of(Detection::overlap, verdicts)) + "\n";
  const std::string last = price(reference, verdicts.back());
  return last.empty() ? text : text + last + "\n";
}

std::string comparison_json(const std::string& title, const Lanes& lanes, const Provenance& provenance) {
  const World& reference = lanes.reference().world;
  std::string text =
      fmt::format(R"({{"scene":{},"until":{},"only_swept_turns":{},"reference":{},"runs":[)", json_string(title),
                  json_number(reference.time()), lanes.only_swept_turns, reference_json(lanes));
  const char* separator = "";
  for (const Verdict& v : judge_all(lanes)) {
    const RunSummary& s = v.summary;
    const auto& missed = v.contacts.missed;
    text +=
        fmt::format(R"({}{{"detection":"{}","dt":{},"steps":{},"collisions":{},"missed":{},"invented":{},"agreed":{})",
                    separator, word(s.detection), s.detection == Detection::event ? "null" : json_number(s.dt), s.steps,
                    s.collisions, missed.size(), v.contacts.invented.size(), v.agreed);
    text += fmt::format(R"(,"diverged_at":{},"first_missed":{},"passage":{})",
                        v.diverged_at ? json_number(*v.diverged_at) : "null",
                        missed.empty() ? "null" : json_hit(reference, missed.front()),
                        v.passage ? json_hit(reference, *v.passage) : "null");
    text += fmt::format(R"(,"energy_drift":{},"hash":"{:016x}","wall_seconds":{}}})", json_number(s.energy_drift),
                        s.hash, json_number(s.wall_seconds));
    separator = ",";
  }
  return text + "],\"provenance\":" + provenance_json(provenance) + "}\n";
}

}  // namespace carom::app
