#pragma once

#include <bit>
#include <cstdint>

#include "contact/body_ref.hpp"

namespace carom::detail {

/// What a mover's next event is with: a body or an edge of the world, or an event of its own. 32 bits, for EventBody.
class EventPartner {
 public:
  enum class Kind : std::uint8_t {
    body,     ///< a mover, a fixed body or an edge: ref()
    outside,  ///< all of the mover is outside bounds that remove
    expires,  ///< its lifetime ends
    around,   ///< it leaves a periodic box, and comes in at the other side
    none,     ///< nothing is known to happen; its partner has been taken by another body: predict again
  };

  constexpr EventPartner() noexcept : EventPartner(Kind::none) {}
  constexpr EventPartner(BodyRef ref) noexcept : bits_(std::bit_cast<std::uint32_t>(ref)) {}  // NOLINT: is one
  [[nodiscard]] static constexpr EventPartner mover(std::uint32_t index) noexcept { return BodyRef::mover(index); }
  [[nodiscard]] static constexpr EventPartner outside() noexcept { return EventPartner(Kind::outside); }
  [[nodiscard]] static constexpr EventPartner expires() noexcept { return EventPartner(Kind::expires); }
  [[nodiscard]] static constexpr EventPartner around() noexcept { return EventPartner(Kind::around); }
  [[nodiscard]] static constexpr EventPartner none() noexcept { return EventPartner(Kind::none); }

  [[nodiscard]] constexpr Kind kind() const noexcept {
    return bits_ < k_kinds ? Kind::body : static_cast<Kind>(bits_ - k_kinds);
  }
  [[nodiscard]] constexpr bool is_none() const noexcept { return *this == none(); }
  [[nodiscard]] constexpr bool is_mover() const noexcept { return bits_ < k_not_movers; }
  [[nodiscard]] constexpr bool is_fixed() const noexcept { return bits_ < k_kinds && ref().is_fixed(); }
  [[nodiscard]] constexpr bool is_edge() const noexcept { return bits_ < k_kinds && ref().is_edge(); }
  /// A mover or a fixed body.
  [[nodiscard]] constexpr bool is_body() const noexcept { return bits_ < k_kinds && ref().is_body(); }
  /// Only of Kind::body.
  [[nodiscard]] constexpr BodyRef ref() const noexcept { return std::bit_cast<BodyRef>(bits_); }
  /// Only of a mover: its index.
  [[nodiscard]] constexpr std::uint32_t mover() const noexcept { return bits_; }

  friend constexpr bool operator==(EventPartner, EventPartner) noexcept = default;

 private:
  static constexpr std::uint32_t k_not_movers = std::bit_cast<std::uint32_t>(BodyRef::fixed(0));
  static constexpr std::uint32_t k_kinds = 0xffff'fff8U;  ///< what is no body comes after all refs
  static_assert(std::bit_cast<std::uint32_t>(BodyRef::edge(3)) < k_kinds);

  explicit constexpr EventPartner(Kind kind) noexcept : bits_(k_kinds + static_cast<std::uint32_t>(kind)) {}

  std::uint32_t bits_;
};
static_assert(sizeof(EventPartner) == sizeof(std::uint32_t));

}  // namespace carom::detail
