#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace carom::detail {

/// Lists of movers, a short one for each day, on pages that are used again.
class DayLists {
 public:
  void open(std::size_t days);
  [[nodiscard]] std::size_t days() const noexcept { return lists_.size(); }

  void note(std::uint32_t day, std::uint32_t mover) {
    List& list = lists_[day];
    if (list.page == k_no_page || list.count == k_page) open_page(list);
    pages_[list.page].movers[list.count++] = mover;
  }
  /// Empties the list of a day, a page at a time: calls visit(movers, count).
  template <class Visit>
  void take(std::uint32_t day, const Visit& visit) {
    List& list = lists_[day];
    while (list.page != k_no_page) {
      Page& page = pages_[list.page];
      visit(page.movers.data(), list.count);
      const std::uint32_t next = std::exchange(page.next, free_page_);
      free_page_ = std::exchange(list.page, next);
      list.count = k_page;
    }
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return lists_.capacity() * sizeof(List) + pages_.capacity() * sizeof(Page);
  }

 private:
  static constexpr std::uint32_t k_no_page = ~std::uint32_t{0};
  static constexpr std::uint32_t k_page = 15;
  /// A cache line of a list.
  struct Page {
    std::array<std::uint32_t, k_page> movers;
    std::uint32_t next = k_no_page;
  };
  struct List {
    std::uint32_t page = k_no_page;
    std::uint32_t count = 0;  ///< on its first page; the others are full
  };

  void open_page(List& list);

  std::vector<List> lists_;
  std::vector<Page> pages_;
  std::uint32_t free_page_ = k_no_page;
};

/// What happens next, in constant time: a year of short lists, one for each day, and only the present day is in order.
///
/// An entry is only the index of a mover. When its day comes, the mover's hour is looked up: those that have got other
/// plans since are passed over, so nothing is ever taken out of a list. What lies beyond the year is not written down; when
/// the year is over, every mover is looked up again. A day has about k_day entries, whatever the density of events.
/// Source: the calendar queue of Brown (1988), and Paul's use of it for hard discs (2007).
class Calendar {
 public:
  struct Entry {
    double t = 0;
    std::uint32_t mover = 0;
  };

  /// A year that begins at `start`, for about `expected` events until `end`.
  void open_year(double start, double end, double expected);
  /// All that was written down is in lists; the first day begins.
  template <class Hour, class Later>
  void begin(const Hour& hour, const Later& later) {
    open_ = true;
    day_ = 0;
    load(hour, later);
  }

  /// Those that come too late for this year are left out.
  template <class Later>
  void add(double t, std::uint32_t mover, const Later& later) {
    const double day = year_.day(t);
    if (!(day < year_.days)) return;
    const auto index = day > 0 ? static_cast<std::uint32_t>(day) : 0U;
    if (open_ && index <= day_) {
      insert({t, mover}, later);
    } else {
      lists_.note(index, mover);
    }
  }

  /// The next one; nullptr: the year is over. `hour` returns the time of a mover's next event, `later` compares entries.
  template <class Hour, class Later>
  [[nodiscard]] const Entry* next(const Hour& hour, const Later& later) {
    while (cursor_ == count_) {
      if (day_ + 1 >= lists_.days()) return nullptr;
      ++day_;
      load(hour, later);
    }
    return &present_[cursor_];
  }
  void drop() noexcept { ++cursor_; }

  /// Where very many things happen within a day, most of its entries may be void: time to tidy().
  [[nodiscard]] bool crowded() const noexcept { return open_ && count_ > tidy_at_; }
  /// Takes out of the present day what is over and movers that have got other plans. Changes nothing of what comes next.
  template <class Hour>
  void tidy(const Hour& hour) {
    std::size_t kept = 0;
    for (std::size_t k = cursor_; k < count_; ++k) {
      const Entry entry = present_[k];
      if (hour(entry.mover) == entry.t) present_[kept++] = entry;
    }
    cursor_ = 0;
    count_ = kept;
    tidy_at_ = tidy_after(kept);
  }

  [[nodiscard]] double end() const noexcept { return year_.end; }
  /// How many have been looked at, a second of this year.
  [[nodiscard]] double seen_a_second() const noexcept { return static_cast<double>(seen_) / (year_.end - year_.start); }
  [[nodiscard]] std::size_t bytes() const noexcept { return lists_.bytes() + present_.capacity() * sizeof(Entry); }

 private:
  static constexpr std::size_t k_few = 24;  ///< so many are compared all with all
  static constexpr std::size_t k_untidy = 64;
  static constexpr std::size_t tidy_after(std::size_t entries) noexcept { return 2 * entries + k_untidy; }
  struct Year {
    double start = 0;
    double end = 0;
    double per_day = 0;  ///< days a second
    double days = 0;
    [[nodiscard]] double day(double t) const noexcept { return (t - start) * per_day; }
  };

  void make_room(std::size_t more) {
    if (present_.size() < count_ + more) present_.resize(2 * (count_ + more));
  }

  template <class Later>
  void insert(Entry entry, const Later& later) {
    make_room(1);
    std::size_t place = count_++;
    for (; place > cursor_ && later(present_[place - 1], entry); --place) present_[place] = present_[place - 1];
    present_[place] = entry;
  }

  template <class Hour, class Later>
  void load(const Hour& hour, const Later& later) {
    cursor_ = 0;
    count_ = 0;
    const double tomorrow = day_ + 1.0;
    lists_.take(day_, [&](const std::uint32_t* movers, std::uint32_t some) {
      make_room(some);
      for (std::uint32_t k = 0; k < some; ++k) {
        const double t = hour(movers[k]);
        present_[count_] = {t, movers[k]};
        // A mover that has a later event now will come another day.
        count_ += year_.day(t) < tomorrow ? 1U : 0U;
      }
      seen_ += some;
    });
    tidy_at_ = tidy_after(count_);
    sort_day(later);
  }

  /// Each goes to the place given by the number of earlier ones: no branch depends on the order, which cannot be
  /// predicted.
  template <class Later>
  void sort_day(const Later& later) {
    std::array<Entry, k_few> entries;
    // Times are never negative: their bits are in their order.
    std::array<std::uint64_t, k_few> hours;
    std::array<std::uint32_t, k_few> places{};
    bool tied = count_ > k_few;
    if (!tied) {
      for (std::size_t k = 0; k < count_; ++k) {
        entries[k] = present_[k];
        hours[k] = std::bit_cast<std::uint64_t>(entries[k].t);
        for (std::size_t j = 0; j < k; ++j) {
          const auto after = static_cast<std::uint32_t>(hours[j] < hours[k]);
          places[k] += after;
          places[j] += 1 - after;
          tied |= hours[j] == hours[k];
        }
      }
      for (std::size_t k = 0; k < count_; ++k) present_[places[k]] = entries[k];
    }
    if (!tied) return;
    const auto first = present_.begin();
    std::sort(first, first + static_cast<std::ptrdiff_t>(count_),
              [&](const Entry& x, const Entry& y) { return later(y, x); });
  }

  Year year_;
  DayLists lists_;
  std::vector<Entry> present_;  ///< the day's, as many as count_ says
  std::size_t count_ = 0;
  std::size_t cursor_ = 0;
  std::size_t tidy_at_ = k_untidy;
  std::uint32_t day_ = 0;
  std::uint64_t seen_ = 0;
  bool open_ = false;
};

}  // namespace carom::detail
