#pragma once

#include <compare>
#include <cstdint>

namespace carom::detail {

/// What a body has met, for records that outlive the sorting of movers: a body by its index in the order of creation, or one
/// of the four edges of the world (left, right, lower, upper). Edges are ordered after all bodies.
class PartnerIndex {
 public:
  [[nodiscard]] static constexpr PartnerIndex body(std::uint32_t index) noexcept { return PartnerIndex(index); }
  [[nodiscard]] static constexpr PartnerIndex edge(std::uint32_t edge) noexcept { return PartnerIndex(k_edges + edge); }

  [[nodiscard]] constexpr bool is_edge() const noexcept { return bits_ >= k_edges; }
  /// Among the bodies, or among the edges.
  [[nodiscard]] constexpr std::uint32_t index() const noexcept { return is_edge() ? bits_ - k_edges : bits_; }

  friend constexpr auto operator<=>(PartnerIndex, PartnerIndex) noexcept = default;

 private:
  static constexpr std::uint32_t k_edges = 0xffff'fff0U;
  explicit constexpr PartnerIndex(std::uint32_t bits) noexcept : bits_(bits) {}

  std::uint32_t bits_;
};
static_assert(sizeof(PartnerIndex) == sizeof(std::uint32_t));

}  // namespace carom::detail
