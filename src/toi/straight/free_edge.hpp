#pragma once

#include <optional>

#include "carom/motion/chain.hpp"
#include "toi/straight/sliding_edge.hpp"

/// A moving circle and the body of an edge whose ends move differently.
///
/// Equation   q(t) = (e × w)² - r² e·e = 0: a quartic in t
/// Symbols    e = B - A, w = c - A, both linear in t
/// Method     q in Bernstein form in exact numbers; roots are isolated from the left by counting sign changes of the
///            coefficients and halving, then refined in double-double. A root counts when q was positive just before and
///            the foot is on the edge.
/// Certified  exact, but for two roots within 2^-60 of each other, which count as a graze without asking whether they are
///            real, and for a foot that no sensible number of halvings tells from an end of the edge, which counts as on it.
///            So a true contact is never missed, and one that is reported comes far within 1e-13 of touching, relative to
///            the larger of the edge, the circle and their distance, at a time within the error of t.
/// Error      |t - true t| <= 1e-13 (measured: 2e-15). Tests: free_edge_test, exactness_test
/// Source     docs/mathematics.md, section 5; sign changes: Descartes' rule in Bernstein form
namespace carom::detail {

/// When the circle first comes to touch the body of the edge, in (0, 1]. Only for r > 0.
[[nodiscard]] std::optional<EdgeHit> free_edge_hit(const Track& center, double radius, const Track& a,
                                                   const Track& b) noexcept;

}  // namespace carom::detail
