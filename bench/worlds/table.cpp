#include "table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace carom::bench {
namespace {

constexpr std::size_t k_count = 10000;
constexpr double k_dense = 0.3;

double handled_percent(const Measured& m) {
  return m.truth == 0 ? 100 : 100 * static_cast<double>(m.handled) / static_cast<double>(m.truth);
}

void print_against(double displacement, const Measured& carom, const char* what, const Results::Row& peer,
                   double peer_milliseconds) {
  fmt::print("way {:>4}: Carom {:.3g} ms, {} {} {:.3g} ms: ratio {:.2f}; contacts handled {:.1f} % and {:.1f} %\n",
             displacement, carom.milliseconds, what, peer.kind->name, peer_milliseconds,
             carom.milliseconds / peer_milliseconds, handled_percent(carom), handled_percent(*peer.measured));
}

/// A peer that misses contacts in long steps can be given short ones, as many as it takes: so both are compared.
void print_against_peers(const Results& results, double displacement) {
  constexpr double short_way = 0.1;
  const Measured* carom = results.find({k_count, k_dense, displacement}, "Carom");
  if (carom == nullptr) return;
  if (const Results::Row* peer = results.fastest_peer({k_count, k_dense, displacement})) {
    print_against(displacement, *carom, "fastest peer", *peer, peer->measured->milliseconds);
  }
  if (const Results::Row* peer = results.fastest_peer({k_count, k_dense, short_way});
      peer && displacement > short_way) {
    const double steps = displacement / short_way;
    print_against(displacement, *carom, "fastest peer in steps of 0.1", *peer, steps * peer->measured->milliseconds);
  }
}

double contacts_a_second(const Measured& m) { return 1000 * m.contacts_a_step / m.milliseconds; }

void print_contacts(const Results& results, double displacement) {
  const Measured* carom = results.find({k_count, k_dense, displacement}, "Carom");
  if (carom == nullptr) return;
  fmt::print("way {:>4}: Carom {:.3g} million contacts a second\n", displacement, contacts_a_second(*carom) / 1e6);
}

void print_threads(const Results& results, std::size_t count, double displacement) {
  const Measured* one = results.find({count, k_dense, displacement}, "Carom");
  const Measured* two = results.find({count, k_dense, displacement}, "Carom, 2 threads");
  if (one == nullptr || two == nullptr) return;
  fmt::print("N {:>6}, way {:>4}: time with 2 threads : 1 thread = {:.2f}\n", count, displacement,
             two->milliseconds / one->milliseconds);
}

void print_growth(const Results& results, double displacement) {
  const Measured* small = results.find({k_count, k_dense, displacement}, "Carom");
  const Measured* large = results.find({10 * k_count, k_dense, displacement}, "Carom");
  if (small == nullptr || large == nullptr) return;
  fmt::print("way {:>4}: cost of a contact at N = 100000 over N = 10000: {:.2f}\n", displacement,
             contacts_a_second(*small) / contacts_a_second(*large));
}

}  // namespace

void Results::add(const Scene& scene, const EngineKind& kind, const std::optional<Measured>& measured) {
  rows_[scene].push_back({&kind, measured});
}

const Measured* Results::find(const Scene& scene, const std::string& name) const {
  const auto rows = rows_.find(scene);
  if (rows == rows_.end()) return nullptr;
  for (const Row& row : rows->second) {
    if (row.kind->name == name) return row.measured ? &*row.measured : nullptr;
  }
  return nullptr;
}

const Results::Row* Results::fastest_peer(const Scene& scene) const {
  const auto rows = rows_.find(scene);
  if (rows == rows_.end()) return nullptr;
  const Row* fastest = nullptr;
  for (const Row& row : rows->second) {
    if (!row.kind->peer || !row.measured) continue;
    if (fastest == nullptr || row.measured->milliseconds < fastest->measured->milliseconds) fastest = &row;
  }
  return fastest;
}

bool Results::hopeless(const Scene& scene, const EngineKind& kind) const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const auto& entry) {
    const auto& [other, rows] = entry;
    if (other.area_fraction > scene.area_fraction || other.count > scene.count ||
        other.displacement > scene.displacement) {
      return false;
    }
    return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.kind == &kind && !row.measured; });
  });
}

void print_heading(const Scene& scene) {
  fmt::print("\n{} discs, area fraction {}, mean way of {} diameters a step\n", scene.count, scene.area_fraction,
             scene.displacement);
  fmt::print("{:<18}{:>11}{:>19}{:>11}{:>14}{:>9}{:>11}{:>14}\n", "", "ms/step", "contacts handled", "of",
             "energy drift", "outside", "bytes/body", "contacts/s");
}

void print_row(const EngineKind& kind, const std::optional<Measured>& measured) {
  if (!measured) {
    fmt::print("{:<18}{:>11}   a step takes longer than {} s\n", kind.name, "-", k_longest_step);
    return;
  }
  const Measured& m = *measured;
  const std::string share = m.truth == 0 ? "-" : fmt::format("{:.2f} %", handled_percent(m));
  const std::string contacts = m.contacts_a_step > 0 ? fmt::format("{:.3g}", contacts_a_second(m)) : "";
  // Where 20 steps took too long, the drift is that of fewer.
  const std::string steps = m.drift_steps < 20 ? fmt::format(" ({} steps)", m.drift_steps) : "";
  fmt::print("{:<18}{:>11.4g}{:>19}{:>11}{:>14.1e}{:>9}{:>11.0f}{:>14}{}\n", kind.name, m.milliseconds, share, m.truth,
             m.energy_drift, m.outside, m.bytes_per_body, contacts, steps);
  std::fflush(stdout);
}

void print_verdict(const Results& results) {
  fmt::print("\nIn short, at area fraction {} and, where not said otherwise, {} discs\n", k_dense, k_count);
  for (const double way : {0.1, 1.0, 5.0, 20.0}) print_against_peers(results, way);
  for (const double way : {5.0, 20.0}) print_contacts(results, way);
  for (const std::size_t count : {k_count, 10 * k_count}) {
    for (const double way : {0.1, 1.0, 5.0, 20.0}) print_threads(results, count, way);
  }
  for (const double way : {0.1, 1.0, 5.0, 20.0}) print_growth(results, way);
}

}  // namespace carom::bench
