#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gas.hpp"

namespace carom::bench {

/// Two discs by their numbers in the gas, the lower first.
struct Pair {
  std::size_t a = 0;
  std::size_t b = 0;

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

[[nodiscard]] inline Pair make_pair_of(std::size_t i, std::size_t j) { return {std::min(i, j), std::max(i, j)}; }

/// A world of discs moved by another engine.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual void step() = 0;
  /// In the units of the gas, whatever the engine's own are.
  [[nodiscard]] virtual Discs discs() const = 0;

  /// Whether the engine collects the pairs it pushes apart. Off in timed steps.
  virtual void watch(bool on) = 0;
  /// The pairs that the last step gave an impulse, in any order; a pair may be there twice. A contact that is reported
  /// but has no impulse does not count: the two have passed through each other and part by themselves.
  [[nodiscard]] virtual std::vector<Pair> pushed_apart() const = 0;
  /// How many steps after a contact its report may come.
  [[nodiscard]] virtual int report_delay() const { return 0; }

  /// Contacts of the last step with discs or walls, where the engine counts them anyway.
  [[nodiscard]] virtual std::size_t contacts() const { return 0; }
};

/// A row of the table.
struct EngineKind {
  std::string name;
  bool peer = true;
  int threads = 1;
  std::unique_ptr<Engine> (*make)(const Gas& gas) = nullptr;
};

[[nodiscard]] std::unique_ptr<Engine> make_box2d(const Gas& gas);
[[nodiscard]] std::unique_ptr<Engine> make_box2d_bullets(const Gas& gas);
[[nodiscard]] std::unique_ptr<Engine> make_box2d_discrete(const Gas& gas);
[[nodiscard]] std::unique_ptr<Engine> make_chipmunk_tree(const Gas& gas);
[[nodiscard]] std::unique_ptr<Engine> make_chipmunk_hash(const Gas& gas);
[[nodiscard]] std::unique_ptr<Engine> make_carom(const Gas& gas);
[[nodiscard]] std::unique_ptr<Engine> make_carom_two_threads(const Gas& gas);

}  // namespace carom::bench
