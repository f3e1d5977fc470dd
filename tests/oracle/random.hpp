#pragma once

#include <cstdint>

namespace carom::oracle {

/// SplitMix64 (Steele, Lea, Flood 2014). The standard library's distributions differ between platforms; this does not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  /// 0 … n - 1; the bias of the remainder is of no concern here.
  [[nodiscard]] int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  /// low … high, both included.
  [[nodiscard]] int range(int low, int high) { return low + below(high - low + 1); }
  [[nodiscard]] bool one_in(int n) { return below(n) == 0; }
  /// In [low, high), all 53 bits in use.
  [[nodiscard]] double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11U) * 0x1p-53);
  }

 private:
  std::uint64_t state_;
};

}  // namespace carom::oracle
