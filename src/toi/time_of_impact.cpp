#include "carom/toi/time_of_impact.hpp"

#include <type_traits>

#include "carom/toi/circle_border.hpp"
#include "carom/toi/circle_circle.hpp"
#include "carom/toi/circle_polygon.hpp"
#include "carom/toi/circle_segment.hpp"
#include "carom/toi/polygon_border.hpp"
#include "carom/toi/polygon_polygon.hpp"
#include "carom/toi/segment_border.hpp"
#include "carom/toi/segment_polygon.hpp"
#include "carom/toi/segment_segment.hpp"
#include "math/kernel_work.hpp"

namespace carom {
namespace {

/// A kernel for this order of shapes exists. `Impact time_of_impact(MovingShape, MovingShape)` is no kernel: it is us.
template <class A, class B>
concept HasKernel = requires(Impact (*kernel)(const A&, const B&) noexcept) { kernel = &time_of_impact; };

template <class A, class B>
Impact answer(const A& a, const B& b) noexcept {
  constexpr bool two_borders = std::is_same_v<A, Border> && std::is_same_v<B, Border>;
  static_assert(two_borders || HasKernel<A, B> || HasKernel<B, A>, "the pair table is not full");
  if constexpr (two_borders) {
    return {Outcome::unanswerable, {}};
  } else if constexpr (HasKernel<A, B>) {
    return time_of_impact(a, b);
  } else {
    return mirrored(time_of_impact(b, a));
  }
}

std::size_t edges_of(const MovingShape& shape) noexcept {
  const auto* const polygon = std::get_if<MovingPolygon>(&shape);
  return polygon != nullptr ? polygon->from.size() : 1;
}

}  // namespace

Impact time_of_impact(const MovingShape& a, const MovingShape& b) noexcept {
  detail::count_edge_pairs(edges_of(a), edges_of(b));
  return std::visit([](const auto& x, const auto& y) noexcept { return answer(x, y); }, a, b);
}

}  // namespace carom
