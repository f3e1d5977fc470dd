#include "event/event_calendar.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

/// Events of a day. More are longer to sort, fewer leave days without any; measured with bench/event.
constexpr double k_day = 8;
constexpr double k_fewest_days = 16;
constexpr double k_most_days = 1 << 24;

}  // namespace

void DayLists::open(std::size_t days) {
  lists_.assign(days, {});
  pages_.clear();
  free_page_ = k_no_page;
}

void DayLists::open_page(List& list) {
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

void Calendar::open_year(double start, double end, double expected) {
  const double days = std::clamp(expected / k_day, k_fewest_days, k_most_days);
  year_ = {start, end, days / (end - start), days};
  lists_.open(static_cast<std::size_t>(days) + 1);
  count_ = 0;
  cursor_ = 0;
  day_ = 0;
  seen_ = 0;
  open_ = false;
}

}  // namespace carom::detail
