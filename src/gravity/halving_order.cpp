#include "gravity/halving_order.hpp"

#include <algorithm>

#include "math/parallel.hpp"

namespace carom::detail {
namespace {

/// Runs side by side, if there are bodies enough.
constexpr std::size_t k_runs = 64;

/// Bodies in one portion of the work of a thread.
constexpr std::size_t k_halving_portion = 4096;

constexpr int k_rank_x = 32;
constexpr int k_rank_y = 0;

std::uint32_t rank_of(std::uint64_t item, int which) noexcept { return static_cast<std::uint32_t>(item >> which); }

/// Those below `limit` first; both parts keep their order. Without branches: they cannot be predicted.
void part(std::span<std::uint64_t> items, int which, std::uint32_t limit, std::uint64_t* spare) noexcept {
  std::size_t below = 0;
  std::size_t above = 0;
  for (const std::uint64_t item : items) {
    const std::size_t is_below = rank_of(item, which) < limit ? 1 : 0;
    items[below] = item;
    spare[above] = item;
    below += is_below;
    above += 1 - is_below;
  }
  std::copy(spare, spare + above, items.data() + below);
}

}  // namespace

void HalvingOrder::sort(std::span<const double> x, std::span<const double> y, std::size_t leaf, unsigned threads) {
  rank(x, y, leaf, threads);
  std::vector<Run> runs{{0, x.size()}};
  while (runs.size() < k_runs && runs[0].last > leaf) {
    std::vector<Run> halves(2 * runs.size());
    parallel_for(runs.size(), threads, [&](std::size_t k) {
      const std::size_t middle = halve(runs[k]);
      halves[2 * k] = {runs[k].first, middle};
      halves[2 * k + 1] = {middle, runs[k].last};
    });
    runs.swap(halves);
  }
  parallel_for(runs.size(), threads, [&](std::size_t k) { halve_all(runs[k]); });
}

void HalvingOrder::rank(std::span<const double> x, std::span<const double> y, std::size_t leaf, unsigned threads) {
  x_ = x;
  y_ = y;
  leaf_ = leaf;
  const std::size_t count = x.size();
  along_x_.resize(count);
  along_y_.resize(count);
  spare_.resize(count);
  rank_y_.resize(count);
  const unsigned each = std::max(threads / 2, 1U);
  parallel_for(2, threads, [&](std::size_t k) { k == 0 ? by_x_.sort(x, leaf, each) : by_y_.sort(y, leaf, each); });
  parallel_portions(count, k_halving_portion, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) rank_y_[by_y_[k]] = static_cast<std::uint32_t>(k);
  });
  parallel_portions(count, k_halving_portion, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t along_y = rank_y_[by_x_[k]];
      along_x_[k] = along_y_[along_y] = std::uint64_t{k} << k_rank_x | along_y;
    }
  });
}

bool HalvingOrder::is_wider_than_high(Run run) const noexcept {
  const auto x = [&](std::size_t place) { return x_[by_x_[rank_of(along_x_[place], k_rank_x)]]; };
  const auto y = [&](std::size_t place) { return y_[by_y_[rank_of(along_y_[place], k_rank_y)]]; };
  return x(run.last - 1) - x(run.first) > y(run.last - 1) - y(run.first);
}

std::size_t HalvingOrder::halve(Run run) noexcept {
  const std::size_t count = run.last - run.first;
  if (count <= leaf_) return run.last;
  std::size_t half = leaf_;
  while (2 * half < count) half *= 2;
  const std::size_t middle = run.first + half;
  if (is_wider_than_high(run)) {
    part({along_y_.data() + run.first, count}, k_rank_x, rank_of(along_x_[middle], k_rank_x),
         spare_.data() + run.first);
  } else {
    part({along_x_.data() + run.first, count}, k_rank_y, rank_of(along_y_[middle], k_rank_y),
         spare_.data() + run.first);
  }
  return middle;
}

void HalvingOrder::halve_all(Run run) noexcept {
  if (run.last - run.first <= leaf_) return;
  const std::size_t middle = halve(run);
  halve_all({run.first, middle});
  halve_all({middle, run.last});
}

}  // namespace carom::detail
