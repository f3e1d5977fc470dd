#pragma once

#include <cstdint>

namespace carom::detail {

/// A body inside a running step: a mover or a static body, by its index among those of its kind, or one of the four edges of
/// the world (left, right, lower, upper). Movers are sorted anew from window to window: a ref of a mover is good until then.
class BodyRef {
 public:
  [[nodiscard]] static constexpr BodyRef mover(std::uint32_t index) noexcept { return BodyRef(index); }
  [[nodiscard]] static constexpr BodyRef fixed(std::uint32_t index) noexcept { return BodyRef(k_fixed_base + index); }
  [[nodiscard]] static constexpr BodyRef edge(std::uint32_t edge) noexcept { return BodyRef(k_edge_base + edge); }

  [[nodiscard]] constexpr bool is_mover() const noexcept { return bits_ < k_fixed_base; }
  [[nodiscard]] constexpr bool is_fixed() const noexcept { return bits_ >= k_fixed_base && bits_ < k_edge_base; }
  [[nodiscard]] constexpr bool is_edge() const noexcept { return bits_ >= k_edge_base; }
  /// A mover or a static body.
  [[nodiscard]] constexpr bool is_body() const noexcept { return bits_ < k_edge_base; }

  /// Among the movers, the static bodies, or the edges.
  [[nodiscard]] constexpr std::uint32_t index() const noexcept {
    return is_mover() ? bits_ : bits_ - (is_edge() ? k_edge_base : k_fixed_base);
  }

  friend constexpr bool operator==(BodyRef, BodyRef) noexcept = default;

 private:
  static constexpr std::uint32_t k_fixed_base = 0x8000'0000U;
  static constexpr std::uint32_t k_edge_base = 0xffff'fff0U;
  explicit constexpr BodyRef(std::uint32_t bits) noexcept : bits_(bits) {}

  std::uint32_t bits_;
};
static_assert(sizeof(BodyRef) == sizeof(std::uint32_t));

}  // namespace carom::detail
