#pragma once

#include <span>
#include <vector>

#include "carom/overlap/overlap.hpp"
#include "math/step_guard.hpp"
#include "world/bodies/body_store.hpp"

/// All pairs that overlap at one instant, and how deep.
namespace carom::detail {

enum class Edge : std::uint8_t { left, right, lower, upper };

/// Two bodies that overlap, by their numbers in the order of creation; or one that is beyond an edge.
struct FoundOverlap {
  std::uint32_t a = 0;
  std::uint32_t b = 0;       ///< of no meaning when there is an edge
  std::optional<Edge> edge;  ///< rebounding bounds only
  Vec2 shift;                ///< added to b: its image in a periodic box
  Overlap overlap;           ///< its normal pushes a off b, or off the edge
};

[[nodiscard]] std::optional<Overlap> overlap_of(const Body& a, const Body& b, Vec2 shift);
/// How far the box of a shape at `at` reaches beyond the edge; negative inside.
[[nodiscard]] double depth_beyond(const BodyShape& shape, Vec2 at, const Bounds& bounds, Edge edge) noexcept;
/// nullopt for borders, which are infinite.
[[nodiscard]] std::optional<Overlap> overlap_of(const Body& body, const Bounds& bounds, Edge edge) noexcept;

/// May the two meet at all? By category and mask; two fixed bodies never do.
[[nodiscard]] bool may_meet(const Body& a, const Body& b) noexcept;

/// Every overlap of those that may meet, in order of creation of a, then of b, edges last. `bodies` in order of creation. A
/// guard that says stop ends it in the middle.
[[nodiscard]] std::vector<FoundOverlap> find_overlaps(const BodyStore& store, std::span<const BodyId> bodies,
                                                      const std::optional<Bounds>& bounds, StepGuard* guard = nullptr);

}  // namespace carom::detail
