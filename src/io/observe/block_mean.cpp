#include "io/observe/block_mean.hpp"

#include <cmath>
#include <optional>

namespace carom::io {
namespace {

constexpr std::size_t k_most_blocks = 32;

/// The standard error of the mean of values that are independent.
std::optional<double> error_of(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value;
  mean /= count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count * (count - 1)));
}

}  // namespace

void BlockMean::add(std::span<const double> sample) {
  for (std::size_t k = 0; k < open_.size(); ++k) open_[k] += sample[k];
  ++count_;
  if (++in_open_ < length_) return;
  blocks_.push_back(open_);
  open_.assign(open_.size(), 0.0);
  in_open_ = 0;
  if (blocks_.size() < k_most_blocks) return;
  for (std::size_t b = 0; b < k_most_blocks / 2; ++b) {
    std::vector<double> joined = blocks_[2 * b];
    for (std::size_t k = 0; k < joined.size(); ++k) joined[k] += blocks_[2 * b + 1][k];
    blocks_[b] = std::move(joined);
  }
  blocks_.resize(k_most_blocks / 2);
  length_ *= 2;
}

Estimate BlockMean::mean(std::size_t k) const {
  if (count_ == 0) return {};
  double sum = open_[k];
  std::vector<double> means;
  for (const std::vector<double>& block : blocks_) {
    sum += block[k];
    means.push_back(block[k] / static_cast<double>(length_));
  }
  return {sum / static_cast<double>(count_), error_of(means)};
}

Estimate BlockMean::ratio(std::size_t above, std::size_t below) const {
  double sum_above = open_[above];
  double sum_below = open_[below];
  std::vector<double> ratios;
  for (const std::vector<double>& block : blocks_) {
    sum_above += block[above];
    sum_below += block[below];
    if (block[below] > 0) ratios.push_back(block[above] / block[below]);
  }
  if (!(sum_below > 0)) return {};
  return {sum_above / sum_below, error_of(ratios)};
}

}  // namespace carom::io
