#pragma once

#include "carom/motion/chain.hpp"
#include "carom/toi/contact.hpp"

/// Anything made of straight pieces, and a border.
///
/// Equation   s(t) = 0,  s(t) = p(t) - w along the border's axis, for each vertex p: linear in t
/// Cases      vertices strictly on both sides: overlap. Apart: the first vertex to reach s = 0. Touching: a hit at once if
///            vertices are on both sides just after; while some vertex stays on the border, the first moment after which
///            vertices are on both sides.
/// Error      decisions exact; |t - true t| <= k_time_error. Tests: chain_border_test
namespace carom::detail {

/// The normal pushes the chain off the border.
[[nodiscard]] Impact chain_border(const Chain& chain, const Border& border) noexcept;

}  // namespace carom::detail
