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

}  // namespace

Impact time_of_impact(const MovingShape& a, const MovingShape& b) noexcept {
  return std::visit([](const auto& x, const auto& y) noexcept { return answer(x, y); }, a, b);
}

}  // namespace carom
