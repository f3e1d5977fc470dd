#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "world/pairs/pair_set.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// Pairs that have been at rest on each other in this drift, and how often contacts brought them to rest.
class RestedPairs {
 public:
  [[nodiscard]] bool empty() const noexcept { return rested_.empty(); }
  [[nodiscard]] bool contains(const PairKey& pair) const { return !rested_.empty() && rested_.contains(pair); }
  /// By a contact.
  [[nodiscard]] std::uint32_t count(const PairKey& pair) const {
    const auto found = counts_.find(pair);
    return found != counts_.end() ? found->second : 0;
  }
  void add(const PairKey& pair) { rested_.insert(pair); }
  void add_by_contact(const PairKey& pair) {
    rested_.insert(pair);
    ++counts_[pair];
  }

 private:
  std::set<PairKey> rested_;
  std::map<PairKey, std::uint32_t> counts_;
};

}  // namespace carom::detail
