#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// Puts bodies in the order in which a Hilbert curve visits them, so that those who follow each other are near each other.
namespace carom::detail {

/// The number of the square (x, y) of a grid of 2^16 by 2^16 along Hilbert's curve.
[[nodiscard]] std::uint32_t curve_index(std::uint32_t x, std::uint32_t y) noexcept;

class CurveOrder {
 public:
  /// Where several bodies share a square of the grid over all of them, a finer grid over those alone goes on, as often as
  /// it takes: up to `together` bodies may stay unsorted. So clusters within clusters need no case of their own. Bodies
  /// at one point keep their order. All coordinates are at most 1 in size.
  void sort(const std::vector<double>& x, const std::vector<double>& y, std::size_t together, unsigned threads);

  /// After sort: who stands where.
  [[nodiscard]] std::uint32_t operator[](std::size_t place) const noexcept {
    return static_cast<std::uint32_t>(items_[place]);
  }

 private:
  static constexpr int k_digit_bits = 11;
  static constexpr std::size_t k_digits = std::size_t{1} << k_digit_bits;

  void sort_run(const std::vector<double>& x, const std::vector<double>& y, std::size_t first, std::size_t last,
                std::size_t together, unsigned threads);
  void radix_sort(unsigned threads);
  void radix_pass(int shift, unsigned threads);

  std::vector<std::uint64_t> items_;  ///< index on the curve above, number of the body below
  std::vector<std::uint64_t> other_;
  std::vector<std::array<std::uint32_t, k_digits>> counts_;
};

}  // namespace carom::detail
