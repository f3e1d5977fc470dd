#include "gravity/coordinate_order.hpp"

#include <algorithm>

#include "math/parallel.hpp"
#include "math/vector_clones.hpp"

namespace carom::detail {
namespace {

/// Below this, comparing is faster than counting digits.
constexpr std::size_t k_radix_from = 512;
/// Bodies in one portion of the work of a thread.
constexpr std::size_t k_sort_portion = 4096;
/// The last of 2^22 stretches: two digits.
constexpr double k_last_stretch = 4194303;

struct Extent {
  double low = 0;
  double high = 0;
};

/// Lane by lane: compilers must keep to the order of comparisons, and so to one number at a time, in a plain loop.
CAROM_VECTOR_CLONES Extent extent_of(const double* at, std::size_t count) noexcept {
  constexpr std::size_t lanes = 8;
  double low[lanes];
  double high[lanes];
  std::fill(std::begin(low), std::end(low), at[0]);
  std::fill(std::begin(high), std::end(high), at[0]);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    for (std::size_t n = 0; n < lanes; ++n) {
      low[n] = at[k + n] < low[n] ? at[k + n] : low[n];
      high[n] = at[k + n] > high[n] ? at[k + n] : high[n];
    }
  }
  Extent extent{*std::min_element(std::begin(low), std::end(low)), *std::max_element(std::begin(high), std::end(high))};
  for (; k < count; ++k) extent = {std::min(extent.low, at[k]), std::max(extent.high, at[k])};
  return extent;
}

/// Writes stretch and number of each body.
CAROM_VECTOR_CLONES void number(const double* at, double low, double size, std::uint32_t first, std::size_t count,
                                std::uint64_t* items) noexcept {
  for (std::size_t k = 0; k < count; ++k) {
    const auto stretch = static_cast<std::int32_t>((at[k] - low) / size * k_last_stretch);
    items[k] = static_cast<std::uint64_t>(stretch) << 32 | (first + k);
  }
}

}  // namespace

void CoordinateOrder::sort(std::span<const double> at, std::size_t together, unsigned threads) {
  const std::size_t count = at.size();
  items_.resize(count);
  if (count == 0) return;
  const Extent extent = extent_of(at.data(), count);
  // Where all are equal, 0 / 1 puts all into the first stretch.
  const double size = extent.high > extent.low ? extent.high - extent.low : 1;
  parallel_portions(count, k_sort_portion, threads, [&](std::size_t first, std::size_t last) {
    number(at.data() + first, extent.low, size, static_cast<std::uint32_t>(first), last - first, items_.data() + first);
  });
  if (count < k_radix_from) {
    std::sort(items_.begin(), items_.end());
  } else {
    other_.resize(count);
    radix_pass(32, threads);
    radix_pass(32 + k_digit_bits, threads);
  }
  if (extent.high > extent.low) sort_within_stretches(at, together);
}

/// Equals keep their order. Each portion counts its digits and then knows where its items go, whichever thread works on it.
void CoordinateOrder::radix_pass(int shift, unsigned threads) {
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

void CoordinateOrder::sort_within_stretches(std::span<const double> at, std::size_t together) {
  const auto first = items_.begin();
  const auto before = [&](std::uint64_t a, std::uint64_t b) {
    const double x = at[static_cast<std::uint32_t>(a)];
    const double y = at[static_cast<std::uint32_t>(b)];
    return x != y ? x < y : a < b;
  };
  // The first that shares a stretch with the one `together` places before it stands at that stretch's beginning.
  for (std::size_t k = together; k < items_.size(); ++k) {
    const std::size_t begin = k - together;
    if (items_[k] >> 32 != items_[begin] >> 32) continue;
    while (k + 1 < items_.size() && items_[k + 1] >> 32 == items_[begin] >> 32) ++k;
    std::sort(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(k + 1), before);
  }
}

}  // namespace carom::detail
