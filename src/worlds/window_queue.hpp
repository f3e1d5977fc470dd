#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace carom::detail {

/// What is foretold within a window, the earliest first. Times are cut into slots; only those of the present slot are in
/// order, all others wait on a list of their slot (Brown 1988, a calendar that needs no second year). A few are in order of
/// time, many in a heap. Times are not negative.
template <class Item>
class WindowQueue {
 public:
  /// For about `expected` items between two times.
  void open(double start, double end, std::size_t expected) {
    items_.clear();
    count_ = 0;
    cursor_ = 0;
    heaped_ = false;
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
    if (slot <= slot_) return insert(item, before);
    items_.push_back({item, slots_[slot]});
    slots_[slot] = static_cast<std::uint32_t>(items_.size() - 1);
  }

  /// The earliest one, still in the queue; null when it is empty. `ahead` is told of those whose turn comes soon.
  template <class Before, class Ahead>
  [[nodiscard]] const Item* front(const Before& before, const Ahead& ahead) {
    while (cursor_ == count_) {
      if (slot_ + 1 >= slots_.size()) return nullptr;
      ++slot_;
      load(before);
      if (slot_ + k_far_ahead >= slots_.size()) continue;
      if (const std::uint32_t far = slots_[slot_ + k_far_ahead]; far != k_none) __builtin_prefetch(&items_[far]);
      for (std::uint32_t at = slots_[slot_ + k_ahead]; at != k_none; at = items_[at].next) ahead(items_[at].item);
    }
    return &now_[cursor_];
  }
  template <class Before>
  [[nodiscard]] const Item* front(const Before& before) {
    return front(before, [](const Item&) {});
  }
  /// Without the one at the front.
  template <class Before>
  void drop(const Before& before) {
    if (!heaped_) {
      ++cursor_;
      return;
    }
    std::pop_heap(now_.data(), now_.data() + count_, later(before));
    --count_;
  }

  template <class Before>
  [[nodiscard]] std::optional<Item> pop(const Before& before) {
    const Item* first = front(before);
    if (first == nullptr) return std::nullopt;
    const Item item = *first;
    drop(before);
    return item;
  }

 private:
  static constexpr std::uint32_t k_none = ~std::uint32_t{0};
  static constexpr std::size_t k_crowd = 16;  ///< so many are compared all with all
  static constexpr std::size_t k_many = 64;   ///< more than so many are in a heap
  /// Slots whose items are told of, and those that are fetched from memory by then.
  static constexpr std::size_t k_ahead = 2;
  static constexpr std::size_t k_far_ahead = 4;
  struct Waiting {
    Item item;
    std::uint32_t next;
  };

  /// The order of a heap whose first is the earliest.
  template <class Before>
  static auto later(const Before& before) {
    return [&before](const Item& x, const Item& y) { return before(y, x); };
  }

  template <class Before>
  void insert(const Item& item, const Before& before) {
    if (now_.size() == count_) now_.resize(2 * count_ + k_crowd);
    if (!heaped_ && count_ - cursor_ >= k_many) {
      if (cursor_ > 0) std::copy(now_.data() + cursor_, now_.data() + count_, now_.data());
      count_ -= std::exchange(cursor_, 0);
      std::make_heap(now_.data(), now_.data() + count_, later(before));
      heaped_ = true;
    }
    std::size_t place = count_++;
    if (heaped_) {
      now_[place] = item;
      return std::push_heap(now_.data(), now_.data() + count_, later(before));
    }
    for (; place > cursor_ && before(item, now_[place - 1]); --place) now_[place] = now_[place - 1];
    now_[place] = item;
  }

  /// Each goes to the place that the number of earlier ones tells: no branch depends on the order, which nobody can guess.
  template <class Before>
  void load(const Before& before) {
    cursor_ = 0;
    count_ = 0;
    heaped_ = false;
    std::array<std::uint32_t, k_crowd> waiting;  // NOLINT: as many as there are
    std::array<std::uint64_t, k_crowd> hours;    // NOLINT
    std::array<std::uint32_t, k_crowd> places;   // NOLINT
    std::uint32_t at = slots_[slot_];
    std::size_t count = 0;
    bool tied = false;
    for (; at != k_none && count < k_crowd; at = items_[at].next) {
      waiting[count] = at;
      // Their bits are in their order, but for -0.
      hours[count] = std::bit_cast<std::uint64_t>(items_[at].item.t + 0.0);
      places[count] = 0;
      for (std::size_t j = 0; j < count; ++j) {
        const auto after = static_cast<std::uint32_t>(hours[j] < hours[count]);
        places[count] += after;
        places[j] += 1 - after;
        tied |= hours[j] == hours[count];
      }
      ++count;
    }
    if (now_.size() < count) now_.resize(2 * k_crowd);
    if (tied) {
      for (std::size_t k = 0; k < count; ++k) insert(items_[waiting[k]].item, before);
    } else {
      for (std::size_t k = 0; k < count; ++k) now_[places[k]] = items_[waiting[k]].item;
      count_ = count;
    }
    for (; at != k_none; at = items_[at].next) insert(items_[at].item, before);
  }

  std::vector<Waiting> items_;
  std::vector<std::uint32_t> slots_;  ///< the last one that came to wait
  std::vector<Item> now_;             ///< of the present slot, as many as count_ says
  std::size_t count_ = 0;
  std::size_t cursor_ = 0;
  bool heaped_ = false;
  double start_ = 0;
  double per_slot_ = 0;
  std::size_t slot_ = 0;
};

}  // namespace carom::detail
