#pragma once

#include "carom/motion/chain.hpp"
#include "carom/toi/contact.hpp"
#include "toi/circle_circle_filter.hpp"

/// Two moving points and the distance at which they count as touching: circle and circle, circle and vertex. The formulas
/// are in carom/toi/circle_circle.hpp.
namespace carom::detail {

enum class Reach : std::uint8_t { outside, inside };

struct RoundPair {
  Track a;
  Track b;
  double a_radius = 0;
  double b_radius = 0;
  Reach reach = Reach::outside;
};

/// The signs of the polynomials, each certified.
[[nodiscard]] Sign separation_sign(const RoundPair& pair) noexcept;      ///< C
[[nodiscard]] Sign closing_sign(const RoundPair& pair) noexcept;         ///< b
[[nodiscard]] Sign discriminant_sign(const RoundPair& pair) noexcept;    ///< D
[[nodiscard]] Sign end_separation_sign(const RoundPair& pair) noexcept;  ///< d1·d1 - R²
[[nodiscard]] bool moves(const RoundPair& pair) noexcept;                ///< A > 0

/// All questions answered by the ladder, for pairs that a filter in double has left open.
[[nodiscard]] ImpactTime certified_from_outside(const RoundPair& pair) noexcept;
[[nodiscard]] ImpactTime from_inside(const RoundPair& pair, Sign separation) noexcept;

/// The unit vector along a - b at the contact. It comes from d·v = -+ sqrt D and d × v = x rather than from d0 + t v, which
/// loses all digits when the circles are small and the way is long.
[[nodiscard]] Vec2 direction_at_contact(const RoundPair& pair) noexcept;

/// The five questions in plain double, each with its error bound; nearly every pair is decided here. `open()` answers the
/// others.
template <class Open>
[[nodiscard]] inline ImpactTime decided(const CircleFilter& f, const Open& open) noexcept {
  // 1. Do they overlap already?
  if (!(f.separation > f.separation_error)) {
    if (!(f.separation < -f.separation_error)) return open();
    count_decision(DecisionLevel::plain);
    return {Outcome::overlap, 0};
  }
  // 2. Are they closing?
  if (!(f.closing > f.closing_error)) {
    if (!(f.closing < -f.closing_error)) return open();
    count_decision(DecisionLevel::plain);
    return {Outcome::miss, 0};
  }
  // 3. Do they pass close enough?
  if (!(f.discriminant > f.discriminant_error)) {
    if (!(f.discriminant < -f.discriminant_error)) return open();
    count_decision(DecisionLevel::plain);
    return {Outcome::miss, 0};
  }
  // 4. In time? They touch at the end of the step, or have passed the nearest point by then.
  const bool reached = f.end_separation < -f.end_separation_error || f.end_opening > f.end_opening_error;
  if (!reached) {
    if (!(f.end_separation > f.end_separation_error && f.end_opening < -f.end_opening_error)) return open();
    count_decision(DecisionLevel::plain);
    return {Outcome::miss, 0};
  }
  // 5. When?
  const FilteredTime time = filtered_time(f);
  if (!time.certain()) return open();
  count_decision(DecisionLevel::plain);
  return {Outcome::hit, time.t};
}

/// From outside, filter first.
[[nodiscard]] ImpactTime from_outside(const RoundPair& pair) noexcept;

}  // namespace carom::detail
