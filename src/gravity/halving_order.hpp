#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gravity/coordinate_order.hpp"

/// Puts bodies in an order in which neighbours are near each other in space: halved across the longer side of
/// their box, the halves halved again, and so on.
///
/// J. L. Bentley, "Multidimensional binary search trees used for associative searching", 1975; halving lists that are
/// sorted already, along x and along y, after I. Wald and V. Havran, "On building fast kd-trees for ray tracing", 2006.
namespace carom::detail {

class HalvingOrder {
 public:
  /// A half is `leaf` times the largest power of two that leaves something for the other: all runs of `leaf` 2^n bodies
  /// that begin at a multiple of their length are boxes of the halving.
  void sort(std::span<const double> x, std::span<const double> y, std::size_t leaf, unsigned threads);

  /// After sort: the body at a place.
  [[nodiscard]] std::uint32_t operator[](std::size_t place) const noexcept {
    return by_x_[static_cast<std::size_t>(along_x_[place] >> 32)];
  }

 private:
  struct Run {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  void rank(std::span<const double> x, std::span<const double> y, std::size_t leaf, unsigned threads);
  [[nodiscard]] bool is_wider_than_high(Run run) const noexcept;
  /// Where the second half begins.
  std::size_t halve(Run run) noexcept;
  void halve_all(Run run) noexcept;

  std::span<const double> x_;
  std::span<const double> y_;
  std::size_t leaf_ = 0;
  CoordinateOrder by_x_;
  CoordinateOrder by_y_;
  /// Each body as its rank along x, above, and along y, below; each run of the first list is sorted by x, of the second by
  /// y.
  std::vector<std::uint64_t> along_x_;
  std::vector<std::uint64_t> along_y_;
  std::vector<std::uint64_t> spare_;
  std::vector<std::uint32_t> rank_y_;
};

}  // namespace carom::detail
