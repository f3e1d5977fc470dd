#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "math/sort_stably.hpp"

namespace carom::detail {

/// The first that is not before the key. A caller that looks up one after the other, mostly in order, passes the previous
/// result: the next one is there, or a little further on.
template <class Iterator, class IsBefore>
[[nodiscard]] Iterator first_from(Iterator last, Iterator begin, Iterator end, const IsBefore& is_before) {
  if (last != begin && !is_before(*std::prev(last))) last = begin;
  Iterator stop = last;
  for (std::ptrdiff_t step = 1; stop != end && is_before(*stop); step *= 2) stop += std::min(step, end - stop);
  return std::partition_point(last, stop, is_before);
}

/// Two bodies by serial, a before b.
struct PairKey {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  friend auto operator<=>(const PairKey&, const PairKey&) = default;
};

/// Pairs in order, side by side in memory: made anew in every step, and asked often.
class PairSet {
 public:
  PairSet() = default;
  template <class Iterator>
  PairSet(Iterator first, Iterator last) : keys_(first, last) {
    put_in_order();
  }

  [[nodiscard]] auto begin() const noexcept { return keys_.begin(); }
  [[nodiscard]] auto end() const noexcept { return keys_.end(); }
  [[nodiscard]] bool empty() const noexcept { return keys_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
  [[nodiscard]] bool contains(const PairKey& key) const noexcept { return std::ranges::binary_search(keys_, key); }

  /// For many lookups, mostly in order. What it reads must stay unchanged.
  class Reader {
   public:
    explicit Reader(const PairSet& set) noexcept : keys_(set.keys_), at_(keys_.begin()) {}
    [[nodiscard]] bool contains(const PairKey& key) {
      at_ = first_from(at_, keys_.begin(), keys_.end(), [&](const PairKey& other) { return other < key; });
      return at_ != keys_.end() && *at_ == key;
    }

   private:
    const std::vector<PairKey>& keys_;
    std::vector<PairKey>::const_iterator at_;
  };

  void clear() noexcept { keys_.clear(); }
  void insert(const PairKey& key) {
    const auto place = std::ranges::lower_bound(keys_, key);
    if (place == keys_.end() || *place != key) keys_.insert(place, key);
  }
  /// Takes these, in any order, for what it had, whose memory it leaves there.
  void take(std::vector<PairKey>& keys) {
    keys_.swap(keys);
    put_in_order();
  }
  template <class Predicate>
  friend std::size_t erase_if(PairSet& set, const Predicate& predicate) {
    return std::erase_if(set.keys_, predicate);
  }

 private:
  void put_in_order() {
    merge_from(std::ranges::is_sorted_until(keys_));
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  }

  /// Most are in order already; what stands behind them from here on is not.
  void merge_from(std::vector<PairKey>::iterator behind) {
    if (behind == keys_.end()) return;
    std::vector<PairKey> more(behind, keys_.end());
    sort_stably(more);
    auto kept = behind;
    auto to = keys_.end();
    for (auto next = more.rbegin(); next != more.rend();) {
      if (kept != keys_.begin() && *next < *std::prev(kept)) {
        *--to = *--kept;
      } else {
        *--to = *next++;
      }
    }
  }

  std::vector<PairKey> keys_;
};

}  // namespace carom::detail
