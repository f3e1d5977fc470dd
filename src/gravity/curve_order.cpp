#include "gravity/curve_order.hpp"

#include <algorithm>

#include "math/parallel.hpp"
#include "math/vector_clones.hpp"

namespace carom::detail {
namespace {

constexpr std::uint32_t k_top_bit = 1U << 15;

/// Below this, comparing is faster than counting digits.
constexpr std::size_t k_radix_from = 2048;
/// Bodies in one portion of the work of a thread.
constexpr std::size_t k_portion = 4096;

/// Quarter by quarter: in which of the four quarters, in the order of the curve; then the quarter's own curve is turned
/// into the standard position, without branches. D. Hilbert, "Über die stetige Abbildung einer Linie auf ein
/// Flächenstück", 1891.
CAROM_ALWAYS_INLINE std::uint32_t index_along(std::uint32_t x, std::uint32_t y) noexcept {
  std::uint32_t index = 0;
  for (std::uint32_t bit = k_top_bit; bit != 0; bit >>= 1) {
    const std::uint32_t right = (x & bit) != 0 ? 1 : 0;
    const std::uint32_t up = (y & bit) != 0 ? 1 : 0;
    index = (index << 2) | ((3 * right) ^ up);
    const std::uint32_t lower = 0U - (1U - up);
    const std::uint32_t mirror = lower & (0U - right);
    x ^= mirror;
    y ^= mirror;
    const std::uint32_t swap = (x ^ y) & lower;
    x ^= swap;
    y ^= swap;
  }
  return index;
}

struct Square {
  double x = 0;
  double y = 0;
  double size = 0;
};

/// Writes the index on the curve into the upper half of each item.
CAROM_VECTOR_CLONES void number(const double* x, const double* y, Square square, std::uint64_t* items,
                                std::size_t count) noexcept {
  for (std::size_t k = 0; k < count; ++k) {
    const auto body = static_cast<std::uint32_t>(items[k]);
    const auto column = static_cast<std::int32_t>((x[body] - square.x) / square.size * 65535.0);
    const auto row = static_cast<std::int32_t>((y[body] - square.y) / square.size * 65535.0);
    items[k] =
        std::uint64_t{index_along(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row))} << 32 | body;
  }
}

Square square_around(const std::vector<double>& x, const std::vector<double>& y,
                     std::span<const std::uint64_t> items) noexcept {
  double left = 2;
  double right = -2;
  double low = 2;
  double high = -2;
  for (const std::uint64_t item : items) {
    const auto body = static_cast<std::uint32_t>(item);
    left = std::min(left, x[body]);
    right = std::max(right, x[body]);
    low = std::min(low, y[body]);
    high = std::max(high, y[body]);
  }
  return {left, low, std::max(right - left, high - low)};
}

std::size_t portions(std::size_t count) noexcept { return (count + k_portion - 1) / k_portion; }

}  // namespace

std::uint32_t curve_index(std::uint32_t x, std::uint32_t y) noexcept { return index_along(x, y); }

void CurveOrder::sort(const std::vector<double>& x, const std::vector<double>& y, std::size_t together,
                      unsigned threads) {
  items_.resize(x.size());
  for (std::size_t k = 0; k < items_.size(); ++k) items_[k] = k;
  sort_run(x, y, 0, items_.size(), together, threads);
}

void CurveOrder::sort_run(const std::vector<double>& x, const std::vector<double>& y, std::size_t first,
                          std::size_t last, std::size_t together, unsigned threads) {
  const std::size_t count = last - first;
  const Square square = square_around(x, y, {items_.data() + first, count});
  // Otherwise the smallest and the largest coordinate get different squares: every run below is shorter than this one.
  if (!(square.size > 0)) return;
  parallel_for(portions(count), threads, [&](std::size_t k) {
    const std::size_t begin = k * k_portion;
    number(x.data(), y.data(), square, items_.data() + first + begin, std::min(k_portion, count - begin));
  });
  if (count == items_.size() && count >= k_radix_from) {
    radix_sort(threads);
  } else {
    std::sort(items_.begin() + static_cast<std::ptrdiff_t>(first), items_.begin() + static_cast<std::ptrdiff_t>(last));
  }
  for (std::size_t begin = first; begin < last;) {
    std::size_t end = begin + 1;
    while (end < last && items_[end] >> 32 == items_[begin] >> 32) ++end;
    if (end - begin > together) sort_run(x, y, begin, end, together, threads);
    begin = end;
  }
}

/// By the upper half of the items; they come in the order of the lower half, and equals keep their order.
void CurveOrder::radix_sort(unsigned threads) {
  other_.resize(items_.size());
  for (int shift = 32; shift < 64; shift += k_digit_bits) radix_pass(shift, threads);
}

/// Each portion counts its digits and then knows where its items go, whoever works on it.
void CurveOrder::radix_pass(int shift, unsigned threads) {
  const std::size_t shares = std::min<std::size_t>(threads, 16);
  const std::size_t share = (items_.size() + shares - 1) / shares;
  const auto digit = [&](std::uint64_t item) { return static_cast<std::size_t>(item >> shift) & (k_digits - 1); };
  const auto part = [&](std::size_t k) {
    const std::size_t begin = std::min(k * share, items_.size());
    return std::span(items_).subspan(begin, std::min(share, items_.size() - begin));
  };
  counts_.resize(shares);
  parallel_for(shares, threads, [&](std::size_t k) {
    counts_[k].fill(0);
    for (const std::uint64_t item : part(k)) ++counts_[k][digit(item)];
  });
  std::uint32_t place = 0;
  for (std::size_t value = 0; value < k_digits; ++value) {
    for (auto& count : counts_) {
      const std::uint32_t here = count[value];
      count[value] = place;
      place += here;
    }
  }
  parallel_for(shares, threads, [&](std::size_t k) {
    for (const std::uint64_t item : part(k)) other_[counts_[k][digit(item)]++] = item;
  });
  items_.swap(other_);
}

}  // namespace carom::detail
