#pragma once

#include "carom/motion/chain.hpp"
#include "carom/toi/contact.hpp"
#include "toi/straight/circle_circle_filter.hpp"

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

/// The time of a hit from outside in double-double, for hits whose time in double is not good enough.
[[nodiscard]] double wide_time_from_outside(const RoundPair& pair) noexcept;

/// The five questions in plain double, each with its error bound; nearly every pair is decided here. `open()` answers the
/// others, `wide_time()` computes the time of a certain hit again.
template <class Pair, class Open, class WideTime>
[[nodiscard]] inline ImpactTime decided(const CircleFilter<Pair>& f, const Open& open,
                                        const WideTime& wide_time) noexcept {
  const double error = f.error();
  if (!(f.size > k_filter_floor)) return open();
  // 1. Do they overlap already?
  if (!(f.separation() > error)) {
    // The bound holds for R <= |d0| only; a larger R makes them overlap by more.
    if (!(f.separation() < -error)) return open();
    count_decision(DecisionLevel::plain);
    return {Outcome::overlap, 0};
  }
  // 2. Are they closing?
  if (!(f.closing() > error)) {
    if (!(f.closing() < -error)) return open();
    count_decision(DecisionLevel::plain);
    return {Outcome::miss, 0};
  }
  // 3. Do they pass close enough?
  const double discriminant = f.discriminant();
  const double coarse = f.coarse_discriminant_error();
  if (!(discriminant > coarse)) {
    if (discriminant < -coarse || discriminant < -f.discriminant_error()) {
      count_decision(DecisionLevel::plain);
      return {Outcome::miss, 0};
    }
    if (!(discriminant > f.discriminant_error())) return open();
  }
  // 4. In time?
  const double reach = f.reach();
  if (!(reach > error)) {
    if (!(reach < -error)) return open();
    count_decision(DecisionLevel::plain);
    return {Outcome::miss, 0};
  }
  // 5. When?
  const FilteredTime time = filtered_time(f);
  if (time.certain()) {
    count_decision(DecisionLevel::plain);
    return {Outcome::hit, time.t};
  }
  if (!time.certain_in_double_double()) return open();
  count_decision(DecisionLevel::double_double);
  return {Outcome::hit, wide_time()};
}

/// From outside, filter first.
[[nodiscard]] ImpactTime from_outside(const RoundPair& pair) noexcept;

}  // namespace carom::detail
