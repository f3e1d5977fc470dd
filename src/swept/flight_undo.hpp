#pragma once

#include <cstdint>

#include "swept/step_bodies.hpp"

namespace carom::detail {

/// Where all bodies were when a step began, so that it can be abandoned.
class FlightUndo {
 public:
  /// A new step begins.
  void clear() noexcept { count_ = 0; }
  /// Bodies may get other indices in the next drift of a step, but not within one: `one_drift` saves looking up their slots.
  void keep(const StepBodies& bodies, bool one_drift, unsigned threads);
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// Into the stored states.
  void put_back(const StepBodies& bodies, BodyStore& store) const noexcept;

 private:
  struct Saved {
    Vec2 at;
    Vec2 velocity;
    std::uint32_t body = 0;  ///< body index, or slot
  };

  LargeArray<Saved> saved_;  ///< as many as count_; room for more
  std::size_t count_ = 0;
  bool by_body_index_ = false;
};

}  // namespace carom::detail
