#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/io/observe.hpp"
#include "world/snapshot/byte_archive.hpp"

namespace carom::io {

/// Means over time of several numbers at once, with their standard errors by block averages.
///
/// Equation   error² = Σ (m_b - m)² / (B (B - 1)), m_b the means of B blocks of equally many samples in a row, m theirs
/// Cases      up to 32 blocks; when there are as many, neighbours are joined and blocks are twice as long from then on, so
///            that memory does not grow. Fewer than two blocks: no error
/// Range      right once a block is longer than what is observed remembers: from then on blocks are independent
/// Source     H. Flyvbjerg, H. G. Petersen, J. Chem. Phys. 91, 461 (1989). Tests: block_mean_test
class BlockMean {
 public:
  explicit BlockMean(std::size_t width = 0) : open_(width, 0.0) {}

  /// A sample: as many numbers as there are means.
  void add(std::span<const double> sample);
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t width() const noexcept { return open_.size(); }
  [[nodiscard]] Estimate mean(std::size_t k) const;
  /// Of one over the other: the ratio of their sums, in each block too.
  [[nodiscard]] Estimate ratio(std::size_t above, std::size_t below) const;

  template <class Archive, detail::MaybeConst<BlockMean> T>
  friend void fields(Archive& in, T& mean) {
    in("open", mean.open_, "blocks", mean.blocks_, "length", mean.length_, "in_open", mean.in_open_, "count",
       mean.count_);
  }

 private:
  std::vector<double> open_;                 // sums of the block that is being filled
  std::vector<std::vector<double>> blocks_;  // sums of those that are full
  std::uint64_t length_ = 1;                 // samples in a block
  std::uint64_t in_open_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace carom::io
