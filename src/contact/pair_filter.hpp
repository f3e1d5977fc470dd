#pragma once

#include "contact/contact_side.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// Which pairs overlap without being pushed apart: sensors, pairs under a rule `none` or `ignore`, and pairs that overlap
/// already because a rule or a listener has let them. (Masks: filters_match.) For such pairs begin and end of touch are
/// reported.
class PairFilter {
 public:
  explicit PairFilter(World::State& state) noexcept : state_(state) {}

  /// True if a pair overlaps now and is let pass. `key`: by serials; edges one by one (edge_serial).
  [[nodiscard]] bool overlaps(const PairKey& key) const {
    return !state_.now.passing.empty() && state_.now.passing.contains(key);
  }
  void begin_overlap(const PairKey& key) { state_.now.passing.insert(key); }
  /// True if the pair was in the set.
  bool end_overlap(const PairKey& key) { return state_.now.passing.erase(key) > 0; }

  /// True if the two pass through each other.
  [[nodiscard]] bool lets_pass(const ContactSide& a, const ContactSide& b, const PairKey& key) const {
    return a.sensor || b.sensor || overlaps(key) || has_passing_rule(a.rules, b.rules);
  }

 private:
  [[nodiscard]] bool has_passing_rule(RuleClass a, RuleClass b) const noexcept {
    if (state_.rules.empty()) return false;
    const Rule* rule = state_.rules.match(a, b).rule;
    return rule != nullptr && (rule->response == Response::none || rule->response == Response::ignore);
  }

  World::State& state_;
};

}  // namespace carom::detail
