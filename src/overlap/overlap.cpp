#include "carom/overlap/overlap.hpp"

#include "overlap/depth.hpp"
#include "overlap/pair_table.hpp"
#include "overlap/state.hpp"

namespace carom {
namespace {

struct DepthIfOverlapping {
  template <class A, class B>
    requires requires(const A& a, const B& b) { overlap_depth(a, b); }
  std::optional<Overlap> operator()(const A& a, const B& b) const noexcept {
    if (detail::state_of(a, b) != ChainState::overlapping) return std::nullopt;
    return overlap_depth(a, b);
  }
};

}  // namespace

std::optional<Overlap> overlap(const Shape& a, const Shape& b) noexcept {
  return detail::answer<Overlap>(DepthIfOverlapping{}, a, b);
}

}  // namespace carom
