#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace carom::detail {

/// What is foretold within a window, the earliest first. Times are cut into slots; only those of the present slot are kept
/// in order (a small heap), all others wait on a list of their slot (Brown 1988, a calendar that needs no second year).
template <class Item>
class WindowQueue {
 public:
  /// For about `expected` items between two times.
  void open(double start, double end, std::size_t expected) {
    items_.clear();
    now_.clear();
    slots_.assign(expected / 2 + 1, k_none);
    start_ = start;
    per_slot_ = end > start ? static_cast<double>(slots_.size()) / (end - start) : 0;
    slot_ = 0;
  }

  template <class Before>
  void push(const Item& item, const Before& before) {
    const double at = (item.t - start_) * per_slot_;
    const auto last = slots_.size() - 1;
    const std::size_t slot = at < static_cast<double>(last) ? static_cast<std::size_t>(std::max(at, 0.0)) : last;
    if (slot <= slot_) {
      now_.push_back(item);
      std::push_heap(now_.begin(), now_.end(), [&](const Item& x, const Item& y) { return before(y, x); });
      return;
    }
    items_.push_back({item, slots_[slot]});
    slots_[slot] = static_cast<std::uint32_t>(items_.size() - 1);
  }

  /// The earliest one, still in the queue; null when it is empty.
  template <class Before>
  [[nodiscard]] const Item* front(const Before& before) {
    const auto later = [&](const Item& x, const Item& y) { return before(y, x); };
    while (now_.empty()) {
      if (slot_ + 1 >= slots_.size()) return nullptr;
      ++slot_;
      for (std::uint32_t at = slots_[slot_]; at != k_none; at = items_[at].next) now_.push_back(items_[at].item);
      std::make_heap(now_.begin(), now_.end(), later);
    }
    return &now_.front();
  }

  template <class Before>
  [[nodiscard]] std::optional<Item> pop(const Before& before) {
    const Item* first = front(before);
    if (first == nullptr) return std::nullopt;
    const Item item = *first;
    std::pop_heap(now_.begin(), now_.end(), [&](const Item& x, const Item& y) { return before(y, x); });
    now_.pop_back();
    return item;
  }

 private:
  static constexpr std::uint32_t k_none = ~std::uint32_t{0};
  struct Waiting {
    Item item;
    std::uint32_t next;
  };

  std::vector<Waiting> items_;
  std::vector<std::uint32_t> slots_;  ///< the last one that came to wait
  std::vector<Item> now_;             ///< a heap
  double start_ = 0;
  double per_slot_ = 0;
  std::size_t slot_ = 0;
};

}  // namespace carom::detail
