#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/io/observe.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/world/world.hpp"

namespace carom::io {

/// Measures what a scene asks for, from samples that its caller takes of the world; it only reads.
class Observer {
 public:
  /// `every`: scene time between samples, by which the length of the window is counted.
  Observer(const ObserveSettings& settings, double every);
  /// Goes on where another stood when it gave its bytes; an error: they are not of an observer of these settings.
  [[nodiscard]] static Checked<Observer> resume(const ObserveSettings& settings, std::span<const std::byte> bytes);
  Observer(Observer&&) noexcept;
  Observer& operator=(Observer&&) noexcept;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  ~Observer();

  [[nodiscard]] double every() const noexcept;
  /// After each step, before the sample that it may end with.
  void add_contacts(const World& world);
  void sample(const World& world);

  /// What stands over a series, beside what all series have.
  [[nodiscard]] std::vector<std::string> columns() const;
  /// Means since the last call; nothing where no sample has been taken since. Of correlations the last sample.
  [[nodiscard]] std::vector<std::optional<double>> take_row();

  [[nodiscard]] Observed observed() const;
  [[nodiscard]] std::vector<std::byte> bytes() const;

 private:
  struct State;
  ObserveSettings settings_;
  std::unique_ptr<State> state_;
};

}  // namespace carom::io
