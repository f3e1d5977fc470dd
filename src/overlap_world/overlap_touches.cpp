#include "overlap_world/overlap_touches.hpp"

#include <utility>

namespace carom::detail {

bool OverlapTouches::gone(const PairKey& key) const noexcept {
  const auto is_gone = [&](std::uint64_t serial) { return bodies_.stored(bodies_.party(serial).id) == nullptr; };
  return is_gone(key.a) || (key.b != k_edges_serial && is_gone(key.b));
}

void OverlapTouches::close() {
  const auto is_gone = [&](const PairKey& key) { return gone(key); };
  std::set<PairKey> ended = std::move(before_);
  ended.insert(touching_.begin(), touching_.end());
  std::erase_if(touching_, is_gone);
  std::erase_if(passing_, is_gone);
  for (const PairKey& key : touching_) ended.erase(key);
  now_.touching = {touching_.begin(), touching_.end()};
  now_.passing = std::move(passing_);
  for (const PairKey& key : ended) {
    const auto b = key.b == k_edges_serial ? std::nullopt : std::optional(bodies_.party(key.b));
    contacts_.notify_touch(end_, bodies_.party(key.a), b, TouchChange::end);
  }
}

}  // namespace carom::detail
