#pragma once

#include <cstdint>
#include <optional>

#include "world/rules/rule_table.hpp"

namespace carom::detail {

/// What filter and law read of one body of a pair. Default-constructed: the bounds of the world.
struct ContactSide {
  const double* restitution = nullptr;  ///< its own, if it has one
  bool sensor = false;
  RuleClass rules = RuleTable::edges_class();
  bool disc = false;                    ///< a solid circle: two of them can merge
  std::optional<double> friction = {};  ///< its own, if it has one
};

/// Whether the filters of two bodies let them meet. Takes whatever has a category and a mask.
template <class A, class B>
[[nodiscard]] constexpr bool filters_match(const A& a, const B& b) noexcept {
  return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}
/// Whether a body has a filter at all.
template <class A>
[[nodiscard]] constexpr bool has_filter(const A& body) noexcept {
  return body.category != 1 || body.mask != 0xffff'ffffU;
}

}  // namespace carom::detail
