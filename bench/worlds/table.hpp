#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "measure.hpp"

namespace carom::bench {

struct Scene {
  std::size_t count = 0;
  double area_fraction = 0;
  double displacement = 0;

  friend auto operator<=>(const Scene&, const Scene&) = default;
};

/// All that was measured in this run, in the order of the table within a scene.
class Results {
 public:
  struct Row {
    const EngineKind* kind = nullptr;
    std::optional<Measured> measured;  ///< nothing: a step took too long
  };

  void add(const Scene& scene, const EngineKind& kind, const std::optional<Measured>& measured);
  [[nodiscard]] const Measured* find(const Scene& scene, const std::string& name) const;
  [[nodiscard]] const Row* fastest_peer(const Scene& scene) const;
  /// Whether the same engine took too long with fewer discs or a shorter way already.
  [[nodiscard]] bool hopeless(const Scene& scene, const EngineKind& kind) const;

 private:
  std::map<Scene, std::vector<Row>> rows_;
};

void print_heading(const Scene& scene);
void print_row(const EngineKind& kind, const std::optional<Measured>& measured);
void print_verdict(const Results& results);

}  // namespace carom::bench
