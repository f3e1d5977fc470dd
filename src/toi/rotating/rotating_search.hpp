#pragma once

#include <optional>

#include "toi/rotating/rotating_gap.hpp"

/// When two convex parts that turn first come within the tolerance of each other.
///
/// Method     From a time at which there is a gap along some direction the search goes on to the time up to which the gap along
///            it is certain (rotating_gap.hpp), looks for the direction of the largest gap there, and so on. Near a contact the
///            steps are those of Newton's method from the safe side.
/// Answer     a time at which the parts are apart by at most the tolerance and, up to rounding, by at least half of it, so that
///            up to then they did not touch. Nothing: they did not up to `until`.
/// In touch   Bodies that touch at the start (`resting`) meet only where every direction that keeps the parts apart, if only
///            just, closes: parting, resting and sliding, over a seam in a face too, are no contact.
namespace carom::detail {

struct SearchHit {
  double t = 0;
  GapAxis axis;
};

/// From the moment of the parts on.
struct SearchRange {
  double until = 1;
  bool resting = false;
};

[[nodiscard]] std::optional<SearchHit> first_arrival(const RotatingPair& pair, RotatingParts& parts,
                                                     const SearchRange& range) noexcept;

/// The same along one direction only, that of `axis`: the other one is a half-plane.
[[nodiscard]] std::optional<SearchHit> first_arrival_along(const RotatingPair& pair, RotatingParts& parts, GapAxis axis,
                                                           const SearchRange& range) noexcept;

}  // namespace carom::detail
