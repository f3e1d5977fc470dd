#pragma once

#include <optional>

#include "carom/motion/chain.hpp"
#include "toi/sliding_edge.hpp"

/// A moving circle and the body of an edge whose ends move differently.
///
/// Equation   q(t) = (e × w)² - r² e·e = 0: a quartic in t
/// Symbols    e = B - A, w = c - A, both linear in t
/// Method     q in Bernstein form in double-double; roots are isolated from the left by counting sign changes of the
///            coefficients and halving, then refined. A root counts when q goes from positive to negative (or grazes zero)
///            and the foot is on the edge.
/// Certified  q is lowered by 1e-29 of its largest term, more than its rounding error, before anything is decided: a true
///            contact is never missed, and one that is reported comes within 1e-14 of touching, relative to the larger
///            of the edge, the circle and their distance, at a time within the error of t.
/// Error      |t - true t| <= 1e-13, at a graze too (measured: docs/mathematics.md). Tests: free_edge_test
/// Source     docs/mathematics.md, section 5; sign changes: Descartes' rule in Bernstein form
namespace carom::detail {

/// When the circle first comes to touch the body of the edge, in (0, 1]. Only for r > 0.
[[nodiscard]] std::optional<EdgeHit> free_edge_hit(const Track& center, double radius, const Track& a,
                                                   const Track& b) noexcept;

}  // namespace carom::detail
