#pragma once

#include <type_traits>

#include "carom/motion/chain.hpp"
#include "carom/overlap/overlap.hpp"

/// How the questions about two shapes at rest find their kernel: segments and polygons are seen as chains, kernels are
/// written for one order of kinds, and the other order is answered by mirroring.
namespace carom::detail {

[[nodiscard]] inline const Circle& view_of(const Circle& c) noexcept { return c; }
[[nodiscard]] inline const Border& view_of(const Border& b) noexcept { return b; }
[[nodiscard]] inline Chain view_of(const Segment& s) noexcept { return chain_of(s); }
[[nodiscard]] inline Chain view_of(const Polygon* p) noexcept { return chain_of(*p); }

/// `kernel(a, b)` in the order it exists in; nothing for two borders.
template <class Result, class Kernel, class A, class B>
[[nodiscard]] std::optional<Result> answer_in_order(const Kernel& kernel, const A& a, const B& b) noexcept {
  constexpr bool two_borders = std::is_same_v<A, Border> && std::is_same_v<B, Border>;
  constexpr bool direct = std::is_invocable_v<Kernel, const A&, const B&>;
  static_assert(two_borders || direct || std::is_invocable_v<Kernel, const B&, const A&>, "the pair table is not full");
  if constexpr (two_borders) {
    return std::nullopt;
  } else if constexpr (direct) {
    return kernel(a, b);
  } else if (const std::optional<Result> other = kernel(b, a)) {
    return mirrored(*other);
  } else {
    return std::nullopt;
  }
}

template <class Result, class Kernel>
[[nodiscard]] std::optional<Result> answer(const Kernel& kernel, const Shape& a, const Shape& b) noexcept {
  return std::visit(
      [&](const auto& x, const auto& y) noexcept { return answer_in_order<Result>(kernel, view_of(x), view_of(y)); }, a,
      b);
}

}  // namespace carom::detail
