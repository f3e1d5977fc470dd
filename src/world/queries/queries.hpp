#pragma once

#include <optional>
#include <variant>

#include "carom/overlap/overlap.hpp"
#include "carom/world/settings.hpp"

/// What the queries of a World share. A body is tested in its own frame: the query is moved, rounded once, and the
/// shape's own numbers stay as they are.
namespace carom::detail {

/// The closed box between two corners, which may be a segment or a point.
using Region = std::variant<Circle, Segment, Polygon>;
/// Nothing: there is no point in it.
[[nodiscard]] std::optional<Region> region(Vec2 min, Vec2 max);

/// A shape moved, so that it stands as seen from elsewhere; nothing: the corners of a polygon, so far away, make none any more.
[[nodiscard]] std::optional<BodyShape> placed_at(const BodyShape& shape, Vec2 at);

/// For the kernels; refers to `shape`.
[[nodiscard]] inline Shape at_rest(const Polygon& polygon) noexcept { return &polygon; }
template <class Part>
[[nodiscard]] Shape at_rest(const Part& part) noexcept {
  return part;
}
[[nodiscard]] Shape at_rest(const Region& region) noexcept;

}  // namespace carom::detail
