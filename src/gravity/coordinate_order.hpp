#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// Puts bodies in the order of one coordinate.
namespace carom::detail {

class CoordinateOrder {
 public:
  /// Coordinates that differ by less than 2^-22 of the widest distance may stay in the order of their numbers, as long as
  /// no more than `together` of them share one such stretch. Equal ones always do.
  void sort(std::span<const double> at, std::size_t together, unsigned threads);

  /// After sort: the body at a place.
  [[nodiscard]] std::uint32_t operator[](std::size_t place) const noexcept {
    return static_cast<std::uint32_t>(items_[place]);
  }

 private:
  static constexpr int k_digit_bits = 11;
  static constexpr std::size_t k_digits = std::size_t{1} << k_digit_bits;

  void radix_pass(int shift, unsigned threads);
  void sort_within_stretches(std::span<const double> at, std::size_t together);

  std::vector<std::uint64_t> items_;  ///< number of the stretch above, number of the body below
  std::vector<std::uint64_t> other_;
  std::vector<std::array<std::uint32_t, k_digits>> counts_;
};

}  // namespace carom::detail
