#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "math/fetch.hpp"
#include "math/large_array.hpp"
#include "math/vector_clones.hpp"

namespace carom::detail {

/// A multiple of four; most that wait in a slot before they spill.
inline constexpr std::size_t k_slot_room = 40;

/// How many of some times are earlier than each of them. False: two are equal. There is room for four more than `count`.
[[nodiscard]] bool rank_times(double* times, std::size_t count, std::uint32_t* ranks) noexcept;

/// What is predicted within a window, the earliest first. Times are cut into slots, each of them with room for a few dozen
/// items one after the other (Brown 1988, a calendar that needs no second year). Only those of the present slot are in
/// order: when its turn comes they are sorted all at once, without a branch, because their order cannot be predicted. What is
/// predicted for the present slot after that is put between them; very many of one slot are in a heap. Times are not negative.
///
/// The caller of the earliest may say which items are void by then, and may be called for those whose turn comes soon. A queue
/// that puts off writes items down when their slots have come from memory, where these are many.
template <class Item, bool puts_off = false>
class WindowQueue {
 public:
  /// No item is ever void, and nothing is called for coming ones.
  struct NoHooks {
    [[nodiscard]] static bool holds(const Item& /*item*/) noexcept { return true; }
  };

  /// For about `expected` items between two times.
  void open(double start, double end, std::size_t expected) {
    slots_ = expected / k_usual + 1;
    // The first slot is before the window, some after it are unused.
    counts_.assign(slots_ + 1 + k_calls, 0);
    make_room(items_, counts_.size() * k_slot_room);
    // Many spill where much more happened than was expected; that room is not needed again.
    if (!spilt_.empty()) spilt_ = std::vector<Spilt>();
    spills_.clear();
    count_ = 0;
    cursor_ = 0;
    told_ = 0;
    pushed_ = 0;
    heaped_ = false;
    if constexpr (puts_off) on_the_way_ = {};
    start_ = start;
    per_slot_ = end > start ? static_cast<double>(slots_) / (end - start) : 0;
    slot_ = 0;
  }

  template <class Before>
  void push(const Item& item, const Before& before) {
    ++pushed_;
    const double at = (item.t - start_) * per_slot_;
    const std::size_t slot =
        at < static_cast<double>(slots_ - 1) ? static_cast<std::size_t>(std::max(at, 0.0)) + 1 : slots_;
    if (slot <= slot_) return insert(item, before);
    if constexpr (puts_off) {
      if (slots_ >= k_many_slots && slot > slot_ + k_calls) return put_off(item, slot);
    }
    put(item, slot);
  }
  /// Since it was opened.
  [[nodiscard]] std::size_t pushed() const noexcept { return pushed_; }
  /// Those for which there is more room now than was made when it was opened.
  [[nodiscard]] std::size_t waiting() const noexcept { return count_ - cursor_ + spilt_.size(); }

