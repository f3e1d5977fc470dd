#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "world/state.hpp"

/// Where a body was within the last step: straight from corner to corner of its path, and in between with the velocity that
/// fields and forces give it on the way from the middle of the step.
namespace carom::detail {

/// Which number a body had at t: those in order of creation come first, then newcomers as they came. One that two have become
/// has a number of either kind.
template <class SerialOf, class CameOf>
std::optional<std::uint32_t> number_at(std::size_t ordered, std::size_t count, std::uint64_t serial, double t,
                                       const SerialOf& serial_of, const CameOf& came_of) noexcept {
  for (std::size_t k = count; k > ordered; --k) {
    if (serial_of(k - 1) == serial && came_of(k - 1) <= t) return static_cast<std::uint32_t>(k - 1);
  }
  const auto first = std::views::iota(std::size_t{0}, ordered);
  const auto found = std::ranges::lower_bound(first, serial, {}, serial_of);
  if (found == first.end() || serial_of(*found) != serial) return std::nullopt;
  return static_cast<std::uint32_t>(*found);
}

/// Corners to look through. Sorted: by body, and by time; those of one time in the order in which they were.
template <class Corner>
struct Corners {
  std::span<const Corner> all;
  bool sorted = false;

  /// The corners of a body's path next to t, on either side.
  struct Between {
    const Corner* before = nullptr;  ///< at t or before; the last one
    const Corner* after = nullptr;   ///< the first one
  };
  Between between(auto body, auto key, double t) const noexcept {
    Between found;
    if (sorted) {
      const auto own = std::ranges::equal_range(all, body, {}, key);
      const auto next = std::ranges::upper_bound(own, t, {}, &Corner::t);
      if (next != own.begin()) found.before = &*std::prev(next);
      if (next != own.end()) found.after = &*next;
      return found;
    }
    for (const Corner& corner : all) {
      if (corner.*key != body) continue;
      if (corner.t <= t && (found.before == nullptr || corner.t >= found.before->t)) found.before = &corner;
      if (corner.t > t && (found.after == nullptr || corner.t < found.after->t)) found.after = &corner;
    }
    return found;
  }
};

/// Where a step has left a body, and its index among the bodies of the step. The body itself may have been moved since.
struct Landing {
  std::uint32_t body_index = k_no_body_index;
  Vec2 at;
  Vec2 velocity;
};

/// Paths made of what StepRecord has: corners and drifts, of bodies that rotate too.
class RecordedPaths : public StepPaths {
 public:
  RecordedPaths(const World::State& state, PathUse use) noexcept : state_(state), use_(use) {}

  [[nodiscard]] std::optional<BodyState> state(const Body& body, const Arrival* arrival, double time) final;

 protected:
  /// For bodies without a corner in their path. By default from StepRecord::landed, and if it is not there where it is now.
  [[nodiscard]] virtual std::optional<Landing> landing(const Body& body, double t) const;

 private:
  [[nodiscard]] std::optional<BodyState> state_in_step(const Body& body, double time);
  [[nodiscard]] Corners<PathCorner> corners(const std::vector<PathCorner>& recorded);
  [[nodiscard]] Corners<RotatingCorner> turns(const std::vector<RotatingCorner>& recorded);

  const World::State& state_;
  PathUse use_;
  const std::vector<PathCorner>* sorted_from_ = nullptr;
  std::vector<PathCorner> corners_;  ///< sorted
  const std::vector<RotatingCorner>* turns_sorted_from_ = nullptr;
  std::vector<RotatingCorner> turns_;  ///< sorted
};

}  // namespace carom::detail
