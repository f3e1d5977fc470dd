#include "overlap/closest.hpp"

#include "overlap/pair_table.hpp"

namespace carom {
namespace {

struct Closest {
  template <class A, class B>
    requires requires(const A& a, const B& b) { detail::closest(a, b); }
  std::optional<ClosestPoints> operator()(const A& a, const B& b) const noexcept {
    return detail::closest(a, b);
  }
};

}  // namespace

std::optional<ClosestPoints> closest_points(const Shape& a, const Shape& b) noexcept {
  return detail::answer<ClosestPoints>(Closest{}, a, b);
}

}  // namespace carom