  /// The earliest one, still in the queue; null when it is empty. An item that does not hold as its slot comes is dropped.
  /// Two hooks need not be there: hooks.ahead(item, k) is called for those that come soon, with k from 0, three slots ahead,
  /// to 2, one slot; for most that come next hooks.present(items, count) is called: it may write into them.
  template <class Before, class Hooks = NoHooks>
  [[nodiscard]] const Item* front(const Before& before, const Hooks& hooks = {}) {
    while (cursor_ == count_) {
      if (slot_ >= slots_) return nullptr;
      while (tell(hooks)) {
      }
      told_ = 0;
      ++slot_;
      if constexpr (puts_off) put_those_of_soon();
      load(before, hooks);
    }
    (void)tell(hooks);
    return &now_[cursor_];
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

  template <class Before, class Hooks = NoHooks>
  [[nodiscard]] std::optional<Item> pop(const Before& before, const Hooks& hooks = {}) {
    const Item* first = front(before, hooks);
    if (first == nullptr) return std::nullopt;
    const Item item = *first;
    drop(before);
    return item;
  }

 private:
  static constexpr std::uint32_t k_none = ~std::uint32_t{0};
  static constexpr std::size_t k_usual = 20;  ///< items of a slot, as expected
  static constexpr std::size_t k_many = 96;   ///< more than so many are in a heap
  static constexpr std::size_t k_calls = 3;
  static constexpr std::size_t k_on_the_way = 4;     ///< items whose slots are fetched, at most
  static constexpr std::size_t k_many_slots = 2048;  ///< so many are not in the caches
  /// One for which its slot has no room.
  struct Spilt {
    Item item;
    std::uint32_t next;
  };

  /// Waits until what it will be written to has come from memory; slot 0 is unused.
  struct OnTheWay {
    Item item;
    std::size_t slot = 0;
  };

  void put(const Item& item, std::size_t slot) {
    const std::uint32_t count = counts_[slot]++;
    if (count >= k_slot_room) return spill(item, slot);
    items_[slot * k_slot_room + count] = item;
  }

  /// A store that waits for memory keeps all stores after it waiting. So first the slot's count is fetched, some pushes
  /// later the place that it gives, and only after that it is written to.
  void put_off(const Item& item, std::size_t slot) {
    fetch(&counts_[slot]);
    newest_ = (newest_ + 1) % k_on_the_way;
    OnTheWay& oldest = on_the_way_[newest_];
    if (oldest.slot != 0) put(oldest.item, oldest.slot);
    oldest = {item, slot};
    const std::size_t half = on_the_way_[(newest_ + k_on_the_way / 2) % k_on_the_way].slot;
    // Of slot 0 as well, which is never read.
    const Item* place = items_.data() + half * k_slot_room + std::min<std::size_t>(counts_[half], k_slot_room - 1);
    fetch(place);
    fetch(place + 1);
  }

  void put_those_of_soon() {
    for (OnTheWay& one : on_the_way_) {
      if (one.slot == 0 || one.slot > slot_ + k_calls) continue;
      put(one.item, one.slot);
      one.slot = 0;
    }
  }

  void spill(const Item& item, std::size_t slot) {
    if (spills_.empty()) spills_.assign(counts_.size(), k_none);
    spilt_.push_back({item, spills_[slot]});
    spills_[slot] = static_cast<std::uint32_t>(spilt_.size() - 1);
  }

  /// Of one more of each of the slots that come next. False: of all of them.
  template <class Hooks>
  bool tell(const Hooks& hooks) {
    bool more = false;
    if constexpr (requires { hooks.ahead(items_[0], told_); }) {
      for (std::size_t call = 0; call < k_calls; ++call) {
        const std::size_t slot = slot_ + k_calls - call;
        if (slot > slots_ || told_ >= std::min<std::size_t>(counts_[slot], k_slot_room)) continue;
        hooks.ahead(items_[slot * k_slot_room + told_], call);
        more = true;
      }
      ++told_;
    }
    return more;
  }

  /// The order of a heap whose first is the earliest.
  template <class Before>
  static auto later(const Before& before) {
    return [&before](const Item& x, const Item& y) { return before(y, x); };
  }

  void drop_taken() {
    if (cursor_ > 0) std::copy(now_.data() + cursor_, now_.data() + count_, now_.data());
    count_ -= std::exchange(cursor_, 0);
  }

  template <class Before>
  void insert(const Item& item, const Before& before) {
    if (now_.size() <= count_) {
      // What has been taken makes room for what comes, so that a slot with contacts without number does not grow.
      if (!heaped_ && cursor_ > count_ / 2) drop_taken();
      if (now_.size() <= count_) now_.resize(2 * count_ + k_slot_room);
    }
    if (!heaped_ && count_ - cursor_ >= k_many) {
      drop_taken();
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

  /// Those of the slot whose turn it is.
  template <class Before, class Hooks>
  void load(const Before& before, const Hooks& hooks) {
    cursor_ = 0;
    count_ = 0;
    heaped_ = false;
    const Item* items = items_.data() + slot_ * k_slot_room;
    const std::size_t count = std::min<std::size_t>(counts_[slot_], k_slot_room);
    std::array<std::uint32_t, k_slot_room> held;       // NOLINT: as many as there are
    std::array<double, k_slot_room + 4> times;         // NOLINT
    std::array<std::uint32_t, k_slot_room + 4> ranks;  // NOLINT
    std::size_t left = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      held[left] = k;
      times[left] = items[k].t;
      left += static_cast<std::size_t>(hooks.holds(items[k]));
    }
    if (now_.size() < left) now_.resize(2 * k_slot_room);
    if (rank_times(times.data(), left, ranks.data())) {
      for (std::size_t k = 0; k < left; ++k) now_[ranks[k]] = items[held[k]];
      count_ = left;
    } else {
      for (std::size_t k = 0; k < left; ++k) insert(items[held[k]], before);
    }
    if constexpr (requires { hooks.present(now_.data(), count_); }) hooks.present(now_.data(), count_);
    if (spills_.empty()) return;
    for (std::uint32_t at = spills_[slot_]; at != k_none; at = spilt_[at].next) insert(spilt_[at].item, before);
  }

  LargeArray<Item> items_;             ///< by slot
  std::vector<std::uint32_t> counts_;  ///< by slot, those included that have spilt
  std::vector<Spilt> spilt_;           ///< lists of them
  std::vector<std::uint32_t> spills_;  ///< by slot, the last one that spilt; empty where none has
  std::vector<Item> now_;              ///< of the present slot, as many as count_ says
  std::array<OnTheWay, k_on_the_way> on_the_way_{};
  std::size_t newest_ = 0;  ///< of those on the way
  std::size_t slots_ = 0;
  std::size_t count_ = 0;
  std::size_t cursor_ = 0;
  std::size_t told_ = 0;  ///< of each of the next slots, so many
  std::size_t pushed_ = 0;
  bool heaped_ = false;
  double start_ = 0;
  double per_slot_ = 0;
  std::size_t slot_ = 0;
};

}  // namespace carom::detail
