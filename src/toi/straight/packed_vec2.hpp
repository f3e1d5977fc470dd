#pragma once

#include "carom/math/vec2.hpp"

/// A Vec2 in one register of two lanes: the hottest kernel takes about half the instructions with it. The same operations
/// in the same order as on Vec2, so the same bits.
namespace carom::detail {

struct PackedVec2 {
  using Lanes = double __attribute__((vector_size(16)));
  Lanes lanes;

  PackedVec2(Lanes l) noexcept : lanes(l) {}
  PackedVec2(Vec2 v) noexcept : lanes{v.x, v.y} {}
};

[[nodiscard]] inline PackedVec2 operator-(PackedVec2 a, PackedVec2 b) noexcept { return a.lanes - b.lanes; }
[[nodiscard]] inline double dot(PackedVec2 a, PackedVec2 b) noexcept {
  const PackedVec2::Lanes product = a.lanes * b.lanes;
  return product[0] + product[1];
}
[[nodiscard]] inline double cross(PackedVec2 a, PackedVec2 b) noexcept {
  const PackedVec2::Lanes product = a.lanes * __builtin_shufflevector(b.lanes, b.lanes, 1, 0);
  return product[0] - product[1];
}

/// |x| + |y| of one vector, and of two together.
[[nodiscard]] inline double size_of(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }
[[nodiscard]] inline double size_of(Vec2 a, Vec2 b) noexcept {
  return (std::abs(a.x) + std::abs(b.x)) + (std::abs(a.y) + std::abs(b.y));
}

[[nodiscard]] inline PackedVec2::Lanes absolute(PackedVec2 v) noexcept {
  using Bits = long long __attribute__((vector_size(16)));
  const Bits magnitude{0x7fffffffffffffffLL, 0x7fffffffffffffffLL};
  return reinterpret_cast<PackedVec2::Lanes>(reinterpret_cast<Bits>(v.lanes) & magnitude);
}
[[nodiscard]] inline double size_of(PackedVec2 v) noexcept {
  const PackedVec2::Lanes size = absolute(v);
  return size[0] + size[1];
}
[[nodiscard]] inline double size_of(PackedVec2 a, PackedVec2 b) noexcept {
  const PackedVec2::Lanes size = absolute(a) + absolute(b);
  return size[0] + size[1];
}

}  // namespace carom::detail
