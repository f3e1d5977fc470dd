#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// What happens next, in constant time: a year of short lists, one for each day, and only the present day is in order.
///
/// An entry is no more than a name. When somebody's day comes, they are asked for their hour: those who have made other
/// plans since are passed over, so nothing is ever taken out of a list. What lies beyond the year is not written down; when
/// the year is over, everyone is asked again. A day has about k_day entries, whatever the density of happenings.
/// Source: the calendar queue of Brown (1988), and Paul's use of it for hard discs (2007).
namespace carom::detail {

class Calendar {
 public:
  struct Entry {
    double t = 0;
    std::uint32_t who = 0;
  };

  /// A year that begins at `start`, for about `expected` happenings until `end`.
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
  void add(double t, std::uint32_t who, const Later& later) {
    const double day = (t - start_) * per_day_;
    if (!(day < days_in_year_)) return;
    const auto index = day > 0 ? static_cast<std::uint32_t>(day) : 0U;
    if (open_ && index <= day_) {
      insert({t, who}, later);
    } else {
      note(index, who);
    }
  }

  /// The next one; nullptr: the year is over. `hour` tells when somebody's next happening is, `later` compares entries.
  template <class Hour, class Later>
  [[nodiscard]] const Entry* next(const Hour& hour, const Later& later) {
    while (cursor_ == present_.size()) {
      if (day_ + 1 >= lists_.size()) return nullptr;
      ++day_;
      load(hour, later);
    }
    return &present_[cursor_];
  }
  void drop() noexcept { ++cursor_; }

  /// Entries of a day that lies ahead, for those who fetch them into the cache.
  template <class Visit>
  void ahead(std::uint32_t days, const Visit& visit) const {
    if (day_ + days >= lists_.size()) return;
    const List& list = lists_[day_ + days];
    std::uint32_t count = list.count;
    for (std::uint32_t page = list.page; page != k_no_page; page = pages_[page].next) {
      for (std::uint32_t k = 0; k < count; ++k) visit(pages_[page].who[k]);
      count = k_page;
    }
  }

  [[nodiscard]] std::uint32_t day() const noexcept { return day_; }
  [[nodiscard]] double end() const noexcept { return end_; }
  /// How many have been looked at, a second of this year.
  [[nodiscard]] double seen_a_second() const noexcept { return static_cast<double>(seen_) / (end_ - start_); }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return lists_.capacity() * sizeof(List) + pages_.capacity() * sizeof(Page) + present_.capacity() * sizeof(Entry);
  }

 private:
  static constexpr std::uint32_t k_no_page = ~std::uint32_t{0};
  static constexpr std::uint32_t k_page = 15;
  /// A cache line of a list.
  struct Page {
    std::array<std::uint32_t, k_page> who;
    std::uint32_t next = k_no_page;
  };
  struct List {
    std::uint32_t page = k_no_page;
    std::uint32_t count = 0;  ///< on its first page; the others are full
  };

  void note(std::uint32_t day, std::uint32_t who);
  /// Frees the lists of the day; returns its pages' names in `names_`.
  void take_day();

  template <class Later>
  void insert(Entry entry, const Later& later) {
    std::size_t place = present_.size();
    present_.push_back(entry);
    while (place > cursor_ && later(present_[place - 1], entry)) {
      present_[place] = present_[place - 1];
      --place;
    }
    present_[place] = entry;
  }

  template <class Hour, class Later>
  void load(const Hour& hour, const Later& later) {
    present_.clear();
    cursor_ = 0;
    take_day();
    const double tomorrow = day_ + 1.0;
    for (const std::uint32_t who : names_) {
      const double t = hour(who);
      // Whoever has put it off will come another day.
      if ((t - start_) * per_day_ < tomorrow) present_.push_back({t, who});
    }
    if (present_.size() > 1) std::ranges::sort(present_, [&](const Entry& x, const Entry& y) { return later(y, x); });
  }

  double start_ = 0;
  double end_ = 0;
  double per_day_ = 0;
  double days_in_year_ = 0;
  std::vector<List> lists_;
  std::vector<Page> pages_;
  std::uint32_t free_page_ = k_no_page;
  std::vector<std::uint32_t> names_;
  std::vector<Entry> present_;
  std::size_t cursor_ = 0;
  std::uint32_t day_ = 0;
  std::uint64_t seen_ = 0;
  bool open_ = false;
};

}  // namespace carom::detail
