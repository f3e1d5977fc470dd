#include "worlds/event_calendar.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

/// Happenings of a day. More are longer to sort, fewer leave days without any; measured with bench/event.
constexpr double k_day = 4;
constexpr double k_fewest_days = 16;
constexpr double k_most_days = 1 << 24;

}  // namespace

void Calendar::open_year(double start, double end, double expected) {
  days_in_year_ = std::clamp(expected / k_day, k_fewest_days, k_most_days);
  start_ = start;
  end_ = end;
  per_day_ = days_in_year_ / (end - start);
  const auto days = static_cast<std::size_t>(days_in_year_) + 1;
  lists_.assign(days, {});
  pages_.clear();
  free_page_ = k_no_page;
  present_.clear();
  cursor_ = 0;
  day_ = 0;
  seen_ = 0;
  open_ = false;
}

void Calendar::note(std::uint32_t day, std::uint32_t who) {
  List& list = lists_[day];
  if (list.page == k_no_page || list.count == k_page) {
    std::uint32_t page = free_page_;
    if (page == k_no_page) {
      page = static_cast<std::uint32_t>(pages_.size());
      pages_.emplace_back();
    } else {
      free_page_ = pages_[page].next;
    }
    pages_[page].next = list.page;
    list = {page, 0};
  }
  pages_[list.page].who[list.count++] = who;
}

void Calendar::take_day() {
  names_.clear();
  List& list = lists_[day_];
  std::uint32_t count = list.count;
  while (list.page != k_no_page) {
    Page& page = pages_[list.page];
    names_.insert(names_.end(), page.who.data(), page.who.data() + count);
    count = k_page;
    const std::uint32_t next = page.next;
    page.next = free_page_;
    free_page_ = list.page;
    list.page = next;
  }
  list.count = 0;
  seen_ += names_.size();
}

}  // namespace carom::detail
